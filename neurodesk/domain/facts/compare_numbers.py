"""Comparing the numbers and dates of a claim with those of a source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from neurodesk.domain.facts.figures import Day, Quantities, Quantity, Unit
from neurodesk.domain.facts.quantities import find_quantities
from neurodesk.domain.facts.result import Finding, Outcome, reason
from neurodesk.domain.facts.tokens import language, sided_content

_LOWER: Final = frozenset(("ge", "gt"))
_UPPER: Final = frozenset(("le", "lt"))
_DAYS_A_MONTH: Final = 30.44
_TURNED: Final = [{low, high} for low in ("ge", "gt") for high in ("le", "lt")]
_DATED: Final = frozenset(("year", "decade"))


def _close(one: float, other: float, tolerance: float = 1e-9) -> bool:
    return abs(one - other) <= tolerance * max(abs(one), abs(other), 1e-12)


def _base(unit: Unit, per: Unit | None) -> tuple[str, float, Unit | None]:
    """Bring units that name one dimension under one name."""
    name, factor = unit
    if name == "rate_bit":
        return "size", factor, ("time", 1.0)
    if name in ("size_bin", "size_bit"):
        return "size", factor, per
    if name == "cent":
        return "money", 0.01, per
    if name in ("eur", "usd", "gbp", "chf"):
        return name, factor, per
    if name == "mile":
        return "length", factor * 1609.344, per
    if name == "inch":
        return "length", factor * 0.0254, per
    return name, factor, per


def _dimension(quantity: Quantity) -> str:
    if quantity.unit is None:
        return ""
    name = _base(quantity.unit, None)[0]
    return "time" if name == "months" else "celsius" if name == "fahrenheit" else name


def _same_dimension(claim: Quantity, source: Quantity) -> bool:
    one, other = _dimension(claim), _dimension(source)
    return one == other or {one, other} in ({"money", "eur"}, {"money", "usd"}, {"money", "gbp"})


def _pair_equal(value: float, other: float, claim: Quantity, source: Quantity) -> bool:
    if claim.unit is None or source.unit is None:
        return _close(value, other)
    if claim.unit == source.unit:
        return _close(value, other)
    names = (claim.unit[0], source.unit[0])
    if set(names) == {"time", "months"}:
        seconds, months = (value * claim.unit[1], other * source.unit[1])
        if names[0] == "months":
            seconds, months = other * source.unit[1], value * claim.unit[1]
        return _close(seconds / 86400, months * _DAYS_A_MONTH, 0.035)
    if set(names) == {"celsius", "fahrenheit"}:
        celsius, fahrenheit = (value, other) if names[0] == "celsius" else (other, value)
        return abs(celsius * 9 / 5 + 32 - fahrenheit) <= 1
    (_, factor, _), (_, other_factor, _) = _base(claim.unit, None), _base(source.unit, None)
    if _close(value * factor, other * other_factor, 0.02 if "mile" in names or "inch" in names else 1e-6):
        return True
    if names == ("size", "size"):
        # "1.5 GB" may have been written as 1536 MB: decimal names are used for powers of 1,024 all the time.
        return _close(_binary(value, claim.unit[1]), _binary(other, source.unit[1]), 1e-6)
    return False


def _binary(value: float, factor: float) -> float:
    exponent = 0
    while factor > 1:
        factor /= 1000.0
        exponent += 1
    return float(value * 1024.0**exponent)


def _version_equal(claim: Quantity, source: Quantity) -> bool:
    """Whether a claim's version is the source's, or the beginning of it ("PHP 8" for "PHP 8.1")."""
    return source.parts[: len(claim.parts)] == claim.parts


def _values_equal(
    claim: tuple[float, ...], source: tuple[float, ...], one: Quantity, other: Quantity
) -> bool:
    return any(_pair_equal(a, b, one, other) for a in claim for b in source)


def equal(claim: Quantity, source: Quantity) -> bool:
    """Whether two quantities name the same value, units converted; bounds are not looked at."""
    if (claim.kind == "ordinal") != (source.kind == "ordinal"):
        return False
    if claim.kind == "version" or source.kind == "version":
        return _version_equal(claim, source)
    if not _same_dimension(claim, source):
        return False
    named = claim.label != "" and claim.label == source.label
    if claim.unit is None and _looks_like_version(source) and (_looks_like_version(claim) or named):
        return _version_equal(claim, source)
    if claim.kind == "decade" or source.kind == "decade":
        if not claim.values or not source.values:
            return False
        return claim.values[0] // 10 == source.values[0] // 10 and (claim.kind == "decade" or claim == source)
    if claim.upto and source.upto:
        return _values_equal(claim.values, source.values, claim, source) and _values_equal(
            claim.upto, source.upto, claim, source
        )
    if source.upto:
        return _values_equal(claim.values, source.values, claim, source) or _values_equal(
            claim.values, source.upto, claim, source
        )
    if claim.upto:
        return False
    return _values_equal(claim.values, source.values, claim, source)


def _looks_like_version(quantity: Quantity) -> bool:
    return "." in quantity.text and "," not in quantity.text and bool(quantity.label)


def _scaled(quantity: Quantity) -> float | None:
    if not quantity.values:
        return None
    factor = _base(quantity.unit, None)[1] if quantity.unit else 1.0
    if quantity.unit and quantity.unit[0] == "months":
        factor *= _DAYS_A_MONTH * 86400
    return quantity.values[0] * factor


def _satisfies(claim: Quantity, source: Quantity) -> bool:
    """Whether an exact number of the source lies inside the bound that the claim gives."""
    if claim.bound not in _LOWER | _UPPER or source.bound not in ("", "approx") or claim.upto:
        return False
    limit, value = _scaled(claim), _scaled(source)
    if limit is None or value is None or not _same_dimension(claim, source):
        return False
    if claim.unit is None and not (set(claim.nouns) & set(source.nouns) or claim.label == source.label != ""):
        return False
    return value > limit if claim.bound in _LOWER else value < limit


def _alignment(claim: Quantity, source: Quantity) -> float:
    """Score how likely two numbers are about the same thing."""
    score = 0.0
    if claim.label and claim.label == source.label:
        score += 3
    if claim.noun and claim.noun in (source.noun, *source.nouns):
        score += 3
    score += 2 * (claim.before != "" and claim.before == source.before)
    score += 2 * (claim.after != "" and claim.after == source.after)
    score += (
        len(claim.context & source.context) * 0.5 + len(claim.clause_context & source.clause_context) * 0.5
    )
    return score


def _adjacent(claim: Quantity, source: Quantity) -> int:
    return (
        (claim.before != "" and claim.before == source.before)
        + (claim.after != "" and claim.after == source.after)
        + (claim.label != "" and claim.label == source.label)
        + (claim.noun != "" and claim.noun == source.noun)
    )


def _difference(
    outcome: Outcome, code: str, claim: Quantity | Day, source: Quantity | Day, subject: str
) -> Finding:
    return Finding(
        outcome,
        reason(code, claim=_spelling(claim), source=_spelling(source), subject=subject),
        claim.start, claim.end, source.start, source.end,
    )  # fmt: skip


def _spelling(fact: Quantity | Day) -> str:
    if isinstance(fact, Day):
        return fact.text
    words = [fact.label_text if fact.kind != "year" and not fact.unit else "", fact.text]
    words += [fact.unit_text or (fact.noun if fact.kind not in _DATED else "")]
    sign = {"ge": "≥", "gt": ">", "le": "≤", "lt": "<", "approx": "≈"}.get(fact.bound, "")
    return " ".join(word for word in (sign, *words) if word)


def _subject(claim: Quantity, source: Quantity) -> str:
    shared = claim.context & source.context
    if claim.label and claim.label in shared:
        return claim.label
    return next(iter(sorted(shared)), "")


class NumberComparer:
    """Compares all numbers and dates of one claim with those of one source."""

    def __init__(self, claim: str, source: str, heading: str) -> None:
        self.claim = find_quantities(claim)
        self.source: Quantities = find_quantities(source)
        heading_facts = find_quantities(heading) if heading else Quantities((), (), frozenset())
        self.numbers = (*self.source.numbers, *heading_facts.numbers)
        self.days = (*self.source.days, *heading_facts.days)
        self.claim_words = sided_content(claim)
        self.source_words = sided_content(source) | sided_content(heading)
        self.across = {language(claim), language(source)} == {"de", "en"}
        self.missing: list[str] = []

    def findings(self) -> Iterator[Finding]:
        """Give the differences; facts that are simply not in the source are added to `missing`."""
        for quantity in self.claim.numbers:
            yield from self._number(quantity)
        for day in self.claim.days:
            yield from self._day(day)

    # -- numbers ---------------------------------------------------------------------------------------------

    def _number(self, claim: Quantity) -> Iterator[Finding]:
        soft = (
            claim.soft
            or claim.text.lower() in ("one", "eins")
            or (claim.kind == "ordinal" and claim.values == (1.0,))
        )
        same = [s for s in self.numbers if equal(claim, s)]
        if claim.kind in _DATED and not same and self._year_in_days(claim):
            return
        if same:
            yield from self._matched(claim, same, soft)
            return
        if any(_satisfies(claim, s) and _alignment(claim, s) > 0 for s in self.numbers):
            return
        yield from self._unmatched(claim, soft)

    def _year_in_days(self, claim: Quantity) -> bool:
        years = [r[0] for day in self.days for r in day.readings if r[0]]
        wanted = int(claim.values[0]) if claim.values else 0
        return any(y == wanted or (claim.kind == "decade" and y // 10 == wanted // 10) for y in years)

    def _matched(self, claim: Quantity, same: list[Quantity], soft: bool) -> Iterator[Finding]:
        best = max(same, key=lambda s: (_alignment(claim, s), -s.start))
        if not soft:
            rival = self._rival(claim, same, best)
            if rival is not None:
                yield _difference(Outcome.CONTRADICTS, "number_differs", claim, rival, _subject(claim, rival))
                return
        # A bound is right if any equally well placed number of that value carries it.
        level = _alignment(claim, best)
        placed = [s for s in same if _alignment(claim, s) >= level - 0.5]
        bound = [found for found in (self._bound(claim, s) for s in placed) if found is not None]
        if len(bound) == len(placed):
            yield bound[0]
        units = [found for found in (self._noun(claim, s) for s in placed) if found is not None]
        if len(units) == len(placed):
            yield units[0]
        rates = [found for found in (self._rate(claim, s) for s in placed) if found is not None]
        if len(rates) == len(placed):
            yield rates[0]
        labels = [found for found in (self._label(claim, s) for s in placed) if found is not None]
        if len(labels) == len(placed):
            yield labels[0]

    def _rival(self, claim: Quantity, same: list[Quantity], best: Quantity) -> Quantity | None:
        """Find another number of the source that stands where the claim's stands: the two were exchanged."""
        if claim.kind == "ordinal" and not claim.noun:
            return None
        for other in self.source.numbers:
            if other in same or not _same_dimension(claim, other) or other.kind != claim.kind or other.soft:
                continue
            if (
                claim.unit is None
                and claim.noun
                and other.noun
                and claim.noun not in (other.noun, *other.nouns)
            ):
                continue
            theirs = (other.clause_context - best.clause_context) & claim.clause_context
            ours = (best.clause_context - other.clause_context) & claim.clause_context
            if theirs and not ours and best.clause_context:
                return other
            adjacent, own = _adjacent(claim, other), _adjacent(claim, best)
            if adjacent >= own + 2:
                return other
            if adjacent > own and best.before and best.before not in self.claim_words:
                return other
        return None

    def _bound(self, claim: Quantity, source: Quantity) -> Finding | None:
        one, other = claim.bound, source.bound
        if source.upto and not claim.upto:
            upper = any(_pair_equal(a, b, claim, source) for a in claim.values for b in source.upto)
            if (upper and one in _UPPER) or (not upper and one in _LOWER):
                return None
            outcome = Outcome.STRICTER if not one else Outcome.CONTRADICTS
            return _difference(outcome, "bound_differs", claim, source, _subject(claim, source))
        if one == other or (one == "approx" and not other) or (not one and claim.upto):
            return None
        if one.startswith("?") or other.startswith("?"):
            outcome = Outcome.NOT_DECIDABLE
        elif (one in _LOWER and other in _UPPER) or (one in _UPPER and other in _LOWER):
            outcome = Outcome.CONTRADICTS
        else:
            outcome = Outcome.STRICTER
        return _difference(outcome, "bound_differs", claim, source, _subject(claim, source))

    def _noun(self, claim: Quantity, source: Quantity) -> Finding | None:
        """Compare what two equal numbers count where no list knows the unit."""
        if (
            claim.unit is not None
            or source.unit is not None
            or claim.kind != source.kind
            or claim.kind in _DATED
        ):
            return None
        if not claim.noun or not source.noun or self.across:
            return None
        if claim.noun in source.nouns or source.noun in claim.nouns or claim.noun in self.source_words:
            return None
        if any(claim.noun in noun or noun in claim.noun for noun in source.nouns if len(noun) > 3):
            return None
        if source.noun in self.claim_words:
            return None
        return self._substituted(claim, source, "unit_differs")

    def _substituted(self, claim: Quantity, source: Quantity, code: str) -> Finding:
        """One word beside a number was exchanged: a contradiction when all else around it is the same."""
        shared = len(claim.context & source.context)
        rest = len(claim.context - {claim.noun, claim.label})
        alike = shared >= 0.6 * rest and (shared >= 2 or (code == "version_differs" and shared == rest))
        outcome = Outcome.CONTRADICTS if alike else Outcome.NOT_DECIDABLE
        return _difference(outcome, code, claim, source, _subject(claim, source))

    def _rate(self, claim: Quantity, source: Quantity) -> Finding | None:
        one = _base(claim.unit, claim.per)[2] if claim.unit else claim.per
        other = _base(source.unit, source.per)[2] if source.unit else source.per
        if one == other or one is None:
            return None
        if other is None:
            if any(s.kind == "times" and s.per == one for s in self.source.numbers):
                return None  # "monatlich 5 Euro": the time stands apart from the number
            return _difference(Outcome.STRICTER, "unit_differs", claim, source, _subject(claim, source))
        return _difference(Outcome.CONTRADICTS, "unit_differs", claim, source, _subject(claim, source))

    def _label(self, claim: Quantity, source: Quantity) -> Finding | None:
        """Compare what two equal numbers are the number of ("Debian 12" is not "Ubuntu 12")."""
        if claim.unit or claim.kind in ("year", "decade", "ordinal", "times") or self.across:
            return None
        if not claim.label or not source.label or claim.label == source.label:
            return None
        if claim.noun and not (_looks_like_version(claim) and claim.noun == source.noun):
            return None
        if not claim.label_text[:1].isupper() or not source.label_text[:1].isupper():
            return None
        if claim.label in self.source_words or source.label in self.claim_words:
            return None
        return self._substituted(claim, source, "version_differs")

    def _unmatched(self, claim: Quantity, soft: bool) -> Iterator[Finding]:
        code = (
            "version_differs" if claim.kind == "version" or _looks_like_version(claim) else "number_differs"
        )
        # A number of the heading may answer for one of the claim, but contradicts none ("Step 3").
        rivals = [s for s in self.source.numbers if self._comparable(claim, s)]
        if rivals:
            best = max(rivals, key=lambda s: (_alignment(claim, s), -s.start))
            if _alignment(claim, best) > 0 or (not claim.context and not soft):
                yield _difference(Outcome.CONTRADICTS, code, claim, best, _subject(claim, best))
                return
        if soft:
            return
        misread = [s for s in self.source.numbers if self._same_figure(claim, s)]
        if misread:
            best = max(misread, key=lambda s: (_alignment(claim, s), -s.start))
            if self._unit_is_elsewhere(claim, best):
                return
            outcome = Outcome.CONTRADICTS if _alignment(claim, best) > 0 else Outcome.NOT_DECIDABLE
            yield _difference(outcome, "unit_differs", claim, best, _subject(claim, best))
            return
        if claim.kind in _DATED and self.days:
            yield from self._date_differs(claim, claim.context)
            return
        self.missing.append(claim.text)
        yield Finding(
            Outcome.NOT_DECIDABLE, reason("number_missing", claim=_spelling(claim)), claim.start, claim.end
        )

    def _comparable(self, claim: Quantity, source: Quantity) -> bool:
        if (claim.kind == "ordinal") != (source.kind == "ordinal") or not _same_dimension(claim, source):
            return False
        if (claim.kind in _DATED) != (source.kind in _DATED):
            return False
        if source.soft and claim.soft:
            return False
        if claim.kind == "ordinal":
            return bool(claim.noun) and claim.noun in (source.noun, *source.nouns)
        if claim.unit is None and claim.kind not in _DATED and claim.noun and source.noun:
            named = claim.label != "" and claim.label == source.label
            known = claim.noun in self.source_words
            return named or claim.noun in source.nouns or source.noun in claim.nouns or not known
        return True

    def _same_figure(self, claim: Quantity, source: Quantity) -> bool:
        if (claim.kind == "ordinal") != (source.kind == "ordinal"):
            return False
        return any(_close(a, b) for a in claim.values for b in source.values)

    def _unit_is_elsewhere(self, claim: Quantity, source: Quantity) -> bool:
        """Whether the unit stands apart ("timeout in seconds: 30") or the claim leaves it out."""
        if claim.unit is None:
            return not claim.noun or claim.noun in self.source_words
        if source.unit is None and not source.noun:
            return True
        return source.unit is None and sided_content(claim.unit_text) <= self.source_words

    # -- dates -----------------------------------------------------------------------------------------------

    def _day(self, claim: Day) -> Iterator[Finding]:
        same = [s for s in self.days if any(_agree(a, b) for a in claim.readings for b in s.readings)]
        if same:
            turned = [s for s in same if {claim.bound, s.bound} in _TURNED]
            if len(turned) == len(same):
                yield _difference(Outcome.CONTRADICTS, "bound_differs", claim, turned[0], "")
            return
        years = {int(s.values[0]) for s in self.numbers if s.kind == "year" and s.values}
        if any(a[0] in years and not a[1] for a in claim.readings):
            return
        if self.days or years:
            yield from self._date_differs(claim, claim.context)
            return
        self.missing.append(claim.text)
        yield Finding(
            Outcome.NOT_DECIDABLE, reason("number_missing", claim=claim.text), claim.start, claim.end
        )

    def _date_differs(self, claim: Quantity | Day, context: frozenset[str]) -> Iterator[Finding]:
        facts: list[Quantity | Day] = [
            *self.source.days,
            *(s for s in self.source.numbers if s.kind == "year"),
        ]
        if not facts:
            return
        best = max(facts, key=lambda s: (len(context & s.context), -s.start))
        coarser = isinstance(claim, Day) and not any(
            _clash(a, b) for a in claim.readings for b in _day_readings(best)
        )
        outcome = Outcome.STRICTER if coarser else Outcome.CONTRADICTS
        yield _difference(
            outcome, "date_differs", claim, best, next(iter(sorted(context & best.context)), "")
        )


def _day_readings(fact: Quantity | Day) -> tuple[tuple[int, int, int], ...]:
    if isinstance(fact, Day):
        return fact.readings
    return ((int(fact.values[0]), 0, 0),) if fact.values else ()


def _agree(claim: tuple[int, int, int], source: tuple[int, int, int]) -> bool:
    """Whether every part that the claim gives stands in the source too."""
    return all(not c or c == s for c, s in zip(claim, source, strict=True))


def _clash(claim: tuple[int, int, int], source: tuple[int, int, int]) -> bool:
    return any(c and s and c != s for c, s in zip(claim, source, strict=True))
