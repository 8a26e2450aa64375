"""What speaks against taking a sentence out of its page: the eyes of an editor, as rules (SPEC E1)."""

from __future__ import annotations

import re

from neurodesk.domain.units import Unit, UnitKind

PROSE = (UnitKind.SENTENCE, UnitKind.STEP, UnitKind.ITEM, UnitKind.LIST_INTRO, UnitKind.CAPTION)

# A sentence that points at something that stands elsewhere; it is taken only right after its predecessor.
_OPEN_START = re.compile(
    r"^(?:this|these|those|that|it|they|he|she|both|such|here|there|then|also|however|therefore|otherwise|"
    r"instead|afterwards|dies(?:e[rsnm]?)?|jene[rsnm]?|es|er|sie (?:ist|sind|hat|haben|wird|werden|kann|"
    r"können)|"
    r"das (?:ist|sind|beinhaltet|bedeutet|heißt|hat|wird|geht|macht|betrifft|gilt)|"
    r"dabei|dadurch|damit|dafür|dazu|daher|deshalb|daraufhin|danach|hier|dort|beide[rsnm]?|beides|"
    r"solche[rsnm]?|außerdem|ansonsten|andernfalls|stattdessen|allerdings|jedoch)\b",
    re.IGNORECASE,
)
# It points into the same passage: harmless where the whole passage is taken.
_POINTS_NEAR = re.compile(
    r"\b(?:(?:shown|described|mentioned|listed|seen|explained) (?:above|below|earlier|before)|"
    r"(?:the|in|from) (?:above|previous|preceding|following) (?:command|step|example|line|list|table)s?|"
    r"(?:as|see) (?:above|below)|(?:the )?following (?:commands?|reasons?|causes?|steps?|lines?|examples?)|"
    r"(?:wie )?(?:oben|unten|vorher|zuvor|eingangs) (?:gezeigt|beschrieben|erwähnt|genannt|aufgeführt)|"
    r"siehe (?:oben|unten)|(?:obige|vorige|vorherige|vorangehende|nachfolgende|folgende)[rsnm]? "
    r"(?:befehle?|schritte?|beispiele?|gründe|ursachen|zeilen?|tabelle))\b",
    re.IGNORECASE,
)
# It leans on what another passage told, which may be missing here.
_TOLD_BEFORE = re.compile(
    r"\b(?:as|like) (?:shown|described|mentioned|explained|seen|discussed) "
    r"(?:above|earlier|before|previously)|"
    r"\bwie (?:oben|vorher|zuvor|bereits|eingangs) (?:gezeigt|beschrieben|erwähnt|genannt|erklärt)",
    re.IGNORECASE,
)
# It points out of the passage: to another chapter, figure or page.
_POINTS_FAR = re.compile(
    r"\b(?:(?:see|in|cf\.) (?:the )?(?:section|chapter|figure|table|fig\.|appendix)\b|figure \d|abbildung \d|"
    r"(?:following|next|previous|last|another|separate) (?:section|chapter|page|article|tutorial|guide|part)|"
    r"(?:siehe|in) (?:abschnitt|kapitel|abbildung|tabelle|abb\.|anhang)|"
    r"(?:nächste|vorige|letzte|folgende|anderen?)[rsnm]? (?:abschnitt|kapitel|seite|artikel|anleitung|teil)|"
    r"(?:see|read|visit|refer to|check(?: out)?|consult|take a look at|have a look at) "
    r"(?:also |out )?(?:the |our |their |this |these )?(?:\S+ ){0,5}?(?:documentation|docs|website|web site|"
    r"homepage|article|tutorials?|guide|manual|page|readme|faqs?|wiki|blog)\b|"
    r"(?:more|further|additional|detailed) (?:information|details|instructions|examples)\b.{0,80}"
    r"\b(?:see|found|find|available|visit|read|here)\b|"
    r"(?:for|to) (?:learn|find out|read) more\b|for (?:more|further) (?:information|details)|"
    r"(?:weitere|mehr|nähere|ausführliche) (?:informationen|details|hinweise|beispiele)\b|"
    r"consider (?:reading|reviewing|checking)|(?:step|schritt) (?:0\b|\d{1,2}\.\d{1,2})|"
    r"(?:wirf|werfen sie) (?:dann |auch )?einen blick|"
    r"(?:see|click|go|siehe|klicken sie) (?:here|hier)\b)",
    re.IGNORECASE,
)
_PAGE = (
    r"(?:page|article|guide|tutorial|document|how-?to|post|handbook|manual|wiki|walkthrough|lesson|chapter)"
)
_SEITE = r"(?:seite|artikel|anleitung|dokument|tutorial|beitrag|text|handbuch|wiki|notizen?|kapitel)"
_ABOUT_ITSELF = re.compile(
    rf"\b(?:this|the present|our) {_PAGE}\b(?! (?:applies|fits|is valid|holds|was written for)\b)|"
    r"\bthe (?:article|tutorial|guide|how-?to|walkthrough|lesson|blog post)\b"
    r"(?! (?:applies|fits|is valid|holds|was written for)\b)|"
    rf"(?:^|[.;] )the {_PAGE} (?:describes|explains|shows|covers|deals)\b|"
    rf"\bthe text (?:describes|explains|shows|covers)\b|"
    r"\b(?:these notes|in this (?:section|chapter|series|part|step)|you(?:'ll| will| are going to| have)? "
    r"(?:learn|learned)|"
    rf"dies(?:e|er|es|em|en) {_SEITE}\b(?! (?:gilt|passt)\b)|"
    rf"(?:^|[.;] )(?:der|die|das) {_SEITE} (?!(?:gilt|passt)\b)(?:beschreibt|zeigt|erklärt|behandelt|führt|"
    r"nennt|richtet|gibt|setzt|geht)\b|"
    r"in diesem (?:abschnitt|kapitel|schritt)|lernen sie|zeigen wir|"
    r"(?:congratulations|glückwunsch|herzlichen glückwunsch|that'?s it|das war'?s|you'?re done|"
    r"happy \w+ing|enjoy|viel (?:spaß|erfolg)|feel free|i hope|ich hoffe)\b)",
    re.IGNORECASE,
)
# Talk of "us" that says what comes next; before code it introduces the code.
_CHATTY = re.compile(
    r"\b(?:we(?:'ll|'re|'ve)?|let'?s|let us|wir|lassen sie uns|lass uns)\b",
    re.IGNORECASE,
)
_IN_PERSON = re.compile(
    r"\b(?:I|I'm|I've|my|My|our|Our|us|ich|Ich|mein(?:e[rnms]?)?|[Uu]nser(?:e[rnms]?)?)\b"
)
_CHATTER = re.compile(
    r"\b(?:click here|read more|subscribe|newsletter|cookies? (?:policy|banner|settings)|sign up|"
    r"log in to comment|share this|all rights reserved|copyright|hier klicken|mehr lesen|abonnieren|"
    r"impressum|"
    r"datenschutzerklärung|teilen sie (?:diesen|diese|die seite)|alle rechte|"
    r"gespiegelt von|mirrored from|fork(?:ed)? (?:of|from)|"
    r"licen[cs]ed? under|lizenz(?:iert)? unter|"
    r"was this (?:page|article) helpful|war diese seite hilfreich|"
    r"last (?:updated|modified|reviewed|changed)|zuletzt (?:geändert|geprüft|aktualisiert))\b",
    re.IGNORECASE,
)
# A path through a site's menus or a repository, left over from a page's furniture.
_BREADCRUMB = re.compile(r"^[^.:]{2,40}\s[»›]\s[^.:]{2,120}$")
_TAG_LEFT = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>|<!--")
_CODE_SPAN = re.compile(r"`[^`\n]*`")
# Words that lead over or round off and say nothing of the matter.
_FILLER = re.compile(
    r"\b(?:genau )?(?:hier|da|an dieser stelle) kommt? .{1,60}(?:ins spiel|zum einsatz)\b|"
    r"\bcomes? in(?:to play)?[.!]|\bthis is where .{1,60} comes\b|\b(?:enter|meet) [A-Z]\w+[.!]|"
    r"^(?:mit diesem wissen|with this knowledge|wichtige erkenntnisse|"
    r"key (?:take-?aways|findings|points)|you (?:can )?now (?:know|have)|"
    r"nun (?:kannst|können|weißt|wissen) (?:du|sie)|du (?:hast|weißt) (?:nun|jetzt)|"
    r"sie (?:haben|wissen) (?:nun|jetzt)|fertig|geschafft|done|well done|great|super|prima|perfekt|voilà)\b|"
    r"\b(?:in the (?:modern|digital|today's)|in der (?:heutigen|modernen|digitalen)) "
    r"(?:world|age|era|welt|zeit)\b|"
    r"\b(?:genieße?n?|enjoy) (?:den|die|das|the|your)\b|\bseelenfrieden|\bpeace of mind\b",
    re.IGNORECASE,
)
# "See this list": the list was a link, and the link is gone.
_LOST_LINK = re.compile(
    r"\((?:see|cf\.|siehe|vgl\.) (?:also |auch )?(?:here|hier|(?:this|these|that|diese[rnms]?) "
    r"[\w-]{2,30}(?: [\w-]{2,30})?)\)|"
    r"\b(?:see|siehe|unter|at|use|nutze|verwende|follow|folge) (?:this|diese[rnms]?) "
    r"(?:link|links|list|liste|url|adresse|post|video|repo(?:sitory)?)\b",
    re.IGNORECASE,
)
# Where someone writes what is still to come, nothing is said yet.
_STILL_TO_COME = re.compile(
    r"\b(?:TODO|TBD|FIXME|TBA)\b|(?i:\bto be (?:done|defined|completed|added|written|continued)\b|"
    r"\b(?:will|shall) (?:be (?:added|completed|documented|described|written|filled in)|follow)\b|"
    r"\bcoming soon\b|\b(?:not|never) (?:yet )?(?:been )?(?:written|documented|described)\b|"
    r"\bstill (?:missing|open|to be)\b|\bwork in progress\b|\bunder construction\b|"
    r"\b(?:wird|werden) (?:noch |hier |später |demnächst )*(?:nachgetragen|ergänzt|nachgereicht|beschrieben|"
    r"dokumentiert|hinzugefügt|ausgearbeitet)\b|\b(?:folgt|folgen)(?: noch| später| demnächst)?\s*\.?\s*$|"
    r"\bnoch (?:zu|nicht) (?:ergänzen|beschreiben|dokumentieren|beschrieben|dokumentiert|geschrieben)\b|"
    r"\b(?:fehlt|fehlen) noch\b|\bin arbeit\b|\bplatzhalter\b|\bplaceholder\b)"
)


def objection(unit: Unit, raw: str, *, follows_on: bool, whole: bool) -> str:
    """Return why an editor would not take a unit, "" when nothing speaks against it.

    Args:
        raw: the unit as it stands in the source, markup included.
        follows_on: the unit before it is taken too, so that a reference to it is not open.
        whole: the passage is taken whole, so that "the command above" is there too.
    """
    text = unit.text.strip()
    if unit.kind in (UnitKind.CODE_LINE, UnitKind.TABLE_CELL):
        return ""
    if unit.kind not in PROSE:
        return "not_prose"
    # What stands in code is quoted, not said.
    said = " ".join(_CODE_SPAN.sub("`…`", raw).split())
    if _TAG_LEFT.search(said):
        return "raw_html"
    if _STILL_TO_COME.search(text):
        return "still_to_come"
    if _CHATTER.search(said) or _BREADCRUMB.match(text):
        return "page_chatter"
    if _ABOUT_ITSELF.search(said):
        return "talks_about_its_page"
    if _FILLER.search(text):
        return "filler"
    if _POINTS_FAR.search(said) or _LOST_LINK.search(said):
        return "points_elsewhere"
    introduces = unit.kind is UnitKind.LIST_INTRO
    if not introduces and (_CHATTY.search(said) or _IN_PERSON.search(said)):
        return "chat"
    if _TOLD_BEFORE.search(said) or (not whole and (introduces or _POINTS_NEAR.search(said))):
        return "open_reference"
    if _OPEN_START.match(text) and not follows_on:
        return "open_reference"
    if text.endswith("?"):
        return "a_question"
    return ""


def still_to_come(text: str) -> bool:
    """Tell whether a passage only announces what is to be written there."""
    return _STILL_TO_COME.search(text) is not None
