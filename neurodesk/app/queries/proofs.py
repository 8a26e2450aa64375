"""Verify a proof pack: offline, without a database, a node or a language model (SPEC R11)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from neurodesk.domain.articles import Reason
from neurodesk.domain.ports import Embedder
from neurodesk.domain.proofs import SIGNATURE, ProofPack, entry_problems, parse_pack
from neurodesk.pipeline.prove_pack import PackReport, prove_pack
from neurodesk.pipeline.similarity import similarity_of
from neurodesk.storage.proof_files import is_archive, read_pack
from neurodesk.storage.signing import TrustedKeys, fingerprint, read_signature

__all__ = ["Origin", "VerifiedPack", "is_archive", "verify_pack"]


class Origin(StrEnum):
    """What is known of who made a pack."""

    KNOWN = "known"
    UNKNOWN = "unknown"
    UNSIGNED = "unsigned"


@dataclass(frozen=True, slots=True)
class VerifiedPack:
    """What verifying a pack said.

    Attributes:
        origin: ``unknown`` for a valid signature by a key that nobody here gave a name.
        signer: the name that the curator of this profile gave the key, "" unless known.
        key: fingerprint of the public key, "" when unsigned.
        problems: what is wrong with entries, signature, approval or whole texts.
    """

    pack: ProofPack
    proved: PackReport
    origin: Origin
    signer: str
    key: str
    problems: tuple[Reason, ...]

    @property
    def holds(self) -> bool:
        """Whether the pack is consistent and everything in it was proved."""
        return not self.problems and self.proved.holds


def verify_pack(path: Path, root: Path, encoder: Callable[[], Embedder] | None = None) -> VerifiedPack:
    """Verify a pack from its own entries.

    Args:
        root: the profile's folder, for the keys that its curator trusts; it need not exist.
        encoder: the shipped encoder, for claims whose source is in another language.

    Raises:
        BadInput: ``pack_damaged``, ``pack_refused``, ``pack_too_large``, ``pack_newer``.
        StorageFault: ``file_unreadable``, ``trusted_keys_damaged``.
    """
    entries = read_pack(path)
    pack = parse_pack(entries)
    problems = list(entry_problems(entries))
    signature = read_signature(entries)
    origin, signer = Origin.UNSIGNED, ""
    if signature.public_key or signature.valid:
        signer = TrustedKeys(root).all().get(signature.public_key, "")
        origin = Origin.KNOWN if signature.valid and signer else Origin.UNKNOWN
        if not signature.valid:
            signer = ""
            problems.append(Reason("signature_invalid"))
    elif SIGNATURE in entries:
        problems.append(Reason("signature_invalid"))
    similarity = similarity_of(encoder()) if encoder is not None else None
    key = fingerprint(signature.public_key) if signature.public_key else ""
    return VerifiedPack(pack, prove_pack(pack, similarity), origin, signer, key, tuple(problems))
