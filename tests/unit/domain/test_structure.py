"""The structure, process-language and risk rules, in German and English (SPEC R5, R6)."""

from __future__ import annotations

import time

import pytest

from neurodesk.domain.articles import ArticleType
from neurodesk.domain.findings import RULES, Severity
from neurodesk.domain.process_language import find_process_language
from neurodesk.domain.research import RuleFinding
from neurodesk.domain.risk import Hazard, RiskLevel, RiskReason, hazards_of, risk_of
from neurodesk.domain.structure import StyleRules, check_structure, detect_by_words, sections_of
from neurodesk.domain.units import split_article

GERMAN = """# Dienst nginx sauber neu starten

Der Dienst liest seine Konfiguration nur beim Start. Nach einer Änderung muss er neu gestartet werden.

## Voraussetzungen

Sie haben sich auf dem Server mit einem Konto angemeldet, das den Dienst steuern darf.

## Schritte

1. Öffnen Sie die Datei `/etc/nginx/nginx.conf` und speichern Sie die Änderung.
2. Prüfen Sie die Datei mit `nginx -t`.
3. Starten Sie den Dienst mit `systemctl restart nginx` neu.

## Prüfung

Der Befehl `systemctl status nginx` meldet `active (running)`.
"""
ENGLISH = """# Restart the nginx service safely

The service reads its configuration only when it starts. After a change it has to be restarted.

## Prerequisites

You are logged in on the server with an account that may control the service.

## Steps

1. Open the file `/etc/nginx/nginx.conf` and save the change.
2. Check the file with `nginx -t`.
3. Restart the service with `systemctl restart nginx`.

## Validation

The command `systemctl status nginx` shows `active (running)`.
"""


def check(
    text: str,
    *,
    kind: ArticleType = ArticleType.HOW_TO,
    lang: str = "de-DE",
    urls: tuple[str, ...] = (),
    machine: bool = True,
    style: StyleRules | None = None,
    pictures: tuple[str, ...] = (),
) -> tuple[RuleFinding, ...]:
    return check_structure(
        text,
        article_type=kind,
        lang=lang,
        material_urls=urls,
        is_machine_draft=machine,
        style=style,
        known_pictures=pictures,
    )


def rules(found: tuple[RuleFinding, ...]) -> list[str]:
    return [one.rule for one in found]


@pytest.mark.parametrize(("text", "lang"), [(GERMAN, "de-DE"), (ENGLISH, "en")])
def test_a_sound_article_has_no_findings(text: str, lang: str) -> None:
    assert check(text, lang=lang) == ()


def test_every_rule_found_anywhere_is_in_the_table() -> None:
    assert all(sentence.endswith(".") for sentence in RULES.values())
    broken = (
        "# X\n\nLaut den Quellen ist TODO. <b>\u200b</b> [a](javascript:x) ![](p)\n\n## Leer\n\n```\nrm -rf /"
    )
    found = check(broken)
    assert len(found) > 10
    assert set(rules(found)) <= set(RULES)


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("# Dienst nginx sauber neu starten\n", "", "R6.title_missing"),
        ("Dienst nginx sauber neu starten", "Dienst", "R6.title_length"),
        ("Dienst nginx sauber neu starten", "Dienst " * 20, "R6.title_length"),
        ("## Voraussetzungen", "## Anderes", "R6.section_missing"),
        ("## Schritte", "## Anderes", "R6.section_missing"),
        ("## Prüfung", "## Anderes", "R6.section_missing"),
        ("3. Starten Sie den Dienst mit `systemctl restart nginx` neu.\n", "", "R6.few_steps"),
        ("3. Starten Sie den Dienst mit `systemctl restart nginx` neu.\n", "3. Fertig\n", "R6.few_steps"),
        ("meldet `active (running)`", "muss gut sein", "R6.no_observable_result"),
        (
            "Der Befehl `systemctl status nginx` meldet `active (running)`.",
            "Prüfen Sie, ob alles geht.",
            "R6.no_observable_result",
        ),
        ("## Prüfung\n", "## Hinweise\n\n## Prüfung\n", "R6.section_empty"),
        ("## Prüfung\n", "```\nls\n\n## Prüfung\n", "R6.fence_unclosed"),
        ("Der Dienst liest", "TODO: Der Dienst liest", "R6.placeholder"),
        ("Der Dienst liest", "Bild hier einfügen. Der Dienst liest", "R6.placeholder"),
        ("Der Dienst liest", "[Text einfügen] Der Dienst liest", "R6.placeholder"),
        ("Der Dienst liest", "Lorem ipsum. Der Dienst liest", "R6.placeholder"),
        ("Der Dienst liest", "{{ product }} Der Dienst liest", "R6.placeholder"),
        ("Der Dienst liest", "XXX Der Dienst liest", "R6.placeholder"),
        ("Der Dienst liest", "Siehe https://evil.test.org/a. Der Dienst liest", "R6.url_not_in_material"),
        ("Der Dienst liest", "[Siehe](https://a.b/c) Der Dienst liest", "R6.url_not_in_material"),
        ("Der Dienst liest", "<b>Der</b> Dienst liest", "R6.raw_html"),
        ("Der Dienst liest", "<!-- x -->\nDer Dienst liest", "R6.raw_html"),
        ("Der Dienst liest", "[Der](javascript:alert) Dienst liest", "R6.link_scheme"),
        ("Der Dienst liest", "[Der](java&#115;cript:alert) Dienst liest", "R6.link_scheme"),
        ("Der Dienst liest", "[Der](//host/share) Dienst liest", "R6.link_scheme"),
        ("Der Dienst liest", "<file:///etc/passwd> Der Dienst liest", "R6.link_scheme"),
        ("Der Dienst liest", "![Bild](neu.png)\n\nDer Dienst liest", "R6.new_picture"),
        ("Der Dienst liest", "Der Di\u200benst liest", "R6.hidden_character"),
        ("Der Dienst liest", "Der \u202eDienst\u202c liest", "R6.hidden_character"),
        ("Der Dienst liest", "Der \x07Dienst liest", "R6.hidden_character"),
        ("Der Dienst liest", "Laut den Quellen liest der Dienst", "R5.sources_speak"),
    ],
)
def test_each_breach_is_found(old: str, new: str, rule: str) -> None:
    assert old in GERMAN
    found = check(GERMAN.replace(old, new, 1))
    assert rule in rules(found)
    for one in found:
        assert 0 <= one.start <= one.end <= len(GERMAN) + 200
        assert one.line >= 1


def test_findings_carry_the_line() -> None:
    found = check(GERMAN.replace("Prüfen Sie die Datei", "FIXME die Datei"))
    assert [(one.rule, one.line, one.severity) for one in found] == [("R6.placeholder", 12, "block")]


def test_the_title_may_stand_in_the_front_matter() -> None:
    text = GERMAN.replace("# Dienst nginx sauber neu starten", "---\ntitle: Dienst nginx neu starten\n---")
    assert check(text.replace("---\n\nDer", "---\nDer")) == ()
    short = check(text.replace("title: Dienst nginx neu starten", 'title: "Kurz"'))
    assert [(one.rule, one.line) for one in short] == [("R6.title_length", 2)]


def test_a_byte_order_mark_at_the_start_is_not_hidden_text() -> None:
    assert check("\ufeff" + GERMAN) == ()
    assert rules(check("\ufeff" + GERMAN + "\ufeff")) == ["R6.hidden_character"]


def test_urls_of_the_material_are_found_in_any_spelling() -> None:
    text = GERMAN.replace(
        "Der Dienst liest",
        "<https://Docs.Example.net:80/x/>, (https://wiki.org/A_(B)), http://localhost/. Der Dienst liest",
    )
    assert check(text, urls=("https://wiki.org/A_(B)#c",)) == ()
    human = check(text, machine=False)
    assert [(one.rule, one.severity) for one in human] == [("R6.url_not_in_material", "tick")]
    assert rules(check(GERMAN + "\nhttps://[::1/x\n")) == ["R6.url_not_in_material"]


def test_variables_in_commands_are_no_placeholders() -> None:
    text = (
        GERMAN
        + "\n```\nssh root@<server-ip> 'mktemp /tmp/a.XXXXXX'\necho ${NAME} {{ value }}\n[...]\n"
        + "say {text} XXX\n```\n"
    )
    assert "R6.placeholder" not in rules(check(text))
    assert "R6.placeholder" in rules(check(text.replace("[...]", "# TODO: the rest")))
    assert "R6.placeholder" in rules(check(GERMAN.replace("Der Dienst liest", "[...] Der Dienst liest")))


def test_rules_for_machine_drafts_leave_the_curators_text_alone() -> None:
    text = GERMAN.replace("Der Dienst liest", "<b>Der</b> Di\u200benst ![x](y.png) [a](ftp://b.c) liest")
    assert {"R6.raw_html", "R6.hidden_character", "R6.new_picture", "R6.link_scheme"} <= set(
        rules(check(text))
    )
    assert rules(check(text, machine=False)) == ["R6.url_not_in_material"]


def test_pictures_of_the_base_article_may_stay() -> None:
    text = GERMAN.replace("Der Dienst liest", "![Das Netz](netz.png) ![](b.png)\n\nDer Dienst liest")
    assert check(text, pictures=("netz.png", "b.png")) == ()
    assert rules(check(text, pictures=("netz.png",))) == ["R6.new_picture"]


def test_the_language_is_checked_as_a_whole_and_by_paragraph() -> None:
    assert [(one.rule, one.severity) for one in check(ENGLISH, lang="de-DE")] == [("R6.language", "block")]
    mixed = GERMAN.replace(
        "## Prüfung",
        "The service will be restarted when the configuration of the server has been changed.\n\n## Prüfung",
    )
    assert [(one.rule, one.severity) for one in check(mixed)] == [("R6.language", "tick")]
    assert detect_by_words("nginx 1.2.3") is None
    assert detect_by_words("der die das the and is") is None


def test_another_language_detector_may_be_given() -> None:
    found = check_structure(
        GERMAN,
        article_type=ArticleType.HOW_TO,
        lang="de-DE",
        material_urls=(),
        is_machine_draft=True,
        detect_language=lambda text: "fr",
    )
    assert rules(found) == ["R6.language"]


def test_each_type_asks_for_its_own_sections() -> None:
    body = "# Was ein Lastverteiler leistet\n\n{}Ein Lastverteiler verteilt die Anfragen auf die Server.\n"
    assert rules(check(body.format(""), kind=ArticleType.CONCEPT)) == ["R6.section_missing"]
    assert check(body.format("## Überblick\n\n"), kind=ArticleType.CONCEPT) == ()
    assert rules(check(body.format(""), kind=ArticleType.REFERENCE)) == ["R6.section_missing"]
    assert check(body.format("## Felder der Datei\n\n"), kind=ArticleType.REFERENCE) == ()
    trouble = rules(check(body.format(""), kind=ArticleType.TROUBLESHOOTING))
    assert trouble.count("R6.section_missing") == 4
    assert "R6.few_steps" in trouble


@pytest.mark.parametrize(
    "steps",
    [
        "## Step 1 - Open it\n\nOpen it.\n\n## Step 2 - Save it\n\nSave it.\n\n## Step 3: Go\n\nGo.\n",
        "## Steps\n\n- Open the file\n- Save the file\n- Restart the service\n",
        "## Steps\n\n1. ```\n   ls -l\n   ```\n2. Save the file.\n3. Restart the service.\n",
    ],
)
def test_steps_are_counted_however_they_are_written(steps: str) -> None:
    head, _mark, tail = ENGLISH.partition("## Steps")
    assert check(head + steps + "\n## Validation" + tail.partition("## Validation")[2], lang="en") == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "The output contains the word `ok`.",
        "You should see the login page.",
        "The page returns HTTP 200.",
        "The pool is listed as online.",
        "Der Befehl gibt die Version aus.",
        "Im Browser erscheint die Anmeldeseite.",
        "Die Ausgabe lautet `ok`.",
        "Sie sehen die Anmeldeseite.",
        "Der Server ist jetzt erreichbar.",
    ],
)
def test_an_observable_result_is_recognised(sentence: str) -> None:
    text = GERMAN.replace("Der Befehl `systemctl status nginx` meldet `active (running)`.", sentence)
    assert "R6.no_observable_result" not in rules(check(text))


@pytest.mark.parametrize(
    "sentence",
    [
        "Make sure that everything works.",
        "Check the output.",
        "Testen Sie den Dienst.",
        "Der Befehl zeigt alles.",
    ],
)
def test_a_bare_appeal_to_check_is_no_result(sentence: str) -> None:
    text = GERMAN.replace("Der Befehl `systemctl status nginx` meldet `active (running)`.", sentence)
    assert "R6.no_observable_result" in rules(check(text))


PROCESS = [
    ("R5.sources_speak", "The sources say that port 80 is open."),
    ("R5.sources_speak", "The provided evidence does not mention a limit."),
    ("R5.sources_speak", "According to the provided sources, port 80 is open."),
    ("R5.sources_speak", "Based on the given information the port is 80."),
    ("R5.sources_speak", "The limit is not mentioned in the provided excerpts."),
    ("R5.sources_speak", "Laut den Quellen ist Port 80 offen."),
    ("R5.sources_speak", "Laut Quelle ist Port 80 offen."),
    ("R5.sources_speak", "Die vorliegenden Quellen nennen keine Grenze."),
    ("R5.sources_speak", "Auf Grundlage der bereitgestellten Informationen ist der Port 80."),
    ("R5.sources_speak", "In den angegebenen Quellen steht nichts dazu."),
    ("R5.sources_speak", "Aus den Quellen geht das nicht hervor, es geht aus den Quellen hervor."),
    ("R5.sources_speak", "Den Quellen zufolge ist der Port 80."),
    ("R5.speaks_as_model", "As an AI, I cannot check this."),
    ("R5.speaks_as_model", "As an AI language model I have no access."),
    ("R5.speaks_as_model", "I'm an AI assistant."),
    ("R5.speaks_as_model", "My training data ends in 2023."),
    ("R5.speaks_as_model", "Als KI kann ich das nicht prüfen."),
    ("R5.speaks_as_model", "Als Sprachmodell habe ich keinen Zugriff."),
    ("R5.speaks_as_model", "Ich kann Ihnen leider nicht helfen."),
    ("R5.source_reference", "Port 80 is open [R3]."),
    ("R5.source_reference", "Port 80 ist offen (R1, R2)."),
    ("R5.source_reference", "Siehe R3 für Einzelheiten."),
    ("R5.source_reference", "Das steht in R1, R2 und im Handbuch."),
    ("R5.source_reference", "The port is 80 [E1, E2]."),
    ("R5.prompt_remains", "<think> The user wants an article."),
    ("R5.prompt_remains", "Sure! Here is the article:"),
    ("R5.prompt_remains", "Hier ist der überarbeitete Artikel:"),
    ("R5.prompt_remains", "I hope this helps!"),
    ("R5.prompt_remains", "Lassen Sie mich wissen, ob das genügt."),
    ("R5.prompt_remains", "Use missing_evidence_queries for this."),
    ("R5.process_talk", "This article was generated by a model."),
    ("R5.process_talk", "Our research found that port 80 is open."),
    ("R5.process_talk", "Dieser Artikel wurde automatisch von einer KI erstellt."),
    ("R5.process_talk", "Die Recherche ergab, dass Port 80 offen ist."),
    ("R5.process_talk", "Für diese Aussage gibt es keine ausreichenden Belege."),
]
SUBJECT = [
    "The sources list in /etc/apt/sources.list names the mirrors.",
    "Die Quellen stehen in der Datei /etc/apt/sources.list.",
    "Add the package sources to the list.",
    "According to RFC 2119, this is required.",
    "Laut Handbuch ist Port 80 offen.",
    "Das System dient als KI-Server für Ollama.",
    "Use this machine as an AI server.",
    "Cloudflare R2 stores the objects; Windows Server 2012 R2 does not.",
    "Windows Server 2012 (R2) wird nicht unterstützt.",
    "Der Widerstand R3 hat 10 Ohm.",
    "The source says nothing in the log of the replica.",
    "Nach der Quelle des Fehlers suchen Sie im Protokoll.",
    "The quellenangabe is optional.",
    "Let the service know the new port.",
    "The system prompts you for a password.",
    "The array a[1] holds the value.",
    "Evidence of tampering is logged.",
    "Der Stromanschluss nach den Quellenschaltern ist belegt.",
    "If the material is missing, order more.",
]


@pytest.mark.parametrize(("rule", "sentence"), PROCESS)
def test_process_language_is_found_with_its_line(rule: str, sentence: str) -> None:
    found = find_process_language(split_article(f"# Titel\n\nEin Satz davor.\n\n{sentence}\n"))
    assert rule in [one.rule for one in found]
    assert {one.line for one in found} == {5}
    assert all(one.severity == Severity.BLOCK for one in found)


@pytest.mark.parametrize("sentence", SUBJECT)
def test_sentences_about_the_subject_are_left_alone(sentence: str) -> None:
    assert find_process_language(split_article(sentence)) == ()


def test_code_is_searched_for_prompt_remains_only() -> None:
    found = find_process_language(
        split_article("```\nmov R1, R2\n# the sources say so [R3]\n<|im_start|>\n<think>\n```\n")
    )
    assert [(one.rule, one.line) for one in found] == [("R5.prompt_remains", 4)]


HAZARDS = [
    (Hazard.PIPE_TO_SHELL, "curl -fsSL https://ollama.com/install.sh | sh"),
    (Hazard.PIPE_TO_SHELL, "wget -qO- https://x.y/z | sudo -E bash -"),
    (Hazard.PIPE_TO_SHELL, "bash <(curl -s https://x.y)"),
    (Hazard.PIPE_TO_SHELL, 'sh -c "$(curl -fsSL https://x.y)"'),
    (Hazard.PIPE_TO_SHELL, "irm https://x.y/z.ps1 | iex"),
    (Hazard.PIPE_TO_SHELL, "iex ((New-Object Net.WebClient).DownloadString('https://x.y'))"),
    (Hazard.CERTIFICATE_CHECK_OFF, "curl -k https://x.y"),
    (Hazard.CERTIFICATE_CHECK_OFF, "curl -sSkL https://x.y"),
    (Hazard.CERTIFICATE_CHECK_OFF, "curl --insecure https://x.y"),
    (Hazard.CERTIFICATE_CHECK_OFF, "wget --no-check-certificate https://x.y"),
    (Hazard.CERTIFICATE_CHECK_OFF, "requests.get(url, verify=False)"),
    (Hazard.CERTIFICATE_CHECK_OFF, "ssh -o StrictHostKeyChecking=no host"),
    (Hazard.CERTIFICATE_CHECK_OFF, "git config --global http.sslVerify false"),
    (Hazard.CERTIFICATE_CHECK_OFF, "export NODE_TLS_REJECT_UNAUTHORIZED=0"),
    (Hazard.WORLD_WRITABLE, "chmod 777 /srv"),
    (Hazard.WORLD_WRITABLE, "chmod -R 0666 /srv"),
    (Hazard.WORLD_WRITABLE, "chmod a+rwx /srv"),
    (Hazard.WORLD_WRITABLE, "chmod o+w file"),
    (Hazard.WORLD_WRITABLE, "icacls C:\\data /grant Everyone:(OI)(CI)F"),
    (Hazard.WORLD_WRITABLE, "Give Everyone full control of the folder"),
    (Hazard.RECURSIVE_DELETE, "rm -rf /var/lib/x"),
    (Hazard.RECURSIVE_DELETE, "rm -f -r x"),
    (Hazard.RECURSIVE_DELETE, "rm --recursive x"),
    (Hazard.RECURSIVE_DELETE, "Remove-Item C:\\x -Recurse -Force"),
    (Hazard.RECURSIVE_DELETE, "rd /s /q C:\\x"),
    (Hazard.RECURSIVE_DELETE, "find /tmp -name '*.log' -delete"),
]
HARMLESS = [
    "curl -fsSL https://x.y -o install.sh",
    "curl -K config https://x.y | grep sh",
    "curl -o key https://x.y",
    "wget https://x.y",
    "chmod 755 /srv",
    "chmod 1775 /srv",
    "chmod u+w file",
    "chmod g+w file",
    "rm file",
    "rm -f file",
    "rm -i --preserve-root x",
    "rd C:\\x",
    "StrictHostKeyChecking=yes",
    "verify=True",
    "umask 022",
]


@pytest.mark.parametrize(("hazard", "command"), HAZARDS)
def test_hazards_are_recognised(hazard: Hazard, command: str) -> None:
    assert hazard in hazards_of(command)


@pytest.mark.parametrize("command", HARMLESS)
def test_harmless_commands_are_no_hazards(command: str) -> None:
    assert hazards_of(command) == ()


@pytest.mark.parametrize(
    ("command", "words", "rule"),
    [
        ("rm -rf /srv/old", "Der Befehl löscht den Ordner mit allem Inhalt.", "R6.recursive_delete"),
        ("chmod 777 /srv", "Danach dürfen alle Benutzer dort schreiben.", "R6.world_writable"),
        ("curl -k https://localhost", "Das Zertifikat wird dabei nicht geprüft.", "R6.certificate_check_off"),
        ("curl https://localhost/x \\\n  | sh", "Das Skript wird ungeprüft ausgeführt.", "R6.pipe_to_shell"),
    ],
)
def test_a_hazard_is_ticked_if_named_in_words_and_blocks_a_machine_draft_if_not(
    command: str, words: str, rule: str
) -> None:
    def found(text: str, *, machine: bool) -> list[tuple[str, str]]:
        return [(one.rule, one.severity) for one in check(GERMAN + text, machine=machine)]

    code = f"\n## Hinweise\n\nEin Satz.\n\n```\n{command}\n```\n"
    assert found(code, machine=True) == [(rule, "block")]
    assert found(code, machine=False) == [(rule, "tick")]
    assert found(code.replace("Ein Satz.", words), machine=True) == [(rule, "tick")]


def test_a_command_that_is_continued_into_nothing_is_still_read() -> None:
    text = GERMAN + "\n## Hinweise\n\n```\nrm -rf x \\\n```\n\nEin Satz.\n\n```\nrm -rf y \\\n```\n"
    assert rules(check(text)) == ["R6.recursive_delete", "R6.recursive_delete"]


def test_code_alone_is_no_observable_result() -> None:
    text = GERMAN.replace("Der Befehl `systemctl status nginx` meldet `active (running)`.", "```\nshows\n```")
    assert rules(check(text)) == ["R6.no_observable_result"]


def test_a_command_does_not_name_itself() -> None:
    text = GERMAN + "\n## Hinweise\n\nNutzen Sie `Remove-Item C:\\x -Recurse` dafür.\n"
    assert [(one.rule, one.severity) for one in check(text)] == [("R6.recursive_delete", "block")]


@pytest.mark.parametrize(
    ("markdown", "reasons"),
    [
        ("Der Dienst liest die Datei.", ()),
        ("The service listens on port 80.", ()),
        ("The docker container and the git repository share an IP address.", ()),
        ("Run systemctl restart nginx now.", (RiskReason.COMMAND, RiskReason.SERVICE)),
        ("Nutzen Sie Get-ChildItem dafür.", (RiskReason.COMMAND,)),
        ("Führen Sie `sudo apt update` aus.", (RiskReason.COMMAND,)),
        ("Setzen Sie das Passwort neu.", (RiskReason.CREDENTIALS,)),
        ("Store the API key in the vault.", (RiskReason.CREDENTIALS,)),
        ("Geben Sie dem Konto Administratorrechte.", (RiskReason.PERMISSIONS,)),
        ("Löschen Sie den Eintrag.", (RiskReason.DELETION,)),
        ("Open port 22 for the office.", (RiskReason.FIREWALL,)),
        ("Geben Sie Port 443 frei, also den Port öffnen.", (RiskReason.FIREWALL,)),
        ("```\nlistening on 80\n```", (RiskReason.COMMAND,)),
        ("```\n# only a comment\n```", ()),
        ("```\nufw allow 22\n```", (RiskReason.COMMAND, RiskReason.FIREWALL)),
        ("```\nrm -rf x\n```", (RiskReason.COMMAND, RiskReason.DELETION)),
        ("<https://x.y/password>", ()),
    ],
)
def test_the_risk_class_names_its_reasons(markdown: str, reasons: tuple[RiskReason, ...]) -> None:
    risk = risk_of(split_article(markdown).units[0])
    assert risk.reasons == reasons
    assert risk.level is (RiskLevel.HIGH if reasons else RiskLevel.NORMAL)


def test_the_style_guide_is_kept() -> None:
    style = StyleRules(
        sections=("Voraussetzungen", "Ansprechpartner"), terms=(("Datei", "Dokument"),), address="formal"
    )
    found = check(GERMAN.replace("Sie haben sich", "Du hast dich"), style=style)
    assert sorted(set(rules(found))) == ["R6.style_address", "R6.style_section", "R6.style_term"]
    informal = check(GERMAN, style=StyleRules(address="informal"))
    assert set(rules(informal)) == {"R6.style_address"}
    code = StyleRules(terms=(("Datei", "Dokument"), ("ls", "dir")))
    assert set(rules(check(GERMAN + "\n```\nls\n```\n", style=code))) == {"R6.style_term"}
    assert check(GERMAN, style=StyleRules()) == ()


def test_sections_end_at_the_next_heading_of_their_rank() -> None:
    article = split_article("# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd\n")
    held = {head.text: [unit.text for unit in body] for head, body in sections_of(article)}
    assert held == {"A": ["a", "B", "b", "C", "c", "D", "d"], "B": ["b", "C", "c"], "C": ["c"], "D": ["d"]}


def test_padding_with_phrases_is_refused() -> None:
    assert "R4.too_much_exempt" in rules(check(GERMAN + "\nGehen Sie wie folgt vor:\n" * 20))


@pytest.mark.parametrize(
    "mark",
    [
        "curl ",
        "chmod -R ",
        "rm -f ",
        "the sources ",
        "[",
        "<b>",
        "![](x)",
        "`rm -rf x` ",
        "https://x.y ",
        "Port ",
    ],
)
def test_hostile_articles_are_checked_in_linear_time(mark: str) -> None:
    begin = time.process_time()
    check("# Ein Titel hier\n\n" + mark * (40_000 // len(mark)))
    assert time.process_time() - begin < 15


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("zpool offline tank sdb", RiskReason.STORAGE),
        ("zpool replace tank sdb sdc", RiskReason.STORAGE),
        ("zpool detach tank sdb", RiskReason.STORAGE),
        ("mdadm --manage /dev/md0 --fail /dev/sdb1", RiskReason.STORAGE),
        ("lvreduce -L 5G /dev/vg0/data", RiskReason.STORAGE),
        ("btrfs device remove /dev/sdb /mnt", RiskReason.STORAGE),
        ("cryptsetup luksFormat /dev/sdb", RiskReason.STORAGE),
        ("swapoff /dev/sda2", RiskReason.STORAGE),
        ("redis-cli FLUSHALL", RiskReason.STORAGE),
        ("systemctl stop nginx", RiskReason.SERVICE),
        ("docker compose down", RiskReason.SERVICE),
        ("kubectl drain node1", RiskReason.SERVICE),
        ("kill -9 4711", RiskReason.SERVICE),
        ("hcloud server delete web1", RiskReason.SERVICE),
        ("nft flush ruleset", RiskReason.FIREWALL),
        ("ip route del default", RiskReason.FIREWALL),
        ("userdel bob", RiskReason.PERMISSIONS),
        ("setfacl -m u:bob:rw file", RiskReason.PERMISSIONS),
        ("GRANT ALL ON shop.* TO bob", RiskReason.PERMISSIONS),
    ],
)
@pytest.mark.parametrize("frame", ["Run `{}` first.", "Führen Sie zuerst `{}` aus."])
def test_r6_a_command_that_takes_something_away_is_of_class_high_in_prose_too(
    command: str, reason: RiskReason, frame: str
) -> None:
    assert reason in risk_of(split_article(frame.format(command)).units[0]).reasons


@pytest.mark.parametrize(
    "text",
    [
        "The pool has four disks.",
        "ZFS keeps checksums for each block.",
        "The service stops at any time.",
        "Kill time with a book.",
        "Der Dienst läuft nachts.",
        "A snapshot is a read-only copy.",
    ],
)
def test_r6_prose_about_storage_and_services_is_no_command(text: str) -> None:
    assert risk_of(split_article(text).units[0]).level is RiskLevel.NORMAL
