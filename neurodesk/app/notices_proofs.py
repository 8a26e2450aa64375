"""The wording of faults around proof packs and signing keys (see ``notices``)."""

from __future__ import annotations

PROOF_NOTICES: dict[str, tuple[str, str, str]] = {
    "claims_answers_damaged": (
        "Line {line} of {file} is no answer that was kept.",
        "Nothing was asked; the file is as it was.",
        "Take the line out, or name another file for the answers.",
    ),
    "planted_folder_unreadable": (
        "{folder} is no folder of planted gaps: {detail}.",
        "Nothing was changed.",
        "Name a folder with kb/, answer_key.jsonl and heldout/.",
    ),
    "no_source_changed": (
        "No sentence of {path} is flagged: its sources say what they said.",
        "Nothing was changed.",
        "Run `neurodesk recheck` to look at the sources again.",
    ),
    "twin_needs_model": (
        "Only a language model can bring a translation up to date, and {model} does not answer.",
        "The finding stays open; nothing was changed.",
        "Set up the author's model (`neurodesk models`), or edit the translation yourself.",
    ),
    "twin_unchanged": (
        "Nothing in {path} corresponds to what changed in {other}.",
        "The finding stays open; nothing was changed.",
        "Compare the two yourself; dismiss the finding when the translation is right.",
    ),
    "pack_damaged": (
        "The proof pack cannot be read at {entry}: {detail}.",
        "Nothing was changed and nothing was unpacked.",
        "Ask for the file again.",
    ),
    "pack_refused": (
        "The proof pack holds {why}: {entry}.",
        "Nothing was changed and nothing was unpacked.",
        "No pack that NeuroDesk makes is like this: ask where the file comes from.",
    ),
    "pack_too_large": (
        "The proof pack {path} is larger than {mib} MiB unpacked or holds more than {entries} entries.",
        "Nothing was changed.",
        "Leave out whole texts, or split the article.",
    ),
    "pack_newer": (
        "The proof pack has form {found}; this NeuroDesk reads {known}.",
        "Nothing was changed.",
        "Update NeuroDesk.",
    ),
    "proof_fails": (
        "{draft} does not verify here: {failing} units fail.",
        "Nothing was written.",
        "`neurodesk verify {draft}` names them.",
    ),
    "export_unconfirmed": (
        "Whole texts, internal passages and the reviewer's text leave only after a look at the list of them.",
        "Nothing was written.",
        "Look at --list, then add --yes.",
    ),
    "signing_key_damaged": (
        "The profile's signing key cannot be read.",
        "Packs signed before stay valid; nothing was changed.",
        "Remove the secret `signing-key` from the key ring; the next pack makes a new key.",
    ),
    "signing_key_silent": (
        "The key ring does not give the profile's signing key.",
        "The key is still there; nothing was written.",
        "Unlock the key ring and try again.",
    ),
    "trusted_keys_damaged": (
        "The list of known keys {path} cannot be read: {detail}.",
        "Nothing was changed.",
        "Mend the file or remove it; the keys can be given names again.",
    ),
    "public_key_invalid": (
        "{key} is not an Ed25519 public key.",
        "Nothing was changed.",
        "Give the 64 hexadecimal digits that `neurodesk key show` prints.",
    ),
    "public_key_unknown": (
        "The key {key} has no name here.",
        "Nothing was changed.",
        "`neurodesk key list` shows all.",
    ),
    "key_nameless": (
        "The key needs a name that can be printed.",
        "Nothing was changed.",
        "Say whose key it is with --name.",
    ),
    "export_exists": (
        "At {path} stands a file that is no proof pack.",
        "It was left as it is; nothing was written.",
        "Name another file, or move that one away.",
    ),
    "export_folder_missing": (
        "The folder {folder} does not exist.",
        "Nothing was written.",
        "Make it, or name another place; only the last folder of a path is made for you.",
    ),
    "export_into_kb": (
        "{path} lies in the knowledge base {root}, into which only a promotion writes.",
        "Nothing was written.",
        "Name a file outside of it.",
    ),
    "export_into_profile": (
        "{path} lies in the profile {root}, which NeuroDesk keeps for itself.",
        "Nothing was written.",
        "Name a file outside of it.",
    ),
    "file_unwritable": (
        "{path} cannot be written: {detail}.",
        "Nothing was changed.",
        "Check space and rights of the folder.",
    ),
    "file_unreadable": (
        "{path} cannot be read: {detail}.",
        "Nothing was changed.",
        "Check that it is there and may be read.",
    ),
}
