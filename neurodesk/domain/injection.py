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
from typing import Final

MAX_PASSAGES = 20
MAX_PASSAGE_CHARS = 300

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

# Each pattern with words of which one must stand in its line: looking for a word costs next to nothing.
_PATTERNS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (tuple(words.split("|")), re.compile(pattern, re.IGNORECASE))
    for words, pattern in (
        (
            "ignore|disregard|forget|override|skip",
            (
                r"\b(?:ignore|disregard|forget|override|skip)\b[^.!?\n]{0,40}\b(?:previous|prior|"
                r"above|earlier|"
                r"preceding|following|all|any|your)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|rules|"
                r"info(?:rmation)?|"
                r"guidelines|context)\b"
            ),
        ),
        ("ignore", r"\bignore (?:the )?instructions\b"),
        (
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
            (
                r"^\W{0,6}\(?(?:system|assistant|developer)\)?\s*[:>\]]\s*"
                r"(?:<|you\b|your\b|du\b|focus|ignore|set\b|setze?\b|from now|please|print)"
            ),
        ),
        (
            "system|im_start|inst|end of session",
            r"(?:#{2,}\s*\(?system|<\|?(?:im_start|system|/?inst)\b|\[/?INST\]|<end of session>)",
        ),
        (
            "you are now|from now on you|du bist",
            (
                r"\b(?:you are now|from now on you|du bist (?:jetzt|ab sofort|"
                r"nun))\b[^.!?\n]{0,60}\b(?:in \w+ mode|DAN|"
                r"assistant|assistent\w*|model|modell|unrestricted|uneingeschränkt)\b"
            ),
        ),
        (
            _MACHINE_WORDS,
            (
                rf"\b(?:note|notice|message|attention|important|hinweis|nachricht|"
                rf"achtung)\b[^.!?\n]{{0,20}}\b"
                rf"(?:to|for|an|für)\b[^.!?\n]{{0,16}}\b{_MACHINE}\b"
            ),
        ),
        (
            _MACHINE_WORDS,
            (
                rf"\b(?:if|when|wenn|falls)\b (?:you|du|sie|the user|"
                rf"der nutzer)\b[^.!?\n]{{0,20}}\b(?:are|bist|sind|is|"
                rf"ein|eine|an?)\b[^.!?\n]{{0,10}}\b{_MACHINE}\b"
            ),
        ),
        ("user asks", r"\bif (?:the )?user asks\b[^.!?\n]{0,60}\b(?:reply|answer|respond|say|print)\b"),
        (
            "if you are ",
            r"\bif you are (?:summari[sz]ing|reading|indexing|reviewing) this (?:page|text|document)\b",
        ),
        (
            _MACHINE_WORDS,
            (
                rf"\b{_MACHINE}\b[^.!?\n]{{0,40}}(?:\b(?:must|should|shall|müssen|sollen|have to)\b|"
                rf":)[^.!?\n]{{0,80}}\b"
                r"(?:call|set|mark|cite|delete|add|send|markier\w*|setz\w*|zitier\w*|lösch\w*|füg\w*|"
                r"verwirf\w*|"
                r"visit|run|execute|tool)\b"
            ),
        ),
        ("nur für ki|nur für ai", r"\bnur für (?:KI|AI)\b[^.!?\n]{0,30}\bbestimmt\b"),
        ("to you", r"\b(?:me, the user, to you|to you, the AI)\b"),
        (
            "answer|reply|response|summary|output|antwort|zusammenfassung|ausgabe",
            rf"\b{_CHANGE}\b[^.!?\n]{{0,24}}\b(?:your|deine|ihre)\b[^.!?\n]{{0,12}}\b{_TURN}\b",
        ),
        (
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
            "supported|approved|trust|promotion_status|human validated",
            (
                r"\b(?:markier\w*|setz\w*|label\w*|mark|set)\b[^.!?\n]{0,60}(?:\"|“|„|')?(?:supported|"
                r"approved|trust\s*=|"
                r"promotion_status|human validated)"
            ),
        ),
        (
            "zitiere|cite|übernimm|verwende|use",
            (
                r"\b(?:zitiere|cite|übernimm|verwende|use)\b[^.!?\n]{0,60}\b(?:domain|url|page|seite|"
                r"quelle|source)\b"
                r"[^.!?\n]{0,40}\b(?:mindestens|beleg|jede|every|independent|unabhängig\w*|at least|only)\b"
            ),
        ),
        ("do not ", r"\bdo not (?:cite|compare|mention) (?:this|the) (?:page|text|source)\b"),
        (
            "reviewer|prüfer",
            (
                r"\b(?:reviewer|prüfer)\b[^.!?\n]{0,40}\b(?:already|bereits)\b[^.!?\n]{0,30}\b(?:approved|"
                r"freigegeben)\b"
            ),
        ),
        (
            "sicherheitswarnungen|security warning",
            (
                r"\b(?:sicherheitswarnungen|security warnings?)\b[^.!?\n]{0,40}\b(?:gelten nicht|"
                r"do not apply|"
                r"can be ignored)\b"
            ),
        ),
        (
            "system prompt|systemprompt|notizen|everything above|hidden instructions",
            (
                r"\b(?:reveal|print|show|repeat|output|gib|zeige|wiederhole|"
                r"nenne)\b[^.!?\n]{0,40}\b(?:system prompt|"
                r"systemprompt|internen notizen|everything above|hidden instructions)\b"
            ),
        ),
        (
            "user|nutzer|passport|iban|messages|credentials|bank account|credit card",
            (
                r"\b(?:send|email|forward|sende|schicke|leite)\b[^.!?\n]{0,60}\b(?:user'?s|nutzers?|"
                r"passport|iban|"
                r"all (?:the )?messages|credentials|bank account|credit card)\b"
            ),
        ),
        (
            "nutzer|leser|users|the user",
            (
                r"\b(?:führe|leite|redirect|send)\b[^.!?\n]{0,20}\b(?:den nutzer|den leser|the user|"
                r"users)\b[^.!?\n]{0,60}"
                r"https?://"
            ),
        ),
        ("call the ", r"\bcall the (?:tool|function) \w+"),
        (
            "all future",
            r"\bremember\b[^.!?\n]{0,20}\b(?:for|in) all future (?:conversations|sessions|chats)\b",
        ),
        ("neue aufgabe|new task", r"\b(?:neue aufgabe|new task)\s*:"),
        (
            "artikels|every article",
            (
                r"\bfüge\b[^.!?\n]{0,60}\bjedes artikels\b|\b(?:add|"
                r"insert)\b[^.!?\n]{0,60}\bto every article\b"
            ),
        ),
        # A page that says of a statement that it is proved speaks to who checks it.
        (
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
            (
                rf"^\W{{0,6}}(?-i:SYSTEM|ASSISTANT|DEVELOPER|ADMIN)(?:[ -](?-i:MESSAGE|PROMPT|NOTE|OVERRIDE|"
                rf"HINWEIS|NACHRICHT))?\s*:"
                rf"[^\n]{{0,600}}\b(?:{_PROVED}|verdict|claims?|statements?|reviewers?|aussagen?|behauptung\w*|"
                rf"prüfer\w*|urteil|freigegeben)\b"
            ),
        ),
        (
            "verdict|urteil",
            r"\b(?:verdict|urteil)\s*[:=]\s*[\"'“„]?(?:supported|true|approved|gestützt|belegt|wahr)\b",
        ),
        ("as your own", r"\bpresent (?:its|this|the) content as your own\b"),
    )
)
_BASE64 = re.compile(r"(?<![\w+/=])[A-Za-z0-9+/]{40,}={0,2}(?![\w+/=])")
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
    for match in _BASE64.finditer(text):
        decoded = _decoded(match.group())
        if decoded and any(pattern.search(decoded) for _, pattern in _PATTERNS):
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
    lines = _lines(text)
    starts = [start for start, _ in lines]
    for words, pattern in _PATTERNS:
        for number in sorted(_lines_with(words, whole, starts)):
            start, line = lines[number]
            for match in pattern.finditer(line):
                yield start, line, match


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


def _lines(text: str) -> list[tuple[int, str]]:
    """Split into lines; a line that is very long is cut so that no pattern works on megabytes."""
    result: list[tuple[int, str]] = []
    offset = 0
    for line in text.splitlines(keepends=True):
        result.extend((offset + i, line[i : i + 4000]) for i in range(0, len(line), 4000))
        offset += len(line)
    return result


def _sentence(line: str, start: int, end: int) -> tuple[int, int]:
    begin = 0
    for match in _SENTENCE_END.finditer(line, 0, start):
        begin = match.end()
    after = _SENTENCE_END.search(line, end)
    return begin, after.end() if after else len(line)


def _decoded(run: str) -> str:
    """Return the readable text in a Base64 run, or ""."""
    try:
        data = base64.b64decode(run + "=" * (-len(run) % 4), validate=True)
        text = data.decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return text if text and sum(c.isprintable() or c in "\n\t" for c in text) == len(text) else ""
