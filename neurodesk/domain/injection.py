"""Passages that look like instructions to a machine reader (SPEC W9).

A mark for the curator, never a gate for pages: the defence against injection is that nothing in a page can
change a query, a verdict, a setting, an address or a file. A marked page is kept; but a sentence that gives
orders to a machine proves nothing, so ``quoted_from_injection`` refuses it as a quotation.
"""

from __future__ import annotations

import base64
import binascii
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Final

MAX_PASSAGES = 20
MAX_PASSAGE_CHARS = 300
MAX_LINE_CHARS = 4000

_MACHINE = (
    r"(?:AIs?|KIs?|LLMs?|GPT|ChatGPT|(?:large )?language models?|assistants?|chat ?bots?|agents?|crawlers?|"
    r"Sprachmodelle?n?|KI-(?:Systeme?n?|Assistenten|Crawler|Modelle?n?)|Assistenten|"
    r"AI (?:systems?|agents?|reviewers?|assistants?|crawlers?|models?|readers?)|LLM-based readers?)"
)
_MACHINE_WORDS = "ai|ki|llm|gpt|language model|assist|bot|agent|crawler|sprachmodell"
_TURN = r"(?:answer|reply|response|summary|output|Antwort|Zusammenfassung|Ausgabe)"
_CHANGE = (
    r"(?:modify|augment|enhance|alter|change|rewrite|encode|translate|format|append|end|begin|start|"
    r"provide|give|write|ändere|ergänze|erweitere|beende|beginne|verschlüssele|formuliere)"
)

_PROVED = (
    r"(?:supported|proven|proved|backed|carried|verified|confirmed|approved|entailed|"
    r"belegt|gestützt|bestätigt|bewiesen|getragen|gedeckt|geprüft)"
)

# Words of the lists above as they stand in a text's set of words (see ``_needs``).
_MACHINE_TOKENS = (
    "ai|ais|ki|kis|llm|llms|gpt|chatgpt|model|models|assistant|assistants|chatbot|chatbots|bot|bots|agent|"
    "agents|crawler|crawlers|sprachmodell|sprachmodelle|sprachmodelln|sprachmodellen|assistenten"
)
_TURN_TOKENS = "answer|reply|response|summary|output|antwort|zusammenfassung|ausgabe"
_PROVING_TOKENS = "supports|proves|confirms|belegt|stützt|beweist|bestätigt"
_PROVED_TOKENS = (
    "supported|proven|proved|backed|carried|verified|confirmed|approved|entailed|gestützt|bewiesen|getragen|"
    f"gedeckt|geprüft|{_PROVING_TOKENS}"
)


@dataclass(frozen=True, slots=True)
class _Need:
    """Words of which one must stand in the text, and in the line, that a pattern is looked for in."""

    tokens: frozenset[str]
    parts: tuple[str, ...]

    def met_by(self, known: set[str], whole: str) -> tuple[str, ...]:
        """Return which of the words a text has: its set of words for whole ones, itself for parts."""
        if self.tokens.isdisjoint(known):
            return tuple(one for one in self.parts if one in whole)
        return (*(self.tokens & known), *(one for one in self.parts if one in whole))


def _needs(stated: str) -> tuple[_Need, ...]:
    """Return what "call & tool|function" says: one of each group, the rarest group first.

    "~" marks what may be a part of a longer word. Letters beyond ASCII part words here as they do in
    ``_words``; of such a word its longest piece stands for it.
    """
    needs = []
    for group in stated.split(" & "):
        words = group.split("|")
        tokens = [re.findall(r"[a-z0-9_]+", one) for one in words if not one.startswith("~")]
        needs.append(
            _Need(
                frozenset(max(pieces, key=len) for pieces in tokens),
                tuple(one[1:] for one in words if one.startswith("~")),
            )
        )
    return tuple(needs)


# Each pattern with what the text must have for it, and words of which one must stand in its line: looking for
# both costs next to nothing.
_PATTERNS: tuple[tuple[tuple[_Need, ...], tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (_needs(needs), tuple(words.split("|")), re.compile(pattern, re.IGNORECASE))
    for needs, words, pattern in (
        (
            (
                "ignore|disregard|forget|override|skip & "
                "instruction|instructions|prompt|prompts|rules|info|information|guidelines|context"
            ),
            "ignore|disregard|forget|override|skip",
            (
                r"\b(?:ignore|disregard|forget|override|skip)\b[^.!?\n]{0,40}\b(?:previous|prior|"
                r"above|earlier|"
                r"preceding|following|all|any|your)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|rules|"
                r"info(?:rmation)?|"
                r"guidelines|context)\b"
            ),
        ),
        ("ignore & instructions", "ignore", r"\bignore (?:the )?instructions\b"),
        (
            "~ignorier|~vergiss|~vergesst|~verwirf|~missachte|~übergeh",
            "ignorier|vergiss|vergesst|verwirf|missachte|übergeh",
            (
                r"\b(?:ignorier|vergiss|vergesst|verwirf|missachte|"
                r"übergeh)\w*\b[^.!?\n]{0,40}\b(?:vorherig|bisherig|"
                r"obig|früher|alle|deine|ihre|anderen)\w*\b[^.!?\n]{0,30}\b(?:anweisung|instruktion|"
                r"regeln?\b|vorgabe|treffer|"
                r"quelle)\w*"
            ),
        ),
        (
            "system|assistant|developer",
            "system|assistant|developer",
            (
                r"^\W{0,6}\(?(?:system|assistant|developer)\)?\s*[:>\]]\s*"
                r"(?:<|you\b|your\b|du\b|focus|ignore|set\b|setze?\b|from now|please|print)"
            ),
        ),
        (
            "~##|~<system|~<|system|im_start|inst|session",
            "system|im_start|inst|end of session",
            r"(?:#{2,}\s*\(?system|<\|?(?:im_start|system|/?inst)\b|\[/?INST\]|<end of session>)",
        ),
        (
            "now|bist & you|du",
            "you are now|from now on you|du bist",
            (
                r"\b(?:you are now|from now on you|du bist (?:jetzt|ab sofort|"
                r"nun))\b[^.!?\n]{0,60}\b(?:in \w+ mode|DAN|"
                r"assistant|assistent\w*|model|modell|unrestricted|uneingeschränkt)\b"
            ),
        ),
        (
            f"{_MACHINE_TOKENS} & note|notice|message|attention|important|hinweis|nachricht|achtung",
            _MACHINE_WORDS,
            (
                rf"\b(?:note|notice|message|attention|important|hinweis|nachricht|"
                rf"achtung)\b[^.!?\n]{{0,20}}\b"
                rf"(?:to|for|an|für)\b[^.!?\n]{{0,16}}\b{_MACHINE}\b"
            ),
        ),
        (
            f"{_MACHINE_TOKENS} & if|when|wenn|falls & you|du|sie|user|nutzer",
            _MACHINE_WORDS,
            (
                rf"\b(?:if|when|wenn|falls)\b (?:you|du|sie|the user|"
                rf"der nutzer)\b[^.!?\n]{{0,20}}\b(?:are|bist|sind|is|"
                rf"ein|eine|an?)\b[^.!?\n]{{0,10}}\b{_MACHINE}\b"
            ),
        ),
        (
            "asks & user & if",
            "user asks",
            r"\bif (?:the )?user asks\b[^.!?\n]{0,60}\b(?:reply|answer|respond|say|print)\b",
        ),
        (
            "summarising|summarizing|reading|indexing|reviewing & you & if",
            "if you are ",
            r"\bif you are (?:summari[sz]ing|reading|indexing|reviewing) this (?:page|text|document)\b",
        ),
        (
            _MACHINE_TOKENS,
            _MACHINE_WORDS,
            (
                rf"\b{_MACHINE}\b[^.!?\n]{{0,40}}(?:\b(?:must|should|shall|müssen|sollen|have to)\b|"
                rf":)[^.!?\n]{{0,80}}\b"
                r"(?:call|set|mark|cite|delete|add|send|markier\w*|setz\w*|zitier\w*|lösch\w*|füg\w*|"
                r"verwirf\w*|"
                r"visit|run|execute|tool)\b"
            ),
        ),
        (
            "ki|ai & bestimmt & nur",
            "nur für ki|nur für ai",
            r"\bnur für (?:KI|AI)\b[^.!?\n]{0,30}\bbestimmt\b",
        ),
        ("ai|user & you & to & the", "to you", r"\b(?:me, the user, to you|to you, the AI)\b"),
        (
            f"{_TURN_TOKENS} & your|deine|ihre",
            "answer|reply|response|summary|output|antwort|zusammenfassung|ausgabe",
            rf"\b{_CHANGE}\b[^.!?\n]{{0,24}}\b(?:your|deine|ihre)\b[^.!?\n]{{0,12}}\b{_TURN}\b",
        ),
        (
            (f"{_TURN_TOKENS}|print|nevermind|reading & your|deine|deiner|ihrer|following|print|say"),
            "answer|reply|response|output|antwort|ausgabe|summary|zusammenfassung|print|nevermind",
            (
                rf"\b(?:in|from|of|every \w+ \w+ in) (?:your|deiner|ihrer) (?:answer|reply|response|"
                rf"output|Antwort|Ausgabe)\b"
                rf"|\b(?:your|deine) {_TURN} (?:must|should|muss|soll)\b|\bto represent your answer\b"
                rf"|\breply with only the following\b|\bjust print\b"
                rf"|\bprint\b[^.!?\n]{{0,20}}\binstructions\b"
                rf"|^\W*(?:stop reading|nevermind)\b[^\n]{{0,60}}\b(?:print|say)\b"
            ),
        ),
        (
            "~supported|~approved|~trust|~promotion_status|~human validated & ~mark|~set|~label",
            "supported|approved|trust|promotion_status|human validated",
            (
                r"\b(?:markier\w*|setz\w*|label\w*|mark|set)\b[^.!?\n]{0,60}(?:\"|“|„|')?(?:supported|"
                r"approved|trust\s*=|"
                r"promotion_status|human validated)"
            ),
        ),
        (
            (
                "mindestens|beleg|jede|every|independent|unabhängig|least|only & "
                "domain|url|page|seite|quelle|source & zitiere|cite|übernimm|verwende|use"
            ),
            "zitiere|cite|übernimm|verwende|use",
            (
                r"\b(?:zitiere|cite|übernimm|verwende|use)\b[^.!?\n]{0,60}\b(?:domain|url|page|seite|"
                r"quelle|source)\b"
                r"[^.!?\n]{0,40}\b(?:mindestens|beleg|jede|every|independent|unabhängig\w*|at least|only)\b"
            ),
        ),
        (
            "cite|compare|mention & not & do",
            "do not ",
            r"\bdo not (?:cite|compare|mention) (?:this|the) (?:page|text|source)\b",
        ),
        (
            "approved|freigegeben & already|bereits & reviewer|prüfer",
            "reviewer|prüfer",
            (
                r"\b(?:reviewer|prüfer)\b[^.!?\n]{0,40}\b(?:already|bereits)\b[^.!?\n]{0,30}\b(?:approved|"
                r"freigegeben)\b"
            ),
        ),
        (
            "sicherheitswarnungen|warning|warnings & gelten|apply|ignored",
            "sicherheitswarnungen|security warning",
            (
                r"\b(?:sicherheitswarnungen|security warnings?)\b[^.!?\n]{0,40}\b(?:gelten nicht|"
                r"do not apply|"
                r"can be ignored)\b"
            ),
        ),
        (
            (
                "prompt|systemprompt|notizen|everything|instructions & "
                "reveal|print|show|repeat|output|gib|zeige|wiederhole|nenne"
            ),
            "system prompt|systemprompt|notizen|everything above|hidden instructions",
            (
                r"\b(?:reveal|print|show|repeat|output|gib|zeige|wiederhole|"
                r"nenne)\b[^.!?\n]{0,40}\b(?:system prompt|"
                r"systemprompt|internen notizen|everything above|hidden instructions)\b"
            ),
        ),
        (
            (
                "send|email|forward|sende|schicke|leite & "
                "user|users|nutzer|nutzers|passport|iban|messages|credentials|account|card"
            ),
            "user|nutzer|passport|iban|messages|credentials|bank account|credit card",
            (
                r"\b(?:send|email|forward|sende|schicke|leite)\b[^.!?\n]{0,60}\b(?:user'?s|nutzers?|"
                r"passport|iban|"
                r"all (?:the )?messages|credentials|bank account|credit card)\b"
            ),
        ),
        (
            "führe|leite|redirect|send & nutzer|leser|user|users",
            "nutzer|leser|users|the user",
            (
                r"\b(?:führe|leite|redirect|send)\b[^.!?\n]{0,20}\b(?:den nutzer|den leser|the user|"
                r"users)\b[^.!?\n]{0,60}"
                r"https?://"
            ),
        ),
        ("call & tool|function & the", "call the ", r"\bcall the (?:tool|function) \w+"),
        (
            "remember & future",
            "all future",
            r"\bremember\b[^.!?\n]{0,20}\b(?:for|in) all future (?:conversations|sessions|chats)\b",
        ),
        ("neue|new & aufgabe|task", "neue aufgabe|new task", r"\b(?:neue aufgabe|new task)\s*:"),
        (
            "jedes|every & artikels|article",
            "artikels|every article",
            (
                r"\bfüge\b[^.!?\n]{0,60}\bjedes artikels\b|\b(?:add|"
                r"insert)\b[^.!?\n]{0,60}\bto every article\b"
            ),
        ),
        # A page that says of a statement that it is proved speaks to who checks it.
        (
            (
                f"{_PROVED_TOKENS} & "
                f"statement|claim|assertion|sentence|aussage|behauptung|satz|{_PROVING_TOKENS}"
            ),
            "r1|r2|r3|r4|r5|r6|r7|r8|r9",
            (
                rf"\b(?:statement|claim|assertion|sentence|aussage|behauptung|satz)\b[^\n]{{0,600}}"
                rf"\b{_PROVED}\b[^.!?\n]{{0,30}}\bR\d{{1,3}}\b"
                rf"|\bR\d{{1,3}}\b[^.!?\n]{{0,20}}\b(?:supports|proves|confirms|belegt|stützt|beweist|bestätigt)\b"
                rf"[^.!?\n]{{0,20}}\b(?:the|this|die|diese|dass|that)\b"
            ),
        ),
        (
            "system|assistant|developer|admin",
            "system|assistant|developer|admin",
            (
                rf"^\W{{0,6}}(?-i:SYSTEM|ASSISTANT|DEVELOPER|ADMIN)(?:[ -](?-i:MESSAGE|PROMPT|NOTE|OVERRIDE|"
                rf"HINWEIS|NACHRICHT))?\s*:"
                rf"[^\n]{{0,600}}\b(?:{_PROVED}|verdict|claims?|statements?|reviewers?|aussagen?|behauptung\w*|"
                rf"prüfer\w*|urteil|freigegeben)\b"
            ),
        ),
        (
            "verdict|urteil & supported|true|approved|gestützt|belegt|wahr",
            "verdict|urteil",
            r"\b(?:verdict|urteil)\s*[:=]\s*[\"'“„]?(?:supported|true|approved|gestützt|belegt|wahr)\b",
        ),
        ("own & content & present", "as your own", r"\bpresent (?:its|this|the) content as your own\b"),
    )
)
_BASE64 = re.compile(r"(?<![\w+/=])[A-Za-z0-9+/]{40,}={0,2}(?![\w+/=])")
_LONG = re.compile(r"\S{40,}")
_ODD: Final = str.maketrans("\u0130\u0131\u017f", "iis")
_BASE64_RUN = b"x" * 40
_BASE64_SIGNS = bytes(
    ord("x") if one < 128 and (chr(one).isalnum() or chr(one) in "+/") else 32 for one in range(256)
)
_WORD_SIGNS = bytes(
    one if one < 128 and (chr(one).isalnum() or chr(one) == "_") else 32 for one in range(256)
)
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n")


# Words of everyday instructions: they earn a mark, but do not cost a sentence its use as a quotation.
_EVERYDAY: Final = re.compile(
    r"\b(?:output|ausgabe|credentials|skip|requests?|messages)\b|^\W*system\W*$|^#+\s*system\b"
    # A monitoring agent has to be run, a set of versions is supported, a machine is in rescue mode.
    r"|^(?:agents?|bots?|assistants?|assistenten|crawlers?)\b"
    r"|^(?:set|mark|label|markier|setz)\w*\b(?!.*\b(?:claims?|statements?|aussagen?|behauptung\w*|trust|"
    r"promotion_status|human validated)\b)"
    r"|^(?:you are now|du bist jetzt)\b.*\bin (?!developer|debug|god|dan\b)\w+ mode$",
    re.IGNORECASE,
)
# Who speaks to a machine on the first words of a line does so to its end.
_ROLE: Final = re.compile(
    r"^\W{0,6}\(?(?:system|assistant|developer|admin)[\w -]{0,12}\)?\s*[:>\]]", re.IGNORECASE
)
# Words of a text about such orders; a claim that reports one has them, or quotes the order, as well.
_REPORTS: Final = re.compile(
    r"\b(?:attack\w*|angreifer\w*|angriff\w*|adversar\w*|injection\w*|injektion\w*|jailbreak\w*|payload\w*|"
    r"malicious|bösartig\w*|phishing)\b",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(r"[\"“„«]([^\"”“»\n]{1,600})[\"”“»]|`([^`\n]{1,600})`")


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A passage that looks like an order to a machine: offsets in the text, ends exclusive.

    Attributes:
        start, end: the sentence, or the line from a role mark such as "SYSTEM:" on.
        match_start, match_end: what was recognised in it.
    """

    start: int
    end: int
    match_start: int
    match_end: int


def find_injection(text: str) -> tuple[str, ...]:
    """Return the passages that look like instructions to a machine, in the order of the text.

    Looks also into Base64 runs that decode to readable text. At most ``MAX_PASSAGES`` passages of
    ``MAX_PASSAGE_CHARS`` characters each; the text itself is never changed.
    """
    hits: list[tuple[int, str]] = []
    taken: set[int] = set()
    for line_start, line, match in _matches(text):
        start, end = _sentence(line, match.start(), match.end())
        if line_start + start not in taken:
            taken.add(line_start + start)
            hits.append((line_start + start, line[start:end].strip()[:MAX_PASSAGE_CHARS]))
    for match in _base64_runs(text):
        decoded = _decoded(match.group())
        if decoded and any(pattern.search(decoded) for *_, pattern in _PATTERNS):
            hits.append((match.start(), f"{match.group()[:60]} (base64: {decoded[:200]})"))
    hits.sort()
    return tuple(passage for _, passage in hits[:MAX_PASSAGES])


@lru_cache(maxsize=64)
def suspicions(text: str) -> tuple[Suspicion, ...]:
    """Return where a text gives orders to a machine in words that no how-to uses, in no special order."""
    found: list[Suspicion] = []
    for line_start, line, match in _matches(text):
        if _EVERYDAY.search(match.group()):
            continue
        start, end = _sentence(line, match.start(), match.end())
        if _ROLE.match(line):
            start, end = 0, len(line)
        found.append(
            Suspicion(
                line_start + start, line_start + end, line_start + match.start(), line_start + match.end()
            )
        )
    return tuple(found)


def quoted_from_injection(claim: str, text: str, start: int, end: int) -> bool:
    """Tell whether a quotation, ``text[start:end]``, is taken from orders to a machine.

    A text about such orders stays quotable: the source reports the order (in quotation marks, or as an
    attacker's), and the claim reports it too. A claim that only restates what an order says does not.
    """
    reports = _reports(claim)
    for one in suspicions(text):
        if start >= one.end or end <= one.start:
            continue
        if reports and (_REPORTS.search(text, one.start, one.end) or _in_quotes(text, one, start, end)):
            continue
        return True
    return False


def _reports(claim: str) -> bool:
    return bool(_REPORTS.search(claim)) or any(
        suspicions(one.group(1) or one.group(2)) for one in _QUOTED.finditer(claim)
    )


def _in_quotes(text: str, one: Suspicion, start: int, end: int) -> bool:
    """Tell whether the order stands in quotation marks and the quotation reaches beyond them."""
    return any(
        mark.start() <= one.match_start
        and one.match_end <= mark.end()
        and (start < mark.start() or mark.end() < end)
        for mark in _QUOTED.finditer(text, one.start, one.end)
    )


def _matches(text: str) -> Iterator[tuple[int, str, re.Match[str]]]:
    """Yield the line's offset, the line and the match of each pattern in it."""
    whole = text.lower()
    if len(whole) != len(text):
        # A few letters grow when they are made small; offsets have to stay.
        whole = "".join(small if len(small := one.lower()) == 1 else one for one in text)
    # Patterns without regard to case take these for "i" and "s", a search for words in a line does not.
    odd = not text.isascii() and any(chr(one) in text for one in _ODD)
    known = _words(text.translate(_ODD).lower() if odd else whole)
    lines: list[str] = []
    starts: list[int] = []
    for needs, words, pattern in _PATTERNS:
        met = _met(needs, known, whole, odd)
        if not met:
            continue
        if not lines:
            # Most texts hardly ever come here.
            lines, starts = _lines(text)
        if odd:
            met = (words,)
        else:
            met = (*met, words)
        for number in sorted(_lines_with(met[0], whole, starts)):
            start, line = starts[number], lines[number]
            small = whole[start : start + len(line)]
            if all(any(word in small for word in group) for group in met[1:]):
                for match in pattern.finditer(line):
                    yield start, line, match


def _met(needs: tuple[_Need, ...], known: set[str], whole: str, odd: bool) -> tuple[tuple[str, ...], ...]:
    """Return the words of each need that a text has, () when it lacks one."""
    met = []
    for need in needs:
        found = need.met_by(known, whole)
        if not found and not (odd and need.parts):
            return ()
        met.append(found)
    return tuple(met)


def _words(small: str) -> set[str]:
    """Return the ASCII runs of letters, digits and underscores in a text in small letters.

    Whatever stands between two word boundaries is among them; other letters part words here.
    """
    parted = small.encode("utf-8", "surrogatepass").translate(_WORD_SIGNS)
    return set(parted.decode("ascii").split())


def _lines_with(words: tuple[str, ...], whole: str, starts: list[int]) -> set[int]:
    """Return the numbers of the lines that hold one of the words: searched in C from one to the next."""
    found: set[int] = set()
    for word in words:
        at = whole.find(word)
        while at != -1:
            number = bisect_right(starts, at) - 1
            found.add(number)
            at = whole.find(word, starts[number + 1]) if number + 1 < len(starts) else -1
    return found


def _lines(text: str) -> tuple[list[str], list[int]]:
    """Return lines and their offsets; a very long line is cut so that no pattern works on megabytes."""
    lines = text.splitlines(keepends=True)
    if max(map(len, lines), default=0) > MAX_LINE_CHARS:
        lines = [line[i : i + MAX_LINE_CHARS] for line in lines for i in range(0, len(line), MAX_LINE_CHARS)]
    return lines, list(accumulate(map(len, lines), initial=0))[:-1]


def _sentence(line: str, start: int, end: int) -> tuple[int, int]:
    begin = 0
    for match in _SENTENCE_END.finditer(line, 0, start):
        begin = match.end()
    after = _SENTENCE_END.search(line, end)
    return begin, after.end() if after else len(line)


def _base64_runs(text: str) -> Iterator[re.Match[str]]:
    # The exact pattern is slow, and most texts hold nothing that could be such a run.
    if _BASE64_RUN in text.encode("utf-8", "surrogatepass").translate(_BASE64_SIGNS):
        for piece in _LONG.finditer(text):
            yield from _BASE64.finditer(text, piece.start(), piece.end())


def _decoded(run: str) -> str:
    """Return the readable text in a Base64 run, or ""."""
    try:
        data = base64.b64decode(run + "=" * (-len(run) % 4), validate=True)
        text = data.decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return text if text and sum(c.isprintable() or c in "\n\t" for c in text) == len(text) else ""
