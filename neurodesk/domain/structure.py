"""The structure rules of articles, as pure functions (SPEC R5, R6)."""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from neurodesk.domain.articles import ArticleType, Reason
from neurodesk.domain.findings import Severity, finding
from neurodesk.domain.folding import fold_text
from neurodesk.domain.process_language import find_process_language
from neurodesk.domain.research import RuleFinding
from neurodesk.domain.risk import Hazard, commands, hazards_of, named_in_words
from neurodesk.domain.section_roles import role_of
from neurodesk.domain.units import Article, Unit, UnitKind, exempt_share, split_article, too_much_exempt

MIN_TITLE_CHARS = 8
MAX_TITLE_CHARS = 120
MIN_STEPS = 3
MAX_TERM_CHARS = 120
# Why an author left a section out: the replies of its model stayed broken.
SECTION_NOT_WRITTEN = "section_not_written"
OPERATIONAL = frozenset({ArticleType.HOW_TO, ArticleType.TROUBLESHOOTING})


@dataclass(frozen=True, slots=True)
class StyleRules:
    """What a knowledge base's template and style guide ask for (SPEC R2).

    Args:
        sections: headings the template has.
        terms: pairs (term to avoid, term to use instead).
        address: `formal` (Sie), `informal` (du) or empty; German only.
    """

    sections: tuple[str, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    address: str = ""


def style_terms(entries: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return (term to avoid, term to use) of each "avoid = use"; entries of another form are left out."""
    pairs = (tuple(part.strip() for part in one.split("=")) for one in entries)
    return tuple((pair[0], pair[1]) for pair in pairs if len(pair) == 2 and all(pair))


def is_style_term(entry: str) -> bool:
    """Tell whether an entry of the style guide's terms can be read; one line, short enough for a prompt."""
    return len(entry) <= MAX_TERM_CHARS and entry.isprintable() and bool(style_terms((entry,)))


# The beginning of a heading that opens the section, German and English; see `EXEMPT_HEADINGS` for whole
# headings.
_SECTIONS: dict[str, re.Pattern[str]] = {
    "overview": re.compile(
        r"(?:introduction|overview|summary|background|purpose|definition|what (?:is|are)|concept"
        r"|description|explanation"
        r"|einleitung|einführung|übersicht|überblick|zusammenfassung|hintergrund|zweck|definition"
        r"|was (?:ist|sind)|konzept"
        r"|beschreibung|grundlagen|begriff)"
    ),
    "prerequisites": re.compile(
        r"(?:prerequisite|requirement|before you (?:begin|start)|preparation|what you need"
        r"|voraussetzung|anforderung|bevor sie|vorbereitung|vor dem start|was sie brauchen)"
    ),
    "steps": re.compile(
        r"(?:steps?\b|procedure|instructions|how to|solution|resolution|fix\b|workaround"
        r"|installation|configuration|what to do"
        r"|schritte?\b|vorgehen|anleitung|durchführung|lösung|behebung|abhilfe|ablauf|einrichtung"
        r"|konfiguration|so geht)"
    ),
    "validation": re.compile(
        r"(?:validat|verif|check|test|confirm|expected result|result\b"
        r"|validier|prüf|überprüf|kontroll|ergebnis|erwartetes ergebnis|erfolg)|.*\b(?:überprüfen"
        r"|prüfen|testen|validieren)$"
    ),
    "symptom": re.compile(
        r"(?:symptom|problem|error|issue|fehlerbild|fehlermeldung|problem|störung|beschreibung)"
    ),
    "cause": re.compile(
        r"(?:causes?\b|root cause|reason|why|ursachen?\b|grund\b|gründe|hintergrund|diagnos)"
    ),
}
_REQUIRED: dict[ArticleType, tuple[str, ...]] = {
    ArticleType.HOW_TO: ("prerequisites", "steps", "validation"),
    ArticleType.TROUBLESHOOTING: ("symptom", "cause", "steps", "validation"),
    ArticleType.CONCEPT: ("overview",),
    ArticleType.REFERENCE: (),
}
_LEADING_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2})*[.)]?\s+")
_STEP_HEADING = re.compile(r"(?:step|schritt)\s+\d+", re.IGNORECASE)

_OBSERVABLE = re.compile(
    r"\b(?:shows?|displays?|returns?|prints?|outputs?|reports?|responds?|replies|answers|appears?"
    r"|contains|reads)\b"
    r"|\b(?:lists|logs)\s(?:the|a|an|all|your|no)\b|\b(?:expected|sample) (?:output|result)|\bthe output\b"
    r"|\byou (?:will |should |can )?(?:now )?see\b|\bexit (?:code|status)\b|\bstatus (?:code|is"
    r"|of)\b|\bhttp[ /]?(?:1\.1 )?[2-5]\d\d\b"
    r"|\bshould (?:now )?be (?:listed|active|running|shown|displayed|reachable|empty|visible|online"
    r"|green)\b|\bis (?:listed|active|running"
    r"|shown|displayed|reachable|visible)\b|\bactive \(running\)"
    r"|\b(?:zeigt|meldet|liefert|antwortet|erscheint|erscheinen|enthält|lautet|ausgabe|ausgegeben"
    r"|angezeigt|aufgelistet)\b"
    r"|\b(?:muss|müssen|soll|sollen|sollte|sollten|darf|dürfen)\b[^.\n]{0,160}\b(?:zeigen|melden|liefern"
    r"|antworten|ausgeben|anzeigen|auflisten|erscheinen|enthalten|enden|lauten|stehen|tragen)\b"
    r"|\bgibt\b[^.\n]{0,120}\b(?:aus|zurück)\b|\berwartete[sr]? (?:ausgabe|ergebnis)|\b(?:sehen sie"
    r"|sie sehen|du siehst"
    r"|siehst du|sieht man)\b"
    r"|\b(?:exit-?code|rückgabewert|statuscode|status (?:ist|lautet|wechselt))\b|\bist (?:jetzt "
    r"|nun )?(?:erreichbar|aktiv"
    r"|sichtbar|aufgeführt|gestartet|leer)\b"
    r"|\bsteht\b[^.\n]{0,80}\b(?:auf|in|als)\b",
    re.IGNORECASE,
)
_NOTHING_SEEN = re.compile(
    r"\b(?:shows?|returns?|zeigt|meldet) (?:that )?(?:everything|alles)\b|\bausgabe prüfen\b"
    r"|\bcheck the output\b",
    re.IGNORECASE,
)

_PLACEHOLDER = re.compile(
    r"(?<![\w.$/-])(?:TODO|TBD|FIXME|TBA)(?![\w-])|(?<![\w.\-/])X{3,}(?![\w.])|\b[Ll]orem [Ii]psum\b"
    r"|<\s?(?:\.\.\.|…)\s?>|\[\s?(?:\.\.\.|…)\s?\]"
    r"|[<\[]\s?(?:(?i:insert|add|enter|fill in"
    r"|your (?:text|content)|placeholder|hier"
    r"|bitte|einfügen|ergänzen|platzhalter|text))\b[^<>\[\]{}()\n]{0,80}[>\]](?!\()"
    r"|(?i:\b(?:insert (?:text|content|link|image|screenshot) here|(?:text|link|bild|screenshot"
    r"|inhalt) hier einfügen|hier einfügen"
    r"|bitte (?:noch )?ergänzen|wird noch ergänzt|to be (?:defined|completed|added) (?:later|soon)"
    r"|noch zu (?:ergänzen|klären)|your text here))"
)
_PLACEHOLDER_IN_CODE = re.compile(
    r"(?<![\w.$/-])(?:TODO|TBD|FIXME)(?![\w-])|(?i:\bhier einfügen\b|\binsert \w{1,20} here\b)"
)
_TEMPLATE_MARK = re.compile(r"\{\{[^{}\n]{0,80}\}\}|%%[A-Z_]{3,40}%%")
_PICTURE = re.compile(r"!\[[^\]\n]*\]\(\s*<?([^)\s>]+)")
_URL = re.compile(r"\b(?:https?|ftp)://[^\s<>\"'`\]|\\^{}]{1,2000}", re.IGNORECASE)
_SCHEME = re.compile(r"\s*([a-z][a-z0-9+.-]*)\s*:", re.IGNORECASE)
_AUTOLINK = re.compile(r"<([a-z][a-z0-9+.-]{1,31}):[^\s<>]{0,2000}>", re.IGNORECASE)
_OWN_HOST = re.compile(
    r"(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|0\.0\.0\.0|(?:.+\.)?example(?:\.(?:com|org|net))?"
    r"|.+\.(?:test|invalid|localhost))$"
)
_FRONT_TITLE = re.compile(r"^title[ \t]*:[ \t]*(.+?)[ \t]*$", re.MULTILINE)

_STOPWORDS = {
    "de": frozenset(
        """
        der die das und ist nicht mit von den zu auf für ein eine dem des sich im sie werden wird als auch bei
        nach oder aus einen einer wenn nur kann sind über zum zur dann noch durch um am diese dieser wie es
        haben
        """.split()
    ),
    "en": frozenset(
        """
        the and is not with of to on for a an in you are be as also at by or from if only can that this these
        it then when which will has have how your do its into must should was were but
        """.split()
    ),
}
_COMMAND_IN_PROSE = re.compile(r"`[^`]*+`|\bRemove-Item\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_FORMAL = re.compile(r"(?<![.!?:]\s)(?<!^)\b(?:Sie|Ihnen|Ihre[nmrs]?|Ihr)\b")
_INFORMAL = re.compile(r"\b(?:[Dd]u|[Dd]ich|[Dd]ir|[Dd]eine?[nmrs]?)\b")


def urls_in(text: str) -> set[str]:
    """Return the addresses that a text names, as ``check_structure`` takes them for material."""
    return {hit.rstrip(".,;:!?)") for hit in _URL.findall(text)}


def pictures_in(text: str) -> tuple[str, ...]:
    """Return the targets of a text's pictures."""
    return tuple(_PICTURE.findall(text))


def unwritten_sections(article_text: str, omitted: Sequence[Reason]) -> tuple[RuleFinding, ...]:
    """Return a note for each section that the author's model could not write and that is still missing.

    Args:
        omitted: what the author left out; reasons of other codes are passed over.
    """
    article = split_article(article_text)
    heads = [unit.text for unit in article.units if unit.kind is UnitKind.HEADING]
    there = {_bare(one) for one in heads} | {role for one in heads if (role := role_of(one))}
    lost = [dict(one.params)["section"] for one in omitted if one.code == SECTION_NOT_WRITTEN]
    end = len(article.text)
    return tuple(
        finding("M5.section_not_written", Severity.NOTE, article.line_of(end), end, end, section=one)
        for one in lost
        if _bare(one) not in there and role_of(one) not in there
    )


def check_structure(
    article_text: str,
    *,
    article_type: ArticleType,
    lang: str,
    material_urls: Collection[str],
    is_machine_draft: bool,
    style: StyleRules | None = None,
    known_pictures: Collection[str] = (),
    detect_language: Callable[[str], str | None] | None = None,
) -> tuple[RuleFinding, ...]:
    """Return every breach of the structure rules, in the order of the text (SPEC R5, R6).

    Args:
        article_text: the whole file, front matter included.
        article_type: decides which sections are required.
        lang: configured language as a tag (`de-DE`, `en`).
        material_urls: every URL that stands in the research material or the base article.
        is_machine_draft: whether the rules for machine drafts apply.
        style: the knowledge base's template and style guide.
        known_pictures: picture targets the base article already has.
        detect_language: a better detector than the word lists here; returns a language tag or None.
    """
    article = split_article(article_text)
    found = [
        *_title(article),
        *_sections(article, article_type),
        *_fences(article),
        *_language(article, lang, detect_language or detect_by_words),
        *_urls(article, material_urls, is_machine_draft),
        *_placeholders(article),
        *_hazards(article, is_machine_draft),
        *find_process_language(article),
    ]
    if too_much_exempt(article):
        share = f"{exempt_share(article):.0%}"
        found.append(finding("R4.too_much_exempt", Severity.BLOCK, 1, 0, 0, share=share))
    if is_machine_draft:
        found += _machine_draft(article, known_pictures)
    if style is not None:
        found += _style(article, style)
    return tuple(
        sorted(
            found,
            key=lambda one: (one.start, one.end, one.rule, one.params),
        )
    )


def detect_by_words(text: str) -> str | None:
    """Return `de` or `en` by counting function words, or None if the text does not tell."""
    words = [word.casefold() for word in _WORD.findall(text)]
    counts = {lang: sum(word in stopwords for word in words) for lang, stopwords in _STOPWORDS.items()}
    best = max(counts, key=lambda lang: (counts[lang], lang))
    other = min(counts, key=lambda lang: (counts[lang], lang))
    return best if counts[best] >= 3 and counts[best] >= 2 * counts[other] else None


def sections_of(article: Article) -> Iterator[tuple[Unit, tuple[Unit, ...]]]:
    """Yield each heading (the title too) with all units up to the next heading of its rank or above."""
    units = article.units
    heads = [at for at, unit in enumerate(units) if unit.kind in _HEADS]
    open_heads: list[int] = []
    ends: dict[int, int] = {}
    for at in heads:
        while open_heads and len(units[open_heads[-1]].heading_path) >= len(units[at].heading_path):
            ends[open_heads.pop()] = at
        open_heads.append(at)
    for at in heads:
        yield units[at], units[at + 1 : ends.get(at, len(units))]


_HEADS = frozenset({UnitKind.TITLE, UnitKind.HEADING})
_NO_PROSE = frozenset({UnitKind.CODE_LINE, UnitKind.LINK_TARGET, UnitKind.RAW_HTML})


def _at(unit: Unit, rule: str, severity: Severity, **params: str) -> RuleFinding:
    return finding(rule, severity, unit.line, unit.start, unit.end, **params)


def _bare(text: str) -> str:
    return _LEADING_NUMBER.sub("", fold_text(text).casefold()).rstrip(": .")


def _title(article: Article) -> Iterator[RuleFinding]:
    title = article.title
    if title is not None:
        text, line, start, end = title.text, title.line, title.start, title.end
    else:
        front = article.text[: article.front_matter[1]]
        hit = _FRONT_TITLE.search(front)
        if hit is None:
            yield finding("R6.title_missing", Severity.BLOCK, 1, 0, 0)
            return
        text, line, start, end = hit.group(1).strip("\"'"), article.line_of(hit.start()), *hit.span(1)
    length = len(fold_text(text))
    if not MIN_TITLE_CHARS <= length <= MAX_TITLE_CHARS:
        yield finding("R6.title_length", Severity.BLOCK, line, start, end, length=str(length))


def _sections(article: Article, article_type: ArticleType) -> Iterator[RuleFinding]:
    sections = list(sections_of(article))
    for head, body in sections:
        if not any(unit.kind not in _HEADS for unit in body):
            yield _at(head, "R6.section_empty", Severity.BLOCK, heading=head.text)
    opened = {
        name: [
            (head, body)
            for head, body in sections
            if head.kind is UnitKind.HEADING and pattern.match(_bare(head.text))
        ]
        for name, pattern in _SECTIONS.items()
    }
    end = len(article.text)
    last_line = article.line_of(end)
    required = _REQUIRED[article_type]
    for name in required:
        if not opened[name]:
            yield finding("R6.section_missing", Severity.BLOCK, last_line, end, end, section=name)
    if not required and not any(head.kind is UnitKind.HEADING for head, _body in sections):
        yield finding("R6.section_missing", Severity.BLOCK, last_line, end, end, section="any")
    if article_type not in OPERATIONAL:
        return
    steps = _count_steps(article, [unit for _head, body in opened["steps"] for unit in body])
    if steps < MIN_STEPS:
        yield finding("R6.few_steps", Severity.BLOCK, last_line, end, end, steps=str(steps))
    for head, body in opened["validation"][:1]:
        every = [unit for _head, section in opened["validation"] for unit in section]
        if body and not any(is_observable(article, unit) for unit in every):
            yield _at(head, "R6.no_observable_result", Severity.BLOCK, heading=head.text)


def _count_steps(article: Article, step_section: list[Unit]) -> int:
    """Count ordered list items, items below a heading for steps, and headings such as "Step 2"."""
    items = {unit.item for unit in article.units if unit.kind is UnitKind.STEP and _is_concrete(unit)}
    items |= {unit.item for unit in step_section if unit.kind is UnitKind.ITEM and _is_concrete(unit)}
    items |= {
        unit.item for unit in article.units if unit.kind is UnitKind.CODE_LINE and unit.ordinal is not None
    }
    return len(items) + sum(
        unit.kind is UnitKind.HEADING and bool(_STEP_HEADING.match(unit.text)) for unit in article.units
    )


def _is_concrete(unit: Unit) -> bool:
    return len(_WORD.findall(unit.text)) >= 2


def is_observable(article: Article, unit: Unit) -> bool:
    """Tell whether a unit names a result that can be seen: an output, a state, a message (SPEC R6)."""
    if unit.kind in _HEADS or unit.kind in _NO_PROSE:
        return False
    # The words of the command itself ("systemctl status", "git show") promise nothing.
    prose = _COMMAND_IN_PROSE.sub(" ", article.text[unit.start : unit.end])
    return bool(_OBSERVABLE.search(prose)) and not _NOTHING_SEEN.search(prose)


def _fences(article: Article) -> Iterator[RuleFinding]:
    if line := article.unclosed_fence_line:
        yield finding("R6.fence_unclosed", Severity.BLOCK, line, len(article.text), len(article.text))


def _language(article: Article, lang: str, detect: Callable[[str], str | None]) -> Iterator[RuleFinding]:
    wanted = _base(lang)
    blocks: dict[int, list[Unit]] = {}
    for unit in article.units:
        if unit.kind not in _NO_PROSE:
            blocks.setdefault(unit.block, []).append(unit)
    whole = detect(" ".join(unit.text for units in blocks.values() for unit in units))
    if whole is not None and _base(whole) != wanted:
        yield finding("R6.language", Severity.BLOCK, 1, 0, len(article.text), found=whole, wanted=lang)
        return
    for units in blocks.values():
        text = " ".join(unit.text for unit in units)
        if len(_WORD.findall(text)) < 10:
            continue
        found = detect(text)
        if found is not None and _base(found) != wanted:
            first = units[0]
            params = {"found": found, "wanted": lang}
            yield finding("R6.language", Severity.TICK, first.line, first.start, units[-1].end, **params)


def _base(tag: str) -> str:
    return re.split(r"[-_]", tag, maxsplit=1)[0].casefold()


def _urls(article: Article, material_urls: Collection[str], is_machine_draft: bool) -> Iterator[RuleFinding]:
    known = {_same_url(url) for url in material_urls}
    severity = Severity.BLOCK if is_machine_draft else Severity.TICK
    for unit in article.units:
        for hit in _URL.finditer(html.unescape(unit.text)):
            url = _without_tail(hit.group())
            if _same_url(url) not in known and not _is_own_host(url):
                yield _at(unit, "R6.url_not_in_material", severity, url=url)


def _without_tail(url: str) -> str:
    url = url.rstrip(".,;:!?*_")
    while url.endswith(")") and url.count("(") < url.count(")"):
        url = url[:-1].rstrip(".,;:!?*_")
    return url


def _same_url(url: str) -> str:
    """Return what two spellings of one address share: no fragment, no closing slash, host without case."""
    url = url.strip().partition("#")[0]
    scheme, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme.casefold()}{mark}{host.casefold()}{slash}{path}".rstrip("/")


def _is_own_host(url: str) -> bool:
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    return _OWN_HOST.match(host.casefold()) is not None


def _placeholders(article: Article) -> Iterator[RuleFinding]:
    for unit in article.units:
        if unit.kind is UnitKind.LINK_TARGET:
            continue
        if unit.kind is UnitKind.CODE_LINE:
            # In code `<name>` and `{text}` are variables, `[...]` is output left out.
            hit = _PLACEHOLDER_IN_CODE.search(unit.text)
        else:
            hit = (
                _PLACEHOLDER.search(article.text, unit.start, unit.end)
                or _PLACEHOLDER.search(unit.text)
                or _TEMPLATE_MARK.search(unit.text)
            )
        if hit is not None:
            yield _at(unit, "R6.placeholder", Severity.BLOCK, words=hit.group())


def _hazards(article: Article, is_machine_draft: bool) -> Iterator[RuleFinding]:
    prose: dict[tuple[str, ...], list[str]] = {}
    named: dict[tuple[tuple[str, ...], Hazard], bool] = {}
    for unit in article.units:
        if unit.kind not in _NO_PROSE:
            # The command itself is cut out of its sentence: `Remove-Item` names nothing.
            own = _COMMAND_IN_PROSE.sub(" ", article.text[unit.start : unit.end])
            prose.setdefault(unit.heading_path, []).append(own)
    for unit, command in commands(article.units):
        for hazard in hazards_of(command):
            place = (unit.heading_path, hazard)
            if place not in named:
                named[place] = named_in_words(hazard, "\n".join(prose.get(unit.heading_path, [])))
            severity = Severity.TICK if named[place] or not is_machine_draft else Severity.BLOCK
            words = "yes" if named[place] else "no"
            yield _at(unit, f"R6.{hazard.value}", severity, command=command[:200], named=words)


def _machine_draft(article: Article, known_pictures: Collection[str]) -> Iterator[RuleFinding]:
    text = article.text
    for start, end in article.tags:
        yield finding(
            "R6.raw_html", Severity.BLOCK, article.line_of(start), start, end, html=text[start:end][:80]
        )
    for unit in article.units:
        if unit.kind is UnitKind.LINK_TARGET:
            yield from _scheme(unit, unit.text)
        elif unit.kind is not UnitKind.CODE_LINE:
            for hit in _AUTOLINK.finditer(text, unit.start, unit.end):
                yield from _scheme(unit, hit.group()[1:-1])
    targets = [(unit.start, unit.text) for unit in article.units if unit.kind is UnitKind.LINK_TARGET]
    for start, end in article.pictures:
        first = bisect_left(targets, (start, ""))
        shown = targets[first][1] if first < len(targets) and targets[first][0] < end else text[start:end]
        if shown not in known_pictures:
            yield finding(
                "R6.new_picture", Severity.BLOCK, article.line_of(start), start, end, target=shown[:200]
            )
    for char in sorted(set(text)):
        if char not in "\t\n\r" and unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs"):
            start = text.find(char, 1 if char == "\ufeff" and text[0] == char else 0)
            if start >= 0:
                params = {"character": f"U+{ord(char):04X}", "count": str(text.count(char))}
                yield finding(
                    "R6.hidden_character", Severity.BLOCK, article.line_of(start), start, start + 1, **params
                )


def _scheme(unit: Unit, target: str) -> Iterator[RuleFinding]:
    target = html.unescape(target)
    hit = _SCHEME.match(target)
    if target.startswith(("//", "\\\\")):
        yield _at(unit, "R6.link_scheme", Severity.BLOCK, scheme="//")
    elif hit and hit.group(1).casefold() not in ("http", "https", "mailto"):
        yield _at(unit, "R6.link_scheme", Severity.BLOCK, scheme=hit.group(1).casefold())


def _style(article: Article, style: StyleRules) -> Iterator[RuleFinding]:
    headings = {_bare(unit.text) for unit in article.units if unit.kind is UnitKind.HEADING}
    for section in style.sections:
        if _bare(section) not in headings:
            end = len(article.text)
            yield finding("R6.style_section", Severity.TICK, article.line_of(end), end, end, section=section)
    terms = [
        (re.compile(rf"\b{re.escape(avoid)}\b", re.IGNORECASE), avoid, instead)
        for avoid, instead in style.terms
    ]
    other = {"formal": _INFORMAL, "informal": _FORMAL}.get(style.address)
    for unit in article.units:
        if unit.kind in _NO_PROSE:
            continue
        for pattern, avoid, instead in terms:
            if pattern.search(unit.text):
                yield _at(unit, "R6.style_term", Severity.TICK, avoid=avoid, instead=instead)
        if other is not None and (hit := other.search(unit.text)):
            yield _at(unit, "R6.style_address", Severity.NOTE, word=hit.group())
