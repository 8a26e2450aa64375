"""Find sentences about sources, prompts and models in a finished article (SPEC R5).

An article speaks about its subject. The patterns ask for a whole turn of phrase, because the words alone are
good words of the trade: an apt sources list, an AI server and a bucket named R2 are subjects, too.
"""

from __future__ import annotations

import re

from neurodesk.domain.findings import Severity, finding
from neurodesk.domain.folding import fold_text
from neurodesk.domain.research import RuleFinding
from neurodesk.domain.units import Article, UnitKind

_GIVEN_EN = r"(?:provided|given|available|cited|supplied|above|retrieved|listed|following)"
_MATERIAL_EN = (
    r"(?:sources|evidence|materials?|excerpts?|passages?|search results|snippets?|research material)"
)
_SAY_EN = (
    r"(?:say|says|state|states|mention|mentions|indicate|indicates|suggest|suggests|claim|claims"
    r"|describe|describes"
    r"|report|reports|confirm|confirms|recommend|recommends|agree|agrees|disagree|explain|explains"
    r"|show|shows|note|notes"
    r"|do not|does not|don't|doesn't|provide|provides|cover|covers|contradict)"
)
_GIVEN_DE = (
    r"(?:vorliegenden?|angegebenen?|genannten?|bereitgestellten?|verfügbaren?|zitierten?|obigen?"
    r"|gefundenen?)"
)
_MATERIAL_DE = (
    r"(?:quellen?|belegen?|materialien|material|unterlagen|auszüge|auszügen"
    r"|suchergebnisse|suchergebnissen|fundstellen)"
)
_SAY_DE = (
    r"(?:sagen|besagen|nennen|zeigen|geben an|beschreiben|bestätigen|erwähnen|enthalten|empfehlen"
    r"|liefern|legen nahe"
    r"|belegen|berichten|widersprechen|stimmen überein|machen keine|geben keine|sagt|besagt|nennt"
    r"|gibt an|bestätigt)"
)

_PATTERNS: dict[str, re.Pattern[str]] = {
    "R5.sources_speak": re.compile(
        rf"\b(?:the|these|those|our|all|both|most|some|several"
        rf"|multiple)\s(?:{_GIVEN_EN}\s)?{_MATERIAL_EN}\s(?:\w+ly\s|also\s)?{_SAY_EN}\b"
        rf"|\b{_GIVEN_EN}\s(?:sources?|evidence|excerpts?|passages?)\s{_SAY_EN}\b"
        rf"|\baccording to (?:the|these|our|all|both|several)?\s?(?:{_GIVEN_EN}\s)?(?:sources?"
        rf"|evidence|excerpts?|research material|search results)\b"
        rf"|\bbased on the (?:{_GIVEN_EN}\s)(?:sources?|information|context|materials?|evidence"
        rf"|documents?)\b"
        rf"|\b(?:mentioned|specified|found|stated|covered|described|documented|information"
        rf"|contained) (?:in|from) (?:the|any)\s(?:{_GIVEN_EN}\s)?"
        r"(?:sources|evidence|excerpts?|research material|provided (?:context|information"
        r"|documents?))(?! (?:lists?|files?|director|code|tree))\b"
        rf"|\b(?:laut|gemäß)\s(?:den|der|dieser|diesen|unseren"
        rf"|allen)?\s?(?:{_GIVEN_DE}\s)?(?:quellen?|belegen|recherchematerial|suchergebnissen"
        rf"|auszügen)\b(?![-\w])"
        rf"|\b(?:die|diese|alle|beide|mehrere|unsere)\s(?:{_GIVEN_DE}\s)?(?:quellen|belege|auszüge"
        rf"|suchergebnisse|unterlagen)\s{_SAY_DE}\b"
        rf"|\bauf (?:grundlage|basis) (?:der|des)\s{_GIVEN_DE}s?\s(?:quellen|informationen"
        rf"|materials?|materialien|belege|unterlagen|kontext(?:es|s)?)\b"
        rf"|\bin (?:den|der)\s{_GIVEN_DE}\s{_MATERIAL_DE}\b"
        rf"|\bnach (?:den|allen)\s{_GIVEN_DE}\s(?:quellen|belegen)\b"
        r"|\b(?:geht|gehen|ging) aus (?:den|der) (?:\w+ )?quellen?\b|\b(?:den"
        r"|der) (?:\w+ )?quellen? zufolge\b"
        r"|\b(?:keine (?:angaben?|informationen|hinweise)|nichts) in (?:den|der) (?:\w+ )?quellen?\b",
        re.IGNORECASE,
    ),
    "R5.speaks_as_model": re.compile(
        r"(?:^|[.!?]\s|\bbut\s|\bhowever,\s)as an ai(?=,| (?:language )?model\b| assistant\b"
        r"| chatbot\b| i\b)|\bas an ai(?: \w+){0,2},? i\b"
        r"|\bas a (?:large )?language model,? (?:i\b|trained)|^as a (?:large )?language model,"
        r"|\bi(?: am|'m) (?:just )?an? (?:ai|language model|assistant)\b|\bi (?:cannot|can't|can not"
        r"|am unable to) (?:help|assist|provide|browse|access|verify|fulfil)"
        r"|\bmy (?:training data|knowledge cut-?off|last (?:training )?update)\b|\bi do(?:n't"
        r"| not) have access to\b"
        r"|(?:^|[.!?]\s)als ki(?:-?(?:modell|assistent|assistentin|sprachmodell|assistenz))?(?:,"
        r"| (?:kann|habe|bin|darf|verfüge) )"
        r"|\bals (?:großes )?(?:ki-)?sprachmodell (?:kann|habe|bin|darf|verfüge)(?: ich)?\b"
        r"|\bich bin (?:nur )?(?:eine? )?(?:ki|sprachmodell|assistent)\b"
        r"|\bals ki\b[^.]{0,20}\bich\b|\bmeine (?:trainingsdaten|wissensbasis)\b"
        r"|\bich habe keinen zugriff auf\b"
        r"|\bich kann (?:leider |dir |ihnen |dazu )*(?:nicht|keine[nr]?|dabei nicht) (?:helfen"
        r"|weiterhelfen|angeben|beantworten|informationen|auskunft)",
        re.IGNORECASE,
    ),
    "R5.source_reference": re.compile(
        r"\[(?:R|E|S|N)\d{1,3}(?:\s?[,;–-]\s?(?:R|E|S|N)?\d{1,3})*\]"
        r"|(?<!2008 )(?<!2012 )(?<!Server )(?<!Cloudflare )\(R\d{1,3}(?:\s?[,;]\s?R\d{1,3})*\)"
        r"|\b(?:[Ss]ource|[Qq]uelle|[Bb]eleg|[Ee]vidence|[Ss]iehe|[Ss]ee|[Ll]aut|[Gg]emäß"
        r"|[Aa]ccording to|[Vv]gl\.|per)\s\[?R\d{1,3}\b"
        r"|\bR\d{1,3}(?:,\sR\d{1,3})+\b|\bR\d{1,3}\s(?:says|states|mentions|confirms|sagt|nennt"
        r"|bestätigt|besagt)\b"
        r"|\b(?:[Ss]ources?|[Qq]uellen?):?\s\[\d{1,3}\]|【\d+[^】]{0,20}】"
    ),
    "R5.prompt_remains": re.compile(
        r"</?think(?:ing)?>|<\|[a-z_]{2,20}\|>|\[/?INST\]|<</?SYS>>|^#{2,4} ?(?:instruction|response"
        r"|system)s?:"
        r"|^(?:sure|certainly|of course|absolutely)[,!.] (?:here|i|let|below)\b|^(?:gerne|natürlich"
        r"|selbstverständlich|klar)[,!.] (?:hier|ich)\b"
        r"|\bhere(?: is|'s| are) (?:the|your|an?) (?:\w+ )?(?:article|draft|rewrite|rewritten"
        r"|revised|updated (?:version|text)|json)\b"
        r"|\bhier (?:ist|sind|finden sie) (?:der|die|das|ihr|ein) (?:\w+ )?(?:artikel|entwurf"
        r"|überarbeitete|fassung|json)\b"
        r"|\bi hope (?:this|that) helps\b|\blet me know if\b|\bich hoffe,? (?:das|dies) hilft\b"
        r"|\blassen sie mich wissen\b|\bsag mir bescheid\b"
        r"|\b(?:missing_evidence_queries|rewrite_instructions|source_refs|not_decidable"
        r"|quote_does_not_cover|claim_id|evidence_id)\b"
        r"|\b(?:system prompt|word count:|end of (?:article|response))\b|\bwie (?:gewünscht"
        r"|angefordert), (?:hier|folgt)\b"
        r"|\bas (?:requested|instructed),|^(?:output|response|antwort"
        r"|json):\s*\{|^\{?\s?\"(?:claims|verdict|article)\":",
        re.IGNORECASE,
    ),
    "R5.process_talk": re.compile(
        r"\bthis (?:article|draft|text) (?:was|is|has been) (?:\w+ )?(?:generated|written by"
        r"|created by|based on (?:the )?(?:\w+ )?(?:sources|evidence|research))"
        r"|\b(?:the|our|my) research (?:shows|showed|found|indicates|suggests)\b"
        r"|\bfurther research (?:is|would be) (?:needed|required|necessary)"
        r"|\b(?:insufficient|no sufficient|missing) evidence\b|\bthe (?:reviewer|author model"
        r"|fact checker)\b"
        r"|\bdieser (?:artikel|entwurf|text) (?:wurde|basiert|beruht"
        r"|stützt sich)\b[^.]{0,40}\b(?:generiert|erstellt|ki|quellen|recherche|belege)"
        r"|\b(?:die|unsere|meine) recherche (?:ergab|ergibt|zeigt|zeigte|hat ergeben)\b"
        r"|\bweitere recherchen? (?:ist|sind|wäre|wird) (?:nötig|erforderlich|notwendig|benötigt)"
        r"|\b(?:der|die) (?:reviewer|gutachter-?ki|autor-?ki|prüf-?ki)\b|\bkeine (?:ausreichenden"
        r"|hinreichenden) belege\b",
        re.IGNORECASE,
    ),
}


def find_process_language(article: Article) -> tuple[RuleFinding, ...]:
    """Return every unit that talks about sources, prompts, models or the making of the article (SPEC R5).

    Code lines are searched for remains of prompts only: `R3` is a register there, and a comment may say
    anything about its sources. The `<think>` of a shown model reply is no remain either.
    """
    found: list[RuleFinding] = []
    for unit in article.units:
        if unit.kind is UnitKind.LINK_TARGET:
            continue
        text = fold_text(unit.text)
        is_code = unit.kind in (UnitKind.CODE_LINE, UnitKind.RAW_HTML)
        for rule, pattern in _PATTERNS.items():
            if is_code and rule != "R5.prompt_remains":
                continue
            hit = pattern.search(text)
            if hit is None and rule == "R5.prompt_remains":
                hit = pattern.search(article.text, unit.start, unit.end)  # `<think>` is no visible text
            if hit is not None and not (
                unit.kind is UnitKind.CODE_LINE and "think" in hit.group().casefold()
            ):
                found.append(
                    finding(rule, Severity.BLOCK, unit.line, unit.start, unit.end, words=hit.group().strip())
                )
    return tuple(found)
