"""Tables of the scanner as peewee models."""

from __future__ import annotations

from peewee import BlobField, IntegerField, TextField

from neurodesk.storage.tables import Table


class ScanDigest(Table):
    """What the scanner keeps of an article's text, valid for one content hash (SPEC G1)."""

    node_id = TextField(primary_key=True)
    content_hash = TextField()
    version = IntegerField()
    data = BlobField()

    class Meta:
        table_name = "scan_digest"


class ScanStamp(Table):
    """The number of each article's latest change, kept by triggers on ``node`` and ``link`` (SPEC G1).

    Rows of articles that are gone stay: their going is a change too.
    """

    node_id = TextField(primary_key=True)
    stamp = IntegerField()

    class Meta:
        table_name = "scan_stamp"
        without_rowid = True


SCAN_TABLES: tuple[type[Table], ...] = (ScanDigest, ScanStamp)
