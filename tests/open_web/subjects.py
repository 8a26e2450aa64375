"""The subjects of the loopback web: true texts of the sample library, and what stands beside them."""

from __future__ import annotations

import html as entities
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import lxml.html

from neurodesk.app import sample

_CODE = re.compile(r"<code>(.*?)</code>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Subject:
    """What one task asks, and the sample's texts about it.

    Attributes:
        right: paths in the sample library that answer it, each in words of its own.
        stale: a text about it that newer ones overtake.
        beside: texts about something near that answer something else.
        own: article of the sample knowledge base.
        german: sentences that translate what ``right[0]`` says, to stand between its code lines.
    """

    name: str
    topic: str
    question: str
    queries: tuple[str, ...]
    right: tuple[str, ...]
    stale: str
    beside: tuple[str, ...]
    own: str
    german: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the sample as HTML without the chrome of its site."""

    title: str
    lang: str
    body: str
    date: str = ""

    @property
    def blocks(self) -> list[str]:
        """The elements of the body, one by one."""
        root = lxml.html.fragment_fromstring(self.body, create_parent="div")
        return [lxml.html.tostring(one, encoding="unicode", with_tail=False) for one in root]

    @property
    def plain(self) -> list[str]:
        """The paragraphs, steps and headings as plain text."""
        root = lxml.html.fragment_fromstring(self.body, create_parent="div")
        found = root.xpath("//p|//li|//h2|//h3|//pre")
        return [" ".join(one.text_content().split()) for one in found]

    @property
    def commands(self) -> list[str]:
        """The code in the text, in its order, each once."""
        return list(dict.fromkeys(entities.unescape(one) for one in _CODE.findall(self.body)))


SUBJECTS: tuple[Subject, ...] = (
    Subject(
        "zfs",
        "Replace a failed disk in a ZFS pool",
        "How is a failed disk in a ZFS pool replaced with zpool replace?",
        (
            "replace failed disk ZFS pool",
            "zpool replace failed disk procedure",
            "ZFS defekte Platte ersetzen",
            "ZFS resilver failed disk",
        ),
        (
            "handbook/zfs-replace-failed-disk.html",
            "racknotes/raidz2-disk-swap.html",
            "wissen/zfs-defekte-platte-ersetzen.html",
        ),
        "archive/zfs-on-linux-howto.html",
        ("handbook/vrla-battery-ageing.html", "wiki/mysql-restore.txt", "handbook/dmarc-rollout.html"),
        "network/nftables-host-firewall.en.md",
        (
            "Ist eine Platte im ZFS-Pool ausgefallen, so lässt sie sich ohne Stillstand ersetzen.",
            "Zuerst wird der Zustand aller Laufwerke angesehen, dann das kranke abgemeldet.",
            "Nach dem Einbau gleicht der Pool den Inhalt ab, was Stunden dauern kann.",
            "Am Ende zeigt die Übersicht wieder den gesunden Zustand des ganzen Pools.",
        ),
    ),
    Subject(
        "lvm",
        "Extend a logical volume with LVM",
        "How is a logical volume extended online with lvextend?",
        (
            "extend LVM logical volume online",
            "lvextend resize2fs logical volume",
            "LVM logisches Volume vergrößern",
            "grow LVM volume bigger disk",
        ),
        (
            "handbook/lvm-extend-online.html",
            "racknotes/grow-volume-after-bigger-vm-disk.html",
            "wissen/lvm-volume-vergroessern.html",
        ),
        "archive/lvm-ext3-resize.txt",
        ("handbook/certbot-renewal-fails.html", "wiki/snmp-v3.md", "wissen/passwortregeln-heute.html"),
        "backup/restic-backup-restore.en.md",
        (
            "Ein logisches Volume lässt sich vergrößern, während das System läuft.",
            "Vorher wird geprüft, wie viel Platz in der Gruppe noch frei ist.",
            "Danach wächst erst das Volume und dann das Dateisystem darauf.",
            "Zum Schluss zeigt die Belegung die neue Größe.",
        ),
    ),
    Subject(
        "nft",
        "Host firewall with nftables",
        "How is a host firewall set up with nftables rules?",
        (
            "nftables host firewall rules",
            "nft list ruleset server firewall",
            "nftables Firewall für einen Server einrichten",
            "nftables minimal ruleset",
        ),
        ("handbook/nftables-minimal-server.html", "wissen/nftables-grundregeln.md"),
        "archive/iptables-firewall-howto.html",
        ("handbook/postgresql-restore-custom-dump.html", "wiki/journald-limits.txt"),
        "security/password-manager-policy.en.md",
    ),
    Subject(
        "time",
        "Time synchronisation with chrony",
        "How is the clock of a Linux server kept in time with chrony?",
        (
            "chrony time synchronisation Linux server",
            "chronyc tracking sources",
            "Uhr eines Servers mit chrony stellen",
            "chrony NTP configuration",
        ),
        ("handbook/chrony-time-sync.html", "wissen/zeitabgleich-mit-chrony.md"),
        "archive/ntpd-minihowto.txt",
        ("handbook/nginx-config-rollback.html", "wiki/apache-reverse-proxy.md"),
        "mail/spf-dkim-dmarc.en.md",
    ),
    Subject(
        "ssh",
        "Rotate SSH keys",
        "How are SSH keys of administrators rotated on all servers?",
        (
            "rotate SSH keys servers",
            "ssh-keygen ed25519 key rotation authorized_keys",
            "SSH Schlüssel erneuern Server",
            "replace SSH keys administrators",
        ),
        ("handbook/ssh-key-rotation.html", "wissen/ssh-schluessel-erneuern.html"),
        "archive/ntpd-minihowto.txt",
        ("handbook/unbound-servfail.html", "racknotes/borg-prune-retention.html"),
        "databases/restore-postgresql-dump.en.md",
    ),
)


@cache
def texts() -> Mapping[str, Text]:
    """Return the sample library's pages by path, without the chrome of their sites."""
    with sample.library_folder() as folder:
        files = sorted(Path(folder).rglob("*"))
        return {
            one.relative_to(folder).as_posix(): _read(one)
            for one in files
            if one.suffix in {".html", ".md", ".txt"}
        }


def _read(path: Path) -> Text:
    raw = path.read_text("utf-8")
    return _from_html(raw) if path.suffix == ".html" else _from_plain(raw)


def _from_html(raw: str) -> Text:
    page = lxml.html.document_fromstring(raw.encode())
    heading = page.xpath("//h1")[0]
    around = heading.getparent()
    parts = [
        lxml.html.tostring(one, encoding="unicode", with_tail=False)
        for one in around
        if one.tag in {"p", "h2", "h3", "ol", "ul", "pre", "table"} and not one.get("class")
    ]
    dates = page.xpath("//meta[contains(@property, 'time') or @name='date']/@content")
    return Text(
        heading.text_content(), str(page.get("lang", "en")), "\n".join(parts), str(dates[0]) if dates else ""
    )


def _from_plain(raw: str) -> Text:
    raw = re.sub(r"\A---\n.*?\n---\n", "", raw, flags=re.DOTALL)
    lines = [one.strip() for one in re.split(r"\n{2,}|\n(?=[-*\d])", raw) if one.strip()]
    title = lines[0].split("\n")[0].lstrip("# ")
    body = "\n".join(f"<p>{_inline(one)}</p>" for one in lines[1:])
    lang = "de" if re.search(r"\b(?:der|die|und|nicht)\b", raw) else "en"
    return Text(title, lang, body)


def _inline(line: str) -> str:
    text = entities.escape(re.sub(r"^(?:#+|[-*]|\d+[.)])\s+", "", line).replace("\n", " "), quote=False)
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
