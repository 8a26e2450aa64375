"""Importing a knowledge base: what is read, kept, reported, and what is not touched."""

from __future__ import annotations

import itertools
import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk.app.commands.knowledge import forget_kb, import_kb, refresh_text_index, register_kb, rescan_kb
from neurodesk.app.commands.scan import scan_now
from neurodesk.app.import_run import ImportReport
from neurodesk.app.profile import Profile
from neurodesk.app.queries.knowledge import links_of_article, twins_of_article
from neurodesk.app.queries.retrieval import HybridRetriever
from neurodesk.bootstrap import open_profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.profile import NodeProfileData


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with open_profile(tmp_path / "profile") as opened:
        yield opened


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    root = tmp_path / "kb"
    root.mkdir()
    return root


def write(root: Path, path: str, text: str | bytes) -> Path:
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text if isinstance(text, bytes) else text.encode())
    return target


def do_import(profile: Profile, root: Path) -> ImportReport:
    return import_kb(profile, register_kb(profile, root, "Desk").id).report


def node(profile: Profile, path: str) -> dict[str, object]:
    row = profile.database.read(lambda rx: rx.one("SELECT * FROM node WHERE path = ?", (path,)))
    assert row is not None, path
    return dict(row)


def count(profile: Profile, sql: str) -> int:
    return int(profile.database.read(lambda rx: rx.scalar(sql)))


def edges(profile: Profile, kind: str) -> set[tuple[str, str]]:
    rows = profile.database.read(
        lambda rx: rx.sql(
            """SELECT a.path, b.path FROM edge e JOIN node a ON a.id = e.src JOIN node b ON b.id = e.dst
               WHERE e.kind = ?""",
            (kind,),
        )
    )
    return {(row[0], row[1]) for row in rows}


def test_second_import_parses_nothing_and_finds_the_one_changed_file(profile: Profile, kb: Path) -> None:
    for number in range(5):
        write(kb, f"a{number}.md", f"# Title {number}\n\nThe server answers on port {8000 + number}.\n")
    first = do_import(profile, kb)
    assert (first.files, len(first.imported), first.unchanged) == (5, 5, 0)
    second = do_import(profile, kb)
    assert (second.parsed, second.chunked, second.profiled, second.unchanged) == (0, 0, 0, 5)
    # Same size and same time as before: only the content tells.
    before = (kb / "a3.md").stat()
    write(kb, "a3.md", "# Title 3\n\nThe server answers on port 8999.\n")
    os.utime(kb / "a3.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    third = do_import(profile, kb)
    assert third.imported == ["a3.md"]
    assert "8999" in str(node(profile, "a3.md")["body"])
    assert rescan_kb(profile, register_kb(profile, kb).id).report.unchanged == 5


def test_import_never_writes_below_the_root(profile: Profile, kb: Path) -> None:
    write(kb, "deep/a.md", "text")
    listing = sorted((str(p), p.stat().st_mtime_ns) for p in kb.rglob("*"))
    do_import(profile, kb)
    assert sorted((str(p), p.stat().st_mtime_ns) for p in kb.rglob("*")) == listing


def test_broken_front_matter_is_kept_and_reported(profile: Profile, kb: Path) -> None:
    write(kb, "broken.md", "---\ntitle: [unclosed\n---\n\n# Still here\n\nBody.\n")
    names = "abcdefghi"
    rows = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    rows += [f"{new}: &{new} [{', '.join(['*' + old] * 9)}]" for old, new in itertools.pairwise(names)]
    write(kb, "bomb.md", "---\n" + "\n".join(rows) + "\n---\nBody\n")
    write(kb, "deep.md", "---\na: " + "[" * 3000 + "\n---\nBody\n")
    write(kb, "open.md", "---\ntitle: never closed\n\nBody\n")
    report = do_import(profile, kb)
    assert len(report.imported) == 4
    assert [(path, code) for path, code, _ in report.problems] == [
        ("bomb.md", "front_matter_broken"),
        ("broken.md", "front_matter_broken"),
        ("deep.md", "front_matter_broken"),
        ("open.md", "front_matter_broken"),
    ]
    assert node(profile, "broken.md")["title"] == "Still here"
    assert node(profile, "broken.md")["body"] == "\n# Still here\n\nBody.\n"


def test_encodings_are_read_and_remembered(profile: Profile, kb: Path) -> None:
    text = "# Größe ändern\r\n\r\nDie Größe der Platte.\r\n"
    write(kb, "cp1252.md", text.encode("cp1252"))
    write(kb, "utf16.md", text.encode("utf-16"))
    write(kb, "bom.md", text.encode("utf-8-sig"))
    report = do_import(profile, kb)
    for path, encoding in (
        ("cp1252.md", "cp1252"),
        ("utf16.md", "utf-16-le+bom"),
        ("bom.md", "utf-8+bom"),
    ):
        stored = node(profile, path)
        assert stored["title"] == "Größe ändern"
        assert stored["encoding"] == encoding
        assert stored["body"] == text.replace("\r\n", "\n")
    assert [(path, code) for path, code, _ in report.problems] == [("cp1252.md", "encoding_guessed")]


def test_names_in_any_spelling_are_one_article(profile: Profile, kb: Path) -> None:
    name = unicodedata.normalize("NFD", "Überblick.md")
    write(kb, name, "# Ü\n")
    write(kb, "知识库/重置密码.md", "# 重置密码\n\n如何重置密码。\n")
    report = do_import(profile, kb)
    assert len(report.imported) == 2
    (kb / name).rename(kb / unicodedata.normalize("NFC", name))
    again = do_import(profile, kb)
    assert again.removed == []
    assert count(profile, "SELECT COUNT(*) FROM node") == 2
    hits = HybridRetriever(profile.database).search("重置密码", limit=3)
    assert hits[0].node_id == node(profile, "知识库/重置密码.md")["id"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_links_out_of_the_root_are_reported_and_not_followed(
    profile: Profile, kb: Path, tmp_path: Path
) -> None:
    write(tmp_path, "secret/a.md", "secret")
    (kb / "out").symlink_to(tmp_path / "secret")
    (kb / "file.md").symlink_to(tmp_path / "secret" / "a.md")
    write(kb, "in/a.md", "inside")
    (kb / "alias.md").symlink_to(kb / "in" / "a.md")
    write(kb, ".git/x.md", "hidden")
    write(kb, "_archive/old.md", "retired")
    report = do_import(profile, kb)
    assert report.imported == ["in/a.md"]
    assert [(path, code) for path, code, _ in report.problems] == [
        ("file.md", "link_out_of_root"),
        ("out", "link_out_of_root"),
    ]


def test_a_removed_file_archives_its_node_and_a_return_wakes_it(profile: Profile, kb: Path) -> None:
    write(kb, "a.md", "# A\n\n[to b](b.md) zebra\n")
    target = write(kb, "b.md", "# B\n\nokapi\n")
    do_import(profile, kb)
    assert edges(profile, "links_to") == {("a.md", "b.md")}
    text = target.read_bytes()
    target.unlink()
    report = do_import(profile, kb)
    assert report.removed == ["b.md"]
    assert node(profile, "b.md")["state"] == "archived"
    assert edges(profile, "links_to") == set()
    link = links_of_article(profile, str(node(profile, "a.md")["id"]))[0]
    assert (link.broken, link.line, link.target_node_id) == (True, 3, "")
    assert HybridRetriever(profile.database).search("okapi", limit=5) == []
    target.write_bytes(text)
    do_import(profile, kb)
    assert node(profile, "b.md")["state"] == "active"
    assert edges(profile, "links_to") == {("a.md", "b.md")}
    assert len(HybridRetriever(profile.database).search("okapi", limit=5)) == 1


def test_a_moved_file_keeps_its_node_and_the_old_place_gets_a_new_one(profile: Profile, kb: Path) -> None:
    write(kb, "old.md", "# One\n\nA long enough text.\n")
    do_import(profile, kb)
    before = node(profile, "old.md")["id"]
    (kb / "new").mkdir()
    (kb / "old.md").rename(kb / "new" / "place.md")
    report = do_import(profile, kb)
    assert report.moved == [("old.md", "new/place.md")]
    assert report.removed == []
    assert node(profile, "new/place.md")["id"] == before
    write(kb, "old.md", "# Another\n")
    do_import(profile, kb)
    assert node(profile, "old.md")["id"] != before
    assert count(profile, "SELECT COUNT(*) FROM node WHERE state = 'active'") == 2


def test_an_unreadable_root_is_never_an_empty_kb(profile: Profile, kb: Path, tmp_path: Path) -> None:
    write(kb, "a.md", "text")
    do_import(profile, kb)
    kb.rename(tmp_path / "elsewhere")
    with pytest.raises(BadInput, match="kb_root_missing"):
        import_kb(profile, register_kb_id(profile))
    assert node(profile, "a.md")["state"] == "active"


def test_s3_the_empty_place_of_a_drive_that_is_not_connected_archives_no_article(
    profile: Profile, kb: Path, tmp_path: Path
) -> None:
    write(kb, "a.md", "text")
    do_import(profile, kb)
    kb.rename(tmp_path / "elsewhere")
    kb.mkdir()
    with pytest.raises(BadInput, match="kb_root_missing"):
        import_kb(profile, register_kb_id(profile))
    assert node(profile, "a.md")["state"] == "active"


def register_kb_id(profile: Profile) -> str:
    return str(profile.database.read(lambda rx: rx.scalar("SELECT id FROM kb")))


def test_cancelled_import_goes_on_next_time(profile: Profile, kb: Path) -> None:
    for number in range(30):
        write(kb, f"{number:02}.md", f"# T{number}\n\nText {number} is here.\n")
    asked = iter([False] * 12)
    kb_id = register_kb(profile, kb, "Desk").id
    report = import_kb(profile, kb_id, cancelled=lambda: next(asked, True)).report
    assert not report.complete
    assert 0 < len(report.imported) < 30
    rest = import_kb(profile, kb_id).report
    assert rest.complete
    assert len(rest.imported) + len(report.imported) == 30
    assert count(profile, "SELECT COUNT(*) FROM node_profile WHERE version > 0") == 30


def test_links_of_every_kind_find_their_article(profile: Profile, kb: Path) -> None:
    write(
        kb,
        "guide/start.md",
        "---\ntitle: Start\n---\n"
        "[up](../top.md) [dir](../area/) [root](/guide/other) [wiki][w]\n"
        "[[Other Guide]] [[missing page]] <a href='../top.md#x'>top</a> [gone](gone.md)\n"
        "[out](https://example.org/x) ![pic](pic.png) [pic](pic.png) [mail](mailto:a@b.c) `[no](code.md)`\n"
        "```\n[no](fence.md)\n```\n\n[w]: ../top.md\n",
    )
    write(kb, "guide/other.md", "---\ntitle: Other Guide\n---\nx\n")
    write(kb, "guide/pic.png", b"png")
    write(kb, "top.md", "# Top\n")
    write(kb, "area/index.md", "# Area\n")
    do_import(profile, kb)
    assert edges(profile, "links_to") == {
        ("guide/start.md", "top.md"),
        ("guide/start.md", "area/index.md"),
        ("guide/start.md", "guide/other.md"),
    }
    links = links_of_article(profile, str(node(profile, "guide/start.md")["id"]))
    assert {(one.target, one.line) for one in links if one.broken} == {
        ("gone.md", 5),
        ("[[missing page]]", 5),
    }


def test_published_addresses_lead_to_articles(profile: Profile, kb: Path) -> None:
    for slug in ("alpha", "beta"):
        for lang in ("en", "de"):
            write(
                kb,
                f"{slug}/01.{lang}.md",
                f'---\npath: "/tutorials/{slug}"\nlanguage: "{lang}"\ntitle: "{slug} {lang}"\n---\n'
                "[x](https://kb.example.org/tutorials/beta) [y](/tutorials/alpha) [z](/tutorials/gone)"
                " [q](https://kb.example.org/tutorials/lost) [r](https://kb.example.org/login)"
                " [s](https://other.example.org/tutorials/lost)\n",
            )
    do_import(profile, kb)
    assert edges(profile, "links_to") == {
        ("alpha/01.en.md", "beta/01.en.md"),
        ("alpha/01.de.md", "beta/01.de.md"),
        ("beta/01.en.md", "alpha/01.en.md"),
        ("beta/01.de.md", "alpha/01.de.md"),
    }
    links = links_of_article(profile, str(node(profile, "alpha/01.en.md")["id"]))
    assert {one.target for one in links if one.broken} == {
        "/tutorials/gone",
        "https://kb.example.org/tutorials/lost",
    }


CODE = (
    "```bash\nsudo zpool status tank\nzpool replace tank sdb sdc\nzpool scrub tank\nzpool clear tank\n```\n"
)


def test_twins_by_declaration_name_and_code(profile: Profile, kb: Path) -> None:
    write(kb, "vpn.en.md", "# VPN\n\nHow to connect to the network.\n")
    write(kb, "vpn.de.md", "# VPN\n\nWie man sich mit dem Netz verbindet.\n")
    write(kb, "drucker.md", "---\nlang: de\ntranslation_of: printer.md\n---\nDer Drucker druckt nicht.\n")
    write(kb, "printer.md", "---\nlang: en\n---\nThe printer does not print.\n")
    write(kb, "pool.md", f"# Pool\n\nReplace the broken disk with these commands.\n\n{CODE}")
    write(kb, "platte.md", f"# Platte\n\nErsetzen Sie die Platte mit diesen Befehlen.\n\n{CODE}")
    report = do_import(profile, kb)
    assert report.twins == 3
    assert edges(profile, "translation_of") == {
        ("vpn.en.md", "vpn.de.md"),
        ("drucker.md", "printer.md"),
        ("pool.md", "platte.md"),
    }
    assert twins_of_article(profile, str(node(profile, "printer.md")["id"])) == [
        node(profile, "drucker.md")["id"]
    ]


def test_an_edge_that_the_curator_removed_stays_removed(profile: Profile, kb: Path) -> None:
    write(kb, "a.md", "[b](b.md)")
    write(kb, "b.md", "b")
    do_import(profile, kb)
    profile.database.write(lambda tx: tx.execute("UPDATE edge SET status = 'rejected'"))
    write(kb, "a.md", "[b](b.md) again")
    do_import(profile, kb)
    assert count(profile, "SELECT COUNT(*) FROM edge WHERE status = 'accepted'") == 0


FOOTER = "This text may be used freely by anyone who keeps this notice in every copy."


def test_a_footer_of_many_articles_is_marked_and_makes_no_shingles(profile: Profile, kb: Path) -> None:
    words = "alpha bravo charlie delta echo foxtrot golf hotel india juliett".split()
    for number in range(6):
        own = " ".join(words[number:] + words[:number])
        write(kb, f"a{number}.md", f"# A{number}\n\n{own}\n\n{FOOTER}\n")
    do_import(profile, kb)

    def facts(path: str) -> NodeProfileData:
        row = profile.database.read(
            lambda rx: rx.one(
                "SELECT data, shingles FROM node_profile WHERE node_id = ?", (node(profile, path)["id"],)
            )
        )
        assert row is not None
        return NodeProfileData.from_json(row["data"], row["shingles"])

    first = facts("a0.md")
    body = str(node(profile, "a0.md")["body"])
    assert [body[one.start : one.end] for one in first.shared] == [FOOTER]
    assert len(first.shingles) == 6
    # One article fewer: the paragraph is no boilerplate any more, in articles that did not change either.
    (kb / "a5.md").unlink()
    do_import(profile, kb)
    assert facts("a0.md").shared == ()
    assert len(facts("a0.md").shingles) > 6


def test_a_short_write_passes_a_running_import(profile: Profile, kb: Path) -> None:
    for number in range(60):
        write(kb, f"{number:02}.md", f"# T{number}\n\n" + f"Sentence {number} stands here.\n\n" * 40)
    waits: list[float] = []

    def beat(_: object) -> None:
        import time

        started = time.perf_counter()
        profile.database.write(lambda tx: tx.execute("UPDATE app_state SET at = 1 WHERE key = 'none'"))
        waits.append(time.perf_counter() - started)

    import_kb(profile, register_kb(profile, kb).id, progress=beat)
    assert waits
    assert sorted(waits)[len(waits) // 2] < 1.0


def test_changes_are_published_by_node(profile: Profile, kb: Path) -> None:
    seen: list[ChangeSet] = []
    profile.bus.subscribe(seen.append)
    write(kb, "a.md", "text")
    do_import(profile, kb)
    assert ChangeSet.merged(seen).touches(Kind.NODE, str(node(profile, "a.md")["id"]))


def test_forgetting_a_kb_leaves_its_files_and_no_rows(profile: Profile, kb: Path) -> None:
    write(kb, "a.md", "[b](b.md) zebra")
    write(kb, "b.md", "b")
    do_import(profile, kb)
    forget_kb(profile, register_kb_id(profile))
    for table in ("node", "chunk", "chunk_fts", "link", "edge", "paragraph", "node_profile", "kb"):
        assert count(profile, f"SELECT COUNT(*) FROM {table}") == 0, table
    assert (kb / "a.md").exists()


def test_overlapping_and_foreign_roots_are_refused(profile: Profile, kb: Path, tmp_path: Path) -> None:
    first = register_kb(profile, kb)
    assert register_kb(profile, kb).id == first.id
    (kb / "sub").mkdir()
    for root, code in (
        (kb / "sub", "kb_overlaps"),
        (tmp_path, "kb_overlaps"),
        (profile.paths.root, "kb_overlaps"),
        (tmp_path / "nowhere", "kb_root_missing"),
    ):
        with pytest.raises(BadInput, match=code):
            register_kb(profile, root)


def test_new_stemming_rules_index_stored_passages_anew(profile: Profile, kb: Path) -> None:
    write(kb, "a.md", "# Drucker\n\nDie Drucker drucken nicht.\n")
    do_import(profile, kb)
    profile.database.write(
        lambda tx: tx.execute("UPDATE app_state SET value = 'old' WHERE key = 'search.analyser'")
    )
    profile.database.write(lambda tx: tx.execute("DELETE FROM chunk_fts"))
    assert HybridRetriever(profile.database).search("Drucker", limit=1) == []
    assert refresh_text_index(profile) == 1
    assert len(HybridRetriever(profile.database).search("drucken", limit=1)) == 1


def test_codes_and_versions_match_as_whole_tokens(profile: Profile, kb: Path) -> None:
    write(kb, "a.md", "# A\n\nFehler 0x80070005 bei Version 4.12 auf Port 443.\n")
    write(kb, "b.md", "# B\n\nFehler 0x8007 bei Version 4.1 auf Port 4430.\n")
    do_import(profile, kb)
    retriever = HybridRetriever(profile.database)
    for query in ("0x80070005", "4.12", "443"):
        assert [one.node_id for one in retriever.search(query, limit=5)] == [node(profile, "a.md")["id"]]
    for query in ('"', "a AND (b", "NEAR(x y)", "title:x*", "-- ; DROP TABLE node", "' OR 1=1"):
        retriever.search(query, limit=5)


@pytest.mark.parametrize("power", ["10² Pa", "5·10⁻³ m³", "¹ a note", "Stufe ② von ⑤", "x³ + ½"])
def test_raised_and_circled_digits_are_no_numbers_and_stop_no_import_k1_k4(
    profile: Profile, kb: Path, power: str
) -> None:
    write(kb, "pump.md", f"# Pump\n\nThe vacuum pump reaches a pressure of {power} after twenty minutes.\n")
    report = do_import(profile, kb)
    assert (report.complete, report.profiled, report.problems) == (True, 1, [])
    assert scan_now(profile).result is not None


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.json", r'{"title": "Half \ud800", "text": "Body \udfff", "keywords": ["\ud8ff"], "\ud800": 1}'),
        ("a.md", '---\ntitle: "Half \\ud800"\n"k\\udfff": "\\ud8ff"\n---\n\nBody of the article.\n'),
    ],
)
def test_a_lone_surrogate_in_an_article_is_replaced_and_stops_no_import_k1(
    profile: Profile, kb: Path, path: str, text: str
) -> None:
    write(kb, path, text)
    write(kb, "other.md", "# Other\n\nThe server answers on port 8000.\n")
    assert sorted(do_import(profile, kb).imported) == sorted([path, "other.md"])
    assert node(profile, path)["title"] == "Half ?"
