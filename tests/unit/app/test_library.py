"""The library: what may be a collection, what is read, what is found, and what happens when files change."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk.app.commands.library import add_collection, index, remove_collection
from neurodesk.app.library_index import LibraryWatch
from neurodesk.app.profile import Profile
from neurodesk.app.queries import library as queries
from neurodesk.app.queries.doctor import examine
from neurodesk.bootstrap import library_provider, open_background, open_profile
from neurodesk.cli.root import main
from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import BadInput, EnvironmentFault, RuleRefused
from neurodesk.domain.evidence import PageRefused, Refusal, SearchHit, SourceOrigin
from neurodesk.domain.library import EXPORT_MARK_FILE, skip_reason
from neurodesk.domain.screening import library_uri
from neurodesk.pipeline.index_library import IndexReport
from neurodesk.providers.extract.registry import InProcess
from neurodesk.providers.search.library import LibraryProvider
from neurodesk.storage.library_store import LibraryStore

ZFS = """---
source_url: https://docs.example.org/zfs
license: CC-BY-4.0
date: 2025-03-04
---
# Defekte Platte ersetzen

## Schritte

1. Rufen Sie `zpool status` auf und notieren Sie die ausgefallene Platte.
2. Starten Sie den Austausch mit `zpool replace tank alt neu`.

## Prüfung

Der Zustand des Pools muss wieder ONLINE sein.
"""
BACKUP = (
    "Restoring backups\n\nThe command restic restore latest brings back the newest snapshot of a server.\n"
)
EXTRACTOR = InProcess()


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with open_profile(tmp_path / "profile") as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "papers"
    (made / "storage").mkdir(parents=True)
    (made / "storage" / "zfs platte.md").write_text(ZFS, encoding="utf-8")
    (made / "backup.txt").write_text(BACKUP, encoding="utf-8")
    return made


def indexed(profile: Profile, folder: Path, name: str = "Papers") -> tuple[LibraryProvider, IndexReport]:
    add_collection(profile, folder, name)
    (report,) = index(profile, EXTRACTOR, name)
    return library_provider(profile, EXTRACTOR), report


def search(provider: LibraryProvider, query: str, limit: int = 10) -> list[SearchHit]:
    return list(asyncio.run(provider.search(query, limit=limit)))


# -- walls ---------------------------------------------------------------------------------------------


def test_overlaps_are_refused_in_both_directions(profile: Profile, tmp_path: Path) -> None:
    kb = tmp_path / "kbs" / "kb"
    (kb / "inner").mkdir(parents=True)
    profile.database.write(
        lambda tx: tx.execute(
            "INSERT INTO kb (id, name, root, created_at) VALUES ('k', 'kb', ?, 0)", (str(kb),)
        )
    )
    walls = [kb, kb / "inner", kb.parent, profile.paths.root, profile.paths.staging, tmp_path]
    for wall in walls:
        with pytest.raises(RuleRefused, match="collection_overlaps"):
            add_collection(profile, wall, "x")
    link = tmp_path / "innocent"
    link.symlink_to(kb / "inner")
    with pytest.raises(RuleRefused, match="knowledge_base"):
        add_collection(profile, link, "x")
    assert queries.collections(profile) == []
    assert add_collection(profile, _made(tmp_path / "kbs" / "kb-papers"), "x").name == "x"


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


def test_a_knowledge_base_registered_later_stops_the_indexing(profile: Profile, folder: Path) -> None:
    indexed(profile, folder)
    profile.database.write(
        lambda tx: tx.execute(
            "INSERT INTO kb (id, name, root, created_at) VALUES ('k', 'kb', ?, 0)", (str(folder / "storage"),)
        )
    )
    with pytest.raises(RuleRefused, match="knowledge_base"):
        index(profile, EXTRACTOR)


@pytest.mark.parametrize("place", [".", "storage", ".."])
def test_an_export_of_our_own_is_no_collection(profile: Profile, folder: Path, place: str) -> None:
    (folder / place / EXPORT_MARK_FILE).write_text("{}")
    with pytest.raises(RuleRefused, match="export"):
        add_collection(profile, folder, "x")


def test_an_export_that_appears_later_is_left_out(profile: Profile, folder: Path) -> None:
    indexed(profile, folder)
    (folder / "storage" / EXPORT_MARK_FILE).write_text("{}")
    (report,) = index(profile, EXTRACTOR)
    assert report.skipped == [("storage", "own_export")]
    assert [one.path for one in queries.files(profile, "Papers")] == ["backup.txt"]


def test_names_and_folders_are_checked(profile: Profile, folder: Path, tmp_path: Path) -> None:
    for bad in ("a,b", "*", "x" * 81, "a\x07b"):
        with pytest.raises(BadInput, match="collection_name_invalid"):
            add_collection(profile, folder, bad)
    with pytest.raises(BadInput, match="folder_missing"):
        add_collection(profile, tmp_path / "nowhere", "x")
    with pytest.raises(BadInput, match="folder_missing"):
        add_collection(profile, folder / "backup.txt", "x")
    add_collection(profile, folder, "Papers")
    with pytest.raises(BadInput, match="collection_exists"):
        add_collection(profile, folder, "Other")
    with pytest.raises(BadInput, match="collection_exists"):
        add_collection(profile, _made(tmp_path / "more"), "Papers")


# -- reading -------------------------------------------------------------------------------------------


def test_links_keys_hidden_and_special_files_are_left_out_with_their_reason(
    profile: Profile, folder: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("The password of the vault is swordfish and nobody must read it.")
    (folder / "link.txt").symlink_to(secret)
    (folder / "linked").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.txt")
    for name in ("id_rsa", "server.pem", "tls.key", ".env", "vault.kdbx", "credentials"):
        (folder / name).write_text("secret words of a key file")
    (_made(folder / ".git") / "notes.txt").write_text("secret words of a hidden folder")
    provider, report = indexed(profile, folder)
    skipped = dict(report.skipped)
    assert skipped["link.txt"] == skipped["linked"] == "link"
    assert skipped["pipe.txt"] == "special_file"
    assert skipped["id_rsa"] == skipped["server.pem"] == skipped["vault.kdbx"] == "key_file"
    assert skipped[".env"] == "hidden"
    assert (report.found, report.indexed) == (2, 2)
    assert search(provider, "password swordfish vault secret") == []
    for name in ("link.txt", "linked/secret.txt", "id_rsa", ".git/notes.txt", "../secret.txt", "pipe.txt"):
        with pytest.raises(PageRefused):
            provider.fetch_now(library_uri("Papers", name))


def test_a_file_that_becomes_a_link_after_indexing_is_not_followed(
    profile: Profile, folder: Path, tmp_path: Path
) -> None:
    provider, _ = indexed(profile, folder)
    (tmp_path / "secret.txt").write_text("The password of the vault is swordfish.")
    (folder / "backup.txt").unlink()
    (folder / "backup.txt").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(PageRefused) as refused:
        provider.fetch_now(library_uri("Papers", "backup.txt"))
    assert refused.value.reason is Refusal.FETCH_FAILED


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("a/b.md", ""),
        (".a/b.md", "hidden"),
        ("a/.b", "hidden"),
        ("node_modules/a.md", "system_folder"),
        ("a/ID_RSA", "key_file"),
        ("x.PFX", "key_file"),
        ("keys.md", ""),
        ("id_rsa-rotation.md", ""),
        ("secrets.yml", "key_file"),
        ("secrets-management.md", ""),
        ("prod.env", "key_file"),
    ],
)
def test_key_files_are_known_by_name(path: str, reason: str) -> None:
    assert skip_reason(path.split("/")) == reason


def test_refused_files_stand_in_the_report_and_do_not_stop_the_others(profile: Profile, folder: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (folder / "damaged.txt").write_bytes("Gr\ufffd\ufffde".encode())
    _, report = indexed(profile, folder)
    reasons = {path: reason for path, reason, _ in report.refused}
    assert reasons == {"broken.pdf": "bad_type", "picture.png": "bad_type", "damaged.txt": "encoding_damaged"}
    assert report.indexed == 2
    (again,) = index(profile, EXTRACTOR)
    assert {path for path, _, _ in again.refused} == set(reasons)


# -- searching and fetching ----------------------------------------------------------------------------


def test_inflected_words_of_both_languages_find_the_passage(profile: Profile, folder: Path) -> None:
    provider, _ = indexed(profile, folder)
    assert provider.available() == ""
    german = search(provider, "ausgefallene Platten austauschen")
    assert german[0].uri == "library://Papers/storage/zfs%20platte.md"
    assert "zpool status" in german[0].snippet
    assert search(provider, "restored servers")[0].uri == "library://Papers/backup.txt"
    assert search(provider, 'platte" OR (NEAR* :') != []
    assert search(provider, "") == search(provider, "Kürbissuppe") == []


def test_a_fetched_file_carries_its_provenance(profile: Profile, folder: Path) -> None:
    provider, _ = indexed(profile, folder)
    hit = search(provider, "zpool replace")[0]
    assert provider.handles(hit.uri)
    assert not provider.handles("https://a.example/x")
    source = asyncio.run(provider.fetch(hit))
    assert source.origin is SourceOrigin.LIBRARY
    assert (source.source_key, source.collection) == ("library:Papers", "Papers")
    assert (source.recorded_origin, source.licence) == ("https://docs.example.org/zfs", "CC-BY-4.0")
    assert source.lang == "de"
    assert source.text.startswith("# Defekte Platte ersetzen\n")
    assert source.dated_at == 1741046400.0
    file, text = queries.file_text(profile, hit.uri)
    assert (file.title, text) == ("Defekte Platte ersetzen", source.text)


def test_a_changed_file_is_read_as_it_is_now_and_a_gone_one_is_refused(
    profile: Profile, folder: Path
) -> None:
    provider, _ = indexed(profile, folder)
    hit = search(provider, "restic snapshot")[0]
    (folder / "backup.txt").write_text(BACKUP.replace("restic", "borg"))
    assert "borg restore latest" in provider.fetch_now(hit.uri).text
    assert search(provider, "borg")[0].uri == hit.uri
    assert search(provider, "restic") == []
    (folder / "backup.txt").unlink()
    with pytest.raises(PageRefused) as refused:
        provider.fetch_now(hit.uri)
    assert refused.value.reason is Refusal.FETCH_FAILED


def test_one_hit_a_file_and_the_same_order_each_time(profile: Profile, folder: Path) -> None:
    long = "# Pool\n\n" + "\n\n".join(
        f"## Part {n}\n\nThe pool of part {n} holds {n} disks." for n in range(30)
    )
    for number in range(5):
        (folder / f"pool{number}.md").write_text(long)
    provider, _ = indexed(profile, folder)
    uris = [hit.uri for hit in search(provider, "pool disks", limit=4)]
    assert uris == sorted(set(uris))
    assert len(uris) == 4
    assert [hit.rank for hit in search(provider, "pool disks", limit=4)] == [0, 1, 2, 3]


# -- keeping up ----------------------------------------------------------------------------------------


class Counting(InProcess):
    """Counts what is really extracted."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def extract(self, document):  # type: ignore[no-untyped-def]
        self.names.append(document.name)
        return super().extract(document)


def test_only_changed_bytes_are_extracted_again(profile: Profile, folder: Path) -> None:
    counting = Counting()
    add_collection(profile, folder, "Papers")
    index(profile, counting)
    assert sorted(counting.names) == ["backup.txt", "storage/zfs platte.md"]
    os.utime(folder / "backup.txt", (1, 1))
    (report,) = index(profile, counting)
    assert (report.unchanged, report.indexed, len(counting.names)) == (2, 0, 2)
    (folder / "backup.txt").write_text(BACKUP + "\nNew line of text.\n")
    (folder / "storage" / "zfs platte.md").unlink()
    (report,) = index(profile, counting)
    assert (report.unchanged, report.indexed, report.gone, len(counting.names)) == (0, 1, 1, 3)
    assert [one.path for one in queries.files(profile, "Papers")] == ["backup.txt"]
    (report,) = index(profile, counting, again=True)
    assert (report.indexed, len(counting.names)) == (1, 4)


def test_indexing_stops_when_asked_and_goes_on_later(profile: Profile, folder: Path) -> None:
    add_collection(profile, folder, "Papers")
    seen: list[str] = []
    (report,) = index(
        profile, EXTRACTOR, progress=lambda at: seen.append(at.path), stop=lambda: len(seen) >= 1
    )
    assert (report.stopped, report.indexed, seen) == (True, 1, ["backup.txt"])
    (report,) = index(profile, EXTRACTOR)
    assert (report.stopped, report.indexed, report.unchanged, report.gone) == (False, 1, 1, 0)


def test_a_folder_that_is_gone_leaves_its_index(profile: Profile, folder: Path, tmp_path: Path) -> None:
    provider, _ = indexed(profile, folder)
    folder.rename(tmp_path / "elsewhere")
    with pytest.raises(EnvironmentFault, match="collection_unreadable"):
        index(profile, EXTRACTOR)
    assert len(search(provider, "zpool")) == 1


def test_s3_the_empty_place_of_a_drive_that_is_not_connected_leaves_the_index_and_doctor_names_it(
    profile: Profile, folder: Path, tmp_path: Path
) -> None:
    provider, _ = indexed(profile, folder)
    assert "collection_unreachable" not in {one.code for one in examine(profile)}
    folder.rename(tmp_path / "elsewhere")
    folder.mkdir()
    with pytest.raises(EnvironmentFault, match="collection_unreadable"):
        index(profile, EXTRACTOR)
    assert len(search(provider, "zpool")) == 1
    for place in ("empty", "gone"):
        (bad,) = (one for one in examine(profile) if one.code == "collection_unreachable")
        assert bad.params == {"path": str(folder), "name": "Papers"}, place
        assert "is kept" in bad.notice.safe
        assert bad.notice.do
        if place == "empty":
            folder.rmdir()


def test_removing_a_collection_forgets_index_and_keeps_files_and_texts(
    profile: Profile, folder: Path
) -> None:
    provider, _ = indexed(profile, folder)
    sha256 = queries.files(profile, "Papers")[0].text_sha256
    remove_collection(profile, "Papers")
    assert search(provider, "zpool") == []
    assert provider.available() == "library_empty"
    assert (folder / "backup.txt").exists()
    assert LibraryStore(profile.database).text(sha256)
    with pytest.raises(BadInput, match="collection_unknown"):
        remove_collection(profile, "Papers")


def test_a_change_in_the_folder_is_indexed_after_a_pause(profile: Profile, folder: Path) -> None:
    provider, _ = indexed(profile, folder)
    done = threading.Event()
    reports: list[IndexReport] = []

    def tell(report: IndexReport) -> None:
        reports.append(report)
        if report.indexed:
            done.set()

    watch = LibraryWatch(profile, EXTRACTOR, debounce_s=0.2, indexed=tell)
    watch.start([one.collection for one in queries.collections(profile)])
    try:
        for number in range(20):
            (folder / f"new{number}.txt").write_text(f"A watched page number {number} about chrony.\n")
        assert done.wait(20)
    finally:
        watch.stop()
    assert len(search(provider, "chrony", limit=30)) == sum(one.indexed for one in reports)
    assert len(reports) <= 6


def test_a_collection_whose_folder_is_gone_stops_no_watch(profile: Profile, folder: Path) -> None:
    indexed(profile, folder)
    collections = [one.collection for one in queries.collections(profile)]
    shutil.rmtree(folder)
    watch = LibraryWatch(profile, EXTRACTOR).start(collections)
    watch.stop()


def test_s3_a_folder_that_comes_back_is_watched_again_and_what_changed_meanwhile_is_read(
    profile: Profile, folder: Path, tmp_path: Path
) -> None:
    provider, _ = indexed(profile, folder)
    away, done = tmp_path / "elsewhere", threading.Event()
    watch = LibraryWatch(profile, EXTRACTOR, debounce_s=0.2, indexed=lambda _: done.set())
    watch.start([one.collection for one in queries.collections(profile)])
    try:
        folder.rename(away)
        folder.mkdir()
        watch.follow_registered()
        deadline = time.monotonic() + 20
        while "Papers" not in watch.lost and time.monotonic() < deadline:
            time.sleep(0.02)
        assert watch.lost == {"Papers"}
        (away / "new.txt").write_text("A page number 7 about chrony, written while the drive was away.\n")
        done.clear()
        folder.rmdir()
        away.rename(folder)
        watch.follow_registered()
        assert done.wait(20)
        assert watch.lost == set()
        assert len(search(provider, "chrony")) == 1
        done.clear()
        (folder / "newer.txt").write_text("Another page, number 8, about chrony and its clock.\n")
        assert done.wait(20), "it is watched again"
    finally:
        watch.stop()
    assert len(search(provider, "chrony")) == 2


def test_a_collection_registered_while_watching_is_followed(profile: Profile, tmp_path: Path) -> None:
    added = tmp_path / "later"
    added.mkdir()
    done = threading.Event()
    with open_background(profile):
        provider, _ = indexed(profile, added)
        leave = profile.bus.subscribe(
            lambda changes: done.set() if changes.touches(Kind.LIBRARY_FILE) else None
        )
        deadline = time.monotonic() + 40
        # The folder is watched a moment after the registration: each new file is another chance, and longer
        # apart than the pause without changes that the watch waits for.
        while not done.wait(5.0) and time.monotonic() < deadline:
            (added / f"{time.monotonic_ns()}.txt").write_text("A page about chrony, added while watching.\n")
        leave()
    assert search(provider, "chrony", limit=3)


# -- command line --------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = 0
    try:
        main(list(arguments))
    except SystemExit as ended:
        code = int(ended.code or 0)
    return code, capsys.readouterr().out


def test_the_command_line_adds_shows_and_removes(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ("--data-dir", str(tmp_path / "profile"), "--json")
    code, out = run(capsys, "library", "add", str(folder), "--name", "Papers", *where)
    assert (code, json.loads(out)["reports"][0]["indexed"]) == (0, 2)
    code, out = run(capsys, "library", "index", *where)
    assert json.loads(out)["reports"][0]["unchanged"] == 2
    code, out = run(capsys, "library", "list", *where)
    assert json.loads(out)["collections"][0]["usable"] == 2
    code, out = run(capsys, "library", "show", "Papers", *where)
    uris = [one["uri"] for one in json.loads(out)["files"]]
    code, out = run(capsys, "library", "show", uris[1], *where)
    assert json.loads(out)["text"].startswith("# Defekte Platte")
    code, out = run(capsys, "library", "add", str(tmp_path / "profile"), *where)
    assert (code, json.loads(out)["error"]) == (3, "collection_overlaps")
    code, out = run(capsys, "library", "remove", "Papers", *where)
    assert code == 0
    code, out = run(capsys, "library", "show", "Papers", *where)
    assert (code, json.loads(out)["error"]) == (4, "collection_unknown")


def test_a_file_name_of_bytes_that_are_no_text_is_reported_and_stops_no_index_l1(
    profile: Profile, folder: Path
) -> None:
    odd = os.path.join(os.fsencode(folder), b"bad\xff.md")  # noqa: PTH118 - bytes
    try:
        with open(odd, "wb") as file:  # noqa: PTH123 - bytes
            file.write(b"# Odd\n\nText of the odd file.\n")
    except OSError:
        pytest.skip("this file system takes text only")
    add_collection(profile, folder, "Odd")
    report = index(profile, EXTRACTOR, "Odd")[0]
    assert ("bad\\udcff.md", "name_undecodable") in report.skipped
    assert report.found == len(list(folder.iterdir())) - 1


def test_the_terminal_words_why_a_file_is_not_used(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "server.key").write_text("secret", encoding="utf-8")
    (folder / "huge.txt").write_bytes(b"word " * (17 * 1024 * 1024 // 5))
    with pytest.raises(SystemExit):
        main(["library", "add", str(folder), "--name", "Papers", "--data-dir", str(tmp_path / "p")])

    out = capsys.readouterr().out
    assert "left out server.key: usually holds a key" in out
    assert "refused huge.txt: too large" in out
    assert not re.search(r": [a-z]+_[a-z_]+", out), out
