"""The gates keep answers and refuse distractors, copies, own text and stale pages, each with its reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from neurodesk.domain.evidence import Refusal, SearchHit, SourceOrigin, SourceText
from neurodesk.domain.relevance import make_anchors
from neurodesk.domain.screening import (
    GateLimits,
    KnownTexts,
    SourceFilter,
    comparable_uri,
    host_is_denied,
    library_uri,
    over_budget,
    screen_hit,
    screen_text,
    source_key_of,
    split_library_uri,
    stale_sources,
)
from neurodesk.domain.shingles import shingles

LIMITS = GateLimits()
ALL = SourceFilter.of(("*",))
ANCHORS = make_anchors(
    "Defekte Platte in einem ZFS-Pool ersetzen",
    ["Wie wird eine defekte Platte in einem ZFS-Pool ersetzt?"],
    ["ZFS Platte ersetzen zpool replace", "ZFS replace failed disk zpool resilver"],
)
ZFS = """# Replacing a failed disk in a ZFS pool

When a disk of a ZFS pool fails, the pool keeps working in the degraded state. Replace the disk soon.

## Find the failed disk

1. Run `zpool status tank` and note the name of the device in state FAULTED.
2. Compare the serial number with the label on the drive bay before you pull anything.

## Replace it

1. Take the device offline with `zpool offline tank sdb`.
2. Put the new disk into the bay and start the replacement:

```sh
zpool replace tank sdb /dev/disk/by-id/ata-NEW
```

3. Watch the resilver with `zpool status`. The pool returns to ONLINE when it is finished.

The resilver reads only allocated blocks, so that an almost empty pool is ready within minutes. Do not
restart the server while it runs, because the resilver then starts from its last checkpoint.
"""
MDADM = """# Replacing a failed disk in a Linux software RAID

When a disk of an mdadm array fails, the array keeps working in the degraded state. Replace the disk soon.

1. Run `cat /proc/mdstat` and note the device that is marked as failed.
2. Remove it from the array with `mdadm --manage /dev/md0 --remove /dev/sdb1`.
3. Put the new disk into the bay, copy the partition table and add the new partition.

The rebuild reads the whole disk. Unlike ZFS, the array does not know which blocks are in use, so
that a rebuild takes hours even on an empty file system. Watch the progress until the array is clean
again and then verify it.
"""


def page(text: str, title: str = "", uri: str = "https://docs.example.org/a", **more: object) -> SourceText:
    title = title or text.splitlines()[0].lstrip("# ")
    made = SourceText(
        uri, uri, title, text, SourceOrigin.WEB, source_key_of(uri), "docs.example.org", "en", "test", 0.0
    )
    return replace(made, **more)  # type: ignore[arg-type]


def hit(
    uri: str, title: str = "Replace a failed disk in a ZFS pool", snippet: str = "zpool replace"
) -> SearchHit:
    return SearchHit(uri, title, snippet, "test", "q", 0)


def test_the_answer_passes_and_the_same_words_about_another_product_do_not() -> None:
    kept = screen_text(page(ZFS), anchors=ANCHORS, limits=LIMITS, known=KnownTexts())
    refused = screen_text(page(MDADM), anchors=ANCHORS, limits=LIMITS, known=KnownTexts())
    assert kept.kept, kept.detail
    assert refused.reason is Refusal.FULLTEXT_IRRELEVANT
    assert "other_subject" in refused.detail


@pytest.mark.parametrize(
    ("wanted", "found", "passes"),
    [("Debian 12", "Debian 12", True), ("Debian 12", "Debian 9", False), ("Debian 12", "Debian 12.4", True)],
)
def test_another_version_of_the_product_is_refused(wanted: str, found: str, passes: bool) -> None:
    anchors = make_anchors(
        f"Upgrade {wanted} in place",
        [],
        [f"{wanted} upgrade apt full-upgrade", f"{wanted} aktualisieren apt full-upgrade"],
    )
    text = (
        f"# Upgrade to {found}\n\n"
        f"Before the upgrade to {found}, read the release notes and make a backup of the whole machine.\n\n"
        "1. Change the suite in /etc/apt/sources.list to the new one.\n2. Run `apt update`.\n"
        "3. Run `apt full-upgrade` and answer the questions about changed files.\n"
        "4. Restart the machine.\n\n"
        "After the restart, check the release with `cat /etc/debian_version` and remove what is not "
        "needed any longer with `apt autoremove`. Services that were held back must be started "
        "by hand in their order.\n"
    )
    verdict = screen_text(page(text), anchors=anchors, limits=LIMITS, known=KnownTexts())
    assert verdict.kept is passes, verdict.detail


def test_another_error_code_of_the_same_kind_is_refused() -> None:
    anchors = make_anchors(
        "Fehler ORA-01017", [], ["ORA-01017 Anmeldung abgelehnt", "ORA-01017 logon denied"]
    )
    body = (
        "Oracle reports {code} when the logon is denied. Check the user name and the password of the "
        "connection, then look into the listener's log for the time of the attempt.\n\n" * 4
    )
    right = page("# {code}: logon denied\n\n".format(code="ORA-01017") + body.format(code="ORA-01017"))
    wrong = page("# {code}: logon denied\n\n".format(code="ORA-28000") + body.format(code="ORA-28000"))
    assert screen_text(right, anchors=anchors, limits=LIMITS, known=KnownTexts()).kept
    refused = screen_text(wrong, anchors=anchors, limits=LIMITS, known=KnownTexts())
    assert refused.reason is Refusal.FULLTEXT_IRRELEVANT
    assert "other_code" in refused.detail


def test_snippet_without_any_anchor_is_refused() -> None:
    verdict = screen_hit(
        hit("https://a.example/x", "Rezepte für den Herbst", "Kürbissuppe mit Ingwer"),
        anchors=ANCHORS,
        limits=LIMITS,
        source_filter=ALL,
    )
    assert verdict.reason is Refusal.SNIPPET_IRRELEVANT


def test_filter_compares_exact_keys_and_empty_is_not_all() -> None:
    admitted = SourceFilter.of(("docs.example.org", "library:Handbücher"))
    for uri, passes in (
        ("https://www.docs.example.org:8443/a", True),
        ("https://example.org/a", False),
        ("https://evil-docs.example.org.example/a", False),
        (library_uri("Handbücher", "zfs/a b.md"), True),
        (library_uri("Handbuch", "zfs/a b.md"), False),
    ):
        verdict = screen_hit(hit(uri), anchors=ANCHORS, limits=LIMITS, source_filter=admitted)
        assert (verdict.reason is None) is passes, uri
        if not passes:
            assert verdict.reason is Refusal.DOMAIN_NOT_IN_FILTER
    nothing = screen_hit(
        hit("https://docs.example.org/a"), anchors=ANCHORS, limits=LIMITS, source_filter=SourceFilter.of(())
    )
    assert nothing.reason is Refusal.DOMAIN_NOT_IN_FILTER
    assert SourceFilter.of(None).admits("anything")


def test_deny_list_matches_whole_labels_and_wins() -> None:
    assert host_is_denied("a.bad.example", ["bad.example"])
    assert host_is_denied("bad.example", ["www.bad.example"])
    assert not host_is_denied("notbad.example", ["bad.example"])
    verdict = screen_hit(
        hit("https://a.bad.example/x"),
        anchors=ANCHORS,
        limits=LIMITS,
        source_filter=SourceFilter.of(("a.bad.example",)),
        denied=["bad.example"],
    )
    assert verdict.reason is Refusal.DOMAIN_DENIED


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://www.example.org/a/", "http://example.org/a#part"),
        ("https://example.org/a?utm_source=x&b=2&a=1", "https://example.org/a?a=1&b=2"),
        ("https://EXAMPLE.org:443/index.html", "https://example.org/"),
        ("https://bücher.example/x", "https://xn--bcher-kva.example/x"),
    ],
)
def test_one_page_under_two_addresses_is_a_duplicate(one: str, other: str) -> None:
    assert comparable_uri(one) == comparable_uri(other)
    verdict = screen_hit(hit(one), anchors=ANCHORS, limits=LIMITS, source_filter=ALL, seen=[other])
    assert verdict.reason is Refusal.DUPLICATE_URL


def test_other_pages_stay_apart() -> None:
    assert comparable_uri("https://example.org/a?id=1") != comparable_uri("https://example.org/a?id=2")
    assert comparable_uri("https://example.org/A") != comparable_uri("https://example.org/a")
    assert comparable_uri("https://example.org:8443/a") != comparable_uri("https://example.org/a")


def test_a_cut_copy_is_duplicate_content_and_own_text_comes_first() -> None:
    cut = "# Disk swap on a ZFS machine\n\nFound in our forum.\n\n" + "\n".join(ZFS.splitlines()[4:])
    known = KnownTexts()
    known.add_evidence("ev_1", ZFS, "en")
    copy = screen_text(page(cut), anchors=ANCHORS, limits=LIMITS, known=known)
    assert copy.reason is Refusal.DUPLICATE_CONTENT
    assert copy.detail.startswith("ev_1")
    known.add_own("node_1", shingles(ZFS))
    own = screen_text(page(cut), anchors=ANCHORS, limits=LIMITS, known=known)
    assert own.reason is Refusal.OWN_TEXT
    assert own.detail.startswith("node_1")


def test_a_page_that_a_stub_quotes_is_not_the_stubs_copy() -> None:
    known = KnownTexts()
    quoted = " ".join(ZFS.split()[:40])
    known.add_own("stub", shingles(quoted))
    long = ZFS + "\n\n".join(
        f"Part {n} of the manual treats disk {n} of shelf {n + 7} in rack {n * 3}." for n in range(40)
    )
    assert screen_text(page(long), anchors=ANCHORS, limits=LIMITS, known=known).kept
    assert (
        screen_text(page(quoted * 2), anchors=ANCHORS, limits=LIMITS, known=known).reason is Refusal.OWN_TEXT
    )


def test_another_article_on_the_subject_is_no_copy() -> None:
    known = KnownTexts()
    known.add_own("node_1", shingles(MDADM))
    assert screen_text(page(ZFS), anchors=ANCHORS, limits=LIMITS, known=known).kept


def test_an_export_mark_makes_own_text() -> None:
    marked = page("neurodesk_export: 1\n\n" + ZFS, "x")
    assert screen_text(marked, anchors=ANCHORS, limits=LIMITS, known=KnownTexts()).reason is Refusal.OWN_TEXT


@pytest.mark.parametrize(
    ("title", "text", "reason"),
    [
        ("Just a moment...", "Checking your browser before accessing the site.", Refusal.CHALLENGE_PAGE),
        ("404", "Page not found. Try the search.", Refusal.LOW_QUALITY),
        (
            "ZFS",
            (
                "We value your privacy. We and our 842 partners store data. Accept all cookies. "
                "Manage preferences."
            ),
            Refusal.CHALLENGE_PAGE,
        ),
        ("ZFS", "ZFS is a file system. " * 20 + "\n\nSubscribe to continue reading.", Refusal.CHALLENGE_PAGE),
        ("ZFS", "   \n", Refusal.EMPTY_TEXT),
        ("ZFS", ZFS.replace("pool", "p\ufffdol"), Refusal.ENCODING_DAMAGED),
        ("ZFS", "[Home](/) [Disks](/d) [Pools](/p) [ZFS](/z)\n" * 30, Refusal.LOW_QUALITY),
    ],
)
def test_pages_that_are_no_page_are_refused(title: str, text: str, reason: Refusal) -> None:
    verdict = screen_text(page(text, title), anchors=ANCHORS, limits=LIMITS, known=KnownTexts())
    assert verdict.reason is reason, verdict.detail


def test_an_article_about_captchas_is_a_page() -> None:
    places = ("login form", "sign-up form", "password reset", "comment field", "contact form", "vote")
    text = "# Captcha on a login page\n\n" + "\n\n".join(
        f"A captcha at the {place} asks the visitor to verify that you are human. Put it behind the {place}, "
        f"not before it, because a bot that meets the {place} first has to guess a password there as well."
        for place in places
    )
    assert len(text) > 1200
    anchors = make_anchors("Captcha on a login page", [], ["captcha login page"])
    assert screen_text(page(text), anchors=anchors, limits=LIMITS, known=KnownTexts()).kept


def test_an_older_page_with_an_older_version_is_stale() -> None:
    old = page("Install PostgreSQL 11 with the package manager.", "Install PostgreSQL", dated_at=1.5e9)
    new = page("Install PostgreSQL 16 with the package manager.", "Install PostgreSQL", dated_at=1.7e9)
    found = stale_sources({"old": old, "new": new}, make_anchors("PostgreSQL installieren"))
    assert [(one.older, one.newer) for one in found] == [("old", "new")]
    assert stale_sources({"old": replace(old, dated_at=0.0), "new": new}, ANCHORS) == ()


def test_an_older_page_with_another_number_in_the_same_sentence_is_stale() -> None:
    sentence = "The certificate of the internal authority must be renewed every {} days by the operator."
    old = page(sentence.format(825), "Certificate renewal", dated_at=1.5e9)
    new = page(sentence.format(398), "Certificate renewal", dated_at=1.7e9)
    agreeing = page(sentence.format(398), "Certificate renewal", dated_at=1.5e9)
    anchors = make_anchors("Zertifikat erneuern")
    assert [one.older for one in stale_sources({"a": new, "b": old}, anchors)] == ["b"]
    assert stale_sources({"a": new, "b": agreeing}, anchors) == ()


def test_page_budget_counts_real_fetches() -> None:
    assert over_budget(["a", "b", "c"], fetched=6, max_pages=8) == ("c",)
    assert over_budget(["a"], fetched=9, max_pages=8) == ("a",)
    assert over_budget(["a"], fetched=0, max_pages=8) == ()


@pytest.mark.parametrize("path", ["a/b c.md", "über/größe?.txt", "100%/x#y.html", "日本.md"])
def test_library_uris_round_trip(path: str) -> None:
    uri = library_uri("IT/Handbücher", path)
    assert split_library_uri(uri) == ("IT/Handbücher", path)
    assert " " not in uri
    assert source_key_of(uri) == "library:IT/Handbücher"
    assert split_library_uri("https://a.example/b") is None


def test_w4_a_text_that_says_one_thing_eighty_times_is_low_quality() -> None:
    anchors = make_anchors("Replace a failed disk in a ZFS pool", [], ["replace failed disk zfs pool"])
    links = "\n".join(f"- Replace a failed disk in a ZFS pool, part {n}" for n in range(80))
    verdict = screen_text(page(links), anchors=anchors, limits=LIMITS, known=KnownTexts())
    assert verdict.reason is Refusal.LOW_QUALITY
    rows = "\n".join(f"| disk{n} | ONLINE and healthy | ok |" for n in range(40))
    table = f"{ZFS}\n\n| disk | state | note |\n| --- | --- | --- |\n{rows}\n"
    assert screen_text(page(table), anchors=anchors, limits=LIMITS, known=KnownTexts()).kept


def test_w4_a_page_that_keeps_its_promise_in_the_title_alone_is_irrelevant() -> None:
    title = "Replace a failed disk in a ZFS pool"
    anchors = make_anchors(title, [], ["replace failed disk zfs pool"])
    told = (
        "The summer was long, and the harbour filled with boats that nobody had seen. Children ran along "
        "the quay and counted sails. In the evening the lamps were lit one after the other, and music came "
        "from the open windows. An old man mended nets and told stories of storms. Nobody hurried home."
    )
    verdict = screen_text(
        replace(page(f"# {title}\n\n{told}"), title=title), anchors=anchors, limits=LIMITS, known=KnownTexts()
    )
    assert verdict.reason is Refusal.FULLTEXT_IRRELEVANT
    assert "title_only" in verdict.detail


def test_w7_a_translation_that_shares_its_code_is_no_copy() -> None:
    """Code gives the shared word runs, the prose is in another language: kept, as the same voice."""
    code = "\n".join(f"zpool replace tank disk{n} /dev/disk/by-id/new{n}" for n in range(8))
    english = f"Replace the disk like this.\n\n```\n{code}\n```\n\nThen wait for the resilver to end."
    german = f"So wird die kranke Platte des Verbunds getauscht.\n\n```\n{code}\n```\n\nDann warten."
    known = KnownTexts()
    known.add_evidence("e1", english, "en")
    assert known.copy_of(german, LIMITS) is not None
    assert known.copy_of(german, LIMITS, "de") is None
    assert known.translations_of(german, "de") == ("e1",)
    assert known.copy_of(english, LIMITS, "de") is not None, "same words, another language claimed"
