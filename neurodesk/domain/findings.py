"""What a rule found in an article, and the table of all rules (SPEC R5, R6).

The table is data, so that the documentation and the review desk are made from the same sentences the rules
follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from neurodesk.domain.research import RuleFinding


class Severity(StrEnum):
    """What a finding asks of the curator."""

    BLOCK = "block"  # the article is not accepted
    TICK = "tick"  # the curator is to look at it; what needs a tick is a claim (P4, R6), never a finding
    NOTE = "note"  # shown


def finding(rule: str, severity: Severity, line: int, start: int, end: int, **params: str) -> RuleFinding:
    """Return one place where an article breaks a rule.

    Args:
        rule: id in `RULES`.
        severity: what it asks of the curator.
        line: line in the file, from 1.
        start, end: character offsets in the file; equal where something is missing.
        params: what the sentence shown for it is filled with.
    """
    return RuleFinding(rule, severity.value, line, start, end, tuple(sorted(params.items())))


RULES: Mapping[str, str] = MappingProxyType(
    {
        "M5.section_not_written": "The model's replies for a section stayed broken; the section is left out.",
        "R4.too_much_exempt": "At most a tenth of the text is headings and phrases that assert nothing.",
        "R5.sources_speak": "An article states what is so; it does not report what its sources say.",
        "R5.speaks_as_model": "An article does not speak as a language model or assistant.",
        "R5.source_reference": "An article holds no reference mark of the material, such as R3 or [E1].",
        "R5.prompt_remains": "An article holds no remains of a prompt, a reply or a data format.",
        "R5.process_talk": "An article does not tell how it was researched, written or reviewed.",
        "R6.title_missing": "An article has a title.",
        "R6.title_length": "A title has 8 to 120 characters.",
        "R6.section_missing": "An article has the sections its type requires.",
        "R6.section_empty": "A section holds something.",
        "R6.few_steps": "A how-to or troubleshooting article has at least three concrete steps.",
        "R6.no_observable_result": "Validation names a result one can see: an output, a state, a message.",
        "R6.fence_unclosed": "Every code fence is closed.",
        "R6.language": "An article is written in the configured language.",
        "R6.url_not_in_material": "Every URL in the text stands in the research material.",
        "R6.placeholder": "An article holds no placeholder that was to be replaced.",
        "R6.raw_html": "A machine draft holds no raw HTML.",
        "R6.link_scheme": "A machine draft links by http, https, mailto or a relative path only.",
        "R6.new_picture": "A machine draft brings no new picture.",
        "R6.hidden_character": "A machine draft holds no control, bidirectional or zero-width characters.",
        "R6.pipe_to_shell": "Running a script straight from the network is named in words beside it.",
        "R6.certificate_check_off": "Switching off a certificate or host key check is named in words.",
        "R6.world_writable": "Making something writable for everyone is named in words.",
        "R6.recursive_delete": "Deleting a whole tree is named in words beside the command.",
        "R6.style_term": "An article uses the terms of the style guide.",
        "R6.style_address": "An article keeps to the style guide's form of address.",
        "R6.style_section": "An article has the sections of the knowledge base's template.",
    }
)
