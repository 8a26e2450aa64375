"""The tables of search as peewee models (see ``storage.tables``); ``chunk_fts`` is FTS5 and has no model."""

from __future__ import annotations

from peewee import AutoField, BlobField, BooleanField, CompositeKey, FloatField, IntegerField, TextField

from neurodesk.storage.tables import Table


class Paragraph(Table):
    """Which paragraphs an article has, by hash: what stands in many articles is boilerplate."""

    node_id = TextField()
    hash = IntegerField()
    kb_id = TextField()

    class Meta:
        table_name = "paragraph"
        primary_key = CompositeKey("node_id", "hash")
        indexes = ((("kb_id", "hash"), False),)


class EmbeddingProfileRow(Table):
    """What makes vectors comparable (SPEC K6)."""

    id = AutoField()
    key = TextField(unique=True)
    model = TextField()
    digest = TextField()
    dimension = IntegerField()
    normalised = BooleanField()
    slope = FloatField()
    intercept = FloatField()
    created_at = FloatField()

    class Meta:
        table_name = "embedding_profile"


class ChunkVector(Table):
    """The vectors of a chunk and its sentence windows, 8 bits a number with one scale a vector."""

    seq = AutoField()
    chunk_id = IntegerField(index=True)
    profile_id = IntegerField()
    windows = IntegerField()
    data = BlobField()

    class Meta:
        table_name = "chunk_vector"
        indexes = ((("profile_id", "chunk_id"), True),)


SEARCH_TABLES: tuple[type[Table], ...] = (Paragraph, EmbeddingProfileRow, ChunkVector)
