"""The table of the API's tokens as a peewee model (see ``storage.tables``)."""

from __future__ import annotations

from peewee import FloatField, TextField

from neurodesk.storage.tables import Table


class ApiTokenRow(Table):
    """A token that a program may use on the loopback API (SPEC I3)."""

    id = TextField(primary_key=True)
    name = TextField()
    sha256 = TextField()
    scopes = TextField()
    created_at = FloatField()
    last_used_at = FloatField(default=0.0)
    revoked_at = FloatField(default=0.0)

    class Meta:
        table_name = "api_token"


TOKEN_TABLES: tuple[type[Table], ...] = (ApiTokenRow,)
