"""The scanner's signals on real articles written for these tests (SPEC G1, K4)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from neurodesk import resources
from neurodesk.domain.living import ChangedSentence, ClaimState
from neurodesk.domain.markdown_text import outline_of
from neurodesk.domain.scan_rules import FINDING_SENTENCES, calibrated, combined, sentences_table
from neurodesk.domain.scanning import Finding, FindingType, ScanInput, ScanLink, ScanNode
from neurodesk.pipeline.profile_node import profile_node
from neurodesk.pipeline.scan import scan_knowledge
from neurodesk.pipeline.scanning.digest import digest_node, pack, unpack

NOW = 1_800_000_000.0
YEAR_S = 365.25 * 86400.0


def node(path: str, body: str, *, lang: str = "en", years: float = 1.0, own_draft: bool = False) -> ScanNode:
    return ScanNode(
        id=path, path=path, title=path, lang=lang, source_key="kb", content_hash=str(hash(body)),
        dated_at=NOW - years * YEAR_S, verified_at=0.0, body=body,
        profile=profile_node(outline_of(body), lang=lang), own_draft=own_draft,
    )  # fmt: skip


STEPS = """# {name}

## Prerequisites

You need root access to the {name} machine and a current backup of every volume that it holds.

## Step 1 - Stop the {name} service

Stop the service before you touch its files, so that nothing is written meanwhile.

```
systemctl stop {name}
```

## Step 2 - Change the {name} settings

Open the settings file of {name} with an editor and set the options that the table below names.

```
nano /etc/{name}.conf
```

## Step 3 - Start the {name} service

Start the service again and look at its journal until it says that it is ready for requests.

```
systemctl start {name}
journalctl -u {name}
```

## Validation

The status page of {name} answers and shows the new settings in green letters.
"""


def kb(*extra: ScanNode) -> tuple[ScanNode, ...]:
    names = ("alpha", "bravo", "carbon", "delta", "ember", "falcon", "gamma", "hazel")
    return (
        *(node(f"{name}.md", STEPS.format(name=name), years=1 + i * 0.1) for i, name in enumerate(names)),
        *extra,
    )


def scan(*extra: ScanNode, **more: object) -> tuple[Finding, ...]:
    return scan_knowledge(ScanInput(NOW, kb(*extra), **more)).findings  # type: ignore[arg-type]


def of(findings: tuple[Finding, ...], kind: FindingType, path: str) -> list[Finding]:
    return [one for one in findings if one.type is kind and path in (one.node_id, one.other_node_id)]


def test_two_values_for_one_subject_are_a_contradiction_with_both_passages() -> None:
    one = node("one.md", "# Backups\n\nNightly database dumps are kept for 14 days on the vault server.\n")
    other = node(
        "two.md",
        "# Storage\n\nAs a rule, nightly database dumps are kept for 720 hours on the vault server.\n",
    )
    found = of(scan(one, other), FindingType.CONTRADICTION, "one.md")
    assert len(found) == 1
    assert sorted(found[0].values or ()) == ["14 days", "720 hours"]
    for passage in found[0].passages:
        body = {"one.md": one.body, "two.md": other.body}[passage.node_id]
        assert body[passage.start : passage.end] == passage.text


def test_the_same_duration_in_other_units_is_no_contradiction() -> None:
    one = node("one.md", "# Backups\n\nNightly database dumps are kept for 14 days on the vault server.\n")
    other = node(
        "two.md", "# Storage\n\nNightly database dumps are kept for 336 hours on the vault server.\n"
    )
    assert not of(scan(one, other), FindingType.CONTRADICTION, "one.md")


def test_a_denial_of_what_another_article_says_is_a_contradiction() -> None:
    one = node("one.md", "# A\n\nPing is not blocked by the perimeter firewall.\n")
    other = node(
        "two.md", "# B\n\nPing is blocked by the perimeter firewall, so nothing watches it with ICMP.\n"
    )
    assert of(scan(one, other), FindingType.CONTRADICTION, "two.md")


def test_a_denied_side_remark_is_no_contradiction() -> None:
    one = node(
        "one.md",
        "# A\n\nIdeally the perimeter firewall supports deep inspection, but that is not required.\n",
    )
    other = node("two.md", "# B\n\nIdeally the perimeter firewall supports deep inspection.\n")
    assert not of(scan(one, other), FindingType.CONTRADICTION, "two.md")


def test_placeholders_of_any_wording_are_stub_sections() -> None:
    for said in ("tbd", "…", "", "-", "Wird nachgetragen.", "coming soon", "(follows)"):
        body = STEPS.format(name="kappa").replace(
            "The status page of kappa answers and shows the new settings in green letters.", said
        )
        found = of(scan(node("kappa.md", body)), FindingType.STUB_SECTION, "kappa.md")
        assert [one.section for one in found] == ["Validation"], said


def test_g1_a_short_sentence_that_says_something_is_thin_at_most_and_no_placeholder() -> None:
    usual = "The status page of kappa answers and shows the new settings in green letters."
    said = {
        "Die Größe beträgt 5 GB.": "short",
        "The service listens on port 8080.": "short",
        "Port 8080 is used.": "short",
        "This section will be written later.": "placeholder",
        "Der Inhalt dieses Abschnitts folgt noch.": "placeholder",
        "Version 2 folgt.": "placeholder",
        "See the other article": "placeholder",
        "5 GB ...": "placeholder",
        "TODO": "placeholder",
    }
    for text, kind in said.items():
        one = node("kappa.md", STEPS.format(name="kappa").replace(usual, text))
        [section] = [one for one in digest_node(one).sections if one.title == "Validation"]
        assert section.thin == kind, text
        strong = [
            found
            for found in of(scan(one), FindingType.STUB_SECTION, "kappa.md")
            if found.signals[0].strength > 0.5
        ]
        assert bool(strong) == (kind == "placeholder"), text


def test_a_short_section_with_code_is_no_stub() -> None:
    body = STEPS.format(name="kappa").replace(
        "Start the service again and look at its journal until it says that it is ready for requests.\n\n", ""
    )
    assert not of(scan(node("kappa.md", body)), FindingType.STUB_SECTION, "kappa.md")


def test_a_skipped_step_number_is_a_missing_section() -> None:
    body = STEPS.format(name="kappa")
    start, end = body.index("## Step 2"), body.index("## Step 3")
    found = of(scan(node("kappa.md", body[:start] + body[end:])), FindingType.MISSING_SECTION, "kappa.md")
    assert "Step 2" in [one.section for one in found]


def test_a_section_that_only_the_translation_has_is_missing() -> None:
    english = STEPS.format(name="kappa")
    german = (
        english.replace("Step", "Schritt")
        .replace("Validation", "Prüfung")
        .replace("Prerequisites", "Voraussetzungen")
    )
    start, end = german.index("## Schritt 2"), german.index("## Schritt 3")
    twins = node("kappa.en.md", english), node("kappa.de.md", german[:start] + german[end:], lang="de")
    found = of(
        scan(*twins, twins=(("kappa.de.md", "kappa.en.md"),)), FindingType.MISSING_SECTION, "kappa.de.md"
    )
    best = found[0]
    assert best.section == "Step 2 - Change the kappa settings"
    assert {signal.name for signal in best.signals} == {"twin", "numbering"}


def test_a_section_that_nearly_all_articles_of_a_kind_have_is_missing() -> None:
    guided = STEPS.replace("## Step 1", "## Procedure\n\nDo all of it in one evening.\n\n## Step 1")
    body = guided.format(name="kappa")
    kappa = node("kappa.md", body[: body.index("## Validation")])
    others = tuple(node(f"{name}.md", guided.format(name=name)) for name in "pqrstuvw")
    found = of(
        scan_knowledge(ScanInput(NOW, (*others, kappa))).findings, FindingType.MISSING_SECTION, "kappa.md"
    )
    assert [one.section for one in found] == ["Validation"]


def test_twins_that_name_other_values_differ() -> None:
    twins = (
        node("port.en.md", "# Tunnel\n\nThe gateway of the tunnel listens on UDP port 51820 at all times.\n"),
        node(
            "port.de.md", "# Tunnel\n\nDas Gateway des Tunnels lauscht immer auf UDP-Port 51821.\n", lang="de"
        ),
    )
    found = of(scan(*twins, twins=(("port.de.md", "port.en.md"),)), FindingType.TWIN_DIFFERS, "port.de.md")
    assert [one.values for one in found] == [("51821", "51820")]


def test_a_copy_with_dropped_and_reordered_paragraphs_is_a_near_duplicate() -> None:
    texts = [
        f"The {word} appliance keeps its {word} ledger in a sealed drawer, and every clerk who opens the"
        f" {word} drawer signs the sheet that hangs beside it before the {word} evening bell."
        for word in ("amber", "birch", "coral", "dusty", "elder", "frost")
    ]
    one = node("one.md", "# Ledgers\n\n" + "\n\n".join(texts))
    other = node("two.md", "# All about ledgers\n\n" + "\n\n".join([texts[4], texts[0], texts[2], texts[5]]))
    assert of(scan(one, other), FindingType.NEAR_DUPLICATE, "one.md")


def test_an_article_far_older_than_the_rest_and_on_an_ended_release_is_aged() -> None:
    old = node("old.md", "# Mail\n\nInstall the relay on Debian 7 and keep Debian 7 on it.\n", years=13)
    fresh = node("fresh.md", "# Mail\n\nInstall the relay on Debian 13 and keep Debian 13 on it.\n")
    findings = scan(old, fresh)
    found = of(findings, FindingType.AGED, "old.md")
    assert {signal.name for signal in found[0].signals} >= {"date", "release"}
    assert ("release", "debian 7") in found[0].detail
    assert not of(findings, FindingType.AGED, "fresh.md")


def test_broken_links_are_told_with_their_lines() -> None:
    link = ScanLink("alpha.md", "nowhere.md", "", 7, True)
    found = of(scan(links=(link,)), FindingType.BROKEN_LINK, "alpha.md")
    assert found[0].detail == (("line 7", "nowhere.md"),)


def test_an_unlinked_article_is_no_orphan_where_hardly_any_article_is_linked() -> None:
    assert not [one for one in scan() if one.type is FindingType.ORPHAN]
    names = [one.id for one in kb()]
    links = tuple(ScanLink(a, b, b, 1, False) for a, b in pairwise(names))
    lone = node("lone.md", STEPS.format(name="lone"))
    assert [one.node_id for one in scan(lone, links=links) if one.type is FindingType.ORPHAN] == ["lone.md"]


CHANGED = ChangedSentence(
    "new.md",
    "c1",
    "It holds.",
    0,
    9,
    "e1",
    "https://a.example/",
    "Notes",
    ClaimState.CHANGED,
    "It holds.",
    "It held.",
)


def test_p7_each_flagged_sentence_is_a_finding_of_its_own_that_comes_back() -> None:
    extra = (node("new.md", STEPS.format(name="new")),)

    def found(*sentences: ChangedSentence) -> list[Finding]:
        given = ScanInput(NOW, kb(*extra), changed_sources={"new.md": sentences})
        return of(scan_knowledge(given).findings, FindingType.SOURCE_CHANGED, "new.md")

    other = replace(CHANGED, claim_id="c2", sentence="It runs.", before="It runs.", after="")
    one, two = found(CHANGED, other)
    assert one.key != two.key
    assert one.passages[0].text in ("It holds.", "It runs.")
    (again,) = found(replace(CHANGED, after="It never held."))
    same = next(f for f in (one, two) if f.key == again.key)
    assert same.text_hash != again.text_hash


def test_p8_a_translation_that_is_behind_stays_a_finding() -> None:
    extra = (node("new.md", STEPS.format(name="new")), node("neu.md", STEPS.format(name="neu")))
    given = ScanInput(NOW, kb(*extra), twins_behind=(("neu.md", "new.md"),))
    (found,) = of(scan_knowledge(given).findings, FindingType.TWIN_BEHIND, "neu.md")
    assert (found.node_id, found.other_node_id) == ("neu.md", "new.md")


def test_candidates_leave_out_what_rests_is_busy_or_was_drafted_here() -> None:
    stub = "# {}\n\n## Steps\n\ntbd\n"
    extra = tuple(
        node(f"{n}.md", stub.format(n), own_draft=n == "own") for n in ("free", "rests", "busy", "own", "new")
    )
    result = scan_knowledge(
        ScanInput(
            NOW, kb(*extra), busy=frozenset({"busy.md"}), resting=frozenset({"rests.md", "new.md"}),
            changed_sources={"new.md": (CHANGED,)},
        )
    )  # fmt: skip
    ids = {one.node_id for one in result.candidates}
    assert {"free.md", "new.md"} <= ids
    assert not ids & {"rests.md", "busy.md", "own.md"}


def test_only_accepted_contradictions_make_candidates() -> None:
    one = node(
        "one.md", STEPS.format(name="one") + "\nNightly vault dumps are kept for 14 days on the server.\n"
    )
    two = node(
        "two.md", STEPS.format(name="two") + "\nNightly vault dumps are kept for 30 days on the server.\n"
    )

    def names(accepted: frozenset[tuple[str, str]]) -> set[str]:
        result = scan_knowledge(ScanInput(NOW, kb(one, two), accepted_contradictions=accepted))
        return {c.node_id for c in result.candidates if any(s.name == "contradiction" for s in c.signals)}

    assert names(frozenset()) == set()
    assert names(frozenset({("one.md", "two.md")})) == {"one.md", "two.md"}


def test_formatting_changes_nothing() -> None:
    plain = scan()
    spaced = tuple(
        node(n.path, n.body.replace("\n\n", "\n\n\n"), years=1 + i * 0.1) for i, n in enumerate(kb())
    )
    again = scan_knowledge(ScanInput(NOW, spaced)).findings
    assert [(f.type, f.node_id, f.section) for f in plain] == [(f.type, f.node_id, f.section) for f in again]


def test_a_scan_gives_the_same_list_in_any_order_of_pairs_and_from_stored_digests() -> None:
    nodes = kb(node("kappa.md", "# K\n\n## Steps\n\ntbd\n"))
    first = scan_knowledge(ScanInput(NOW, nodes))
    stored = {one.id: pack(unpack(pack(digest_node(one)))) for one in nodes}
    again = scan_knowledge(ScanInput(NOW, nodes), stored)
    assert first.findings == again.findings
    assert first.candidates == again.candidates


def test_shares_of_a_score_add_up_and_scores_stay_between_0_and_1() -> None:
    strength, signals = combined(("a", 0.5), ("b", 0.9), ("c", 0.0))
    assert 0.9 < strength < 1.0
    assert abs(sum(one.share for one in signals) - 1.0) < 0.001
    assert [one.name for one in signals] == ["b", "a"]
    for kind in FindingType:
        scores = [calibrated(kind, 1.0, place, 300) for place in (1, 5, 20, 100, 300)]
        assert scores == sorted(scores, reverse=True)
        assert all(0.0 < score <= 1.0 for score in scores)


def test_every_type_has_one_sentence_and_the_documentation_shows_them_all() -> None:
    assert set(FINDING_SENTENCES) == set(FindingType)
    assert all(
        sentence.count(". ") == 0 and sentence.endswith(".") for sentence in FINDING_SENTENCES.values()
    )
    assert sentences_table() in resources.text("docs", "scanner.md")
