"""Front matter that no title can break, paths that lead nowhere else, links that follow a move."""

import io
import posixpath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from neurodesk.domain.errors import BadInput
from neurodesk.domain.staging_rules import (
    checked_folder,
    checked_path,
    colliding,
    free_name,
    front_matter_of,
    new_link,
    rewrite_links,
)


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60), st.lists(st.text(max_size=20), max_size=3))
def test_no_title_opens_a_second_block_or_key(title: str, categories: list[str]) -> None:
    front = front_matter_of(
        title=title, lang="de", day_at=1.0, categories=categories, draft_id="d_1", machine=True
    )
    lines = front.split("\n")
    assert lines[0] == "---"
    assert lines[-3] == "---"
    assert lines.count("---") == 2
    value = YAML(typ="safe", pure=True).load(io.StringIO("\n".join(lines[1:-3]) + "\n"))
    assert set(value) <= {"title", "lang", "date", "categories", "auto_reply", "neurodesk_draft"}
    assert value["auto_reply"] is False
    assert value["neurodesk_draft"] == "d_1"


def test_a_persons_article_carries_no_own_draft_mark() -> None:
    front = front_matter_of(title="T", lang="", day_at=1.0, categories=(), draft_id="d_1", machine=False)
    assert front == '---\ntitle: "T"\ndate: 1970-01-01\n---\n\n'


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/etc/passwd",
        "../x.md",
        "a/../../x.md",
        "a//x.md",
        "a\\x.md",
        "C:/x.md",
        "c:x.md",
        "a/./x.md",
        "x.md\0",
        "con.md",
        "a/NUL/x.md",
        "lpt1",
        "x.md.",
        "x ",
        ".git/hooks/post-commit",
        "a:b.md",
        "what?.md",
        "a\nb.md",
        "u\u0308.md",
        "x" * 300 + ".md",
        "a/" * 220 + "x.md",
    ],
)
def test_a_path_that_leads_elsewhere_or_is_no_name_everywhere_is_refused(path: str) -> None:
    with pytest.raises(BadInput, match="target_path_unsafe"):
        checked_path(path)


@pytest.mark.parametrize("path", ["a.md", "netz/größe.md", "知识/文章.md", "a b/c.md", "console.md"])
def test_a_plain_path_is_kept(path: str) -> None:
    assert checked_path(path) == path


@pytest.mark.parametrize("path", ["../x.md", "/x.md", "a/../x.md", "a\\..\\x.md"])
def test_an_existing_path_may_be_odd_but_never_leads_out(path: str) -> None:
    assert checked_path("con/u\u0308.md", existing=True) == "con/u\u0308.md"
    with pytest.raises(BadInput):
        checked_path(path, existing=True)


def test_a_folder_may_end_with_a_slash_but_not_begin_with_one() -> None:
    assert [checked_folder(one) for one in ("", ".", "a/b/", "a")] == ["", "", "a/b", "a"]
    with pytest.raises(BadInput):
        checked_folder("/etc")


def test_names_collide_by_case_and_normal_form() -> None:
    present = ["Disk.md", "u\u0308ber.md", "straße.md"]
    assert colliding("disk.md", present) == "Disk.md"
    assert colliding("\u00fcber.md", present) == "u\u0308ber.md"
    assert colliding("STRASSE.md", present) == "straße.md"
    assert colliding("Disk.md", present) == ""
    assert free_name("a/x.md", ["a/X.md"]) == "a/x-2.md"


@pytest.mark.parametrize(
    ("written", "from_path", "to_path", "wanted"),
    [
        ("old.md", "a/x.md", "a/new.md", "new.md"),
        ("./old.md#part", "a/x.md", "a/new.md", "./new.md#part"),
        ("old", "a/x.md", "a/new.md", "new"),
        ("../b/old.md", "a/x.md", "c/new.md", "../c/new.md"),
        ("/b/old.md", "a/x.md", "c/new.md", "/c/new.md"),
        ("old.md", "x.md", "c/new name.md", "c/new%20name.md"),
        ("alt-größe.md", "x.md", "neu-größe.md", "neu-größe.md"),
        ("[[Old]]", "a/x.md", "c/New.md", "[[New]]"),
        ("[[b/Old|see]]", "a/x.md", "c/New.md", "[[c/New|see]]"),
        ("[[Old#h]]", "a/x.md", "c/New.md", "[[New#h]]"),
    ],
)
def test_a_link_follows_in_the_manner_it_was_written(
    written: str, from_path: str, to_path: str, wanted: str
) -> None:
    assert new_link(written, from_path, to_path) == wanted


def test_only_link_targets_are_rewritten() -> None:
    text = (
        "old.md is a name. [one](old.md) [two](old.md#x \"t\")\r\n[r]: old.md\r\n<a href='old.md'>x</a>"
        " [far](very-old.md) `old.md` [[Old]] [[Old|x]] [[Older]]"
    )
    done = rewrite_links(text, {"old.md": "n/new.md", "[[Old]]": "[[New]]"})
    assert done == (
        "old.md is a name. [one](n/new.md) [two](old.md#x \"t\")\r\n[r]: n/new.md\r\n<a href='n/new.md'>x</a>"
        " [far](very-old.md) `old.md` [[New]] [[New|x]] [[Older]]"
    )


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(["a", "b", "c d"]), max_size=3),
    st.lists(st.sampled_from(["a", "b", "e"]), max_size=3),
)
def test_a_rewritten_relative_link_leads_to_the_new_place(here: list[str], there: list[str]) -> None:
    from urllib.parse import unquote

    from_path, to_path = "/".join([*here, "x.md"]), "/".join([*there, "new.md"])
    link = new_link("old.md", from_path, to_path)
    assert posixpath.normpath(posixpath.join(posixpath.dirname(from_path), unquote(link))) == to_path
