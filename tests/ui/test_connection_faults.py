"""What the connection tests say of each fault, in settings and first run (SPEC W2, M1, I1)."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from neurodesk.domain.models import Protocol, Role
from neurodesk.providers.models.loopback_node import Fault, LoopbackNode
from neurodesk.providers.models.scripted_roles import scripted_reply
from neurodesk.providers.search.loopback_searxng import Found, LoopbackSearxng, SearchFault
from neurodesk.ui.application.desk import Desk, open_desk
from neurodesk.ui.first_run.ladder import NodeCard
from neurodesk.ui.first_run.steps import NodesStep
from neurodesk.ui.first_run.wizard import FirstRun
from neurodesk.ui.panes.settings.nodes_page import NodesPage
from neurodesk.ui.panes.settings.pane import SettingsPane
from neurodesk.ui.panes.settings.search_card import SearxngCard

LONG_MS = 20_000
SAFE = {
    "en": "Nothing was lost; tasks wait without a charge.",
    "de": "Nichts ging verloren; Aufgaben warten, ohne dass ein Versuch zählt.",
}
# The fault, what is said of it, and its remedy; {url} is the address of the server.
PLAYED: dict[str, list[tuple[SearchFault, str, str]]] = {
    "en": [
        (
            SearchFault("limiter", "30"),
            "The limiter of SearXNG at {url} refuses requests (429); it is asked again in 30 seconds.",
            "Set `server: limiter: false` in settings.yml of SearXNG, or let this machine pass in"
            " limiter.toml.",
        ),
        (
            SearchFault("json_disabled"),
            "SearXNG at {url} refuses JSON answers (403).",
            "Add `json` to `search: formats:` in settings.yml of SearXNG and restart it.",
        ),
        (
            SearchFault("foreign_page"),
            "{url} answers with a web page instead of JSON.",
            "Check the address, and that `search: formats:` in settings.yml of SearXNG holds `json`.",
        ),
        (
            SearchFault("not_searxng"),
            "{url} answers, but not as SearXNG does.",
            "Check that the address is SearXNG's own.",
        ),
        (
            SearchFault("engines_blocked"),
            "SearXNG at {url} answers, but its engines are blocked: startpage: Suspended: CAPTCHA,"
            " brave: too many requests.",
            "Wait until they answer again, or switch other engines on in SearXNG's preferences.",
        ),
        (
            SearchFault("login"),
            "SearXNG at {url} wants a login.",
            "Let this machine in without a login in the proxy before it.",
        ),
    ],
    "de": [
        (
            SearchFault("limiter", "30"),
            "Der Limiter von SearXNG unter {url} weist Anfragen ab (429); in 30 Sekunden wird wieder"
            " gefragt.",
            "Setzen Sie `server: limiter: false` in der settings.yml von SearXNG, oder lassen Sie diesen"
            " Rechner in limiter.toml zu.",
        ),
        (
            SearchFault("json_disabled"),
            "SearXNG unter {url} verweigert Antworten als JSON (403).",
            "Tragen Sie `json` bei `search: formats:` in der settings.yml von SearXNG ein, und starten"
            " Sie es neu.",
        ),
        (
            SearchFault("foreign_page"),
            "{url} antwortet mit einer Webseite statt mit JSON.",
            "Prüfen Sie die Adresse und ob `search: formats:` in der settings.yml von SearXNG `json`"
            " enthält.",
        ),
        (
            SearchFault("not_searxng"),
            "{url} antwortet, aber nicht wie SearXNG.",
            "Prüfen Sie, ob die Adresse die von SearXNG selbst ist.",
        ),
        (
            SearchFault("engines_blocked"),
            "SearXNG unter {url} antwortet, aber seine Suchmaschinen sind gesperrt: startpage: Suspended:"
            " CAPTCHA, brave: too many requests.",
            "Warten Sie, bis sie wieder antworten, oder schalten Sie in SearXNG andere Suchmaschinen ein.",
        ),
        (
            SearchFault("login"),
            "SearXNG unter {url} verlangt eine Anmeldung.",
            "Lassen Sie diesen Rechner im vorgeschalteten Proxy ohne Anmeldung zu.",
        ),
    ],
}
# What an address alone does wrong: none set, https to http, a path too many, nobody there.
ADDRESSED: dict[str, dict[str, tuple[str, str]]] = {
    "en": {
        "none": (
            "No address of a SearXNG is set.",
            "Write it into “SearXNG address”, then test again. Nothing was sent.",
        ),
        "https": ("SearXNG at {url} does not speak https.", f"{SAFE['en']} Set its address to {{other}}."),
        "path": (
            "There is no SearXNG at {url} (404).",
            f"{SAFE['en']} Check port and path: the address is the one before /search.",
        ),
        "gone": (
            "SearXNG at {url} cannot be reached (All connection attempts failed).",
            f"{SAFE['en']} Start it, or check address, port and network.",
        ),
        "good": ("SearXNG answers: 1 result.", ""),
    },
    "de": {
        "none": (
            "Keine Adresse eines SearXNG ist gesetzt.",
            "Tragen Sie sie bei „SearXNG-Adresse“ ein und testen Sie noch einmal. Nichts wurde gesendet.",
        ),
        "https": (
            "SearXNG unter {url} spricht kein https.",
            f"{SAFE['de']} Tragen Sie als Adresse {{other}} ein.",
        ),
        "path": (
            "Unter {url} ist kein SearXNG (404).",
            f"{SAFE['de']} Prüfen Sie Port und Pfad: Die Adresse ist die vor /search.",
        ),
        "gone": (
            "SearXNG unter {url} ist nicht erreichbar (All connection attempts failed).",
            f"{SAFE['de']} Starten Sie es, oder prüfen Sie Adresse, Port und Netz.",
        ),
        "good": ("SearXNG antwortet: 1 Treffer.", ""),
    },
}


@contextmanager
def desk_in(app: QApplication, folder: Path, language: str) -> Iterator[Desk]:
    with open_desk(app, folder, {"ui.language": language}, with_worker=False) as made:
        made.show("settings")
        yield made


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def card_in(desk: Desk, where: str) -> SearxngCard:
    """Return the card of SearXNG in the settings, or in its step of the first run."""
    if where == "settings":
        pane = desk.window.place_widget("settings")
        assert isinstance(pane, SettingsPane)
        pane.show_target("page.search")
        assert pane.search_card is not None
        return pane.search_card
    desk.window.open_first_run()
    wizard = desk.window.findChildren(FirstRun)[-1]
    wizard.go(next(place for place, step in enumerate(wizard.steps) if step.id == "search"))
    return wizard.findChildren(SearxngCard)[-1]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("where", ["settings", "first run"])
def test_w2_each_fault_of_searxng_is_said_with_its_remedy(
    qapp: QApplication, qtbot: Any, tmp_path: Path, language: str, where: str
) -> None:
    with desk_in(qapp, tmp_path / "p", language) as desk:
        card = card_in(desk, where)
        settings, said = desk.services.profile.settings, ADDRESSED[language]

        def tested(url: str = "") -> tuple[str, str]:
            settings.set("searxng.url", url)
            qtbot.mouseClick(card.test, Qt.MouseButton.LeftButton)
            assert not card.test.isEnabled()
            qtbot.waitUntil(card.test.isEnabled, timeout=LONG_MS)
            return card.what.text(), card.more.text()

        assert tested() == said["none"]
        with LoopbackSearxng(lambda _asked: [Found("https://a.example/", "A")]) as server:
            for fault, what, remedy in PLAYED[language]:
                server.play(fault)
                assert tested(server.url) == (what.format(url=server.url), f"{SAFE[language]} {remedy}")
            assert tested(server.url) == said["good"], "a fault that is over is forgotten by the next test"
            tls = server.url.replace("http:", "https:")
            words = tuple(one.format(url=tls, other=server.url) for one in said["https"])
            assert tested(tls) == words
            below = f"{server.url}/searxng"
            assert tested(below) == tuple(one.format(url=below) for one in said["path"])
        gone = f"http://127.0.0.1:{free_port()}"
        assert tested(gone) == tuple(one.format(url=gone) for one in said["gone"])
        assert not settings.current.switch("web.searxng"), "a test switches nothing on"


# The rung that fails, what is said of it, the advice, and the line to copy.
NODE: dict[str, dict[str, tuple[str, str, str]]] = {
    "en": {
        "gone": (
            "Reached: cannot be reached",
            "Nothing listens at this address. Start the model server:",
            "ollama serve",
        ),
        "https": (
            "Reached: mixes up http and https",
            "It does not speak what the address says. Write:",
            "{other}",
        ),
        "path": (
            "Reached: has nothing at this path",
            "No model server answers at this path. Look at address, path and kind.",
            "",
        ),
        "sign in": (
            "Reached: wants a token",
            "It wants a token. Store it once:",
            "neurodesk models token {url}",
        ),
        "no model": (
            "Models found: the node has no model",
            "Load a model on that machine:",
            "ollama pull gemma3:12b",
        ),
        "busy": (
            "Answers with one token: is busy",
            "It has too much to do now. Test again in a minute.",
            "",
        ),
        "memory": (
            "Answers with one token: has too little memory for the model",
            "The model did not answer. Look at the memory of that machine:",
            "ollama ps",
        ),
    },
    "de": {
        "gone": (
            "Erreichbar: ist nicht erreichbar",
            "An dieser Adresse nimmt niemand an. Den Modellserver starten:",
            "ollama serve",
        ),
        "https": (
            "Erreichbar: verwechselt http und https",
            "Er spricht nicht, was die Adresse sagt. Tragen Sie ein:",
            "{other}",
        ),
        "path": (
            "Erreichbar: hat nichts unter diesem Pfad",
            "Unter diesem Pfad antwortet kein Modellserver. Prüfen Sie Adresse, Pfad und Art.",
            "",
        ),
        "sign in": (
            "Erreichbar: verlangt ein Token",
            "Er verlangt ein Token. Einmal hinterlegen:",
            "neurodesk models token {url}",
        ),
        "no model": (
            "Modelle gefunden: der Knoten hat kein Modell",
            "Auf diesem Rechner ein Modell laden:",
            "ollama pull gemma3:12b",
        ),
        "busy": (
            "Antwortet mit einem Token: ist ausgelastet",
            "Er ist gerade ausgelastet. Testen Sie in einer Minute noch einmal.",
            "",
        ),
        "memory": (
            "Antwortet mit einem Token: hat zu wenig Speicher für das Modell",
            "Das Modell hat nicht geantwortet. Prüfen Sie den Speicher dieses Rechners:",
            "ollama ps",
        ),
    },
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_m1_each_fault_of_a_node_is_said_at_its_step_with_one_remedy(
    qapp: QApplication, qtbot: Any, tmp_path: Path, language: str
) -> None:
    with desk_in(qapp, tmp_path / "p", language) as desk:
        desk.window.open_first_run()
        wizard = desk.window.findChildren(FirstRun)[-1]
        wizard.go(next(place for place, step in enumerate(wizard.steps) if step.id == "nodes"))
        (card,) = wizard.findChildren(NodesStep)[-1].cards

        def check(name: str, url: str, other: str = "") -> None:
            climb(qtbot, card, url)
            failed, advice, line = NODE[language][name]
            assert failed in card.accessibleName(), name
            assert card.advice.text() == advice, name
            assert card.line.text() == line.format(url=url, other=other), name
            assert card.line.isVisibleTo(card) == bool(line), name

        check("gone", f"http://127.0.0.1:{free_port()}")
        with LoopbackNode(["gemma3:12b"], scripted_reply) as node:
            check("https", node.url.replace("http:", "https:"), node.url)
            check("path", f"{node.url}/below")
            node.token = "open sesame"
            check("sign in", node.url)
            node.token = ""
            node.play(Fault("status", 503, "server busy"))
            check("busy", node.url)
            node.play(Fault("status", 500, "model requires more system memory (9.9 GiB) than is available"))
            check("memory", node.url)
            climb(qtbot, card, node.url)
            assert card.is_ready
            node.models = []
            check("no model", node.url)
        with LoopbackNode(["gemma3:12b"], scripted_reply) as node:
            card.kind.setCurrentIndex(card.kind.findData(Protocol.OPENAI))
            check("path", f"{node.url}/below")
            climb(qtbot, card, node.url)
            reached = {"en": "Reached: answers", "de": "Erreichbar: antwortet"}[language]
            assert reached in card.accessibleName(), "a server without a version says so much"


def climb(qtbot: Any, card: NodeCard, url: str) -> None:
    card.climbed = []
    card.field.setText(url)
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(card.climbed) and card.button.isEnabled(), timeout=LONG_MS)


@pytest.mark.parametrize(
    ("language", "missing", "unreached"),
    [
        (
            "en",
            "Author: embedded engine; gemma3:12b: model missing",
            "Author: embedded engine; gemma3:12b: its node cannot be reached",
        ),
        (
            "de",
            "Autor: eingebaute Maschine; gemma3:12b: Modell fehlt",
            "Autor: eingebaute Maschine; gemma3:12b: sein Knoten ist nicht erreichbar",
        ),
    ],
)
def test_m1_the_test_of_a_role_says_which_model_is_missing_and_where(
    qapp: QApplication, qtbot: Any, tmp_path: Path, language: str, missing: str, unreached: str
) -> None:
    with desk_in(qapp, tmp_path / "p", language) as desk:
        pane = desk.window.place_widget("settings")
        assert isinstance(pane, SettingsPane)
        pane.show_target("page.models")
        page: NodesPage = pane.findChildren(NodesPage)[-1]
        author = page.roles[Role.AUTHOR.value]

        def asked() -> None:
            page.look.click()
            qtbot.waitUntil(page.look.isEnabled, timeout=LONG_MS)

        def says(words: str) -> Callable[[], bool]:
            return lambda: author.who.text() == words

        with LoopbackNode(["qwen3:8b"], scripted_reply) as node:
            desk.services.profile.settings.set("models.ollama_urls", [f"one={node.url}"])
            asked()
            qtbot.waitUntil(says(missing), timeout=LONG_MS)
            qtbot.mouseClick(author.test, Qt.MouseButton.LeftButton)
            qtbot.waitUntil(lambda: "gemma3:12b" in author.said.text(), timeout=LONG_MS)
            assert "ollama pull gemma3:12b" in author.said.text()
        asked()
        qtbot.waitUntil(says(unreached), timeout=LONG_MS)
