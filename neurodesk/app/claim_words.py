"""English words for what a rule found about a claim, what blocks a draft, and what a proof found wrong.

Source texts: the command line prints them, the window translates them. An unknown code is shown as such.
"""

from __future__ import annotations

from collections.abc import Mapping

from neurodesk.domain.articles import Reason

REASON_WORDS: dict[str, str] = {
    "number_differs": "The number differs",
    "number_missing": "The number is not in the source",
    "unit_differs": "The unit differs",
    "version_differs": "The version differs",
    "date_differs": "The date differs",
    "bound_differs": "The limit differs",
    "condition_differs": "The condition differs",
    "order_differs": "The order differs",
    "negation_differs": "One says it is so, the other that it is not",
    "command_differs": "The command differs",
    "command_missing": "The command is not in the source",
    "path_differs": "The path differs",
    "address_differs": "The address differs",
    "identifier_differs": "The name differs",
    "identifier_missing": "The name is not in the source",
    "word_dropped": "A limiting word of the source was dropped",
    "word_added": "A word is stronger than in the source",
    "modality_differs": "The source says it only as a possibility",
    "roles_differ": "Who does what to whom differs",
    "said_of_another": "The source says it of something else in the same passage",
    "source_erased": "The source was erased",
    "quote_does_not_cover": "The quotation does not carry every word",
    "quote_not_found": "The quotation is not in the stored source",
    "quote_in_injection": "The quotation stands in a passage that gives orders to a machine",
    "quote_too_short": "The quotation is too short to prove it",
    "source_changed": "The source changed since it was read",
    "twin_changed": "Its translation was promoted with other words",
    "unknown_ref": "It cites a source that does not exist",
    "no_citation": "It cites no source",
    "no_source_found": "No stored source speaks of it",
    "link_missing": "The link is not in the material",
    "not_decidable": "The source does not let it be decided",
    "contradicted_by_other": "Another source says the opposite",
    "review_incomplete": "The check is incomplete",
    "unjudged": "It was not judged",
    "kept_from_base": "It stood in the article before",
    "older_text_differs": "An older text says otherwise",
    "another_article_differs": "Another article of the knowledge base says otherwise",
    "unit_too_long": "The passage is too long to be compared",
}

BLOCK_WORDS: dict[str, str] = {
    "claim_unseen": "claim {claim} was not seen yet: {text}",
    "claim_unjudged": "claim {claim} has no verdict: {text}",
    "claim_contradicted": "claim {claim} is contradicted; edit it, or set its evidence aside: {text}",
    "claim_unsupported": "claim {claim} is unsupported; edit or remove it, or give a reason: {text}",
    "claim_unticked": "claim {claim} is supported in part and needs a tick: {text}",
    "advice_unticked": "claim {claim} was judged by a model without a licence and needs a tick: {text}",
    "single_source_unticked": "claim {claim} is risky, rests on a single source and needs a tick: {text}",
    "line_unticked": "the line {line} needs a tick",
    "base_moved": "the article {path} was changed in the meantime; your verdicts are kept",
    "base_gone": "the article {path} is no longer where it was",
    "encoding_cannot_hold": "the encoding of {path} cannot hold a character of the draft: {detail}",
    "encoding_damaged": "the encoding of {path} is damaged; the file is not touched",
    "format_not_spliceable": "the page cannot take this change without touching more than it: {detail}",
    "json_body_composed": "the change runs through several fields of a JSON article",
    "target_missing": "no knowledge base is chosen for it yet",
}

PROOF_WORDS: dict[str, str] = {
    "no_record": "there is no record of this sentence",
    "not_carried": "its sources do not carry it",
    "too_much_exempt": "more than a tenth of the text asserts nothing",
    "source_missing": "a stored source is missing",
    "file_missing": "the file cannot be read",
    "file_differs_from_record": "the file differs from the recorded draft",
    "file_differs_from_promotion": "the file differs from what was promoted",
    "promotion_not_in_audit": "the audit does not hold the promotion",
    "record_damaged": "the stored record is damaged",
    "sidecar_missing": "the sidecar is missing",
    "sidecar_damaged": "the sidecar cannot be read",
    "pack_entry_changed": "an entry of the pack was changed",
    "pack_entry_extra": "the pack holds an entry that it does not list",
    "pack_entry_missing": "an entry of the pack is missing",
    "signature_invalid": "the signature does not fit the pack",
    "audit_record_changed": "the record of the approval was changed",
    "sidecar_differs": "the sidecar says something else of a claim than the record",
}


class _Params(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "?"


def reason_words(code: str) -> str:
    """Return what a rule found about a claim, in a few words."""
    return REASON_WORDS.get(code, code.replace("_", " "))


def block_line(code: str, params: Mapping[str, str]) -> str:
    """Return what keeps a draft from being approved or promoted, and what can be done about it."""
    return BLOCK_WORDS.get(code, code.replace("_", " ")).format_map(_Params(params)).rstrip(": ")


def proof_line(found: Reason) -> str:
    """Return what a proof found wrong, with the values it names."""
    values = ", ".join(value for _, value in found.params if value)
    words = PROOF_WORDS.get(found.code) or reason_words(found.code)
    return f"{words[:1].lower()}{words[1:]}{f' ({values})' if values else ''}"
