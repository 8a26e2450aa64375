"""The wording of faults of model nodes; see ``notices``."""

from __future__ import annotations

# What is wrong with a node -> the wording that names its remedy; others keep that of ``model_unavailable``.
_KINDS = {
    "no_node": "none",
    "model_missing": "missing",
    "no_node_answers": "unreached",
    "connect": "unreached",
    "connect_timeout": "unreached",
    "first_token_timeout": "silent",
    "stalled": "silent",
    "cut": "broken",
    "undecodable": "broken",
    "stream_error": "broken",
    "busy": "busy",
    "rate_limited": "busy",
    "out_of_memory": "memory",
    "unauthorized": "token",
    "forbidden": "token",
    "cooling_down": "resting",
}


def unavailable_code(fault: str) -> str:
    """Return the key of the wording of ``model_unavailable`` for what is wrong with the node."""
    kind = _KINDS.get(fault) or ("broken" if fault.startswith("status_5") else "")
    return f"model_unavailable_{kind}" if kind else "model_unavailable"


MODEL_NOTICES: dict[str, tuple[str, str, str]] = {
    "node_address_invalid": (
        "{address} is no address of a model node.",
        "Nothing was changed.",
        "Give a host, with port and http:// or https:// if you like; no user name, no question mark.",
    ),
    "endpoint_not_configured": (
        "{host} is not among the configured addresses.",
        "Nothing was sent.",
        "Add it to the settings if it should be asked.",
    ),
    "local_only": (
        "{host} is another machine, and NeuroDesk is set to stay on this one.",
        "Nothing was sent.",
        "Switch “Local only” off if it should be asked.",
    ),
    "token_over_plain_http": (
        "The token for {host} would go over plain http to a public address.",
        "Nothing was sent.",
        "Use an https:// address.",
    ),
    "secret_invalid": (
        "This is no token: it is empty, too long, or has characters that cannot be printed.",
        "Nothing was changed.",
        "Copy it once more, without line breaks.",
    ),
    "secret_not_stored": (
        "The token could not be kept in {folder}: {detail}.",
        "The former token, if there was one, stands.",
        "Check that the folder is yours and that the disk has room.",
    ),
    "node_unknown": (
        "No node is named {node}.",
        "Nothing was changed.",
        "`neurodesk models` shows the nodes with their names.",
    ),
    "work_queue_full": (
        "{waiting} searches, fetches and model calls are waiting already.",
        "Nothing was lost; this one was not queued.",
        "Wait a moment and try again.",
    ),
    "model_unavailable": (
        "No node can serve the model {model} now ({fault}).",
        "Nothing was lost; the work waits and is tried again.",
        "`neurodesk models` shows the nodes and what each lacks.",
    ),
    "model_unavailable_none": (
        "No node can serve the model {model} now: no node is set.",
        "Nothing was lost; without a node the embedded engine works.",
        "Name one in the settings, or with `neurodesk config set models.ollama_urls ADDRESS`.",
    ),
    "model_unavailable_missing": (
        "No node can serve the model {model} now: none has it.",
        "Nothing was lost; the work waits and is tried again.",
        "`ollama pull {model}` on a node fetches it; `neurodesk models` shows who has what.",
    ),
    "model_unavailable_unreached": (
        "No node can serve the model {model} now: none answers.",
        "Nothing was lost; the work waits and is tried again.",
        "Start the model server (`ollama serve`), or look at the address: `neurodesk models` shows it.",
    ),
    "model_unavailable_silent": (
        "No node can serve the model {model} now: the node fell silent.",
        "Nothing was lost; the work waits and is tried again.",
        "See with `ollama ps` whether the model fits into its memory. The settings say how long is waited.",
    ),
    "model_unavailable_broken": (
        "No node can serve the model {model} now: the node's answer was broken ({fault}).",
        "Nothing was lost; the work waits and is tried again.",
        "The log of its model server says why; start the server anew if this comes again.",
    ),
    "model_unavailable_busy": (
        "No node can serve the model {model} now: the node has too much to do.",
        "Nothing was lost; the work waits and is tried again.",
        "Wait a minute, or add another node.",
    ),
    "model_unavailable_memory": (
        "No node can serve the model {model} now: the node has too little memory for it.",
        "Nothing was lost; the work waits and is tried again.",
        "Choose a smaller model, or a smaller context window in the settings.",
    ),
    "model_unavailable_token": (
        "No node can serve the model {model} now: the node wants a token, or refuses the one it got.",
        "Nothing was lost; the work waits and is tried again.",
        "`neurodesk models token` keeps a token; a cloud model wants a sign-in on the node itself.",
    ),
    "model_unavailable_resting": (
        "No node can serve the model {model} now: its node failed a moment ago and rests.",
        "Nothing was lost; the work waits and is tried again.",
        "It is asked again by itself; `neurodesk models` says when.",
    ),
    "model_refused": (
        "The node {node} refuses the request to {model}: {detail}.",
        "Nothing was lost.",
        "Check that the model and the node's version fit.",
    ),
    "model_digests_differ": (
        "The nodes hold different versions of {model}.",
        "Nothing was sent; the work waits.",
        "Pull the model anew on all nodes, or allow different digests in the settings.",
    ),
    "cloud_model_refused": (
        "{model} runs in a cloud: prompts would leave your machines.",
        "The reply was not used.",
        "Choose a local model, or allow cloud models for that node in the settings.",
    ),
    "encoder_unusable": (
        "The vectors of {model} do not tell related texts from unrelated ones.",
        "Nothing was indexed; search goes by text.",
        "Choose an embedding model, such as embeddinggemma, or the shipped encoder.",
    ),
    "model_reply_invalid": (
        "{model} gave no usable answer as {role}, also after one repair: {problem}.",
        "Nothing of it was used; the task is tried again later.",
        "Choose a stronger model for this role if it goes on.",
    ),
    "model_prompt_truncated": (
        "The node read only a part of the prompt for {model} as {role}.",
        "Nothing of the reply was used; the task is tried again later.",
        "Raise the context window in the settings, or choose a model with a larger one.",
    ),
    "model_prompt_too_long": (
        "The material for {role} does not fit into the window of {model}.",
        "Nothing was sent.",
        "Raise the context window in the settings, or choose a model with a larger one.",
    ),
}
