"""Look again at what promoted sentences rest on, and flag those that it no longer carries (SPEC P7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import tzinfo
from functools import partial
from typing import Protocol

from neurodesk.app.draft_sources import encoder_of
from neurodesk.app.profile import Profile
from neurodesk.domain.budget import local_day
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.fetching import Conditional
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.judge import ClaimUnit, Similarity
from neurodesk.domain.living import FLAGGED, GONE, ClaimState, SourceLook, SourceState, anchor
from neurodesk.domain.model_calls import Caller, calling
from neurodesk.domain.models import Priority
from neurodesk.domain.units import split_article
from neurodesk.pipeline.similarity import similarity_of
from neurodesk.storage import living_store
from neurodesk.storage.activity_store import note
from neurodesk.storage.article_store import body_of
from neurodesk.storage.db import Rx, Tx
from neurodesk.storage.living_store import CheckedCitation, Citation, CitedSource, SourceKind


class LooksAtPages(Protocol):
    """Asks for a page again, through the guard."""

    async def look(self, uri: str, known: Conditional | None = None) -> SourceLook:
        """Return what the page says now."""
        ...


@dataclass(frozen=True, slots=True)
class LookedAt:
    """One source that was looked at.

    Attributes:
        claims: (claim id, sentence, state) of what rests on it.
    """

    uri: str
    kind: str
    title: str
    state: SourceState
    moved_to: str
    detail: str
    claims: tuple[tuple[str, str, ClaimState], ...]

    @property
    def flagged(self) -> int:
        """How many citations no longer stand."""
        return sum(state in FLAGGED for _, _, state in self.claims)


@dataclass(frozen=True, slots=True)
class Rechecked:
    """What one round found.

    Attributes:
        sources: how many sources promoted sentences rest on.
        left: pages that were not looked at, for the limit or because the web is off.
        used: pages asked for on this local day, this round included.
    """

    looked: tuple[LookedAt, ...]
    sources: int
    left: int
    used: int
    changes: ChangeSet

    @property
    def states(self) -> dict[str, int]:
        """How many sources had which state."""
        return dict(Counter(one.state.value for one in self.looked))


def pages_left_today(profile: Profile, zone: tzinfo | None = None) -> int:
    """Return how many pages may still be asked for again on this local day (SPEC P7, Q9)."""
    day = local_day(profile.clock.time(), zone)
    used = profile.database.read(lambda rx: living_store.requests_on(rx, day))
    return max(0, profile.settings.current.whole("recheck.pages_a_day") - used)


async def recheck(
    profile: Profile,
    pages: LooksAtPages | None,
    *,
    limit: int,
    once_a_day: bool = False,
    zone: tzinfo | None = None,
) -> Rechecked:
    """Compare the sources of promoted sentences with what they say now, those looked at longest ago first.

    Articles and documents of the library are compared as they were last read, all of them; pages of the web
    are asked for with the validators of the last answer, at most ``limit``.

    Args:
        pages: None where the web must not be asked.
        limit: pages at most.
        once_a_day: leave alone what was looked at, or read at first, on this local day.
        zone: of the budget's day, this machine's own when None.
    """
    sources = profile.database.read(living_store.cited_sources)
    day = local_day(profile.clock.time(), zone)
    web = [one for one in sources if one.kind is SourceKind.WEB]
    if once_a_day:
        web = [one for one in web if local_day(one.looked_at, zone) != day]
    found = compare_local(profile, sources, zone)
    asked = web[: max(0, limit)] if pages is not None else []
    for source in asked:
        assert pages is not None
        known = Conditional(source.etag, source.last_modified) if source.known_sha256 else None
        look = await pages.look(source.moved_to or source.uri, known)
        found.append(_keep(profile, source, look, zone))
    used = profile.database.read(lambda rx: living_store.requests_on(rx, day))
    items = [(Kind.SOURCE_CHECK, one.uri) for one in found]
    items += [(Kind.CLAIM, claim) for one in found for claim, _, _ in one.claims]
    return Rechecked(tuple(found), len(sources), len(web) - len(asked), used, ChangeSet.of(*items))


async def recheck_by_hand(
    profile: Profile, limit: int, open_pages: Callable[[], AbstractContextManager[LooksAtPages]]
) -> Rechecked:
    """Look again as the curator's own act: pages only while research by hand may use the web.

    Args:
        limit: pages at most.
        open_pages: gives what asks for pages.
    """
    if not _web_allowed(profile, "web.manual_research"):
        return await recheck(profile, None, limit=0)
    with calling(Caller("", Priority.MANUAL)), open_pages() as pages:
        return await recheck(profile, pages, limit=limit)


def worker_recheck(
    profile: Profile,
    open_pages: Callable[[], AbstractContextManager[LooksAtPages]],
    zone: tzinfo | None = None,
) -> Callable[[], Awaitable[bool]]:
    """Return the worker's look at sources: at most one page each time, each page once a local day.

    The function tells whether another page is due and the day's budget has room (SPEC P7, Q9).
    """

    async def one() -> bool:
        left = pages_left_today(profile, zone) if _web_allowed(profile, "web.searxng") else 0
        with calling(Caller("", Priority.AUTONOMOUS)), open_pages() as pages:
            found = await recheck(
                profile, pages if left else None, limit=min(left, 1), once_a_day=True, zone=zone
            )
        return bool(left > 1 and found.left)

    return one


def _web_allowed(profile: Profile, switch: str) -> bool:
    settings = profile.settings.current
    return settings.switch(switch) and not settings.switch("network.local_only")


def compare_local(
    profile: Profile, sources: Sequence[CitedSource] | None = None, zone: tzinfo | None = None
) -> list[LookedAt]:
    """Compare articles and documents of the library with what was judged; asks nobody.

    What is as it was at the last look is left alone.
    """
    if sources is None:
        sources = profile.database.read(living_store.cited_sources)
    found = []
    for source in sources:
        if source.kind is SourceKind.WEB:
            continue
        look = profile.database.read(partial(living_store.local_look, source=source))
        if look is not None and not _known(source, look):
            found.append(_keep(profile, source, look, zone))
    return found


def _known(source: CitedSource, look: SourceLook) -> bool:
    """Tell whether a look at a local source says what is known already."""
    if look.text is None:
        return source.looked and source.state is look.state and source.looked_at >= source.promoted_at
    if look.moved_to not in ("", source.moved_to):
        return False  # where it went is remembered: there it may change
    sha256 = sha256_text(look.text)
    if not source.looked:
        return all(judged == sha256 for _, judged in source.cited)
    same = source.known_sha256 == sha256 and source.state is not SourceState.GONE
    return same and source.looked_at >= source.promoted_at


def _keep(profile: Profile, source: CitedSource, look: SourceLook, zone: tzinfo | None) -> LookedAt:
    """Find every citation of a source in its new text and store what was found, in one step."""
    now = profile.clock.time()

    def read(rx: Rx) -> tuple[SourceLook, list[Citation], dict[str, str], dict[tuple[str, int], str]]:
        seen = look
        if look.not_modified:
            text = rx.scalar("SELECT body FROM text WHERE sha256 = ?", (source.known_sha256,))
            seen = replace(look, text=None if text is None else str(text))
        citations = living_store.citations_of(rx, source)
        hashes = {one.ref.sha256 for one in citations}
        rows = rx.sql(
            "SELECT sha256, body FROM text WHERE sha256 IN (SELECT value FROM json_each(?))",
            ("[" + ",".join(f'"{one}"' for one in sorted(hashes)) + "]",),
        )
        bodies = {key: body_of(rx, *key) for key in {(one.draft_id, one.version) for one in citations}}
        return seen, citations, {row["sha256"]: row["body"] for row in rows}, bodies

    seen, citations, texts, bodies = profile.database.read(read)
    checked: list[CheckedCitation] = []
    if seen.state is SourceState.GONE:
        checked = [CheckedCitation(one, GONE) for one in citations]
    elif seen.text is not None:
        units = _ClaimUnits(bodies)
        similarity = _LazySimilarity(profile)
        checked = [
            CheckedCitation(one, anchor(one.ref, units.of(one), texts[one.ref.sha256], seen.text, similarity))
            for one in citations
            if one.ref.sha256 in texts
        ]
        sha256 = sha256_text(seen.text)
        changed = any(judged != sha256 for _, judged in source.cited)
        seen = replace(seen, state=SourceState.CHANGED if changed else SourceState.UNCHANGED)
    flagged = [one for one in checked if one.anchor.state in FLAGGED]

    def store(tx: Tx) -> None:
        living_store.put_look(tx, source, seen, checked, now, local_day(now, zone))
        if flagged:
            params = {"source": source.title or source.uri, "claims": len(flagged), "state": seen.state.value}
            note(tx, now, "source_changed", params=params)

    profile.database.write(store)
    claims = tuple((one.citation.claim_id, one.citation.text, one.anchor.state) for one in checked)
    moved = seen.moved_to or source.moved_to
    return LookedAt(source.uri, source.kind.value, source.title, seen.state, moved, seen.detail, claims)


class _ClaimUnits:
    """The promoted sentences as the judge reads them; each text is split once."""

    def __init__(self, bodies: dict[tuple[str, int], str]) -> None:
        self._articles = {key: split_article(body) for key, body in bodies.items()}

    def of(self, one: Citation) -> ClaimUnit:
        """Return the unit of a citation's claim."""
        article = self._articles[one.draft_id, one.version]
        unit = next((unit for unit in article.units if unit.id == one.claim_id), None)
        return ClaimUnit.of(article, unit) if unit is not None else ClaimUnit(one.text, one.kind)


class _LazySimilarity:
    """The calibrated similarity; the encoder is loaded only when words around a quotation changed."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._made: Similarity | None = None

    def __call__(self, one: str, other: str) -> float:
        if self._made is None:
            encoder = encoder_of(self._profile)
            self._made = similarity_of(encoder) if encoder is not None else (lambda _one, _other: 0.0)
        return self._made(one, other)
