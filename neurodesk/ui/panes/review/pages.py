"""The pages beside the article: why it exists, what was checked, what was decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from neurodesk.app.commands.ask_reviewer import OPINIONS
from neurodesk.app.commands.review import EDITABLE
from neurodesk.domain.articles import Verdict
from neurodesk.storage.promotion_store import UNDO, PromotionRow
from neurodesk.ui.desk.words import origin_word as asked_word
from neurodesk.ui.desk.words import reason_word
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import day, decimal, moment
from neurodesk.ui.panes.page import Page
from neurodesk.ui.panes.review.passage import short_hash
from neurodesk.ui.panes.review.view import ReviewView
from neurodesk.ui.panes.review.words import (
    act_word,
    label_word,
    model_word,
    origin_word,
    refusal_word,
    rule_sentence,
    verdict_word,
    why_words,
)
from neurodesk.ui.reading import SafeDocument, plain_label

EVIDENCE_LINK = "evidence:"
TASK_LINK = "task:"
UNDO_LINK = "undo:"
VERSION_LINK = "version:"


def provenance(view: ReviewView) -> SafeDocument:
    """Return the chain *why this exists*: signals, plan, queries, gates, evidence, claims (SPEC P2)."""
    chain, page = view.chain, Page()
    page.heading(tr("Provenance", "Why this exists"))
    if not chain.task_id:
        page.text(tr("Provenance", "A person laid it on the desk; no task made it."))
    else:
        page.fact(tr("Provenance", "Asked by"), asked_word(chain.asked_by))
        page.fact(tr("Provenance", "Task"), chain.topic, f"{TASK_LINK}{chain.task_id}")
        page.fact(tr("Provenance", "Question"), chain.question)
        if chain.signals:
            page.heading(tr("Provenance", "Signals"), 4)
            for name, strength in chain.signals:
                page.bullet(reason_word(name), decimal(strength))
        page.heading(tr("Provenance", "Plan"), 4)
        page.bullets(chain.questions)
        if chain.queries:
            page.heading(tr("Provenance", "Searched for"), 4)
            page.bullets(chain.queries)
        page.heading(tr("Provenance", "Gates"), 4)
        text = tr("Provenance", "{hits} hits, {read} pages read, {kept} kept")
        page.text(text.format(hits=chain.hits, read=chain.read, kept=chain.kept))
        for code, count in chain.refused:
            page.bullet(refusal_word(code), str(count))
    page.heading(tr("Provenance", "What it rests on"), 4)
    for one in chain.sources.values():
        carried = plural("Provenance", "carries %n claim(s)", one.claims)
        href = f"{EVIDENCE_LINK}{one.ref}" if one.origin != "kb" else ""
        page.bullet(one.title or one.uri, f"{origin_word(one.origin)}, {carried}", href)
    page.heading(tr("Provenance", "Found, not used"), 4)
    if not chain.unused:
        page.quiet(tr("Provenance", "Everything that was kept carries a claim."))
    for one in chain.unused:
        page.bullet(one.title or one.uri, origin_word(one.origin), f"{EVIDENCE_LINK}{one.ref}")
    return page.done()


def checks(view: ReviewView) -> SafeDocument:
    """Return what the rules found, how it was repaired, and what may need rights."""
    sidecar, page = view.desk.sidecar, Page()
    page.heading(tr("Checks", "Structure and language"))
    if not view.findings:
        page.text(tr("Checks", "No rule is broken."))
    for one in view.findings:
        line = plural("Checks", "line %n", one.line)
        given = ", ".join(value for _, value in one.params)
        weight = {
            "block": tr("Checks", "to mend"),
            "tick": tr("Checks", "to look at"),
            "note": tr("Checks", "note"),
        }.get(one.severity, "")
        note = ", ".join(part for part in (weight, line, given) if part)
        page.bullet(rule_sentence(one.rule), note)
    page.heading(tr("Checks", "Taken word for word"), 4)
    if not view.taken:
        page.text(tr("Checks", "Nothing of others stands in it word for word."))
    for taken in view.taken:
        text = tr("Checks", "{share} % from {title}, the longest run {words} words")
        page.bullet(
            text.format(share=round(taken.share * 100), title=taken.title, words=taken.longest_words),
            taken.licence or tr("Checks", "no licence stated"),
        )
    page.heading(tr("Checks", "Rounds of repair"), 4)
    attempts = [_mapping(one) for one in _list(sidecar.get("review_repair_attempts"))]
    if not attempts:
        page.text(tr("Checks", "None was needed."))
    for number, attempt in enumerate(attempts, 1):
        page.bullet(tr("Checks", "Round {number}").format(number=number), _attempt_words(attempt))
    page.heading(tr("Checks", "Who wrote and checked"), 4)
    for key, label in (("author", tr("Checks", "Author")), ("reviewer", tr("Checks", "Reviewer"))):
        who = _mapping(sidecar.get(key))
        if who:
            words = " · ".join(
                part
                for part in (
                    model_word(str(who.get("model", ""))),
                    label_word(str(who.get("label", ""))),
                    short_hash(str(who.get("digest", ""))),
                )
                if part
            )
            page.fact(label, words)
    return page.done()


def _attempt_words(attempt: Mapping[str, Any]) -> str:
    words = []
    for key, value in sorted(attempt.items()):
        if isinstance(value, list):
            words.append(f"{key.replace('_', ' ')}: {len(value)}")
        elif isinstance(value, (str, int, float)) and str(value):
            words.append(f"{key.replace('_', ' ')}: {str(value)[:120]}")
    return ", ".join(words)


def history(view: ReviewView, now: float) -> SafeDocument:
    """Return versions, decisions and promotions, the newest first; a promotion can be undone from here."""
    page = Page()
    page.heading(tr("History", "Promotions"))
    if not view.promotions:
        page.text(tr("History", "It was not promoted yet."))
    for row in reversed(view.promotions):
        page.bullet(*promotion_line(row, now))
    page.heading(tr("History", "Decisions"), 4)
    if not view.history:
        page.text(tr("History", "Nothing was decided yet."))
    for record in reversed(view.history):
        place = tr("History", "terminal") if record.place == "terminal" else tr("History", "desk")
        note = f"{record.who}, {place}, {moment(record.at, now)}"
        why = why_words(record.why)
        page.bullet(act_word(record.act) + (f": {why}" if why else ""), note)
    page.heading(tr("History", "Versions"), 4)
    for version in reversed(view.desk.versions):
        by = (
            tr("History", "by a person") if version.written_by == "human" else tr("History", "by the machine")
        )
        words = tr("History", "Version {number}, {by}").format(number=version.version, by=by)
        is_shown = version.version == view.draft.version
        may_take = not is_shown and view.draft.state in EDITABLE
        act = tr("History", "shown here") if is_shown else tr("History", "take it") if may_take else ""
        facts = (act, day(version.created_at), short_hash(version.sha256), plain_label(version.note, 120))
        link = f"{VERSION_LINK}{version.version}" if may_take else ""
        page.bullet(words, " · ".join(one for one in facts if one), link)
    return page.done()


def promotion_line(row: PromotionRow, now: float) -> tuple[str, str, str]:
    """Return a promotion's words, note and link (undo where it can be undone)."""
    who = str(row.decision.get("who", ""))
    note = ", ".join(part for part in (who, moment(row.created_at, now), row.path) if part)
    if row.kind == UNDO:
        return tr("History", "Undone"), note, ""
    if row.undone_at:
        return tr("History", "Promoted, undone later"), note, ""
    return tr("History", "Promoted · undo"), note, f"{UNDO_LINK}{row.id}"


def opinion(view: ReviewView, claim_id: str) -> str:
    """Return what the reviewer said of a claim, unfolded only when asked for."""
    asked = _mapping(_mapping(view.draft.data.get(OPINIONS)).get(claim_id))
    now = next((one.claim.text for one in view.desk.claims if one.id == claim_id), "")
    if asked and asked.get("text") == now:
        return _opinion_words(asked, asked)
    review = _mapping(view.desk.sidecar.get("article_review"))
    for entry in _list(review.get("claims")):
        one = _mapping(entry)
        if one.get("id") == claim_id:
            return _opinion_words(one, review)
    return tr("Checks", "It did not judge this text; it was written or changed by a person.")


def _opinion_words(said: Mapping[str, Any], who: Mapping[str, Any]) -> str:
    verdict = str(said.get("verdict") or "")
    word = verdict_word(Verdict(verdict)) if verdict in set(Verdict) else tr("Checks", "no verdict")
    at = float(who.get("at") or 0.0)
    parts = (str(who.get("model", "")), label_word(str(who.get("label", ""))), day(at) if at else "")
    names = " · ".join(dict.fromkeys(part for part in parts if part))
    return f"{word} ({names})" if names else word


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else ()
