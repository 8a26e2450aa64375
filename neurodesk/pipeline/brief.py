"""The brief: the author's sources, its language, and what it revises (SPEC R1, R2, E1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from neurodesk.domain.articles import DraftKind, Reason
from neurodesk.domain.evidence import Evidence, SourceOrigin
from neurodesk.domain.graph import Node
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.independence import Voice, voices
from neurodesk.domain.ports import KnowledgeReader
from neurodesk.domain.research import AuthorBrief, BriefSource, Plan
from neurodesk.domain.structure import StyleRules
from neurodesk.domain.tasks import Origin, Task

INTERNAL_SOURCES = 4
COUNTED_CHARS = 4_000


@dataclass(frozen=True, slots=True)
class Assignment:
    """What is to be written: a new article or a revision of ``base``."""

    kind: DraftKind
    base: Node | None
    internal: tuple[Node, ...]
    reasons: tuple[Reason, ...]


def assign(task: Task, plan: Plan, near: Sequence[str], knowledge: KnowledgeReader) -> Assignment:
    """Decide between a revision of the task's own article and a new one.

    A task that names an article as its seed, or whose topic is an article's title, revises that article;
    everything else becomes a new article, with near articles as internal sources.
    """
    seeds = knowledge.nodes(plan.seed_node_ids)
    articles = [node for node in seeds if node.kind == "article" and node.kb_id]
    internal = [node for node in knowledge.nodes(tuple(near)) if node.kind == "article"]
    if task.filter_keys is not None:
        internal = [node for node in internal if node.source_key in task.filter_keys]
    base = articles[0] if articles else None
    if base is None:
        return Assignment(
            DraftKind.NEW, None, tuple(internal[:INTERNAL_SOURCES]), (Reason("no_article_on_topic"),)
        )
    others = [node for node in (*articles[1:], *internal) if node.id != base.id]
    unique = tuple({node.id: node for node in others}.values())[:INTERNAL_SOURCES]
    why = (
        "seed_named"
        if task.requested_by is not Origin.CURATOR or task.seed_node_ids
        else "topic_is_an_article"
    )
    return Assignment(DraftKind.REVISION, base, unique, (Reason(why, (("path", base.path),)),))


def language_of(
    assignment: Assignment, evidence: Sequence[Evidence], wanted: str, *, translates: bool = False
) -> tuple[str, Reason]:
    """Return the language to write in, and why (SPEC R2).

    A revision keeps its base's. The embedded engine cannot translate: a new article takes the language that
    most accepted evidence has, and says so. Each text counts by its relevance and its length, a long one no
    more than ``COUNTED_CHARS``, so that one handbook does not outweigh two pages on the subject. An author
    that translates writes in the language that is set.
    """
    if assignment.base is not None and assignment.base.lang in ("de", "en"):
        return assignment.base.lang, Reason("language_of_base")
    if translates:
        return wanted, Reason("language_setting")
    sizes = Counter[str]()
    for one in evidence:
        if one.lang in ("de", "en"):
            sizes[one.lang] += round(one.relevance * min(len(one.text), COUNTED_CHARS))
    if not sizes:
        return wanted, Reason("language_setting")
    best = max(sizes, key=lambda lang: (sizes[lang], lang == wanted, lang))
    return best, Reason(
        "language_of_evidence", tuple(sorted((lang, str(size)) for lang, size in sizes.items()))
    )


def build_brief(
    plan: Plan,
    assignment: Assignment,
    evidence: Sequence[Evidence],
    lang: str,
    headings: Sequence[tuple[str, str]],
    voice_of: Callable[[Evidence], Voice],
    style: StyleRules = StyleRules(),  # noqa: B008 (frozen)
) -> AuthorBrief:
    """Order the material: trusted and relevant evidence first, then articles of the KB itself.

    Args:
        voice_of: what independence looks at in a text; mirrors and translations share one voice (SPEC W7).
    """
    ranked = sorted(evidence, key=lambda one: (-one.confidence * one.relevance, -one.dated_at, one.final_uri))
    numbers = voices([voice_of(one) for one in ranked])
    sources = [_from_evidence(one, f"voice:{number}") for one, number in zip(ranked, numbers, strict=True)]
    sources += [_from_node(node) for node in assignment.internal]
    base = assignment.base
    if base is not None:
        sources.append(_from_node(base))
    return AuthorBrief(
        topic=plan.topic,
        questions=plan.questions,
        article_type=plan.article_type,
        lang=lang,
        sources=tuple(sources),
        base_text=base.body if base else "",
        base_ref=base.id if base else "",
        headings=tuple(headings),
        avoid_terms=style.terms,
        address=style.address if lang == "de" else "",
    )


def _from_evidence(one: Evidence, voice: str) -> BriefSource:
    return BriefSource(
        ref=one.id,
        title=one.title,
        uri=one.final_uri,
        text=one.text,
        sha256=one.sha256,
        lang=one.lang,
        origin=one.origin,
        source_key=one.source_key,
        independence_key=voice,
        confidence=one.confidence,
        relevance=one.relevance,
        dated_at=one.dated_at,
        licence=one.licence,
    )


def _from_node(node: Node) -> BriefSource:
    return BriefSource(
        ref=node.id,
        title=node.title,
        uri=node.path or node.uri,
        text=node.body,
        sha256=sha256_text(node.body),
        lang=node.lang,
        origin=SourceOrigin.KB,
        source_key=node.source_key,
        independence_key=node.source_key,
        confidence=node.trust,
        relevance=1.0,
        dated_at=node.dated_at,
    )
