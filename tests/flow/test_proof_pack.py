"""A proof pack proves on another machine what it says, and no forged one passes (SPEC R11)."""

from __future__ import annotations

import getpass
import io
import json
import platform
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from neurodesk.domain.identity import sha256_bytes
from neurodesk.domain.proofs import ARTICLE, CLAIMS, MANIFEST, SIGNATURE, SOURCES
from neurodesk.storage.proof_files import MOST_ENTRIES, read_pack, write_pack
from neurodesk.storage.signing import SigningKey
from tests.desk_cli import Desk, prepared_desk
from tests.desk_parts import tree_bytes

CLAIM = "The volume group must have at least 10 GiB free before the command is run."


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return prepared_desk(tmp_path, capsys)


@pytest.fixture
def elsewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    """Another machine: a profile folder that does not exist yet."""
    return Desk(tmp_path / "elsewhere", capsys)


@pytest.fixture
def pack(desk: Desk, tmp_path: Path) -> Path:
    path = tmp_path / "grow.ndproof"
    done = desk.promote(desk.draft())
    desk.run("export", "--proof", str(desk.kb / done["path"]), "--to", str(path))
    return path


def change(path: Path, name: str, edit: Callable[[bytes], bytes], *, consistent: bool) -> None:
    """Change an entry; ``consistent`` also corrects the manifest, as a forger would."""
    entries = read_pack(path)
    before = entries[name]
    entries[name] = edit(before)
    assert entries[name] != before
    if consistent:
        manifest = json.loads(entries[MANIFEST])
        manifest["entries"][name] = sha256_bytes(entries[name])
        entries[MANIFEST] = json.dumps(manifest).encode()
    path.unlink()
    write_pack(path, entries)


def resign(path: Path) -> None:
    """Sign a pack with a key of the forger's own."""
    entries = read_pack(path)
    entries[SIGNATURE] = SigningKey(SigningKey.new_secret()).signature_of(entries)
    path.unlink()
    write_pack(path, entries)


def codes(found: dict[str, Any]) -> set[str]:
    return {one["code"] for one in found["problems"]} | {
        why["code"] for one in found["failing"] for why in one["problems"]
    }


def test_a_pack_proves_the_article_on_a_machine_without_profile_and_makes_none(
    pack: Path, elsewhere: Desk
) -> None:
    found = elsewhere.run("verify", str(pack))
    assert (found["holds"], found["units"], found["failing"]) == (True, 5, [])
    assert (found["origin"], found["approved_by"]) == ("unknown", "Ada")
    assert not elsewhere.data.exists()
    assert "consistent, origin unknown" in elsewhere.text("verify", str(pack))


def test_a_key_with_a_name_makes_the_origin_known_and_forgetting_it_unknown(
    desk: Desk, pack: Path, elsewhere: Desk
) -> None:
    public = desk.run("key", "show")["public_key"]
    elsewhere.run("key", "trust", public, "--name", "Storage team")
    found = elsewhere.run("verify", str(pack))
    assert (found["origin"], found["signer"]) == ("known", "Storage team")
    assert elsewhere.run("key", "list")["keys"][0]["name"] == "Storage team"
    elsewhere.run("key", "forget", public)
    assert elsewhere.run("verify", str(pack))["origin"] == "unknown"
    assert elsewhere.run("key", "forget", public, code=4)["error"] == "public_key_unknown"
    assert elsewhere.run("key", "trust", "12", "--name", "x", code=4)["error"] == "public_key_invalid"
    assert desk.run("verify", str(pack))["origin"] == "known"


def test_the_private_key_is_in_no_file_but_the_secret(desk: Desk, pack: Path) -> None:
    secrets = [one for one in desk.data.rglob("*") if one.suffix == ".token"]
    assert [stat.S_IMODE(one.stat().st_mode) for one in secrets] == [0o600]
    private = secrets[0].read_bytes()
    others = [one for one in desk.data.rglob("*") if one.is_file() and one not in secrets]
    assert others
    assert not [one for one in (*others, pack) if private in one.read_bytes()]


def test_a_pack_shows_passages_not_pages_and_nothing_of_the_machine(desk: Desk, pack: Path) -> None:
    entries = read_pack(pack)
    assert set(entries) == {ARTICLE, CLAIMS, SOURCES, "approval.json", MANIFEST, SIGNATURE}
    text = b"\n".join(entries.values()).decode()
    for secret in (str(desk.data), str(desk.kb), "library://", platform.node(), str(Path.home())):
        assert secret not in text
    user = getpass.getuser()
    assert f"/{user}/" not in text
    assert f'"{user}"' not in text


@pytest.mark.parametrize("entry", [ARTICLE, CLAIMS, SOURCES, "approval.json"])
def test_a_changed_entry_is_named(pack: Path, elsewhere: Desk, entry: str) -> None:
    change(pack, entry, lambda data: data.replace(b"1", b"2", 1), consistent=False)
    found = elsewhere.run("verify", str(pack), code=6)
    assert "pack_entry_changed" in codes(found)


def test_a_manifest_made_to_fit_breaks_the_signature(pack: Path, elsewhere: Desk) -> None:
    change(pack, ARTICLE, lambda data: data.replace(b"10 GiB free", b"20 GiB free"), consistent=True)
    found = elsewhere.run("verify", str(pack), code=6)
    assert "signature_invalid" in codes(found)
    assert any("20 GiB" in one["text"] for one in found["failing"])


def test_article_and_claim_changed_together_and_signed_anew_still_fail(pack: Path, elsewhere: Desk) -> None:
    for entry in (ARTICLE, CLAIMS):
        change(
            pack,
            entry,
            lambda data: data.replace(CLAIM.encode(), CLAIM.replace("10 GiB", "20 GiB").encode(), 1),
            consistent=True,
        )
    resign(pack)
    found = elsewhere.run("verify", str(pack), code=6)
    assert "signature_invalid" not in codes(found)
    assert [one["text"] for one in found["failing"]] == [CLAIM.replace("10 GiB", "20 GiB")]


def test_a_forgery_of_article_claim_and_passage_is_consistent_but_of_unknown_origin(
    desk: Desk, pack: Path, elsewhere: Desk
) -> None:
    elsewhere.run("key", "trust", desk.run("key", "show")["public_key"], "--name", "Storage team")
    for entry in (ARTICLE, CLAIMS):
        change(pack, entry, lambda data: data.replace(b"10 GiB free", b"20 GiB free"), consistent=True)
    resign(pack)
    found = elsewhere.run("verify", str(pack))
    assert (found["holds"], found["origin"], found["signer"]) == (True, "unknown", "")


def test_an_approval_by_another_name_fails_by_its_own_hash(pack: Path, elsewhere: Desk) -> None:
    change(pack, "approval.json", lambda data: data.replace(b'"Ada"', b'"Bob"'), consistent=True)
    resign(pack)
    assert "audit_record_changed" in codes(elsewhere.run("verify", str(pack), code=6))


def test_a_pack_without_signature_says_so(pack: Path, elsewhere: Desk) -> None:
    entries = read_pack(pack)
    del entries[SIGNATURE]
    pack.unlink()
    write_pack(pack, entries)
    assert elsewhere.run("verify", str(pack))["origin"] == "unsigned"
    entries[SIGNATURE] = b"{}"
    pack.unlink()
    write_pack(pack, entries)
    assert "signature_invalid" in codes(elsewhere.run("verify", str(pack), code=6))


def test_whole_texts_and_review_leave_only_on_request_after_the_list(desk: Desk, tmp_path: Path) -> None:
    draft, path = desk.draft(), tmp_path / "whole.ndproof"
    arguments = ("export", "--proof", draft, "--to", str(path), "--snapshots", "--review")
    assert desk.run(*arguments, code=3)["error"] == "export_unconfirmed"
    assert not path.exists()
    listed = desk.run(*arguments, "--list")["leaving"]
    assert (listed["snapshots"], listed["review"], listed["approved_by"]) == (1, True, "")
    assert not path.exists()
    desk.run(*arguments, "--yes")
    entries = read_pack(path)
    whole = next(name for name in entries if name.startswith("snapshots/"))
    assert sha256_bytes(entries[whole]) in whole
    assert desk.run("verify", str(path))["holds"]
    change(path, whole, lambda data: data.replace(b"at least 10", b"at least 11"), consistent=True)
    resign(path)
    assert "source_changed" in codes(desk.run("verify", str(path), code=6))


def test_internal_sources_are_withheld_unless_asked_for(desk: Desk, tmp_path: Path) -> None:
    hidden, shown = tmp_path / "hidden.ndproof", tmp_path / "shown.ndproof"
    base = "The file system may stay mounted while it grows."
    draft = desk.internal_draft(f"# The file system may stay mounted\n\n{base}\n")
    desk.run("export", "--proof", draft, "--to", str(hidden))
    found = desk.run("verify", str(hidden))
    assert (found["holds"], found["units"], found["withheld"]) == (True, 2, 2)
    assert b'quote":"The file' not in b"".join(read_pack(hidden).values())
    desk.run("export", "--proof", draft, "--to", str(shown), "--internal", "--yes")
    found = desk.run("verify", str(shown))
    assert (found["holds"], found["withheld"]) == (True, 0)


def test_what_does_not_verify_here_is_not_carried_elsewhere(desk: Desk, tmp_path: Path) -> None:
    draft, path = desk.draft(), tmp_path / "bad.ndproof"
    staged = next((desk.data / "staging").iterdir())
    staged.write_text(staged.read_text("utf-8").replace("10 GiB free", "20 GiB free"), "utf-8")
    assert desk.run("export", "--proof", draft, "--to", str(path), code=3)["error"] == "proof_fails"
    assert not path.exists()


# -- hostile files ----------------------------------------------------------------------------------------


def archive(path: Path, members: list[tuple[zipfile.ZipInfo, bytes]]) -> Path:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for name in (MANIFEST, ARTICLE):
            made.writestr(name, "{}")
        for info, data in members:
            made.writestr(info, data)
    path.write_bytes(buffer.getvalue())
    return path


def link() -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("claims.json")
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


@pytest.mark.parametrize(
    "info",
    [
        zipfile.ZipInfo("../outside"),
        zipfile.ZipInfo("a/../../outside"),
        zipfile.ZipInfo("/etc/outside"),
        zipfile.ZipInfo("C:outside"),
        zipfile.ZipInfo("folder/"),
        zipfile.ZipInfo("ARTICLE.md"),
        link(),
    ],
    ids=["climbs", "climbs inside", "absolute", "drive", "folder", "name twice", "link"],
)
def test_a_hostile_archive_is_refused_and_unpacks_nothing(
    info: zipfile.ZipInfo, elsewhere: Desk, tmp_path: Path
) -> None:
    path = archive(tmp_path / "bad.ndproof", [(info, b"x")])
    before = sorted(tmp_path.rglob("*"))
    assert elsewhere.run("verify", str(path), code=4)["error"] == "pack_refused"
    assert sorted(tmp_path.rglob("*")) == before


def test_a_bomb_is_refused_by_what_comes_out_not_by_what_it_says(elsewhere: Desk, tmp_path: Path) -> None:
    path = archive(tmp_path / "bomb.ndproof", [(zipfile.ZipInfo("x"), b"")])
    bomb = zipfile.ZipInfo("x2")
    bomb.compress_type = zipfile.ZIP_DEFLATED
    archive(path, [(bomb, b"\0" * (51 * 1024 * 1024))])
    assert path.stat().st_size < 1024 * 1024
    assert elsewhere.run("verify", str(path), code=4)["error"] == "pack_too_large"


def test_too_many_entries_are_refused(elsewhere: Desk, tmp_path: Path) -> None:
    many = [(zipfile.ZipInfo(f"e{at}"), b"") for at in range(MOST_ENTRIES)]
    path = archive(tmp_path / "many.ndproof", many)
    assert elsewhere.run("verify", str(path), code=4)["error"] == "pack_too_large"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        (MANIFEST, b"[]"),
        (MANIFEST, b'{"format": "neurodesk-proof", "version": 99}'),
        (CLAIMS, b"[1]"),
        (CLAIMS, b"[" * 100_000),
        (SOURCES, b'[{"ref": 1}]'),
        (ARTICLE, b"\xff\xfe\xff"),
        ("approval.json", b'{"record": {"seq": "x"}, "audit_head": {"seq": 1, "sha256": ""}}'),
    ],
)
def test_damaged_entries_give_an_error_that_names_them(
    pack: Path, elsewhere: Desk, name: str, data: bytes
) -> None:
    change(pack, name, lambda _: data, consistent=name != MANIFEST)
    assert elsewhere.run("verify", str(pack), code=4)["error"] in ("pack_damaged", "pack_newer")


@pytest.mark.parametrize("place", ["kb/storage/extend.md", "kb/new/grow.ndproof", "profile/grow.ndproof"])
def test_a_pack_is_written_neither_into_a_knowledge_base_nor_into_the_profile_r1(
    desk: Desk, tmp_path: Path, place: str
) -> None:
    draft = desk.draft()
    before = tree_bytes(desk.kb)
    code = "export_into_kb" if place.startswith("kb") else "export_into_profile"
    found = desk.run("export", "--proof", draft, "--to", str(tmp_path / place), code=3)
    assert found["error"] == code
    (tmp_path / "link").symlink_to(desk.kb, target_is_directory=True)
    through = str(tmp_path / "link" / "grow.ndproof")
    assert desk.run("export", "--proof", draft, "--to", through, code=3)["error"] == "export_into_kb"
    assert desk.run("scan", "--ranking", through, code=3)["error"] == "export_into_kb"
    assert desk.run("requests", "--export", through, code=3)["error"] == "export_into_kb"
    assert tree_bytes(desk.kb) == before


def test_a_pack_replaces_a_former_pack_and_no_other_file_s1(desk: Desk, tmp_path: Path) -> None:
    draft, target = desk.draft(), tmp_path / "notes.txt"
    target.write_text("precious", encoding="utf-8")
    assert desk.run("export", "--proof", draft, "--to", str(target), code=4)["error"] == "export_exists"
    assert target.read_text(encoding="utf-8") == "precious"
    target.unlink()
    desk.run("export", "--proof", draft, "--to", str(target))
    desk.run("export", "--proof", draft, "--to", str(target))
    assert desk.run("verify", str(target))["holds"]


def test_a_pack_that_was_cut_off_is_called_damaged_not_unknown_r11(pack: Path, elsewhere: Desk) -> None:
    pack.write_bytes(pack.read_bytes()[:2_000])
    assert elsewhere.run("verify", str(pack), code=4)["error"] == "pack_damaged"
