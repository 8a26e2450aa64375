"""The words of the nodes page: faults, warnings, roles, outcomes."""

from __future__ import annotations

from neurodesk.ui.i18n import tr


def fault_words(code: str) -> str:
    """Say why a node cannot be used."""
    words = {
        "": tr("Nodes", "answers"),
        "not_checked": tr("Nodes", "not asked yet"),
        "connect": tr("Nodes", "cannot be reached"),
        "connect_timeout": tr("Nodes", "cannot be reached"),
        "wrong_scheme": tr("Nodes", "mixes up http and https"),
        "tls_failed": tr("Nodes", "shows a certificate that is not trusted"),
        "status_404": tr("Nodes", "has nothing at this path"),
        "out_of_memory": tr("Nodes", "has too little memory for the model"),
        "first_token_timeout": tr("Nodes", "does not answer in time"),
        "stalled": tr("Nodes", "falls silent"),
        "unauthorized": tr("Nodes", "wants a token"),
        "forbidden": tr("Nodes", "refuses the token"),
        "busy": tr("Nodes", "is busy"),
        "rate_limited": tr("Nodes", "is busy"),
        "local_only": tr("Nodes", "is another machine; NeuroDesk is set to stay on this one"),
        "local_engine_missing": tr("Nodes", "needs the extra local-llm"),
        "model_file_missing": tr("Nodes", "has no model file any more"),
        "model_file_invalid": tr("Nodes", "has a file that is no GGUF model"),
    }
    return words.get(code, tr("Nodes", "gives no usable answer"))


def reason_of_role(code: str) -> str:
    """Say why a role cannot be played by its model now."""
    words = {
        "no_node": tr("Nodes", "no node is set"),
        "no_node_answers": tr("Nodes", "no node answers"),
        "model_missing": tr("Nodes", "model missing"),
        "cooling_down": tr("Nodes", "cooling down"),
        "cloud_model_refused": tr("Nodes", "runs in a cloud, which is not allowed"),
        "model_digests_differ": tr("Nodes", "the nodes hold different versions"),
        "other_version": tr("Nodes", "the nodes hold another version"),
        "encoder_unusable": tr("Nodes", "its vectors tell nothing apart"),
    }
    return words.get(code) or tr("Nodes", "its node {state}").format(state=fault_words(code))


def warning_words(code: str) -> str:
    """Return the sentence of a warning, with its places."""
    words = {
        "node_address_invalid": tr("Nodes", "{address} is no address of a node."),
        "author_and_reviewer_are_one_model": tr(
            "Nodes", "Author and reviewer are {model}: it checks its own text."
        ),
        "model_digests_differ": tr("Nodes", "The nodes hold different versions of {model}."),
        "author_and_reviewer_do_not_fit": tr(
            "Nodes",
            "{node} cannot hold author and reviewer at once: they need {need} GB, there are {have} GB. "
            "Each turn loads one of them anew.",
        ),
        "author_and_reviewer_take_turns": tr(
            "Nodes", "{node} holds one model: author and reviewer are loaded in turns."
        ),
        "author_and_reviewer_may_not_fit": tr(
            "Nodes",
            "Estimated by the sizes of their files, author and reviewer need {need} GB; {node} runs on a "
            "machine with {have} GB. Each turn may load one of them anew.",
        ),
        "author_and_reviewer_fit_unknown": tr(
            "Nodes",
            "{node} does not say what it holds. Estimated by the sizes of their files, author and reviewer "
            "need {need} GB together.",
        ),
        "prompts_leave_this_machine": tr("Nodes", "Prompts to {node} leave this computer."),
    }
    return words.get(code, "")


def role_word(role: str) -> str:
    """Return the word of a role."""
    words = {
        "planner": tr("Nodes", "Planner"),
        "author": tr("Nodes", "Author"),
        "reviewer": tr("Nodes", "Reviewer"),
        "embedding": tr("Nodes", "Vectors"),
        "ask": tr("Nodes", "Ask"),
    }
    return words.get(role, role)


def outcome_words(code: str) -> str:
    """Say what became of a call."""
    words = {
        "ok": tr("Nodes", "done"),
        "length": tr("Nodes", "cut at its limit"),
        "loop": tr("Nodes", "stopped: it repeated itself"),
        "endless_blank": tr("Nodes", "stopped: it wrote nothing"),
        "cancelled": tr("Nodes", "cancelled"),
        "out_of_memory": tr("Nodes", "too little memory"),
        "model_missing": tr("Nodes", "model missing"),
        "cut": tr("Nodes", "connection lost"),
        "stalled": tr("Nodes", "fell silent"),
        "prompt_too_long": tr("Nodes", "prompt too long"),
    }
    return words.get(code) or code.replace("_", " ")
