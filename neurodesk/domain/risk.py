"""Which units can do harm if they are wrong, and which commands must be named in words (SPEC R6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from neurodesk.domain.units import Unit, UnitKind


class RiskLevel(StrEnum):
    """A unit of class high needs two independent sources or a tick."""

    NORMAL = "normal"
    HIGH = "high"


class RiskReason(StrEnum):
    """Why a unit is of class high."""

    COMMAND = "command"
    STORAGE = "storage"
    SERVICE = "service"
    CREDENTIALS = "credentials"
    PERMISSIONS = "permissions"
    DELETION = "deletion"
    FIREWALL = "firewall"


class Hazard(StrEnum):
    """A command that must be named in words."""

    PIPE_TO_SHELL = "pipe_to_shell"
    CERTIFICATE_CHECK_OFF = "certificate_check_off"
    WORLD_WRITABLE = "world_writable"
    RECURSIVE_DELETE = "recursive_delete"


@dataclass(frozen=True, slots=True)
class Risk:
    """The risk class of a unit, with every reason in the order of `RiskReason`."""

    level: RiskLevel
    reasons: tuple[RiskReason, ...] = ()


# Every gap is bounded: a line may be a megabyte long and hold a hundred thousand "curl".
_HAZARDS: dict[Hazard, re.Pattern[str]] = {
    Hazard.PIPE_TO_SHELL: re.compile(
        r"\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^|\n]{0,400}"
        r"\|\s{0,9}(?:sudo\s(?:-\S{1,20}\s){0,4})?(?:\S{0,40}/)?"
        r"(?:(?:ba|z|da|k|fi)?sh|python[\d.]{0,5}|perl|ruby|node|php|iex|invoke-expression)\b"
        r"|\b(?:(?:ba|z|da|k)?sh|source|\.|python3?)\s{1,9}(?:-\S{1,9}\s{1,9}){0,3}<\(\s{0,9}(?:curl"
        r"|wget)\b"
        r"|\b(?:eval|(?:ba|z|da|k)?sh\s{1,9}-\w{0,5}c)\s{1,9}[\"']?(?:\$\(|`)\s{0,9}(?:curl|wget)\b"
        r"|\b(?:iex|invoke-expression)\b[^|\n]{0,80}(?:downloadstring|iwr|irm|invoke-webrequest"
        r"|invoke-restmethod)",
        re.IGNORECASE,
    ),
    Hazard.CERTIFICATE_CHECK_OFF: re.compile(
        r"\bcurl\b[^|;&\n]{0,400}\s(?-i:-[a-zA-Z]{0,12}k[a-zA-Z]{0,12})(?=\s|$)"
        r"|\s--insecure\b|--no-check-certificate\b|--no-verify-ssl\b|--insecure-skip-tls-verify\b"
        r"|--trusted-host\b"
        r"|\bverify\s{0,3}=\s{0,3}False\b|\bCERT_NONE\b|-SkipCertificateCheck\b"
        r"|\bStrictHostKeyChecking[\s=]{1,3}(?:no|off)\b|\bUserKnownHostsFile[\s=]{1,3}/dev/null"
        r"|\b(?:http\.)?sslVerify[\s=:\"']{1,4}(?:false|0|no)\b|\bGIT_SSL_NO_VERIFY\b"
        r"|\bPYTHONHTTPSVERIFY=[\"']?0"
        r"|\bNODE_TLS_REJECT_UNAUTHORIZED[\"'\]]{0,2}\s{0,3}[=:]\s{0,3}[\"']?0"
        r"|\bInsecureSkipVerify[\s:=]{1,3}true"
        r"|\brejectUnauthorized[\s:=]{1,3}false|\bstrict-ssl[\s=]{1,3}false|\b(?:ssl"
        r"|tls)_?verify(?:_?peer)?[\s:=]{1,3}"
        r"(?:false|0|no|off)\b|\bproxy_ssl_verify\s{1,3}off\b",
        re.IGNORECASE,
    ),
    Hazard.WORLD_WRITABLE: re.compile(
        r"\bchmod\s{1,9}(?:-\S{1,20}\s{1,9}){0,4}(?:[0-7]?[0-7]{2}[2367]\b"
        r"|(?:[ugo]{0,2}[ao][ugo]{0,2})[+=][rxXst]{0,4}w)"
        r"|\bumask\s{1,9}0{1,4}\b"
        r"|\bicacls\b[^\n]{0,300}/grant(?::r)?\s{1,9}[\"']?(?:\*S-1-1-0|Everyone"
        r"|Jeder)[\"']?:[^\s]{0,30}[FMW]\b"
        r"|\b(?:Everyone|Jeder)\b[^.\n]{0,40}(?:full control|Vollzugriff)"
        r"|\b(?:full control|Vollzugriff)\b[^.\n]{0,40}\b(?:Everyone|Jeder)\b",
        re.IGNORECASE,
    ),
    Hazard.RECURSIVE_DELETE: re.compile(
        r"\brm\s{1,9}(?:-\S{1,30}\s{1,9}){0,5}(?:-[a-zA-Z]{0,8}[rR][a-zA-Z]{0,8}(?=\s|$)|--recursive\b)"
        r"|\b(?:remove-item|ri|rm|del|rd|rmdir)\b[^|\n]{0,300}\s-recurse\b"
        r"|\b(?:rd|rmdir|del)\s{1,9}(?:/q\s{1,9})?/s\b"
        r"|\bfind\b[^\n]{0,300}(?:\s-delete\b|-exec\s{1,3}rm\b)|\bxargs\b[^|\n]{0,60}\brm\b"
        r"|\bshutil\.rmtree\b|\brsync\b[^\n]{0,300}\s--delete|\bgit\s{1,3}clean\s{1,3}-\w{0,3}d"
        r"|\bzfs\s{1,3}destroy\s{1,3}-\w{0,3}[rR]|\b(?:s3|gsutil)\b[^\n]{0,60}\brm\b[^\n]{0,60}(?:--recursive|-r)\b",
        re.IGNORECASE,
    ),
}
_NAMED: dict[Hazard, re.Pattern[str]] = {
    Hazard.PIPE_TO_SHELL: re.compile(
        r"s[ck]ript[^.\n]{0,120}(?:ausgeführt|ausführ|ungeprüft|aus dem (?:internet|netz)|execut"
        r"|\bruns?\b|review|inspect|trust)"
        r"|(?:runs?|executes?|führt|review|inspect|prüfen)\b[^.\n]{0,120}s[ck]ript",
        re.IGNORECASE,
    ),
    Hazard.CERTIFICATE_CHECK_OFF: re.compile(
        r"zertifikat|certificate|host-?schlüssel|host key|man-in-the-middle|tls[^.\n]{0,40}(?:prüf"
        r"|check|verif)",
        re.IGNORECASE,
    ),
    Hazard.WORLD_WRITABLE: re.compile(
        r"\b(?:alle|jeder|jeden|jedem)\b[^.\n]{0,60}(?:schreib|änder|zugriff)|für alle (?:benutzer"
        r"|nutzer) (?:be)?schreibbar"
        r"|\b(?:everyone|every user|all users|any user|anyone|world)[ -][^.\n]{0,60}(?:writ|modify"
        r"|change|access|control)"
        r"|(?:writable|write access)[^.\n]{0,40}(?:everyone|all users|any)",
        re.IGNORECASE,
    ),
    Hazard.RECURSIVE_DELETE: re.compile(
        r"lösch|entfern|unwiderruflich|\bdelet|\bremov|\berases?\b|\bwipes?\b|irreversibl", re.IGNORECASE
    ),
}
# Tools that hold data, and what takes data from them, out of a group or off line. The verbs are the tools'
# own words for one act each, so that a tool's next verb of that sense needs no rule of its own.
_STORAGE_TOOLS = (
    r"zpool|zfs|mdadm|btrfs|lvm|dmsetup|cryptsetup|losetup|multipath|bcache|vdo|stratis|nvme|sgdisk|rbd|ceph|gluster"
    r"|etcdctl|restic|borg|rclone|megacli\S{0,3}|storcli\S{0,3}|arcconf|diskutil|vgs?|mongo(?:sh)?|redis-cli"
    r"|dropdb|createdb|pg_\w+"
)
_LOSING = (
    r"destroy|delete|del|remove|rm|purge|prune|forget|drop|erase|wipe\w*|format|discard|zero\S{0,12}|rollback"
    r"|flushall|flushdb|clear|labelclear|--zero-superblock|luks(?:Erase|Format|KillSlot|RemoveKey)"
)
_CHANGING = (
    r"offline|online|detach|attach|replace|export|import|split|fail|--(?:fail|remove|stop|grow|create|assemble|add)"
    r"|promote|rename|resize|shrink|reduce|grow|add|create|upgrade|reopen|stop|close|luks(?:Open|Close)"
    r"|unmount|device|balance|restore|reset|repair|eject\w*"
)
_REASONS: dict[RiskReason, re.Pattern[str]] = {
    # In prose a bare name is mostly the noun ("the docker container"): a verb, an option or a path must
    # follow.
    RiskReason.COMMAND: re.compile(
        r"\b(?:sudo|doas|chmod|chown|useradd|usermod|userdel|umount|fdisk|parted|mkfs\S{0,9}|icacls"
        r"|netsh|diskpart)\s+\S"
        r"|\b(?:apt|apt-get|dnf|yum|zypper|pacman|snap|pip3?|npm|brew|winget|choco|helm)\s+(?:-\S+\s+)?"
        r"(?:install|update|upgrade|remove|purge|add|uninstall|full-upgrade|autoremove|-\w+)\b"
        r"|\bsystemctl\s+[a-z-]+|\bservice\s+\S+\s+(?:start|stop|restart|reload|status)\b"
        r"|\b(?:docker|podman|docker-compose|kubectl|git|ollama|zfs|zpool|ufw|certbot|openssl|terraform)\s+"
        r"(?:run|exec|pull|push|rm|rmi|stop|start|restart|compose|build|logs|apply|delete|get|create"
        r"|scale|clone|checkout"
        r"|commit|reset|serve|list|show|destroy|snapshot|send|receive|scrub|allow|deny|enable"
        r"|disable|status|renew|req)\b"
        r"|\b(?:ssh|scp|rsync|sftp)\s+\S+@|\b(?:curl|wget)\s+(?:-|https?:)|\b(?:cp|mv|rm|cat|nano|vi"
        r"|vim|tar|sed|dd|ls|ln|mkdir"
        r"|mount|nginx|iptables|nft|ip|psql|mysql|crontab|passwd|reboot|shutdown|powershell|reg"
        r"|sc)\s+(?:-{1,2}\w|/\w|~/|\./)"
        r"|\b(?:Get|Set|New|Remove|Add|Start|Stop|Restart|Enable|Disable|Invoke|Import)-[A-Z][a-z]\w+"
    ),
    RiskReason.STORAGE: re.compile(
        rf"\b(?:{_STORAGE_TOOLS})\s+(?:[-/]\S{{0,60}}\s+){{0,4}}(?<![\w-])(?:{_LOSING}|{_CHANGING})\b"
        r"|\b(?:pvcreate|pvresize|pvmove|vgreduce|lvreduce|lvresize|lvconvert|(?:pv|vg|lv)remove)\b"
        r"|\b(?:mkfs\S{0,9}|mkswap|wipefs|blkdiscard|shred|badblocks|fdisk|sfdisk|gdisk|sgdisk|cfdisk|parted"
        r"|partprobe|resize2fs|xfs_growfs|tune2fs|e2fsck|fsck\S{0,9}|swapoff|umount|hdparm|diskpart"
        r"|format)\s+(?:-\S+\s+){0,4}(?:/dev/|/mnt|/media|[A-Z]:|-\w|UUID=)"
        r"|\bdd\s+[^\n]{0,120}\bof=|\b(?:Format|Clear|Remove|Initialize|Resize|Set)-(?:Volume|Disk|Partition"
        r"|PhysicalDisk|VirtualDisk|StoragePool)\b",
        re.IGNORECASE,
    ),
    RiskReason.SERVICE: re.compile(
        r"\b(?:systemctl|rc-service|service|initctl|svcadm|launchctl|supervisorctl|sc(?:\.exe)?|net)\s+"
        r"(?:-\S+\s+){0,4}(?:(?!(?:can|will|must|may|should|does|not|to|is|has|and|or)\s)\S+\s+)?"
        r"(?:stop|restart|reload|kill|disable|mask|isolate|unload|bootout|delete|poweroff|reboot|halt)\b"
        r"|\bkill\s+(?:-|\d|%|\$)|\b(?:pkill|killall|taskkill)\s+\S|\b(?:shutdown|poweroff|halt|reboot|init\s+[06])\b(?=\s*(?:-|$"
        r"|now|\+|/))"
        r"|\b(?:docker|podman|nerdctl|lxc|incus|virsh|qm|pct|vagrant|kubectl|oc|helm|nomad|terraform|pulumi|hcloud"
        r"|aws|az|gcloud|doctl|openstack)\s+(?:[\w-]+\s+){0,3}"
        rf"(?:{_LOSING}|stop|down|kill|drain|cordon|scale|shutdown|poweroff|reset|rebuild)\b",
        re.IGNORECASE,
    ),
    RiskReason.CREDENTIALS: re.compile(
        r"passw(?:or[dt]|örter)|kennw(?:ort|ört)|passphrase|\bsecrets?\b|\btokens?\b|api[-_ ]?(?:key"
        r"|schlüssel)|credential"
        r"|zugangsdaten|anmeldedaten|private?[rnms]?[-_ ](?:key|schlüssel)|\bssh-?(?:key|schlüssel)"
        r"|id_(?:rsa|ed25519)|\bpin\b",
        re.IGNORECASE,
    ),
    RiskReason.PERMISSIONS: re.compile(
        r"\b(?:chmod|chown|chgrp|icacls|setfacl|visudo|umask|takeown|chattr|setcap|restorecon|setenforce|semanage"
        r"|user(?:add|mod|del)|group(?:add|mod|del)|adduser|deluser|gpasswd|chpasswd|passwd|chage|vipw)\b"
        r"|\b(?:grant|revoke)\s+[\w ,]{1,80}\s+(?:on|to|from)\b|\b(?:create|alter|drop)\s+(?:user|role)\b"
        r"|\bnet\s+(?:user|localgroup)\b|\b(?:New|Set|Remove|Add|Disable)-(?:Local|AD)(?:User|Group)\w*|permission|berechtigung"
        r"|zugriffsrecht|schreibrecht"
        r"|sudoers|privileg|root-?(?:rechte|zugriff|access)|administrator|admin-?rechte|vollzugriff"
        r"|full control|world-writable",
        re.IGNORECASE,
    ),
    RiskReason.DELETION: re.compile(
        r"\b(?:rm|rmdir|rd|del|shred|wipefs|mkfs\S*|rmtree|remove-item)\b(?=\s|\(|$)|\bdelet"
        r"|\bremov(?:e|es|ed|ing)\b|\berase"
        r"|\bwipe|\bdestroy|\bpurge|\bdrop (?:table|database|schema)\b|\btruncate\b|\bformat(?:ieren"
        r"|iert|ting)\b|lösch|entfern"
        r"|vernicht|\bprune\b",
        re.IGNORECASE,
    ),
    RiskReason.FIREWALL: re.compile(
        r"firewall|\b(?:iptables|ip6tables|ebtables|ipset|nft|nftables|ufw|pfctl|advfirewall)\b"
        r"|\bip\s+(?:-\S+\s+){0,3}(?:route|rule|link|addr\w*)\s+(?:add|del\w*|set|flush|replace|change)\b"
        r"|security group|sicherheitsgruppe"
        r"|\bports?\b[^.\n]{0,40}\b(?:öffnen|freigeben|freischalten|weiterleiten|geöffnet"
        r"|open(?:ed)?|expose[ds]?|forward(?:ed)?)\b"
        r"|\b(?:open|expose|forward|öffne\w*)\b[^.\n]{0,30}\bports?\b",
        re.IGNORECASE,
    ),
}
_COMMENT_LINE = re.compile(r"\s*(?:#(?!!)|//|;|--\s|REM\b)")


def risk_of(unit: Unit) -> Risk:
    """Return the risk class of a unit (SPEC R6).

    Class high are commands, what takes storage away or out of service, what stops a service, credentials,
    users and permissions, deletion and firewall. A code line that is no comment
    counts as a command: whether it is output cannot be told safely.
    """
    if unit.kind is UnitKind.LINK_TARGET:
        return Risk(RiskLevel.NORMAL)
    reasons = [reason for reason, pattern in _REASONS.items() if pattern.search(unit.text)]
    is_command = unit.kind is UnitKind.CODE_LINE and not _COMMENT_LINE.match(unit.text)
    if is_command and RiskReason.COMMAND not in reasons:
        reasons.insert(0, RiskReason.COMMAND)
    return Risk(RiskLevel.HIGH if reasons else RiskLevel.NORMAL, tuple(reasons))


def hazards_of(text: str) -> tuple[Hazard, ...]:
    """Return the hazards in a command, given on one line."""
    return tuple(hazard for hazard, pattern in _HAZARDS.items() if pattern.search(text))


def named_in_words(hazard: Hazard, prose: str) -> bool:
    """Tell whether `prose` (German or English, without the code) names the hazard."""
    return _NAMED[hazard].search(prose) is not None


def commands(units: tuple[Unit, ...]) -> Iterator[tuple[Unit, str]]:
    """Yield what may hold a command: each unit's text, continued code lines joined and given with their
    first unit.
    """
    pending: list[Unit] = []
    for unit in units:
        if unit.kind in (UnitKind.LINK_TARGET, UnitKind.RAW_HTML):
            continue
        if pending and unit.group != pending[-1].group:
            yield pending[0], _joined(pending)
            pending.clear()
        if unit.kind is UnitKind.CODE_LINE and (unit.text.endswith(("\\", "`", "^", "|")) or pending):
            pending.append(unit)
            if not unit.text.endswith(("\\", "`", "^", "|")):
                yield pending[0], _joined(pending)
                pending.clear()
        else:
            yield unit, unit.text
    if pending:
        yield pending[0], _joined(pending)


def _joined(lines: list[Unit]) -> str:
    return " ".join(line.text.rstrip("\\`^ ") for line in lines)
