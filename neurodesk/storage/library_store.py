"""Collections, their files, passages and text index (SPEC L1)."""

from __future__ import annotations

from collections.abc import Sequence

from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.identity import derived_id
from neurodesk.domain.library import Collection, FileRecord, LibraryFile, PassageHit
from neurodesk.storage.db import Database, Lane, Row, Rx, Tx
from neurodesk.storage.evidence_store import get_text, put_text
from neurodesk.storage.json_columns import dump, load

_FILE = """SELECT f.*, c.name AS collection FROM library_file f JOIN collection c ON c.id = f.collection_id"""


class LibraryStore:
    """Reads and writes the library's tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- collections --------------------------------------------------------------------------------

    def collections(self) -> list[Collection]:
        """Return all collections by name."""
        return self._database.read(
            lambda rx: [_collection(row) for row in rx.sql("SELECT * FROM collection ORDER BY name")]
        )

    def collection(self, name: str) -> Collection:
        """Return one collection by its name.

        Raises:
            BadInput: ``collection_unknown``.
        """
        row = self._database.read(lambda rx: rx.one("SELECT * FROM collection WHERE name = ?", (name,)))
        if row is None:
            raise BadInput("collection_unknown", name=name)
        return _collection(row)

    def report(self, collection_id: str) -> dict[str, object]:
        """Return the report of the last indexing."""
        row = self._database.read(
            lambda rx: rx.one("SELECT report FROM collection WHERE id = ?", (collection_id,))
        )
        loaded: dict[str, object] = load(row["report"]) if row is not None else {}
        return loaded

    def add(self, name: str, root: str, now: float) -> Collection:
        """Register a folder.

        Raises:
            BadInput: ``collection_exists`` for a name or root that is registered already.
        """

        def put(tx: Tx) -> Collection:
            taken = tx.one("SELECT name, root FROM collection WHERE name = ? OR root = ?", (name, root))
            if taken is not None:
                raise BadInput("collection_exists", name=taken["name"], root=taken["root"])
            made = Collection(derived_id("lib", name, root), name, root, now)
            tx.execute(
                "INSERT INTO collection (id, name, root, created_at) VALUES (?, ?, ?, ?)",
                (made.id, name, root, now),
            )
            tx.changed(Kind.COLLECTION, made.id)
            return made

        return self._database.write(put)

    def remove(self, collection_id: str) -> int:
        """Forget a collection and its index; texts that evidence refers to stay. Returns its files' number."""

        def drop(tx: Tx) -> int:
            files = [
                row["id"]
                for row in tx.sql("SELECT id FROM library_file WHERE collection_id = ?", (collection_id,))
            ]
            for file_id in files:
                _drop_passages(tx, file_id)
            tx.execute("DELETE FROM library_file WHERE collection_id = ?", (collection_id,))
            tx.execute("DELETE FROM collection WHERE id = ?", (collection_id,))
            tx.changed(Kind.COLLECTION, collection_id)
            return len(files)

        return self._database.write(drop, lane=Lane.BULK)

    def kb_roots(self) -> list[tuple[str, str]]:
        """Return (name, root) of all knowledge bases; a collection may not overlap one."""
        return self._database.read(
            lambda rx: [
                (row["name"], row["root"]) for row in rx.sql("SELECT name, root FROM kb ORDER BY name")
            ]
        )

    # -- files --------------------------------------------------------------------------------------

    def files(self, collection_id: str) -> list[LibraryFile]:
        """Return a collection's files by path."""
        return self._database.read(
            lambda rx: [
                _file(row)
                for row in rx.sql(f"{_FILE} WHERE f.collection_id = ? ORDER BY f.path", (collection_id,))
            ]
        )

    def file(self, collection: str, path: str) -> LibraryFile | None:
        """Return one file by its collection's name and its path, None when it is not known."""
        row = self._database.read(
            lambda rx: rx.one(f"{_FILE} WHERE c.name = ? AND f.path = ?", (collection, path))
        )
        return None if row is None else _file(row)

    def text(self, sha256: str) -> str:
        """Return a stored text, checked against its hash."""
        return self._database.read(lambda rx: get_text(rx, sha256))

    def put_files(self, collection_id: str, records: Sequence[FileRecord], now: float) -> None:
        """Store what indexing found; a file's former passages are replaced."""

        def put(tx: Tx, record: FileRecord) -> None:
            _put_file(tx, collection_id, record, now)

        self._database.bulk(records, put).result()

    def forget_files(self, collection_id: str, paths: Sequence[str]) -> None:
        """Drop files that are gone."""

        def drop(tx: Tx, path: str) -> None:
            row = tx.one(
                "SELECT id FROM library_file WHERE collection_id = ? AND path = ?", (collection_id, path)
            )
            if row is not None:
                _drop_passages(tx, row["id"])
                tx.execute("DELETE FROM library_file WHERE id = ?", (row["id"],))
                tx.changed(Kind.LIBRARY_FILE, str(row["id"]))

        self._database.bulk(paths, drop).result()

    def finish_index(self, collection_id: str, report: dict[str, object], now: float) -> None:
        """Note that a collection was indexed, with its report."""

        def put(tx: Tx) -> None:
            tx.execute(
                "UPDATE collection SET indexed_at = ?, report = ? WHERE id = ?",
                (now, dump(report), collection_id),
            )
            tx.changed(Kind.COLLECTION, collection_id)

        self._database.write(put)

    # -- search -------------------------------------------------------------------------------------

    def has_text(self) -> bool:
        """Tell whether anything can be found at all."""
        return bool(self._database.read(lambda rx: rx.scalar("SELECT 1 FROM library_passage LIMIT 1")))

    def search(self, expression: str, *, limit: int, collections: Sequence[str] = ()) -> list[PassageHit]:
        """Return the best passages, at most one a file, best first, ties by collection and path.

        Args:
            expression: an FTS5 expression made of quoted tokens (``pipeline.stem.match_expression``).
            collections: names to search in; all when empty.
        """
        if not expression:
            return []

        def find(rx: Rx) -> list[PassageHit]:
            # The title counts twice, the heading once and a half; bm25() is better the lower it is.
            rows = rx.sql(
                """WITH found AS (
                       SELECT rowid AS id, bm25(library_fts, 2.0, 1.5, 1.0) AS rank
                       FROM library_fts WHERE library_fts MATCH ? ORDER BY rank LIMIT ?
                   )
                   SELECT found.rank, p.heading, p.start, p."end", f.id AS file_id, f.path, f.title,
                          f.text_sha256, f.dated_at, c.name
                   FROM found JOIN library_passage p ON p.id = found.id
                   JOIN library_file f ON f.id = p.file_id JOIN collection c ON c.id = f.collection_id
                   ORDER BY found.rank, c.name, f.path, p.ordinal""",
                (expression, limit * 12),
            )
            best: dict[int, Row] = {}
            for row in rows:
                if not collections or row["name"] in collections:
                    best.setdefault(row["file_id"], row)
            chosen = list(best.values())[:limit]
            return [_passage(row, get_text(rx, row["text_sha256"])) for row in chosen]

        return self._database.read(find)


def _put_file(tx: Tx, collection_id: str, record: FileRecord, now: float) -> None:
    row = tx.one(
        "SELECT id FROM library_file WHERE collection_id = ? AND path = ?", (collection_id, record.path)
    )
    if row is not None:
        _drop_passages(tx, row["id"])
        tx.execute("DELETE FROM library_file WHERE id = ?", (row["id"],))
    digest = put_text(tx, record.text, now) if record.text else ""
    file_id = tx.insert(
        """INSERT INTO library_file (collection_id, path, size, mtime_ns, file_hash, text_sha256, title, lang,
               format, extractor, refusal, detail, recorded_origin, licence, dated_at, pages, injection)
           VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)""",
        (
            collection_id,
            record.path,
            record.size,
            record.mtime_ns,
            record.file_hash,
            digest,
            record.title,
            record.lang,
            record.format,
            record.extractor,
            record.refusal,
            record.detail,
            record.recorded_origin,
            record.licence,
            record.dated_at,
            dump(list(record.page_quality)),
            dump(list(record.injection_passages)),
        ),
    )
    for ordinal, passage in enumerate(record.passages):
        passage_id = tx.insert(
            'INSERT INTO library_passage (file_id, ordinal, heading, start, "end") VALUES (?, ?, ?, ?, ?)',
            (file_id, ordinal, passage.heading, passage.start, passage.end),
        )
        tx.execute(
            "INSERT INTO library_fts (rowid, title, heading, body) VALUES (?, ?, ?, ?)",
            (passage_id, passage.title_line, passage.heading_line, passage.body_line),
        )
    tx.changed(Kind.LIBRARY_FILE, str(file_id))


def _drop_passages(tx: Tx, file_id: int) -> None:
    tx.execute(
        "DELETE FROM library_fts WHERE rowid IN (SELECT id FROM library_passage WHERE file_id = ?)",
        (file_id,),
    )
    tx.execute("DELETE FROM library_passage WHERE file_id = ?", (file_id,))


def _passage(row: Row, text: str) -> PassageHit:
    return PassageHit(
        row["file_id"],
        row["name"],
        row["path"],
        row["title"],
        row["heading"],
        text[row["start"] : row["end"]],
        -float(row["rank"]),
        row["dated_at"],
    )


def _collection(row: Row) -> Collection:
    return Collection(row["id"], row["name"], row["root"], row["created_at"], row["indexed_at"])


def _file(row: Row) -> LibraryFile:
    return LibraryFile(
        id=row["id"],
        collection_id=row["collection_id"],
        collection=row["collection"],
        path=row["path"],
        size=row["size"],
        mtime_ns=row["mtime_ns"],
        file_hash=row["file_hash"],
        text_sha256=row["text_sha256"],
        title=row["title"],
        lang=row["lang"],
        format=row["format"],
        extractor=row["extractor"],
        refusal=row["refusal"],
        detail=row["detail"],
        recorded_origin=row["recorded_origin"],
        licence=row["licence"],
        dated_at=row["dated_at"],
        page_quality=tuple(load(row["pages"])),
        injection_passages=tuple(load(row["injection"])),
    )
