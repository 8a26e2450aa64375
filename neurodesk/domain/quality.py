"""How good a full text is to work with, and pages that are no page: walls, challenges, errors (SPEC W4)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from neurodesk.domain.evidence import Refusal

LEAST_CHARS = 200
FULL_CHARS = 900
# Fewer sentences than this may repeat each other; a long list of one and the same line may not.
LEAST_REPEATABLE = 20

_FENCE_LINE = re.compile(r"^\s*(?:```|~~~)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)\s]*\)|https?://\S+")
_LIST = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+")
_SENTENCE = re.compile(r"[^.!?:…]{15,}[.!?:…](?:[\"'”“»)\]]*)(?:\s|$)")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+")
_BOILERPLATE = re.compile(
    r"cookie|newsletter|subscribe|abonnieren|sign (?:in|up)|log ?in\b|anmelden|registrieren|"
    r"privacy policy|datenschutz|"
    r"impressum|terms of (?:use|service)|all rights reserved|alle rechte vorbehalten|share (?:this|"
    r"on)|teilen auf|"
    r"related (?:posts|articles)|ähnliche (?:beiträge|artikel)|read more|weiterlesen|comments? \(\d+\)|"
    r"accept all|alle akzeptieren|advertisement|anzeige\b",
    re.IGNORECASE,
)
_CHALLENGE = re.compile(
    r"just a moment|checking (?:if the site|your browser)|verify(?:ing)? (?:that )?you are (?:a )?human|"
    r"are you a robot|captcha|enable javascript and cookies|attention required|ddos protection by|"
    r"unusual traffic|bestätigen sie, dass sie (?:ein mensch|kein roboter)|ihr browser wird überprüft|"
    r"please turn javascript on|request unsuccessful\. incapsula|bot verification",
    re.IGNORECASE,
)
_COOKIE_WALL = re.compile(
    r"we (?:and our (?:\d+ )?partners|value your privacy)|wir (?:und unsere (?:\d+ )?partner|"
    r"schätzen ihre privatsphäre)|"
    r"accept all cookies|alle cookies akzeptieren|mit werbung weiterlesen|"
    r"consent to (?:the use of )?cookies|"
    r"zustimmen und weiter|manage (?:cookie )?preferences",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_PAYWALL = re.compile(
    r"subscribe to (?:continue|read|unlock)|this (?:article|content) is for (?:subscribers|members)|"
    r"already a subscriber\?|jetzt (?:weiterlesen|abonnieren)[^.\n]{0,40}(?:abo|plus|testen)|"
    r"nur für abonnenten|mit einem (?:digital-?)?abo|weiterlesen mit|log in to continue reading|"
    r"you have reached your (?:free )?(?:article )?limit",
    re.IGNORECASE,
)
_ERROR_PAGE = re.compile(
    r"^\W*(?:error )?(?:40[0-9]|41[0-9]|50[0-4])\b|page (?:not|could not be) found|"
    r"seite (?:wurde )?nicht gefunden|"
    r"\bnot found\b|access denied|forbidden|zugriff verweigert|bad gateway|service unavailable|"
    r"internal server error|"
    r"index of /",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Quality:
    """The parts of a text's quality, each 0..1, and their product-like mean.

    Attributes:
        boilerplate: share of lines that are navigation, consent or advertising text.
        fresh: share of the prose that does not repeat an earlier line or sentence, numbers aside.
        links: share of the prose that is link text or addresses.
    """

    score: float
    length: float
    sentences: float
    links: float
    boilerplate: float
    readable: float
    fresh: float = 1.0

    @property
    def detail(self) -> str:
        """A short text for the log."""
        return (
            f"length {self.length:.2f}, sentences {self.sentences:.2f}, links {self.links:.2f}, "
            f"boilerplate {self.boilerplate:.2f}, readable {self.readable:.2f}, fresh {self.fresh:.2f}"
        )


def quality(text: str, page_quality: tuple[float, ...] = ()) -> Quality:
    """Judge an extracted Markdown-like text (SPEC W4).

    Code lines, table rows, headings and list items count as content without being sentences.

    Args:
        page_quality: of a paged document, 0..1 a page; unreadable pages lower ``readable``.
    """
    prose, code, lines = _split(text)
    chars = sum(len(line.strip()) for line in lines)
    length = min(1.0, max(0.0, (chars - LEAST_CHARS / 2) / FULL_CHARS))
    prose_chars = sum(len(line) for line in prose) or 1
    linked = sum(len(m.group()) for line in prose for m in _LINK.finditer(line))
    links = min(1.0, linked / prose_chars)
    structured = sum(len(line) for line in lines if _LIST.match(line) or line.lstrip().startswith(("|", "#")))
    in_sentences = sum(len(m.group()) for line in _paragraphs(prose) for m in _SENTENCE.finditer(f"{line} "))
    content = min(1.0, (in_sentences + 0.7 * structured + len(code) * 30) / (prose_chars + len(code) * 30))
    boilerplate = sum(_is_boilerplate(line) for line in prose) / max(1, len(prose))
    readable = _readable(text)
    if page_quality:
        readable *= 0.5 + 0.5 * sum(one >= 0.5 for one in page_quality) / len(page_quality)
    fresh = _fresh(prose)
    score = (
        length**0.5
        * (0.25 + 0.75 * content)
        * (1 - min(1.0, max(0.0, links - 0.25) * 1.4))
        * (1 - min(1.0, 2 * boilerplate))
        * readable
        * min(1.0, 2 * fresh)
    )
    return Quality(round(min(1.0, score), 4), length, content, links, boilerplate, readable, fresh)


def _fresh(prose: list[str]) -> float:
    """Return the share of prose that says something new; one and the same line eighty times is one line."""
    seen: set[str] = set()
    new = whole = count = 0
    for line in prose:
        if line.lstrip().startswith("|"):
            continue  # equal rows of a table are no repetition
        for sentence in _SENTENCE_ENDS.split(line):
            folded = _DIGITS.sub("0", _LIST.sub("", sentence)).strip().casefold()
            if len(folded) < 12:
                continue
            whole += len(folded)
            count += 1
            new += len(folded) if folded not in seen else 0
            seen.add(folded)
    return new / whole if count >= LEAST_REPEATABLE else 1.0


def _split(text: str) -> tuple[list[str], list[str], list[str]]:
    prose: list[str] = []
    code: list[str] = []
    lines: list[str] = []
    fenced = False
    for line in text.splitlines():
        if _FENCE_LINE.match(line):
            fenced = not fenced
            continue
        if not line.strip():
            prose.append("") if not fenced else None
            continue
        lines.append(line)
        (code if fenced else prose).append(line)
    return [line for line in prose if line] or [], code, lines


def _is_boilerplate(line: str) -> bool:
    """Navigation and consent come as short fragments; a sentence that mentions a newsletter is content."""
    fragment = len(line) <= 90 and not line.startswith("#") and not line.rstrip().endswith((".", ":"))
    return fragment and bool(_BOILERPLATE.search(line))


def _paragraphs(prose: list[str]) -> list[str]:
    """Join wrapped lines, so that a sentence over two lines is one."""
    joined: list[str] = []
    for line in prose:
        if joined and not _LIST.match(line) and not line.startswith(("#", "|")) and line[:1].islower():
            joined[-1] = f"{joined[-1]} {line}"
        else:
            joined.append(line)
    return joined


def _readable(text: str) -> float:
    """Return the share of characters that a person can read, sharpened: glyph codes and noise are not."""
    seen = text[:50_000]
    if not seen:
        return 0.0
    good = sum(
        c.isalnum() or c.isspace() or c in ".,;:!?-–—_()[]{}<>/\\|'\"`´„“”‚’«»&%$#@*+=~^°§€…•" for c in seen
    )
    return max(0.0, min(1.0, (good / len(seen) - 0.8) / 0.15))


def page_wall(title: str, text: str) -> tuple[Refusal, str] | None:
    """Recognise a page that stands in front of the wanted one (SPEC W4).

    Only short pages are judged: an article *about* captchas or cookies is long.

    Returns:
        (reason, "challenge" | "cookie_wall" | "paywall" | "error_page"), or None for an ordinary page.
    """
    body = text.strip()
    head = f"{title}\n{body[:600]}"
    if len(body) < 1200 and _CHALLENGE.search(head):
        return Refusal.CHALLENGE_PAGE, "challenge"
    if len(body) < 600 and (_ERROR_PAGE.search(title) or _ERROR_PAGE.search(body[:120])):
        return Refusal.LOW_QUALITY, "error_page"
    if len(body) < 1500 and len(_COOKIE_WALL.findall(body)) >= 2:
        return Refusal.CHALLENGE_PAGE, "cookie_wall"
    if len(body) < 2500 and _PAYWALL.search(body[-700:]):
        return Refusal.CHALLENGE_PAGE, "paywall"
    return None
