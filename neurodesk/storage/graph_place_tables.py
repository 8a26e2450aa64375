"""The table of the map's places as a peewee model (see ``storage.tables``)."""

from __future__ import annotations

from peewee import FloatField, IntegerField, TextField

from neurodesk.storage.tables import Table


class NodePlaceRow(Table):
    """The place of one node on the map, px at 100 %, with the number of its community."""

    node_id = TextField(primary_key=True)
    x = FloatField()
    y = FloatField()
    community = IntegerField()

    class Meta:
        table_name = "node_place"


PLACE_TABLES: tuple[type[Table], ...] = (NodePlaceRow,)
