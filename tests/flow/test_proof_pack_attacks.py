"""Whatever is done to a proof pack, verifying it ends with a named result and opens no socket (SPEC R11)."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import neurodesk
from neurodesk.app.queries.proofs import Origin, verify_pack
from neurodesk.domain.errors import BadInput
from neurodesk.domain.proofs import ARTICLE, CLAIMS, MANIFEST, SIGNATURE, SOURCES
from neurodesk.storage.proof_files import MOST_BYTES, MOST_ENTRIES, read_pack, write_pack
from neurodesk.storage.signing import SigningKey, TrustedKeys, read_signature
from tests.desk_cli import prepared_desk

APPROVAL = "approval.json"
MEMBERS = (MANIFEST, SIGNATURE, ARTICLE, CLAIMS, SOURCES, APPROVAL)
Entries = dict[str, bytes]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Folder of the packs that were made already."""
    return {"folder": tmp_path_factory.mktemp("attacks")}


@pytest.fixture
def good(made: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> Path:
    """A pack of a promoted article, made once; beside it stands a folder that trusts its key."""
    path = made["folder"] / "grow.ndproof"
    if not path.exists():
        (made["folder"] / "desk").mkdir()
        desk = prepared_desk(made["folder"] / "desk", capsys)
        done = desk.promote(desk.draft())
        desk.run("export", "--proof", str(desk.kb / done["path"]), "--to", str(path))
        (made["folder"] / "there").mkdir()
        TrustedKeys(made["folder"] / "there").trust(desk.run("key", "show")["public_key"], "Storage team")
    return path


def outcome(path: Path, root: Path) -> tuple[str, set[str]]:
    """Return "holds", "fails" or "refused" with the origin or the codes that say why."""
    try:
        found = verify_pack(path, root)
    except BadInput as error:
        return "refused", {error.code}
    if found.holds:
        return "holds", {found.origin.value}
    problems = (*found.problems, *found.proved.problems, *found.proved.report.problems)
    why = {one.code for one in problems} | {two.code for one in found.proved.failing for two in one.problems}
    return "fails", why


def rewritten(good: Path, entries: Mapping[str, bytes], folder: Path) -> Path:
    path = folder / "other.ndproof"
    path.unlink(missing_ok=True)
    write_pack(path, entries)
    return path


@pytest.mark.parametrize("member", MEMBERS)
@pytest.mark.parametrize("bit", [0x01, 0x20])
def test_a_member_that_differs_by_one_byte_never_holds(
    good: Path, tmp_path: Path, member: str, bit: int
) -> None:
    root, entries = good.parent / "there", read_pack(good)
    assert outcome(good, root) == ("holds", {Origin.KNOWN.value})
    size = len(entries[member])
    wanted = {
        MANIFEST: {"signature_invalid", "pack_entry_changed", "pack_entry_extra", "pack_entry_missing"},
        SIGNATURE: {"signature_invalid"},
    }.get(member, {"pack_entry_changed"})
    for at in sorted({*range(0, size, max(1, size // 40)), size - 1}):
        data = bytearray(entries[member])
        data[at] ^= bit
        state, why = outcome(rewritten(good, entries | {member: bytes(data)}, tmp_path), root)
        assert state in ("fails", "refused"), (at, why)
        assert why & (wanted if state == "fails" else {"pack_damaged", "pack_newer"}), (at, why)


def test_a_signature_counts_in_its_one_form_alone(good: Path) -> None:
    """Each byte of the entry matters: no second spelling of the same signature passes."""
    entries = read_pack(good)
    assert read_signature(entries).valid
    for at in range(len(entries[SIGNATURE])):
        for bit in (0x01, 0x20):
            data = bytearray(entries[SIGNATURE])
            data[at] ^= bit
            assert not read_signature(entries | {SIGNATURE: bytes(data)}).valid, at
    value = json.loads(entries[SIGNATURE])
    for other in (json.dumps(value), json.dumps(value | {"more": 1}), entries[SIGNATURE].decode() + " "):
        assert not read_signature(entries | {SIGNATURE: other.encode()}).valid


@pytest.mark.parametrize("member", MEMBERS)
def test_a_member_that_is_missing_is_named(good: Path, tmp_path: Path, member: str) -> None:
    entries = read_pack(good)
    del entries[member]
    found = outcome(rewritten(good, entries, tmp_path), good.parent / "there")
    unsigned = member == SIGNATURE
    assert found == (("holds", {Origin.UNSIGNED.value}) if unsigned else ("refused", {"pack_damaged"}))


def signed_by_another(entries: Entries) -> Entries:
    """Sign the same manifest with a key that nobody knows."""
    return entries | {SIGNATURE: SigningKey(SigningKey.new_secret()).signature_of(entries)}


def under_the_known_key(entries: Entries) -> Entries:
    """Take another key's signature and write the known key beside it."""
    value = json.loads(signed_by_another(entries)[SIGNATURE])
    value["public_key"] = json.loads(entries[SIGNATURE])["public_key"]
    return entries | {SIGNATURE: (json.dumps(value, sort_keys=True, separators=(",", ":")) + "\n").encode()}


def of_another_manifest(entries: Entries) -> Entries:
    """Take the signature that another key gave to another manifest."""
    other = SigningKey(SigningKey.new_secret()).signature_of({MANIFEST: b"{}"})
    return entries | {SIGNATURE: other}


@pytest.mark.parametrize(
    ("attack", "expected"),
    [
        (signed_by_another, ("holds", {"unknown"})),
        (under_the_known_key, ("fails", {"signature_invalid"})),
        (of_another_manifest, ("fails", {"signature_invalid"})),
        (lambda entries: entries | {"more.txt": b"x"}, ("fails", {"pack_entry_extra"})),
        (lambda entries: entries | {"snapshots/x.txt": b"x"}, ("fails", {"pack_entry_extra"})),
        (lambda one: one | {CLAIMS: one[SOURCES], SOURCES: one[CLAIMS]}, ("refused", {"pack_damaged"})),
    ],
    ids=["other key", "other key's signature", "other manifest", "extra", "extra text", "members swapped"],
)  # fmt: skip
def test_a_swapped_key_and_an_extra_member_have_their_result(
    good: Path, tmp_path: Path, attack: Callable[[Entries], Entries], expected: tuple[str, set[str]]
) -> None:
    path = rewritten(good, attack(read_pack(good)), tmp_path)
    state, why = outcome(path, good.parent / "there")
    assert state == expected[0], why
    assert expected[1] <= why


# -- the archive itself ------------------------------------------------------------------------------------


def with_member(good: Path, info: zipfile.ZipInfo, data: bytes = b"x") -> bytes:
    """Return the good pack's archive with one more member, of any name, behind the others."""
    buffer = io.BytesIO(good.read_bytes())
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "a", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")
        archive.writestr(info, data)
    return buffer.getvalue()


def info_of(name: str, mode: int = 0, packing: int = zipfile.ZIP_DEFLATED) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr, info.compress_type = 3, mode << 16, packing
    return info


def many(good: Path) -> bytes:
    buffer = io.BytesIO(good.read_bytes())
    with zipfile.ZipFile(buffer, "a") as archive:
        for at in range(MOST_ENTRIES):
            archive.writestr(f"e{at}", b"")
    return buffer.getvalue()


ARCHIVES: dict[str, tuple[str, Callable[[Path], bytes]]] = {
    "name twice": ("pack_refused", lambda good: with_member(good, info_of(ARTICLE))),
    "name twice, other case": ("pack_refused", lambda good: with_member(good, info_of(ARTICLE.swapcase()))),
    "symbolic link": ("pack_refused", lambda good: with_member(good, info_of("a", stat.S_IFLNK | 0o777))),
    "named pipe": ("pack_refused", lambda good: with_member(good, info_of("a", stat.S_IFIFO | 0o600))),
    "device": ("pack_refused", lambda good: with_member(good, info_of("a", stat.S_IFCHR | 0o600))),
    "absolute": ("pack_refused", lambda good: with_member(good, info_of("/etc/passwd"))),
    "drive": ("pack_refused", lambda good: with_member(good, info_of("C:/x"))),
    "climbs": ("pack_refused", lambda good: with_member(good, info_of("../x"))),
    "climbs inside": ("pack_refused", lambda good: with_member(good, info_of("a/../../x"))),
    "climbs backwards": ("pack_refused", lambda good: with_member(good, info_of("..\\x"))),
    "folder": ("pack_refused", lambda good: with_member(good, info_of("a/"))),
    "other packing": ("pack_refused", lambda good: with_member(good, info_of("a", 0, zipfile.ZIP_BZIP2))),
    "bomb": ("pack_too_large", lambda good: with_member(good, info_of("a"), bytes(MOST_BYTES))),
    "too many": ("pack_too_large", many),
    "cut in the middle": ("pack_damaged", lambda good: good.read_bytes()[: good.stat().st_size // 2]),
    "last byte gone": ("pack_damaged", lambda good: good.read_bytes()[:-1]),
    "four bytes": ("pack_damaged", lambda good: good.read_bytes()[:4]),
    "no archive": ("pack_damaged", lambda _good: b"This is a letter, not a pack.\n"),
    "empty file": ("pack_damaged", lambda _good: b""),
    "no entry": ("pack_damaged", lambda _good: b"PK\x05\x06" + bytes(18)),
}  # fmt: skip


@pytest.mark.parametrize("how", ARCHIVES)
def test_an_archive_that_is_not_ours_is_refused_by_name_and_writes_nothing(
    good: Path, tmp_path: Path, how: str
) -> None:
    code, make = ARCHIVES[how]
    path = tmp_path / "bad.ndproof"
    path.write_bytes(make(good))
    before = sorted(tmp_path.parent.rglob("*"))
    assert outcome(path, good.parent / "there") == ("refused", {code})
    assert sorted(tmp_path.parent.rglob("*")) == before


def test_no_changed_byte_of_the_file_makes_other_contents_hold(good: Path, tmp_path: Path) -> None:
    """Byte after byte of the archive: what still holds has exactly the entries of before.

    A directory that is bent may hide its last entry, the signature: then the origin is called unsigned.
    """
    root, data, entries = good.parent / "there", good.read_bytes(), read_pack(good)
    bare = {name: one for name, one in entries.items() if name != SIGNATURE}
    path, states = tmp_path / "bent.ndproof", set()
    for at in range(0, len(data), 3):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :])
        state, why = outcome(path, root)
        states.add(state)
        if state == "holds":
            assert read_pack(path) == (bare if why == {Origin.UNSIGNED.value} else entries), at
    assert "refused" in states


WATCH = """
import os, sys
def watch(event, args):
    told = event.startswith("socket.") or event in ("subprocess.Popen", "os.fork", "os.posix_spawn")
    if event == "open":
        told = isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR) and args[0] != os.devnull
    if told:
        os.write(2, f"WATCHED {event} {args[:2]!r}\\n".encode())
        os._exit(99)
sys.addaudithook(watch)
"""


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_verifying_a_pack_opens_no_socket_starts_no_process_and_writes_no_file(
    good: Path, tmp_path: Path, form: list[str]
) -> None:
    (tmp_path / "sitecustomize.py").write_text(WATCH, "utf-8")
    there = f"{tmp_path}{os.pathsep}{Path(neurodesk.__file__).parents[1]}"
    done = subprocess.run(
        [sys.executable, "-B", "-m", "neurodesk", "verify", str(good), *form],
        env={**os.environ, "PYTHONPATH": there, "NEURODESK_DATA_DIR": str(tmp_path / "none")},
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "holds" in done.stdout
    assert sorted(one.name for one in tmp_path.iterdir()) == ["sitecustomize.py"]


def test_the_watch_of_the_test_above_sees_a_socket(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(WATCH, "utf-8")
    done = subprocess.run(
        [sys.executable, "-B", "-c", "import socket; socket.socket()"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 99
