"""The tables of outcomes and quality replays as peewee models (see ``storage.tables``)."""

from __future__ import annotations

from peewee import FloatField, IntegerField, TextField

from neurodesk.storage.tables import Table


class OutcomeRow(Table):
    """An answer that somebody accepted or corrected (SPEC O1-O3)."""

    id = TextField(primary_key=True)
    run = TextField()
    ticket = TextField(default="")
    decision = TextField()
    question = TextField()
    proposed = TextField()
    confirmed = TextField()
    note = TextField(default="")
    node_ids = TextField(default="[]")
    evidence_ids = TextField(default="[]")
    supersedes = TextField(default="")
    superseded_by = TextField(default="")
    state = TextField()
    learning = TextField(default="")
    fault = TextField(default="")
    source = TextField()
    actor = TextField(default="")
    trust = FloatField(default=0.0)
    source_version = TextField()
    submitted_at = FloatField()
    decided_at = FloatField(default=0.0)

    class Meta:
        table_name = "outcome"


class ReplayRow(Table):
    """One quality replay with its whole result as JSON (SPEC O6)."""

    id = TextField(primary_key=True)
    at = FloatField()
    cases = IntegerField()
    cases_sha256 = TextField()
    result = TextField()

    class Meta:
        table_name = "replay"


OUTCOME_TABLES: tuple[type[Table], ...] = (OutcomeRow, ReplayRow)
