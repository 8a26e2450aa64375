"""Words of the review place: verdict reasons, rules, blocks, kinds and states. Sources are English."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from neurodesk.app.claim_words import reason_words
from neurodesk.domain.articles import ArticleType, DraftKind, DraftState, Reason, Verdict
from neurodesk.ui.desk.words import translated
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.panes.review.marks import block_counts

MAX_QUOTED_CHARS = 160


def verdict_word(verdict: Verdict) -> str:
    """Return the word of a verdict button."""
    words = {
        Verdict.SUPPORTED: tr("Review", "Supported"),
        Verdict.PARTIALLY_SUPPORTED: tr("Review", "Partially"),
        Verdict.UNSUPPORTED: tr("Review", "Unsupported"),
        Verdict.CONTRADICTED: tr("Review", "Contradicted"),
    }
    return words[verdict]


def kind_word(kind: str) -> str:
    """Return the word of a draft's kind."""
    words = {
        str(DraftKind.NEW): tr("Review", "New"),
        str(DraftKind.REVISION): tr("Review", "Revision"),
        str(DraftKind.ARCHIVE): tr("Review", "To the archive"),
        str(DraftKind.MERGE): tr("Review", "Merge"),
        str(DraftKind.RENAME): tr("Review", "Rename"),
    }
    return words.get(kind, kind)


def state_word(state: str) -> str:
    """Return the word of a draft's state."""
    words = {
        str(DraftState.IN_REVIEW): tr("Review", "In review"),
        str(DraftState.CHANGES_REQUESTED): tr("Review", "Changes requested"),
        str(DraftState.APPROVED): tr("Review", "Approved"),
        str(DraftState.PROMOTED): tr("Review", "Promoted"),
        str(DraftState.REJECTED): tr("Review", "Rejected"),
        str(DraftState.CONFLICT): tr("Review", "Conflict"),
    }
    return words.get(state, state)


def type_word(article_type: str) -> str:
    """Return the word of an article's type."""
    words = {
        str(ArticleType.HOW_TO): tr("Review", "How-to"),
        str(ArticleType.TROUBLESHOOTING): tr("Review", "Troubleshooting"),
        str(ArticleType.CONCEPT): tr("Review", "Concept"),
        str(ArticleType.REFERENCE): tr("Review", "Reference"),
    }
    return words.get(article_type, "")


def language_word(lang: str) -> str:
    """Return the name of a language."""
    words = {"de": tr("Review", "German"), "en": tr("Review", "English")}
    return words.get(lang[:2], lang)


def model_word(model: str) -> str:
    """Return who wrote or checked: a model's name as it is, the embedded engine in words."""
    return tr("Review", "embedded engine") if model == "embedded" else model


def label_word(label: str) -> str:
    """Return the label of an author; that of the embedded engine is translated."""
    if label == "extractive, no language model":
        return tr("Review", "extractive, no language model")
    return label


def origin_word(origin: str) -> str:
    """Return where a source comes from."""
    words = {
        "kb": tr("Review", "own knowledge base"),
        "web": tr("Review", "web page"),
        "library": tr("Review", "local library"),
    }
    return words.get(origin, origin)


def reason_headline(code: str) -> str:
    """Return what a rule found about a claim, in a few words."""
    return translated("Review", reason_words(code))


def reason_values(reason: Reason) -> list[tuple[str, str]]:
    """Return what stands in the article and in the source, where a reason knows it."""
    given = dict(reason.params)
    labels = {
        "claim": tr("Review", "Article"),
        "source": tr("Review", "Source"),
        "words": tr("Review", "Not carried"),
    }
    return [(word, given[key][:MAX_QUOTED_CHARS]) for key, word in labels.items() if given.get(key)]


def rule_sentence(rule: str) -> str:
    """Return the sentence of a structure, language or risk rule (SPEC R5, R6)."""
    words = {
        "M5.section_not_written": tr(
            "Rules", "The model could not write this section: its replies stayed broken."
        ),
        "R4.too_much_exempt": tr("Rules", "More than a tenth of the text asserts nothing."),
        "R5.sources_speak": tr("Rules", "The article talks about what its sources say."),
        "R5.speaks_as_model": tr("Rules", "The article speaks as a language model."),
        "R5.source_reference": tr("Rules", "A reference mark of the material was left in the text."),
        "R5.prompt_remains": tr("Rules", "Remains of a prompt or a reply stand in the text."),
        "R5.process_talk": tr("Rules", "The article tells how it was made."),
        "R6.title_missing": tr("Rules", "The title is missing."),
        "R6.title_length": tr("Rules", "The title does not have 8 to 120 characters."),
        "R6.section_missing": tr("Rules", "A section that this type needs is missing."),
        "R6.section_empty": tr("Rules", "A section is empty."),
        "R6.few_steps": tr("Rules", "There are fewer than three concrete steps."),
        "R6.no_observable_result": tr("Rules", "Validation names no result that one can see."),
        "R6.fence_unclosed": tr("Rules", "A code block is not closed."),
        "R6.language": tr("Rules", "It is not written in the language that is set."),
        "R6.url_not_in_material": tr("Rules", "An address in the text is not in the material."),
        "R6.placeholder": tr("Rules", "A placeholder was left in the text."),
        "R6.raw_html": tr("Rules", "The text holds raw HTML."),
        "R6.link_scheme": tr("Rules", "A link is of a kind that is not allowed."),
        "R6.new_picture": tr("Rules", "The text brings a new picture."),
        "R6.hidden_character": tr("Rules", "The text holds hidden characters."),
        "R6.pipe_to_shell": tr(
            "Rules", "A script is run straight from the network; the text does not say so."
        ),
        "R6.certificate_check_off": tr("Rules", "A certificate check is off; the text does not say so."),
        "R6.world_writable": tr("Rules", "Something is writable for everyone; the text does not say so."),
        "R6.recursive_delete": tr("Rules", "A whole tree is deleted; the text does not say so."),
        "R6.style_term": tr("Rules", "A term is not that of the style guide."),
        "R6.style_address": tr("Rules", "The form of address is not that of the style guide."),
        "R6.style_section": tr("Rules", "A section of the template is missing."),
    }
    return words.get(rule, rule)


def conflict_sentence(reason: Reason) -> str:
    """Say why a draft cannot be promoted as it is."""
    given = dict(reason.params)
    words = {
        "base_moved": tr("Review", "The article was changed in the meantime. Your verdicts are kept."),
        "base_gone": tr("Review", "The article is no longer where it was: {path}."),
        "encoding_cannot_hold": tr("Review", "The file's encoding cannot hold a character of the draft."),
        "encoding_damaged": tr("Review", "The file's encoding is damaged; it is not touched."),
        "format_not_spliceable": tr(
            "Review", "The page cannot take this change without touching more than it: {detail}"
        ),
        "json_body_composed": tr(
            "Review", "The text of this JSON article is put together from several fields."
        ),
        "target_missing": tr("Review", "No knowledge base is chosen for it yet."),
    }
    text = words.get(reason.code, reason.code.replace("_", " "))
    return text.format(path=given.get("path", "?"), detail=given.get("detail", "?"))


def is_conflict(reason: Reason) -> bool:
    """Tell whether a block is about the file on disk, not about a claim."""
    return reason.code not in CLAIM_BLOCKS


CLAIM_BLOCKS = frozenset(
    {
        "claim_unseen",
        "claim_unjudged",
        "claim_contradicted",
        "claim_unsupported",
        "claim_unticked",
        "single_source_unticked",
        "advice_unticked",
        "line_unticked",
    }
)


_TICKS = ("claim_unticked", "single_source_unticked", "advice_unticked", "line_unticked")


def blocks_sentence(blocks: Sequence[Reason], exempt: Collection[str] = (), current: str = "") -> str:
    """Say what keeps a draft from being approved, worst first, and which key leads on.

    Arguments: ``exempt`` ids of units that assert nothing; they are seen with their neighbours, not counted.
    ``current`` the claim where the curator stands: T ticks only there.
    """
    for one in blocks:
        if is_conflict(one):
            return conflict_sentence(one)
    counts = block_counts(blocks, exempt) or block_counts(blocks)
    parts: list[str] = []
    if counts["claim_contradicted"]:
        parts.append(plural("Review", "%n contradicted", counts["claim_contradicted"]))
    if counts["claim_unsupported"]:
        parts.append(plural("Review", "%n unsupported", counts["claim_unsupported"]))
    if counts["claim_unjudged"]:
        parts.append(plural("Review", "%n without a verdict", counts["claim_unjudged"]))
    if counts["claim_unseen"]:
        parts.append(plural("Review", "%n not seen", counts["claim_unseen"]))
    if counts["claim_unticked"]:
        parts.append(plural("Review", "%n partially supported one(s) to tick", counts["claim_unticked"]))
    if counts["single_source_unticked"]:
        text = plural(
            "Review", "%n risky one(s) with a single source to tick", counts["single_source_unticked"]
        )
        parts.append(text)
    if counts["advice_unticked"]:
        text = plural("Review", "%n to tick: the reviewer has no licence", counts["advice_unticked"])
        parts.append(text)
    if counts["line_unticked"]:
        parts.append(tr("Review", "the line “automatic reply off” to tick"))
    text = ", ".join(parts)
    if counts["claim_unseen"]:
        return tr("Review", "{blocks}. Press N to continue").format(blocks=text)
    to_tick = [one for one in blocks if one.code in _TICKS]
    places = {dict(one.params).get("claim", "") for one in to_tick}
    if to_tick and (current in places or not any(places) or not current):
        return tr("Review", "{blocks}. Press T to tick").format(blocks=text)
    if to_tick:
        return tr("Review", "{blocks}. Press N to go there, T to tick").format(blocks=text)
    return text


def act_word(act: str) -> str:
    """Return the words of an act in the history."""
    words = {
        "tick": tr("History", "ticked"),
        "untick": tr("History", "took a tick away"),
        "reason": tr("History", "gave a reason"),
        "judge": tr("History", "gave a verdict"),
        "approve": tr("History", "approved"),
        "approve_with_reason": tr("History", "approved with reason"),
        "request_changes": tr("History", "requested changes"),
        "reject": tr("History", "rejected"),
        "reopen": tr("History", "took the decision back"),
        "edit": tr("History", "edited the text"),
        "reject_evidence": tr("History", "set a source aside"),
        "set_place": tr("History", "chose the place"),
        "take_base": tr("History", "took the file on disk as the new base"),
        "promote": tr("History", "promoted"),
        "undo": tr("History", "undid the promotion"),
        "conflict": tr("History", "met a conflict"),
        "add": tr("History", "laid it on the desk"),
        "ask_model": tr("History", "had the review model judge a claim"),
    }
    return words.get(act, act.replace("_", " "))


def why_words(why: str) -> str:
    """Return the reason of an act; ids of claims are left out."""
    kept = [part for part in why.split() if not _is_id(part)]
    return " ".join(kept)[:200]


def _is_id(word: str) -> bool:
    bare = word.strip(":,")
    return len(bare) > 12 and bare[:1] in "uedn" and bare[1:2] in "0123456789_"


def refused_words(counts: Mapping[str, int] | Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return refusals in words with their numbers."""
    pairs = list(counts.items()) if isinstance(counts, Mapping) else list(counts)
    return [(refusal_word(code), number) for code, number in pairs]


def refusal_word(code: str) -> str:
    """Return why a candidate was refused (SPEC W4)."""
    words = {
        "snippet_irrelevant": tr("Refusals", "Excerpt does not fit"),
        "domain_denied": tr("Refusals", "Domain is blocked"),
        "domain_not_in_filter": tr("Refusals", "Not in the source filter"),
        "duplicate_url": tr("Refusals", "Same address"),
        "duplicate_content": tr("Refusals", "Same content"),
        "own_text": tr("Refusals", "Copy of your own text"),
        "low_quality": tr("Refusals", "Low quality"),
        "fetch_failed": tr("Refusals", "Could not be read"),
        "ssrf_blocked": tr("Refusals", "Address inside a network"),
        "too_large": tr("Refusals", "Too large"),
        "bad_type": tr("Refusals", "Kind of file is not read"),
        "timeout": tr("Refusals", "No answer in time"),
        "empty_text": tr("Refusals", "No text"),
        "extract_empty": tr("Refusals", "No text could be drawn from it"),
        "challenge_page": tr("Refusals", "Confirmation page instead of content"),
        "encoding_damaged": tr("Refusals", "Damaged characters"),
        "fulltext_irrelevant": tr("Refusals", "Full text does not fit"),
        "stale_source": tr("Refusals", "Out of date"),
        "page_budget": tr("Refusals", "Page budget used up"),
        "local_only": tr("Refusals", "Set to stay on this computer"),
        "robots_denied": tr("Refusals", "Site does not want programs to read it"),
    }
    return words.get(code, code.replace("_", " "))
