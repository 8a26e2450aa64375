"""Words of findings: types, states, what each says, signals. Sources are English."""

from __future__ import annotations

from neurodesk.app.queries.findings import FindingView
from neurodesk.domain.scanning import FindingState, FindingType
from neurodesk.ui.desk.words import reason_word
from neurodesk.ui.i18n import tr


def type_word(kind: str) -> str:
    """Return the word of a type of finding."""
    words = {
        str(FindingType.CONTRADICTION): tr("Gaps", "Contradiction"),
        str(FindingType.NEAR_DUPLICATE): tr("Gaps", "Near duplicate"),
        str(FindingType.STUB): tr("Gaps", "Stub"),
        str(FindingType.STUB_SECTION): tr("Gaps", "Empty section"),
        str(FindingType.MISSING_SECTION): tr("Gaps", "Missing section"),
        str(FindingType.AGED): tr("Gaps", "Out of date"),
        str(FindingType.BROKEN_LINK): tr("Gaps", "Broken link"),
        str(FindingType.ORPHAN): tr("Gaps", "Linked to nothing"),
        str(FindingType.TWIN_DIFFERS): tr("Gaps", "Translation differs"),
        str(FindingType.NO_EVIDENCE): tr("Gaps", "Without evidence"),
        str(FindingType.SOURCE_CHANGED): tr("Gaps", "Source changed"),
        str(FindingType.UNANSWERED): tr("Gaps", "Unanswered question"),
        str(FindingType.TWIN_BEHIND): tr("Gaps", "Translation is behind"),
    }
    return words.get(kind, kind.replace("_", " "))


def type_sentence(kind: str) -> str:
    """Say what a type of finding means."""
    words = {
        str(FindingType.CONTRADICTION): tr(
            "Gaps", "Two articles say something different about the same thing."
        ),
        str(FindingType.NEAR_DUPLICATE): tr("Gaps", "Two articles share most of their wording."),
        str(FindingType.STUB): tr("Gaps", "It is much shorter than the others and holds next to no steps."),
        str(FindingType.STUB_SECTION): tr("Gaps", "A heading has nothing below it, or only a placeholder."),
        str(FindingType.MISSING_SECTION): tr("Gaps", "A section that it should have is missing."),
        str(FindingType.AGED): tr("Gaps", "It was not changed or confirmed for a long time."),
        str(FindingType.BROKEN_LINK): tr("Gaps", "A link leads nowhere."),
        str(FindingType.ORPHAN): tr("Gaps", "No other article links to it."),
        str(FindingType.TWIN_DIFFERS): tr("Gaps", "It and its translation say different things."),
        str(FindingType.NO_EVIDENCE): tr("Gaps", "No stored source carries what it says."),
        str(FindingType.SOURCE_CHANGED): tr(
            "Gaps", "The words that a promoted sentence rests on no longer stand in their source."
        ),
        str(FindingType.UNANSWERED): tr("Gaps", "A question found no answer."),
        str(FindingType.TWIN_BEHIND): tr(
            "Gaps", "Its translation was promoted anew; this one still says what it said."
        ),
    }
    return words.get(kind, "")


def state_word(state: str) -> str:
    """Return the word of what was decided about a finding."""
    words = {
        str(FindingState.OPEN): tr("Gaps", "Open"),
        str(FindingState.DISMISSED): tr("Gaps", "Dismissed"),
        str(FindingState.SNOOZED): tr("Gaps", "Put off"),
        str(FindingState.STILL_CORRECT): tr("Gaps", "Still correct"),
        str(FindingState.GONE): tr("Gaps", "Gone"),
    }
    return words.get(state, state)


def type_icon(kind: str) -> str:
    """Return the icon of a type."""
    icons = {
        str(FindingType.CONTRADICTION): "contradiction",
        str(FindingType.NEAR_DUPLICATE): "duplicate",
        str(FindingType.AGED): "clock",
        str(FindingType.BROKEN_LINK): "warning",
        str(FindingType.ORPHAN): "split",
        str(FindingType.TWIN_DIFFERS): "language",
        str(FindingType.TWIN_BEHIND): "language",
        str(FindingType.NO_EVIDENCE): "evidence",
        str(FindingType.SOURCE_CHANGED): "source",
        str(FindingType.UNANSWERED): "ask",
    }
    return icons.get(kind, "file")


def signal_word(name: str) -> str:
    """Return the word of a signal."""
    words = {
        "age": tr("Gaps", "Age"),
        "contradiction": tr("Gaps", "Contradiction"),
        "near_duplicate": tr("Gaps", "Shared wording"),
        "stub": tr("Gaps", "Shortness"),
        "stub_section": tr("Gaps", "Empty section"),
        "missing_section": tr("Gaps", "Missing section"),
        "broken_links": tr("Gaps", "Broken links"),
        "broken_link": tr("Gaps", "Broken link"),
        "orphan": tr("Gaps", "No links"),
        "low_connectivity": tr("Gaps", "Few links"),
        "centrality": tr("Gaps", "Importance in the graph"),
        "recency": tr("Gaps", "Topic changes fast"),
        "no_evidence": tr("Gaps", "No evidence"),
        "few_evidence": tr("Gaps", "Little evidence"),
        "twin_differs": tr("Gaps", "Translation differs"),
        "twin_promoted": tr("Gaps", "Translation was promoted"),
        "source_changed": tr("Gaps", "Source changed"),
        "unanswered": tr("Gaps", "Unanswered"),
    }
    if name in words:
        return words[name]
    how = how_word(name)
    return how if how != name else reason_word(name)


def detail_words(found: FindingView) -> list[tuple[str, str]]:
    """Return what a person needs to read a finding: labels and values."""
    rows: list[tuple[str, str]] = []
    if found.section:
        rows.append((tr("Gaps", "Section"), found.section))
    if found.values:
        rows.append((tr("Gaps", "Values"), " ↔ ".join(found.values)))
    labels = {
        "target": tr("Gaps", "Link"),
        "line": tr("Gaps", "Line"),
        "days": tr("Gaps", "Days"),
        "rule": tr("Gaps", "Rule"),
    }
    labels |= {
        "how": tr("Gaps", "Seen in"),
        "words": tr("Gaps", "Words"),
        "usual_words": tr("Gaps", "Words of a usual article"),
        "shared_percent": tr("Gaps", "Text in common, percent"),
        "question": tr("Gaps", "Question"),
        "source": tr("Gaps", "Source"),
        "before": tr("Gaps", "It said"),
        "after": tr("Gaps", "It says now"),
        "change": tr("Gaps", "What changed"),
    }
    for key, value in sorted(found.detail.items(), key=lambda one: _ORDER.get(one[0], one[0])):
        if key not in _UNSAID:
            words = how_word(str(value)) if key in ("how", "change") else str(value)
            if key == "after" and not words:
                words = tr("Gaps", "nothing like it")
            rows.append((labels.get(key, key.replace("_", " ")), words))
    return rows


# What the graph and the list say already, or what only code reads.
_UNSAID = frozenset({"accepted", "alike"})
# What a source said comes before what it says now.
_ORDER = {"source": "x0", "change": "x1", "before": "x2", "after": "x3"}


def how_word(how: str) -> str:
    """Return in words what a finding was seen by."""
    words = {
        "empty": tr("Gaps", "nothing below the heading"),
        "placeholder": tr("Gaps", "a placeholder stands in for the text"),
        "announces": tr("Gaps", "the section only announces what it does not say"),
        "short": tr("Gaps", "very little text"),
        "twin": tr("Gaps", "the translation has it"),
        "template": tr("Gaps", "most articles of its kind have it"),
        "value": tr("Gaps", "two values that differ"),
        "polarity": tr("Gaps", "one says it, the other denies it"),
        "quote_gone": tr("Gaps", "the quoted words are gone"),
        "words_around_changed": tr("Gaps", "the words around the quotation mean something else"),
        "source_gone": tr("Gaps", "the source is gone"),
    }
    return words.get(how, how)
