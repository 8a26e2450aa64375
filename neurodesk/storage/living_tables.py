"""The tables of living articles as peewee models (see ``storage.tables``)."""

from __future__ import annotations

from peewee import AutoField, BooleanField, CompositeKey, FloatField, IntegerField, TextField

from neurodesk.storage.tables import Table


class SourceCheckRow(Table):
    """One look at a source of a promoted sentence (SPEC P7); none is ever changed, the newest counts.

    ``uri`` is the address, or the node id of an article. A look that failed carries on what was known.
    """

    id = AutoField()
    uri = TextField(index=True)
    at = FloatField()
    local_day = TextField(index=True)
    requested = BooleanField(default=False)
    state = TextField()
    now_sha256 = TextField(default="")
    etag = TextField(default="")
    last_modified = TextField(default="")
    moved_to = TextField(default="")
    detail = TextField(default="")

    class Meta:
        table_name = "source_check"


class ClaimCheckRow(Table):
    """What the newest look at a source says about one citation; ``place`` is its number in the claim."""

    draft_id = TextField()
    version = IntegerField()
    claim_id = TextField()
    place = IntegerField()
    ref = TextField(index=True)
    state = TextField(index=True)
    now_sha256 = TextField(default="")
    start = IntegerField(default=-1)
    end = IntegerField(default=-1)
    passage = TextField(default="")
    reason = TextField(default="")
    at = FloatField()

    class Meta:
        table_name = "claim_check"
        primary_key = CompositeKey("draft_id", "version", "claim_id", "place")


LIVING_TABLES: tuple[type[Table], ...] = (SourceCheckRow, ClaimCheckRow)
