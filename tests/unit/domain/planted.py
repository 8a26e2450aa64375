"""Planted errors and true paraphrases, German and English, by seed.

Imports nothing of the product: the forms below were written down without looking at its lists, and many are
deliberately rare or made up (units, products, negators, bounds). A kind is one of number, unit, bound,
version, negation (errors) or paraphrase (no error).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ERRORS = ("number", "unit", "bound", "version", "negation")


@dataclass(frozen=True)
class Planted:
    """One pair: what the source says and what a claim makes of it.

    `forms` are the surface forms that the pair turns on (a unit, a product, a bound, a negator).
    """

    kind: str
    lang: str
    claim: str
    source: str
    forms: tuple[str, ...]
    origin: str


# Subject, verb phrase in front of the number, rest. {q} is a quantity.
FRAMES = {
    "en": (
        "The {s} of the mail relay is {q} in the default setup.",
        "Each tenant gets {q} of {s} on the shared cluster.",
        "After a failure the {s} lasts {q} before the alarm goes off.",
        "Operators set the {s} to {q} on every gateway.",
        "The vendor states {q} as the {s} of this pump.",
        "During the audit the {s} was measured at {q} on the northern line.",
    ),
    "de": (
        "Die {s} des Mailservers beträgt {q} in der Grundeinstellung.",
        "Jeder Mandant erhält {q} an {s} auf dem gemeinsamen Cluster.",
        "Nach einem Ausfall dauert die {s} {q}, bevor der Alarm ausgelöst wird.",
        "Die Betreuer stellen die {s} auf jedem Gateway auf {q} ein.",
        "Der Hersteller gibt {q} als {s} dieser Pumpe an.",
        "Bei der Prüfung lag die {s} auf der nördlichen Leitung bei {q}.",
    ),
}
SUBJECTS = {
    "en": (
        "retention",
        "grace period",
        "queue depth",
        "throughput",
        "latency budget",
        "drift",
        "headroom",
        "draught",
    ),
    "de": (
        "Aufbewahrung",
        "Schonfrist",
        "Warteschlange",
        "Durchleitung",
        "Verzögerung",
        "Abweichung",
        "Reserve",
    ),
}
COMMON_UNITS = {
    "en": ("days", "hours", "minutes", "GB", "MB", "ms", "percent", "weeks", "Mbit/s", "euros", "MHz"),
    "de": ("Tage", "Stunden", "Minuten", "GB", "MB", "ms", "Prozent", "Wochen", "Mbit/s", "Euro", "MHz"),
}
RARE_UNITS = {
    "en": (
        "knots",
        "furlongs",
        "fathoms",
        "zorks",
        "bushels",
        "sols",
        "quanta",
        "spindles",
        "lumens",
        "parsecs",
    ),
    "de": ("Knoten", "Faden", "Klafter", "Zorks", "Scheffel", "Ster", "Spindeln", "Lumen", "Ellen", "Malter"),
}
COMMON_PRODUCTS = ("PHP", "Debian", "Ubuntu", "Python", "PostgreSQL", "Kernel")
RARE_PRODUCTS = ("Frobnitz", "Quaxolotl", "Zibbeldee", "Morvane", "Tarnhelm", "Plonkster", "Ostrava-Stack")
VERSION_FRAMES = {
    "en": (
        "The plug-in has been tested with {v} on two machines.",
        "To build the module you need {v} and a compiler.",
        "{v} ships the repaired scheduler for all tenants.",
        "The migration guide was written for {v} without any add-ons.",
    ),
    "de": (
        "Das Modul wurde mit {v} auf zwei Maschinen geprüft.",
        "Zum Bauen des Moduls werden {v} und ein Compiler benötigt.",
        "{v} liefert den reparierten Scheduler für alle Mandanten.",
        "Die Anleitung zum Umstieg wurde für {v} geschrieben.",
    ),
}
# (lower bounds, upper bounds); "{n}" is the number with its unit.
COMMON_BOUNDS = {
    "en": (
        ("at least {n}", "a minimum of {n}", "no less than {n}", "{n} or more"),
        ("at most {n}", "up to {n}", "no more than {n}", "a maximum of {n}"),
    ),
    "de": (
        ("mindestens {n}", "wenigstens {n}", "nicht weniger als {n}", "{n} oder mehr"),
        ("höchstens {n}", "bis zu {n}", "nicht mehr als {n}", "maximal {n}"),
    ),
}
RARE_BOUNDS = {
    "en": (
        (
            "nothing under {n}",
            "never fewer than {n}",
            "{n} or upwards",
            "{n} at the very least",
            "not a bit below {n}",
        ),
        ("never above {n}", "{n} at the very most", "nothing beyond {n}", "not a jot over {n}", "{n} tops"),
    ),
    "de": (
        ("keinesfalls unter {n}", "nie weniger als {n}", "{n} und aufwärts", "allermindestens {n}"),
        ("keinesfalls über {n}", "nie mehr als {n}", "{n} und keinesfalls mehr", "allerhöchstens {n}"),
    ),
}
# Positive sentence with {neg} where a negator goes; "" leaves it positive.
NEGATION_FRAMES = {
    "en": (
        "The agent {neg} restarts the daemon after an upgrade.",
        "Snapshots are {neg} copied to the second site overnight.",
        "The gateway {neg} forwards broadcast frames between the segments.",
        "Expired tokens are {neg} accepted by the ledger service.",
        "The nightly job {neg} touches the archive of closed tickets.",
    ),
    "de": (
        "Der Agent startet den Daemon nach einem Upgrade {neg} neu.",
        "Die Schnappschüsse werden nachts {neg} zum zweiten Standort kopiert.",
        "Das Gateway leitet Rundrufe {neg} zwischen den Segmenten weiter.",
        "Abgelaufene Marken werden vom Hauptbuchdienst {neg} angenommen.",
        "Der nächtliche Lauf rührt das Archiv geschlossener Vorgänge {neg} an.",
    ),
}
NEGATORS = {
    "en": ("never", "hardly", "by no means", "in no way", "under no circumstances", "not"),
    "de": ("nicht", "nie", "keineswegs", "niemals", "keinesfalls", "kaum"),
}
RARE_NEGATORS = {
    "en": ("nowise", "scarcely", "in no respect", "not ever", "at no time", "not in the slightest"),
    "de": ("schwerlich", "mitnichten", "beileibe nicht", "nimmermehr", "zu keiner Zeit", "in keinster Weise"),
}
ANTONYM_FRAMES = {
    "en": (
        ("The port is {x} on the edge switch.", "open", "closed"),
        ("Logging is {x} on all replicas.", "enabled", "disabled"),
        ("The volume is {x} at rest.", "encrypted", "unencrypted"),
        ("Guests are {x} to read the ledger.", "allowed", "forbidden"),
        ("Run the checker {x} the merge.", "before", "after"),
        ("The fan speed {x} under load.", "increases", "decreases"),
        ("The cable is {x} in this rack.", "shielded", "unshielded"),
        ("This field is {x} in the form.", "mandatory", "optional"),
        ("The relay is {x} by the watchdog.", "grounded", "ungrounded"),
    ),
    "de": (
        ("Der Port ist am Randswitch {x}.", "geöffnet", "geschlossen"),
        ("Die Protokollierung ist auf allen Replikaten {x}.", "aktiviert", "deaktiviert"),
        ("Das Volume liegt {x} auf der Platte.", "verschlüsselt", "unverschlüsselt"),
        ("Gästen ist das Lesen des Hauptbuchs {x}.", "erlaubt", "verboten"),
        ("Starten Sie den Prüflauf {x} dem Zusammenführen.", "vor", "nach"),
        ("Die Drehzahl {x} unter Last.", "steigt", "sinkt"),
        ("Das Kabel ist in diesem Schrank {x}.", "geschirmt", "ungeschirmt"),
        ("Dieses Feld ist im Formular {x}.", "erforderlich", "optional"),
        ("Das Relais ist vom Wächter aus {x}.", "geerdet", "ungeerdet"),
    ),
}
RESTRICTIONS = {
    "en": ("only", "solely", "exclusively"),
    "de": ("nur", "ausschließlich", "lediglich"),
}
RESTRICTED_FRAMES = {
    "en": (
        "Members of the crew {x} may unlock the vault at night.",
        "The bridge is reachable {x} from the inner ring.",
    ),
    "de": (
        "Den Tresor dürfen nachts {x} Mitglieder der Wache öffnen.",
        "Die Brücke ist {x} aus dem inneren Ring erreichbar.",
    ),
}
WORDS = {
    "en": (
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ),
    "de": (
        "null",
        "eins",
        "zwei",
        "drei",
        "vier",
        "fünf",
        "sechs",
        "sieben",
        "acht",
        "neun",
        "zehn",
        "elf",
        "zwölf",
    ),
}
OPENINGS = {
    "en": ("Note that {x}", "Please note: {x}", "As a rule, {x}", "In short, {x}"),
    "de": ("Bitte beachten: {X}", "Hinweis: {X}", "Kurz gesagt: {X}", "Wichtig: {X}"),
}
# Equal quantities: the same amount in two units.
EQUAL = {
    "en": (
        ("2 weeks", "14 days"),
        ("90 minutes", "1.5 hours"),
        ("2000 ms", "2 seconds"),
        ("3 days", "72 hours"),
        ("4 GB", "4000 MB"),
        ("2 KiB", "2048 bytes"),
        ("half an hour", "30 minutes"),
        ("a dozen", "12"),
        ("one week", "7 days"),
        ("1,500 MB", "1.5 GB"),
        ("2 years", "24 months"),
        ("8 Mbit/s", "1 MB/s"),
    ),
    "de": (
        ("2 Wochen", "14 Tage"),
        ("90 Minuten", "1,5 Stunden"),
        ("2000 ms", "2 Sekunden"),
        ("3 Tage", "72 Stunden"),
        ("4 GB", "4000 MB"),
        ("2 KiB", "2048 Byte"),
        ("eine halbe Stunde", "30 Minuten"),
        ("ein Dutzend", "12"),
        ("eine Woche", "7 Tage"),
        ("1.500 MB", "1,5 GB"),
        ("2 Jahre", "24 Monate"),
        ("8 Mbit/s", "1 MB/s"),
    ),
}


def _frame(rng: random.Random, lang: str, quantity: str) -> str:
    return rng.choice(FRAMES[lang]).format(s=rng.choice(SUBJECTS[lang]), q=quantity)


def _units(rng: random.Random, lang: str) -> tuple[str, str]:
    pool = COMMON_UNITS[lang] if rng.random() < 0.5 else RARE_UNITS[lang]
    one, other = rng.sample(pool, 2)
    return one, other


def _spell(rng: random.Random, lang: str, value: int) -> str:
    if value <= 12 and rng.random() < 0.4:
        return WORDS[lang][value]
    if value >= 1000 and rng.random() < 0.7:
        return f"{value:,}" if lang == "en" else f"{value:,}".replace(",", ".")
    return str(value)


def number_error(rng: random.Random, lang: str) -> Planted:
    """The same sentence with another number."""
    unit = _units(rng, lang)[0]
    value = rng.choice((rng.randint(2, 12), rng.randint(13, 99), rng.randint(1000, 9999)))
    wrong = value + rng.choice((-1, 1, 2, 5, 10)) if rng.random() < 0.6 else value * 10
    template = _frame(rng, lang, "{}")
    return Planted(
        "number",
        lang,
        template.format(f"{_spell(rng, lang, wrong)} {unit}"),
        template.format(f"{_spell(rng, lang, value)} {unit}"),
        (unit,),
        "own",
    )


def unit_error(rng: random.Random, lang: str) -> Planted:
    """The same number with another unit."""
    right, wrong = _units(rng, lang)
    value = rng.randint(3, 900)
    template = _frame(rng, lang, "{}")
    return Planted(
        "unit",
        lang,
        template.format(f"{value} {wrong}"),
        template.format(f"{value} {right}"),
        (right, wrong),
        "own",
    )


def bound_error(rng: random.Random, lang: str) -> Planted:
    """A lower bound made an upper one or the other way round."""
    pool = COMMON_BOUNDS if rng.random() < 0.5 else RARE_BOUNDS
    sides = pool[lang]
    right = rng.randint(0, 1)
    source, claim = rng.choice(sides[right]), rng.choice(sides[1 - right])
    amount = f"{rng.randint(3, 900)} {_units(rng, lang)[0]}"
    template = _frame(rng, lang, "{}")
    return Planted(
        "bound",
        lang,
        template.format(claim.format(n=amount)),
        template.format(source.format(n=amount)),
        (source, claim),
        "own",
    )


def _version(rng: random.Random) -> list[int]:
    return [rng.randint(1, 24), rng.randint(0, 30), *([rng.randint(0, 9)] if rng.random() < 0.4 else [])]


def version_error(rng: random.Random, lang: str) -> Planted:
    """Another version of the same product, or the same version of another one."""
    pool = COMMON_PRODUCTS if rng.random() < 0.4 else RARE_PRODUCTS
    product, other = rng.sample(pool, 2)
    parts = _version(rng)
    wrong = list(parts)
    template = rng.choice(VERSION_FRAMES[lang])
    right = f"{product} {'.'.join(map(str, parts))}"
    if rng.random() < 0.25:
        claim = f"{other} {'.'.join(map(str, parts))}"
    else:
        at = rng.randrange(len(parts))
        wrong[at] += rng.choice((1, 2))
        claim = f"{product} {'.'.join(map(str, wrong))}"
    return Planted(
        "version", lang, template.format(v=claim), template.format(v=right), (product, other), "own"
    )


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace(" .", ".").replace(" ,", ",")


def negation_error(rng: random.Random, lang: str) -> Planted:
    """A statement made its opposite: negator put in or left out, antonym, restriction put in."""
    style = rng.random()
    if style < 0.55:
        pool = NEGATORS if rng.random() < 0.5 else RARE_NEGATORS
        negator = rng.choice(pool[lang])
        frame = rng.choice(NEGATION_FRAMES[lang])
        if lang == "en" and negator == "not" and "are {neg}" not in frame:
            frame = frame.replace("{neg} ", "does {neg} ").replace("s the", " the", 1)
        negative, positive = (
            _tidy(frame.format(neg=negator)),
            _tidy(frame.replace("does ", "").format(neg="")),
        )
        claim, source = (negative, positive) if rng.random() < 0.5 else (positive, negative)
        return Planted("negation", lang, claim, source, (negator,), "own")
    if style < 0.9:
        frame, one, other = rng.choice(ANTONYM_FRAMES[lang])
        if rng.random() < 0.5:
            one, other = other, one
        return Planted("negation", lang, frame.format(x=one), frame.format(x=other), (one, other), "own")
    word = rng.choice(RESTRICTIONS[lang])
    frame = rng.choice(RESTRICTED_FRAMES[lang])
    with_word, without = _tidy(frame.format(x=word)), _tidy(frame.format(x=""))
    claim, source = (with_word, without) if rng.random() < 0.5 else (without, with_word)
    return Planted("negation", lang, claim, source, (word,), "own")


def paraphrase(rng: random.Random, lang: str) -> Planted:
    """The same facts in other words."""
    style = rng.randrange(6)
    if style == 0:
        one, other = rng.choice(EQUAL[lang])
        if rng.random() < 0.5:
            one, other = other, one
        template = _frame(rng, lang, "{}")
        return Planted("paraphrase", lang, template.format(one), template.format(other), (one, other), "own")
    if style == 1:
        unit = _units(rng, lang)[0]
        value = rng.choice((rng.randint(2, 12), rng.randint(1000, 99999)))
        template = _frame(rng, lang, "{}")
        plain = template.format(f"{value} {unit}")
        word = (
            WORDS[lang][value]
            if value <= 12
            else (f"{value:,}" if lang == "en" else f"{value:,}".replace(",", "."))
        )
        return Planted("paraphrase", lang, template.format(f"{word} {unit}"), plain, (unit,), "own")
    if style == 2:
        common, rare = COMMON_BOUNDS[lang], RARE_BOUNDS[lang]
        side = rng.randint(0, 1)
        source = rng.choice(common[side])
        claim = rng.choice((*common[side], *rare[side]))
        amount = f"{rng.randint(3, 900)} {_units(rng, lang)[0]}"
        template = _frame(rng, lang, "{}")
        return Planted(
            "paraphrase",
            lang,
            template.format(claim.format(n=amount)),
            template.format(source.format(n=amount)),
            (source, claim),
            "own",
        )
    if style == 3:
        pool = (*NEGATORS[lang], *RARE_NEGATORS[lang])
        strong = [n for n in pool if n not in ("not", "hardly", "kaum", "scarcely", "schwerlich")]
        one, other = rng.sample(strong, 2)
        frame = rng.choice(NEGATION_FRAMES[lang])
        return Planted(
            "paraphrase",
            lang,
            _tidy(frame.format(neg=one)),
            _tidy(frame.format(neg=other)),
            (one, other),
            "own",
        )
    sentence = _frame(rng, lang, f"{rng.randint(3, 900)} {_units(rng, lang)[0]}")
    if style == 4:
        opening = rng.choice(OPENINGS[lang])
        return Planted(
            "paraphrase",
            lang,
            opening.format(x=sentence[0].lower() + sentence[1:], X=sentence),
            sentence,
            (),
            "own",
        )
    product = rng.choice((*COMMON_PRODUCTS, *RARE_PRODUCTS))
    version = ".".join(map(str, _version(rng)))
    frame = rng.choice(VERSION_FRAMES[lang])
    word = rng.choice(("version", "release")) if lang == "en" else "Version"
    claim = frame.format(v=f"{product} {word} {version}")
    return Planted("paraphrase", lang, claim, frame.format(v=f"{product} {version}"), (product,), "own")


MAKERS = {
    "number": number_error,
    "unit": unit_error,
    "bound": bound_error,
    "version": version_error,
    "negation": negation_error,
    "paraphrase": paraphrase,
}


def own_pairs(count: int, seed: int) -> list[Planted]:
    """Make `count` pairs of each kind and language from the sentences above."""
    rng = random.Random(seed)
    pairs = [MAKERS[kind](rng, lang) for kind in MAKERS for lang in ("en", "de") for _ in range(count)]
    return [pair for pair in pairs if pair.claim != pair.source]


# -- pairs from the passages of a real knowledge base -----------

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ*`])")
_NUMBER = re.compile(r"(?<![\w.,/:`\-])(\d{1,4})(?=\s+[A-Za-zÄÖÜäöü]{2,})(?![\w.,]*\d)")
_VERSION = re.compile(r"\b([A-Z][A-Za-z]{2,})\s+(\d{1,2}\.\d{1,2}(?:\.\d{1,2})?)(?![\w.]*\d)")
_BOUNDED = {
    "en": {
        "at least": "at most",
        "up to": "at least",
        "more than": "less than",
        "less than": "more than",
        "at most": "at least",
        "or newer": "or older",
        "or higher": "or lower",
        "minimum": "maximum",
        "maximum": "minimum",
        "or later": "or earlier",
    },
    "de": {
        "mindestens": "höchstens",
        "bis zu": "mindestens",
        "mehr als": "weniger als",
        "weniger als": "mehr als",
        "höchstens": "mindestens",
        "oder neuer": "oder älter",
        "oder höher": "oder niedriger",
        "maximal": "mindestens",
    },
}
_VERB = {
    "en": re.compile(r"\b(is|are|can|will|should|must|has been|was)\b(?! not\b)(?!n't)"),
    "de": re.compile(r"\b(ist|sind|kann|wird|werden|können|muss|sollte|wurde)\b(?! nicht\b)"),
}
_NEGATIVE = {
    "en": re.compile(r"\b(is|are|can|will|should|must|does|do|was) not\b"),
    "de": re.compile(r"\b(nicht|keinesfalls|niemals)\b(?! nur\b)(?! mehr als\b)(?! weniger als\b)"),
}
_WITH = {
    "en": ((" with ", " without "), (" without ", " with ")),
    "de": ((" mit ", " ohne "), (" ohne ", " mit ")),
}


def sentences(folder: Path) -> Iterator[tuple[str, str]]:
    """Read the prose sentences of a folder of Markdown articles named NN.LANG.md: (language, sentence)."""
    for path in sorted(folder.rglob("*.md")):
        lang = path.name.split(".")[-2]
        if lang not in ("en", "de"):
            continue
        text = path.read_text(encoding="utf-8").split("---", 2)[-1]
        text = re.sub(r"```.*?```", "\n\n", text, flags=re.DOTALL)
        for block in re.split(r"\n\s*\n|\n(?=[*\-|>#] ?)", text):
            block = " ".join(block.split())
            if block.startswith(("#", "|", "<", "!", ">")) or "](" in block or "http" in block:
                continue
            for sentence in _SENTENCE.split(block.lstrip("*- ")):
                if 40 <= len(sentence) <= 240 and sentence.endswith("."):
                    yield lang, sentence


def mutations(rng: random.Random, lang: str, text: str) -> Iterator[Planted]:
    """Plant what can be planted into one sentence."""
    number = _NUMBER.search(text)
    if number:
        value = int(number[1])
        wrong = str(value + rng.choice((1, 2, 7, 10)))
        yield Planted("number", lang, text[: number.start(1)] + wrong + text[number.end(1) :], text, (), "kb")
        if 2 <= value <= 12:
            word = WORDS[lang][value]
            yield Planted(
                "paraphrase", lang, text[: number.start(1)] + word + text[number.end(1) :], text, (), "kb"
            )
    version = _VERSION.search(text)
    if version:
        head, _, tail = version[2].rpartition(".")
        wrong = f"{head}.{int(tail) + 1}"
        yield Planted(
            "version", lang, text[: version.start(2)] + wrong + text[version.end(2) :], text, (), "kb"
        )
    for right, wrong in _BOUNDED[lang].items():
        bounded = re.search(rf"\b{right}\b(?=(?:\W+\w+){{0,2}}?\W+\d)|(?<=\d\s){right}\b", text)
        if bounded:
            claim = text[: bounded.start()] + wrong + text[bounded.end() :]
            yield Planted("bound", lang, claim, text, (right, wrong), "kb")
            break
    negative = _NEGATIVE[lang].search(text)
    verb = _VERB[lang].search(text)
    if negative:
        kept = negative[1] if lang == "en" else ""
        claim = re.sub(r"\s+", " ", text[: negative.start()] + kept + text[negative.end() :])
        yield Planted("negation", lang, claim, text, (), "kb")
    elif verb and "n't" not in text and "not " not in text and "nicht" not in text and "kein" not in text:
        negator = "not" if lang == "en" else "nicht"
        claim = f"{text[: verb.end()]} {negator}{text[verb.end() :]}"
        yield Planted("negation", lang, claim, text, (negator,), "kb")
    for right, wrong in _WITH[lang]:
        if text.count(right) == 1 and wrong not in text and not negative:
            yield Planted("negation", lang, text.replace(right, wrong), text, (), "kb")
            break
    opening = rng.choice(OPENINGS[lang])
    yield Planted("paraphrase", lang, opening.format(x=text[0].lower() + text[1:], X=text), text, (), "kb")


def base_pairs(texts: Iterable[tuple[str, str]], count: int, seed: int) -> list[Planted]:
    """Plant up to `count` pairs of each kind and language into sentences, chosen by seed."""
    rng = random.Random(seed)
    shuffled = sorted(set(texts))
    rng.shuffle(shuffled)
    chosen: dict[tuple[str, str], list[Planted]] = {}
    for lang, text in shuffled:
        for pair in mutations(rng, lang, text):
            bucket = chosen.setdefault((pair.kind, lang), [])
            if len(bucket) < count and pair.claim != pair.source:
                bucket.append(pair)
    return [pair for key in sorted(chosen) for pair in chosen[key]]
