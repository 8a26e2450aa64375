"""The curator's acts on stored evidence: set a host aside, and take that back (SPEC W6, P6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.domain.errors import BadInput
from neurodesk.domain.evidence import Refusal
from neurodesk.storage import audit_store, evidence_store
from neurodesk.storage.db import Tx

SUBJECT = "host:"


@dataclass(frozen=True, slots=True)
class SetAside:
    """What was set aside: the host, and each text with the state and reason it had."""

    host: str
    texts: tuple[tuple[str, str, str], ...]


def set_host_aside(profile: Profile, host: str, who: str, place: str) -> SetAside:
    """Take the stored web evidence of a host and its subdomains out of use.

    No search, plan or article uses it from now on; texts, quotations and verdicts that rest on it stay as
    they are, so that the curator can look at them.

    Raises:
        BadInput: ``curator_nameless``.
    """
    _require_name(who)
    now = profile.clock.time()

    def store(tx: Tx) -> Sequence[tuple[str, str, str]]:
        former = evidence_store.set_host_aside(tx, host, Refusal.DOMAIN_DENIED)
        why = f"{len(former)} texts"
        audit_store.append(
            tx, at=now, who=who, place=place, act="set_host_aside", subject=f"{SUBJECT}{host}", why=why
        )
        return former

    return SetAside(host, tuple(profile.database.write(store)))


def take_host_back(profile: Profile, aside: SetAside, who: str, place: str) -> None:
    """Put back what ``set_host_aside`` took out of use; raises as it does."""
    _require_name(who)
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        for evidence_id, state, reason in aside.texts:
            evidence_store.take_back_evidence(tx, evidence_id, state, reason)
        subject = f"{SUBJECT}{aside.host}"
        audit_store.append(tx, at=now, who=who, place=place, act="take_host_back", subject=subject)

    profile.database.write(store)


def _require_name(who: str) -> None:
    if not who.strip():
        raise BadInput("curator_nameless", name=who)
