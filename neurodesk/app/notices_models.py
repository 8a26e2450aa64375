"""The wording of faults of model nodes; see ``notices``."""

from __future__ import annotations

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
        "Switch *local only* off if it should be asked.",
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
        "`neurodesk models` shows the nodes; `ollama pull {model}` fetches a missing model.",
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
