"""The table of reviewers' exam results as a peewee model (see ``storage.tables``)."""

from __future__ import annotations

from peewee import BooleanField, CompositeKey, FloatField, IntegerField, TextField

from neurodesk.storage.tables import Table


class ReviewerLicenceRow(Table):
    """The newest exam of a reviewer: a model by its digest, with one wording of the prompt (SPEC O7)."""

    model = TextField()
    digest = TextField()
    prompt_version = TextField()
    at = FloatField()
    seed = IntegerField()
    passed = BooleanField()
    result = TextField()

    class Meta:
        table_name = "reviewer_licence"
        primary_key = CompositeKey("model", "digest", "prompt_version")


LICENCE_TABLES: tuple[type[Table], ...] = (ReviewerLicenceRow,)
