"""A window full of the real widgets with sample texts, for pictures and tests of a whole window."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLineEdit, QSplitter, QVBoxLayout, QWidget

from neurodesk.ui.bridge import QueryRunner
from neurodesk.ui.i18n import Language, install_language
from neurodesk.ui.reading import render_markdown, render_plain
from neurodesk.ui.shell.key_sheet import KeySheet
from neurodesk.ui.shell.layout_store import LayoutStore
from neurodesk.ui.shell.three_pane import ThreePane
from neurodesk.ui.shell.window import ShellWindow, default_places
from neurodesk.ui.theme import Density, ThemeChoice, install_theme
from neurodesk.ui.widgets.article_view import ArticleView
from neurodesk.ui.widgets.claim_strip import ClaimStrip
from neurodesk.ui.widgets.decision_bar import Decision, DecisionAct, DecisionBar
from neurodesk.ui.widgets.diff_view import DiffView, compare
from neurodesk.ui.widgets.graph_layout import GraphEdge, GraphNode, neighbourhood_positions
from neurodesk.ui.widgets.graph_view import NeighbourhoodView
from neurodesk.ui.widgets.lamps import ClaimMark, Lamp
from neurodesk.ui.widgets.lists import RowList, RowTable, TwoLine
from neurodesk.ui.widgets.notices import Banner, NoticeBlock, NoticeText, Tone
from neurodesk.ui.widgets.paged_model import Cell, Column, PagedModel, Question, RowId
from neurodesk.ui.widgets.parts import (
    ElidedLabel,
    Empty,
    EmptyState,
    NewPill,
    PlainLabel,
    Segments,
    Tag,
    button,
)
from neurodesk.ui.widgets.passage_view import PassageView
from neurodesk.ui.widgets.stage_timeline import Sample, Stage, StageState, StageTimeline
from neurodesk.ui.widgets.status import Status

ARTICLE = """---
title: ZFS
---
# ZFS-Verschlüsselung: Schlüssel nach einem Neustart laden

Nach einem Neustart bleiben verschlüsselte Datasets gesperrt, bis ihr Schlüssel geladen ist. Das Laden des
Schlüssels hängt ein Dataset nicht von selbst ein.

## Voraussetzungen

- Der Pool ist importiert, und `zpool status` meldet keine Fehler.
- Die Passphrase liegt im Kennworttresor bereit. Sie muss mindestens 12 Zeichen lang sein.

## Schritte

1. Den Zustand abfragen: `zfs get -r keystatus tank`. Gesperrte Datasets melden `unavailable`,
unverschlüsselte gar nichts.
2. Alle Schlüssel laden: `zfs load-key -a`.
3. Die Datasets einhängen: `zfs mount -a`.
4. Abhängige Dienste startet `zfs-load-key.service` danach selbsttätig neu.

```
zfs load-key -a
zfs mount -a
```

## Validierung

`zfs get keystatus tank/daten` meldet `available`, und `findmnt` zeigt den Einhängepunkt.

| Zustand | Bedeutung |
|---|---|
| available | Schlüssel geladen |
| unavailable | gesperrt |

## Wenn die Passphrase nicht angenommen wird

Prüfen Sie zuerst die Tastaturbelegung der Konsole. ZFS leitet den Schlüssel mit PBKDF2 ab; voreingestellt
sind 350.000 Durchläufe. Rohe und hexadezimale Schlüssel müssen 32 Byte lang sein.
"""
OLD_ARTICLE = (
    ARTICLE.replace("Schlüssel nach einem Neustart laden\n", "Keys laden\n")
    .replace(" Das Laden des Schlüssels hängt ein Dataset nicht von selbst ein.", "")
    .replace("Kennworttresor", "Safe")
    .replace("`zfs load-key -a`.", "`zfs load-key tank`.")
    .replace("4. Abhängige Dienste startet `zfs-load-key.service` danach selbsttätig neu.\n", "")
)
STATES = [
    ("Nach einem Neustart bleiben", "geladen ist.", Lamp.SUPPORTED),
    ("Das Laden des", "selbst ein.", Lamp.SUPPORTED),
    ("Der Pool ist", "Fehler.", Lamp.SUPPORTED),
    ("Die Passphrase liegt", "bereit.", Lamp.SUPPORTED),
    ("Sie muss mindestens", "lang sein.", Lamp.CONTRADICTED),
    ("Den Zustand", "tank`.", Lamp.SUPPORTED),
    ("Gesperrte Datasets", "gar nichts.", Lamp.PARTIAL),
    ("Alle Schlüssel laden", "-a`.", Lamp.SUPPORTED),
    ("Die Datasets einhängen", "-a`.", Lamp.SUPPORTED),
    ("Abhängige Dienste", "neu.", Lamp.UNSUPPORTED),
    ("`zfs get keystatus", "Einhängepunkt.", Lamp.PARTIAL),
    ("Prüfen Sie zuerst", "Konsole.", Lamp.UNCHECKED),
    ("ZFS leitet", "Durchläufe.", Lamp.EDITED),
    ("Rohe und", "lang sein.", Lamp.SUPPORTED),
]
PASSAGE = (
    "Even though the encryption suite cannot be changed after dataset creation, the keyformat can be with "
    "zfs change-key. Raw keys and hex keys must be 32 bytes long. Passphrases must be between 8 and 512 "
    "bytes long and will be processed through PBKDF2 before being used. "
    "The number of iterations is set with pbkdf2iters."
)


def sample_claims() -> list[ClaimMark]:
    """The claims of the sample article, the first eight seen."""
    claims = []
    for number, (first, last, lamp) in enumerate(STATES):
        start = ARTICLE.index(first)
        end = ARTICLE.index(last, start) + len(last)
        claims.append(ClaimMark(f"c{number}", start, end, lamp, number < 8, ARTICLE[start:end]))
    return claims


@dataclass(frozen=True, slots=True)
class SampleRow:
    """One row of the sample lists."""

    id: int
    title: str
    state: str
    priority: float


class SampleRows:
    """Rows in memory, sorted and filtered where they live, as a database would."""

    def __init__(self, rows: Sequence[SampleRow]) -> None:
        self.by_id = {row.id: row for row in rows}

    def ids(self, question: Question) -> Sequence[RowId]:
        rows = [r for r in self.by_id.values() if not question.filter or str(question.filter) in r.title]
        if question.sort:
            rows.sort(key=lambda r: (getattr(r, question.sort), r.id), reverse=question.descending)
        return [row.id for row in rows]

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, SampleRow]:
        return {row_id: self.by_id[row_id] for row_id in ids if row_id in self.by_id}  # type: ignore[index]


TITLES = [
    ("etcd: Schlüsselrotation ohne Neustart der Steuerungsebene", "deferred"),
    ("PostgreSQL 16: Logische Replikation nach dem Wechsel der Hauptversion", "queued"),
    ("systemd-resolved: DNSSEC validation fails behind a home router", "queued"),
    ("Wiederherstellungszeitvorgaben für Datenbanksicherungen", "running"),
    ("Let’s Encrypt: ARI und verkürzte Zertifikatslaufzeiten", "reserved"),
    ("ZFS-Verschlüsselung: Schlüssel nach einem Neustart laden", "completed"),
    ("Ceph: Platzierungsgruppen verkleinern auf Reef", "failed"),
    ("WLAN-Gastzugang mit Vouchern", "cancelled"),
]


def sample_rows(count: int = 40) -> SampleRows:
    """Rows with all task states."""
    return SampleRows(
        [
            SampleRow(n, TITLES[n % len(TITLES)][0], TITLES[n % len(TITLES)][1], round(0.95 - n * 0.007, 2))
            for n in range(count)
        ]
    )


def columns() -> list[Column]:
    """The columns of the sample table."""
    return [
        Column(
            "state",
            "State",
            lambda r: Cell(r.state, f"state-{r.state}", icon_ink=f"task.{r.state}.mark"),
            140,
        ),
        Column("title", "Topic", lambda r: Cell(r.title)),
        Column("priority", "Priority", lambda r: Cell(f"{r.priority:.2f}", right=True), 100, right=True),
    ]


class ReviewSample(QWidget):
    """Review put together from the widgets."""

    def __init__(self, runner: QueryRunner, changes: bool = False) -> None:
        super().__init__()
        self.model = PagedModel(sample_rows(8), columns(), runner, self)
        self.model.ask(Question())
        self.strip = ClaimStrip()
        claims = sample_claims()
        self.strip.set_claims(claims)
        self.strip.set_current("c4")
        safe = render_markdown(ARTICLE)
        self.article: ArticleView = DiffView() if changes else ArticleView()
        if isinstance(self.article, DiffView):
            self.article.show_comparison(compare(render_markdown(OLD_ARTICLE), safe), claims, "c4")
        else:
            self.article.show_article(safe, claims, "c4")
        self.strip.claim_chosen.connect(self.article.set_current)
        self.article.claim_clicked.connect(self.strip.set_current)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        titles = ("Zur Prüfung", "Artikel", "Quelle")
        store = LayoutStore(None)
        self.panes = ThreePane("review", self._left(), self._centre(), self._right(), titles, store)
        outer.addWidget(self.panes, 1)
        bar = DecisionBar()
        bar.say(
            Decision(
                "Aussage 5 von 14",
                "8 gesehen, 6 offen",
                "lock",
                "text.secondary",
                "Freigabe gesperrt",
                "1 widersprochen, 1 unbelegt, 6 nicht gesehen. Weiter mit N",
                (
                    DecisionAct("reject", "Ablehnen", "X"),
                    DecisionAct("changes", "Änderungen anfordern", "R"),
                    DecisionAct("approve", "Freigeben", "A", "lock", "1 widersprochen"),
                ),
            )
        )
        outer.addWidget(bar)

    def _left(self) -> QWidget:
        pane = QFrame()
        pane.setObjectName("Pane")
        column = QVBoxLayout(pane)
        column.setContentsMargins(0, 8, 0, 0)
        head = QVBoxLayout()
        head.setContentsMargins(12, 4, 12, 8)
        head.addWidget(PlainLabel("Zur Prüfung  7", "paneTitle"))
        field = QLineEdit()
        field.setPlaceholderText("Titel oder Text filtern")
        field.setAccessibleName("Titel oder Text filtern")
        head.addWidget(field)
        column.addLayout(head)
        rows = RowList("Entwürfe", to_line=self._line, title_lines=2)
        rows.setModel(self.model)
        self.rows = rows
        column.addWidget(rows, 1)
        pill = NewPill(lambda n: f"{n} neue Entwürfe")
        pill.set_count(2)
        column.addWidget(pill)
        return pane

    @staticmethod
    def _line(row: SampleRow) -> TwoLine:
        counts = ((Lamp.CONTRADICTED, 1), (Lamp.UNSUPPORTED, 1), (Lamp.PARTIAL, 2), (Lamp.SUPPORTED, 16))
        return TwoLine(row.title, counts[row.id % 3 :], right="Revision · 2 Std.", unseen=row.id % 3 == 1)

    def _centre(self) -> QWidget:
        pane = QFrame()
        pane.setObjectName("Reading")
        column = QVBoxLayout(pane)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        tools = QFrame()
        tools.setObjectName("ToolRow")
        row = QHBoxLayout(tools)
        row.setContentsMargins(24, 4, 16, 4)
        path = ElidedLabel("kb-betrieb / storage / zfs-verschluesselung.md", "small", "secondary")
        row.addWidget(path, 1)
        row.addWidget(Segments([("article", "Artikel"), ("changes", "Unterschied")], "Ansicht"))
        row.addWidget(button("Bearbeiten", "ghost", "edit", "E"))
        column.addWidget(tools)
        column.addWidget(self.strip)
        column.addWidget(self.article, 1)
        return pane

    def _right(self) -> QWidget:
        pane = QFrame()
        pane.setObjectName("Pane")
        column = QVBoxLayout(pane)
        column.setContentsMargins(0, 12, 0, 12)
        head = QVBoxLayout()
        head.setContentsMargins(16, 0, 16, 0)
        head.addWidget(PlainLabel("zfsprops(7) – OpenZFS documentation", strong=True))
        head.addWidget(PlainLabel("openzfs.github.io/openzfs-docs/man/7/zfsprops.7", "small", "secondary"))
        column.addLayout(head)
        passage = PassageView()
        quote = PASSAGE.index("Passphrases"), PASSAGE.index("The number") - 1
        words = [
            (PASSAGE.index("8 and"), PASSAGE.index("8 and") + 1),
            (PASSAGE.index("512 bytes") + 4, PASSAGE.index("512 bytes") + 9),
        ]
        passage.show_passage(render_plain(PASSAGE), [quote], Lamp.CONTRADICTED, words)
        column.addWidget(passage, 1)
        tags = QHBoxLayout()
        tags.setContentsMargins(16, 0, 16, 0)
        for lamp in (Lamp.SUPPORTED, Lamp.PARTIAL, Lamp.UNSUPPORTED):
            tags.addWidget(Tag.of_lamp(lamp))
        tags.addStretch(1)
        column.addLayout(tags)
        box = QVBoxLayout()
        box.setContentsMargins(16, 0, 16, 0)
        box.addWidget(
            NoticeBlock(
                NoticeText(
                    "Nicht gespeichert: Datenträger voll",
                    "Ihr Text ist noch hier. Platz schaffen, dann erneut speichern.",
                    "Erneut speichern",
                    Tone.ERROR,
                    details="OSError: [Errno 28]",
                )
            )
        )
        column.addLayout(box)
        return pane


class QueueSample(QWidget):
    """The queue's table and stages."""

    def __init__(self, runner: QueryRunner) -> None:
        super().__init__()
        self.model = PagedModel(sample_rows(), columns(), runner, self)
        self.model.ask(Question())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        banner = Banner()
        banner.say(
            NoticeText(
                "Suche gestört.", "3 Aufgaben warten, keine ging verloren.", "Einzelheiten", Tone.WARNING
            )
        )
        outer.addWidget(banner)
        split = QSplitter(Qt.Orientation.Horizontal)
        self.table = RowTable("Aufgaben", self.model)
        split.addWidget(self.table)
        stages = StageTimeline()
        stages.show_stages(
            [
                Stage("plan", "Planen", StageState.DONE, "14 s", "3 Fragen, 6 Suchanfragen"),
                Stage(
                    "fetch",
                    "Abruf",
                    StageState.DONE,
                    "1 m 52 s",
                    "8 von 8 Seiten gelesen, 5 behalten",
                    (
                        Sample(
                            "check",
                            "kubernetes.io/docs/tasks/administer-cluster",
                            "0,86",
                            "task.completed.mark",
                        ),
                        Sample("reject", "forum.example.org/t/48211", "Prüfseite"),
                    ),
                    41,
                ),
                Stage("search2", "Suche, Runde 2", StageState.WAITING, "angehalten", "Keine Antwort (14:31)"),
                Stage("write", "Artikel schreiben", StageState.TO_COME),
            ]
        )
        split.addWidget(stages)
        split.setSizes([1020, 420])
        outer.addWidget(split, 1)


def sample_graph() -> tuple[list[GraphNode], list[GraphEdge]]:
    """A neighbourhood with every kind of edge."""
    nodes = [GraphNode("n0", "ZFS-Verschlüsselung", "Schlüssel nach Neustart laden")]
    kinds = ["contradicts", "supports", "grounded_by", "links_to", "similar_to", "supersedes", "duplicates"]
    names = [
        "Kennwortrichtlinie",
        "Debian-Wiki: ZFS",
        "zfsprops(7)",
        "Pool-Import nach Ausfall",
        "LUKS-Systemplatte",
    ]
    names += ["Notfallhandbuch Speicher", "Snapshots aufräumen", "Backup-Konzept", "systemd-Abhängigkeiten"]
    edges = []
    for n, name in enumerate(names):
        kind = kinds[n % len(kinds)]
        node_kind = "research_evidence" if kind == "grounded_by" else "outcome" if n == 4 else "article"
        nodes.append(GraphNode(f"n{n + 1}", name, "kb-betrieb", node_kind))
        edges.append(GraphEdge(f"e{n}", "n0", f"n{n + 1}", kind, kind == "contradicts"))
    edges.append(GraphEdge("x1", "n4", "n7", "links_to"))
    return nodes, edges


def graph_sample() -> NeighbourhoodView:
    """The neighbourhood view."""
    nodes, edges = sample_graph()
    view = NeighbourhoodView()
    view.show_graph(nodes, edges, neighbourhood_positions(nodes, edges, "n0"), "n0")
    view.select("n1", "e0")
    return view


def sample_window(runner: QueryRunner, layout: Path | None = None) -> ShellWindow:
    """The whole window."""
    window = ShellWindow(default_places(), LayoutStore(layout), runner)
    window.register("queue", lambda: QueueSample(runner))
    window.register("review", lambda: ReviewSample(runner))
    window.register("articles", lambda: ReviewSample(runner, changes=True))
    window.register("graph", graph_sample)
    empty = Empty(
        "review",
        "Nichts zu prüfen.",
        "Neue Entwürfe erscheinen hier, sobald die Recherche einen Artikel fertig hat.",
        "Warteschlange öffnen",
    )
    for place in ("gaps", "evidence", "settings"):
        window.register(place, lambda: EmptyState(empty))
    bar = window.status_bar
    for key, name, left in (
        ("worker", "Recherche", True),
        ("pause", "Pause", True),
        ("nodes", "Knoten", False),
        ("search", "Suche", False),
        ("today", "Heute", False),
        ("activity", "Aktivität", False),
    ):
        bar.add(key, name, left=left)
    bar.say(
        "worker", Status("Liest 3 von 8 Seiten", "state-running", "task.running.mark", ("Läuft seit 14:36.",))
    )
    bar.say_task("„Schlüsselrotation für etcd“")
    bar.say("pause", Status("Pause", "pause"))
    bar.say("nodes", Status("Knoten 2/3", "server", lines=("Rechner „keller“ antwortet nicht.",)))
    bar.say("search", Status("Suche bereit", "check", "task.completed.mark"))
    bar.say("today", Status("Heute 5/12", "calendar"))
    bar.say("activity", Status("Aktivität F8", "activity"))
    window.top_bar.set_count("queue", 12)
    window.top_bar.set_count("review", 7)
    window.top_bar.set_count("graph", 4)
    return window


def main(folder: Path, choice: str, language: str, places: Sequence[str], width: int, height: int) -> None:
    """Write a picture of each place."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    install_language(app, Language(language))
    install_theme(app, ThemeChoice(choice), Density.COMFORTABLE)
    runner = QueryRunner()
    window = sample_window(runner)
    window.resize(width, height)
    window.show()
    for place in places:
        if place in ("palette", "keys"):
            window.open_place("review")
            popup: QWidget
            if place == "palette":
                window.open_palette()
                popup = window.palette_popup
            else:
                window.open_key_sheet()
                popup = window.findChildren(KeySheet)[0]
            for _ in range(30):
                app.processEvents()
            popup.grab().save(str(folder / f"{place}-{choice}-{language}.png"))
            popup.hide()
            continue
        window.open_place(place)
        if place == "queue":
            window.say("Artikel übernommen", "Rückgängig", lambda: None)
        for _ in range(60):
            app.processEvents()
            app.thread().msleep(5)
        window.grab().save(str(folder / f"{place}-{choice}-{language}.png"))
    window.close()
    runner.close()


if __name__ == "__main__":
    main(
        Path(sys.argv[1]),
        sys.argv[2],
        sys.argv[3],
        sys.argv[4].split(","),
        int(sys.argv[5]),
        int(sys.argv[6]),
    )
