"""Plans by rule, and the validation that every plan passes, whoever made it (SPEC G3, E1)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from neurodesk.domain.articles import ArticleType, Reason
from neurodesk.domain.research import Plan

MAX_QUERY_CHARS = 120
MAX_TOPIC_CHARS = 160

_SITE = re.compile(r"(?i)\b(?:site|inurl|intitle|filetype)\s*:\s*\S*")
_SPACE = re.compile(r"\s+")
_WORD = re.compile(r"[^\W_]+")
# Talk about planning instead of a query; whole-phrase patterns so that real topics pass.
_PLANNING_TALK = re.compile(
    r"(?i)\b(?:search (?:for|the web)|find (?:articles|information|sources) (?:on|about)|look up|as an ai|"
    r"query \d|suche nach (?:artikeln|informationen|quellen)|finde (?:artikel|quellen)|als ki\b|anfrage \d|"
    r"let me|i will|ich werde)\b"
)

_TROUBLE = re.compile(
    r"(?i)\b(?:error|errors|fails?|failed|failing|failure|troubleshoot\w*|debug\w*|fix|not working|broken|"
    r"problem\w*|fehler\w*|schlägt fehl|fehlgeschlagen\w*|störung\w*|funktioniert nicht|beheben|behebung|"
    r"diagnos\w*|triage)\b"
)
# A thing that is broken before the act begins: "replace a failed disk" is an act, not a search for a fault.
_BROKEN_THING = re.compile(
    r"(?i)\b(?:failed|failing|broken|faulty|defective|damaged|lost|dead|defekte[rsnm]?|kaputte[rsnm]?|"
    r"fehlerhafte[rsnm]?|ausgefallene[rsnm]?|beschädigte[rsnm]?|verlorene[rsnm]?)\s+(?=[^\W\d_])"
)
_ACT = re.compile(
    r"(?i)\b(?:replac\w*|exchang\w*|swap\w*|remov\w*|restor\w*|renew\w*|reinstall\w*|rebuild\w*|take back|"
    r"taking back|roll(?:ing)? back|revert\w*|ersetz\w*|tausch\w*|austausch\w*|wechsel\w*|entfern\w*|"
    r"wiederherstell\w*|zurücknehm\w*|zurückroll\w*|erneuer\w*)\b"
)
_WHY = re.compile(r"(?i)\b(?:why|warum|wieso|weshalb)\b")
# What a why asks about when something goes wrong: a denial, or an error's name in capitals.
_GOES_WRONG = re.compile(
    r"(?i:\b(?:not|no longer|never|\w+n't|nicht|nie|refus\w*|reject\w*|"
    r"den(?:y|ies|ied)|hang\w*|"
    r"crash\w*|slow\w*|timeout\w*|time out|abgelehnt|verweiger\w*|häng\w*|langsam\w*|abgebrochen|abstürz\w*)"
    r"\b)|\b[A-Z]{6,}\b|\b[A-Z]+_[A-Z_]+\b|\b[45]\d\d\b"
)
_REFERENCE = re.compile(
    r"(?i)\b(?:reference|referenz|overview of options|parameter\w*|options?|ports?|cheat ?sheet|übersicht|"
    r"defaults?|standardwerte|grenzwerte|limits?)\b"
)
_HOW_TO = re.compile(
    r"(?i)\b(?:how (?:to|do|can)|wie\b|step|steps|schritt\w*|install\w*|set ?up|configure|configuring|create|"
    r"restor\w*|replac\w*|renew\w*|rotat\w*|enable|backup|back up|migrat\w*|einricht\w*|installier\w*|"
    r"konfigurier\w*|anlegen|erstellen|wiederherstell\w*|ersetz\w*|tausch\w*|erneuer\w*|aktivier\w*|sichern|"
    r"sicherung|anleitung|renewal|wechseln|rotieren)\b"
)
_CONCEPT = re.compile(
    r"(?i)\b(?:what is|what are|why|concept|explain\w*|was ist|was sind|warum|begriff\w*|grundlagen)\b"
)

# Somebody asks how he himself does something; "how do snapshots work" asks for an explanation.
_ASKS_FOR_STEPS = re.compile(
    r"(?i)\bhow (?:to|(?:do|can|should) (?:i|we|you|one))\b|\bwie \w+ (?:ich|man|wir|sie)\b"
)
_OPERATIONAL = (ArticleType.HOW_TO, ArticleType.TROUBLESHOOTING)


@dataclass(frozen=True, slots=True)
class SeedView:
    """What the planner sees of a seed node; ``twin_title`` is the title of its translation, if any."""

    id: str
    title: str
    lang: str
    headings: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    twin_title: str = ""
    has_steps: bool = False


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """A task as the planner sees it."""

    topic: str
    question: str
    research_questions: tuple[str, ...]
    queries: tuple[str, ...]
    priority: float
    seeds: tuple[SeedView, ...]
    article_type: str = ""
    missing_sections: tuple[str, ...] = ()
    max_queries: int = 6


def classify(topic: str, question: str, seeds: Sequence[SeedView] = ()) -> ArticleType:
    """Return the article type that a topic and question ask for.

    Trouble words win over how-to words ("fix a failing backup"), but a broken thing that is to be replaced or
    restored is an act. A why that asks about something going wrong is trouble. Reference words count only
    when no act is asked for; a seed with steps decides when the words say nothing.
    """
    text = f"{topic} {question}"
    if _ACT.search(text) and not _WHY.search(text):
        text = _BROKEN_THING.sub("", text)
    if _TROUBLE.search(text) or (_WHY.search(text) and _GOES_WRONG.search(text)):
        return ArticleType.TROUBLESHOOTING
    if _WHY.search(text):
        return ArticleType.CONCEPT
    if _HOW_TO.search(text):
        return ArticleType.HOW_TO
    if _CONCEPT.search(text):
        return ArticleType.CONCEPT
    if _REFERENCE.search(text):
        return ArticleType.REFERENCE
    return ArticleType.HOW_TO if any(seed.has_steps for seed in seeds) else ArticleType.CONCEPT


def checked_type(said: ArticleType, topic: str, question: str) -> ArticleType:
    """Return a model's article type, or code's where somebody asks how to do something (SPEC G3, R6).

    An article called a concept would need neither steps nor a check of their result.
    """
    if said in _OPERATIONAL or not _ASKS_FOR_STEPS.search(f"{question}\n{topic}"):
        return said
    found = classify(topic, question)
    return found if found in _OPERATIONAL else ArticleType.HOW_TO


def clean_query(query: str) -> tuple[str, str]:
    """Return (query, "") in the form that may be sent, or ("", reason code) (SPEC G3)."""
    text = unicodedata.normalize("NFC", query)
    text = "".join(" " if unicodedata.category(char).startswith("C") else char for char in text)
    text = _SPACE.sub(" ", _SITE.sub(" ", text)).strip(" \t.;,")
    if not _WORD.search(text):
        return "", "query_empty"
    if _PLANNING_TALK.search(text):
        return "", "query_planning_talk"
    if len(text) > MAX_QUERY_CHARS:
        cut = text[: MAX_QUERY_CHARS + 1].rsplit(" ", 1)[0]
        text = cut if 0 < len(cut) <= MAX_QUERY_CHARS else text[:MAX_QUERY_CHARS]
    return text, ""


def clean_queries(queries: Iterable[str], limit: int) -> tuple[tuple[str, ...], tuple[Reason, ...]]:
    """Clean, de-duplicate and cut a list of queries; what is dropped keeps its reason."""
    kept: list[str] = []
    seen: set[tuple[str, ...]] = set()
    dropped: list[Reason] = []
    for query in queries:
        text, why = clean_query(query)
        if not why:
            key = tuple(sorted({word.casefold() for word in _WORD.findall(text)}))
            if key in seen:
                why = "query_repeated"
            elif len(kept) >= max(1, min(limit, 6)):
                why = "query_over_limit"
            else:
                seen.add(key)
                kept.append(text)
        if why:
            dropped.append(Reason(why, (("query", query[:200]),)))
    return tuple(kept), tuple(dropped)


def plan_by_rule(request: PlanRequest) -> Plan:
    """Plan without a model: questions and German and English queries from topic, seeds and their twins."""
    article_type = (
        ArticleType(request.article_type)
        if request.article_type in set(ArticleType)
        else classify(request.topic, request.question, request.seeds)
    )
    questions = list(request.research_questions)
    if request.question:
        questions.insert(0, request.question)
    if not questions:
        questions.append(request.topic)
    questions += [f"{request.topic}: {section}" for section in request.missing_sections]
    wanted = list(request.queries) or [request.topic]
    if request.question:
        wanted.append(strip_question(request.question))
    for seed in request.seeds:
        wanted += [title for title in (seed.title, seed.twin_title) if title]
    for section in request.missing_sections:
        wanted.append(f"{request.topic} {section}")
    for seed in request.seeds:
        if seed.keywords:
            wanted.append(" ".join(seed.keywords[:6]))
    queries, _ = clean_queries(wanted, request.max_queries)
    return Plan(
        topic=request.topic[:MAX_TOPIC_CHARS],
        questions=_distinct(questions),
        queries=queries or (clean_query(request.topic)[0] or request.topic[:MAX_QUERY_CHARS],),
        article_type=article_type,
        rationale="rule",
        priority=min(1.0, max(0.0, request.priority)),
        seed_node_ids=tuple(seed.id for seed in request.seeds),
    )


def validate_plan(plan: Plan, known_ids: Iterable[str], max_queries: int) -> tuple[Plan, tuple[Reason, ...]]:
    """Return the plan as code allows it, and what was dropped: unknown ids, bad queries, wild priorities."""
    known = set(known_ids)
    reasons = [Reason("seed_unknown", (("id", one),)) for one in plan.seed_node_ids if one not in known]
    queries, dropped = clean_queries(plan.queries, max_queries)
    reasons += dropped
    priority = plan.priority if plan.priority == plan.priority else 0.0
    clamped = min(1.0, max(0.0, priority))
    if clamped != plan.priority:
        reasons.append(Reason("priority_clamped", (("given", str(plan.priority)),)))
    return (
        Plan(
            topic=_SPACE.sub(" ", plan.topic).strip()[:MAX_TOPIC_CHARS],
            questions=tuple(
                dict.fromkeys(_SPACE.sub(" ", one).strip() for one in plan.questions if one.strip())
            ),
            queries=queries,
            article_type=plan.article_type,
            rationale=plan.rationale,
            priority=clamped,
            seed_node_ids=tuple(one for one in dict.fromkeys(plan.seed_node_ids) if one in known),
            author=plan.author,
        ),
        tuple(reasons),
    )


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_SPACE.sub(" ", one).strip() for one in texts if one.strip()))


_QUESTION_HEAD = re.compile(
    r"(?i)^(?:how (?:do|can|to|should) (?:i|we|you)?|what (?:is|are|does)|why (?:is|does|do)|"
    r"where (?:is|are)|when (?:is|should)|which|"
    r"wie (?:kann|muss|soll|lässt|richte|stelle|erneuere)? ?(?:ich|man|wir|sich)?|"
    r"was (?:ist|sind|macht)|warum|welche[rsmn]?|wo|wann)\s+"
)


def strip_question(question: str) -> str:
    """Return a question's content words as a query: the opening words and the mark are cut."""
    return _QUESTION_HEAD.sub("", question.strip()).rstrip("?!. ")
