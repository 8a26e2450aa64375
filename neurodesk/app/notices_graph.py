"""The wording of faults of the graph (see ``notices``)."""

from __future__ import annotations

GRAPH_NOTICES: dict[str, tuple[str, str, str]] = {
    "map_unavailable": (
        "The map of the graph could not be laid out.",
        "Nothing was changed; neighbourhoods and lists work without it.",
        "Try again from the overview; a program that was stopped or little free memory is the usual cause.",
    ),
    "edge_unknown": (
        "There is no edge {id}.",
        "Nothing was changed.",
        "Look at the graph again.",
    ),
    "edge_is_fact": (
        "The edge {id} ({kind}) is a fact; facts are not judged.",
        "Nothing was changed.",
        "Judge proposed edges only.",
    ),
    "edge_is_judgement": (
        "The edge {id} ({kind}) is a judgement; only facts are removed.",
        "Nothing was changed.",
        "Accept or reject it.",
    ),
}
