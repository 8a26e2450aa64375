"""Names of communities."""

from neurodesk.domain.graph_map import community_names


def test_a_community_is_named_by_the_words_that_tell_it_from_the_others() -> None:
    disks = ["Replace a ZFS disk", "Check a ZFS pool", "Import a ZFS pool", "Scrub the pool at night"]
    mail = [
        "Set SPF for a domain",
        "Check DMARC and SPF",
        "Rotate DKIM keys with DMARC",
        "Read DMARC reports",
    ]
    other = ["Renew a TLS certificate", "Check a TLS certificate", "Order a certificate"]
    names = community_names([disks, mail, other], frozenset({"the", "for", "and", "with"}))
    assert names == ["ZFS · pool", "DMARC · SPF", "TLS · certificate"]


def test_a_small_community_and_one_without_common_words_take_their_first_title() -> None:
    assert community_names([["One thing", "Another"], ["Aa bb", "Cc dd", "Ee ff"], []]) == [
        "One thing",
        "Aa bb",
        "",
    ]


def test_a_verb_or_participle_names_no_community() -> None:
    disks = ["Replace a failed ZFS disk", "When a ZFS disk has failed", "Resilvering a failed ZFS mirror"]
    mail = ["Warum DKIM nicht startet", "Wenn DKIM nicht startet", "DKIM startet zu spät"]
    rest = ["Renew a TLS certificate", "Check a TLS certificate", "Order a certificate"]
    names = community_names([disks, mail, rest], frozenset({"the", "nicht", "when", "has"}))
    assert names == ["ZFS · disk", "DKIM", "TLS · certificate"]


def test_a_word_within_the_other_is_no_second_word_of_a_name() -> None:
    units = [
        "Ein systemd-Dienst klemmt",
        "Neustart: systemd-Dienst und systemd",
        "Platz im Journal von systemd",
    ]
    rest = [["LVM heute", "LVM morgen", "LVM"], ["ZFS heute", "ZFS morgen", "ZFS"]]
    [name, *_others] = community_names([units, *rest], frozenset({"ein", "und", "von", "heute", "morgen"}))
    assert name.count("systemd") == 1
