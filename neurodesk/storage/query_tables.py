"""The tables of outgoing queries and of search events as peewee models (see ``storage.tables``)."""

from __future__ import annotations

from peewee import AutoField, FloatField, IntegerField, TextField

from neurodesk.storage.tables import Table


class OutgoingQueryRow(Table):
    """A query to the web with what became of it; ``looked``: it had to wait for the curator (SPEC W10)."""

    id = AutoField()
    task_id = TextField()
    query = TextField()
    text = TextField()
    state = TextField()
    reason = TextField(default="")
    cuts = TextField(default="[]")
    looked = IntegerField(default=0)
    at = FloatField()
    decided_at = FloatField(default=0.0)

    class Meta:
        table_name = "outgoing_query"


class SearchEventRow(Table):
    """A step of a task's search, as it happened (SPEC W11)."""

    id = AutoField()
    at = FloatField()
    task_id = TextField()
    pass_number = IntegerField()
    kind = TextField()
    data = TextField()

    class Meta:
        table_name = "search_event"


QUERY_TABLES: tuple[type[Table], ...] = (OutgoingQueryRow, SearchEventRow)
