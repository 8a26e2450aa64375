"""Articles of the knowledge base, for lists and look-ups."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from neurodesk.app.profile import Profile
from neurodesk.domain.errors import BadInput
from neurodesk.domain.graph import Node
from neurodesk.domain.living import ChangedSentence
from neurodesk.storage import promotion_store
from neurodesk.storage.db import Rx
from neurodesk.storage.knowledge_reader import node_of
from neurodesk.storage.living_store import changed_sentences
from neurodesk.storage.promotion_store import PromotionRow


def article_by_path(profile: Profile, path: str) -> Node | None:
    """Return the active article at a path relative to its KB's root, the first KB's if several have it."""

    def query(rx: Rx) -> Node | None:
        row = rx.one(
            """SELECT * FROM node WHERE kind = 'article' AND state = 'active' AND path = ?
               ORDER BY kb_id LIMIT 1""",
            (path,),
        )
        return None if row is None else node_of(row)

    return profile.database.read(query)


def folders_of_kb(profile: Profile, kb_id: str) -> list[str]:
    """Return the folders of a KB that hold active articles, "" for its root, in order (SPEC P5)."""

    def query(rx: Rx) -> list[str]:
        rows = rx.iterate(
            "SELECT path FROM node WHERE kb_id = ? AND kind = 'article' AND state = 'active'", (kb_id,)
        )
        return sorted({row[0].rpartition("/")[0] for row in rows} | {""})

    return profile.database.read(query)


# -- the list of articles ------------------------------------------------------------------------------

ARTICLE_SORTS: Mapping[str, str] = {
    "path": "n.kb_id, n.path, n.id",
    "title": "n.title COLLATE NOCASE, n.id",
    "oldest": "MAX(n.dated_at, n.verified_at), n.id",
    "findings": "open DESC, n.path, n.id",
}
_OPEN = """(SELECT COUNT(*) FROM finding f WHERE f.state = 'open'
            AND (f.node_id = n.id OR f.other_node_id = n.id))"""


@dataclass(frozen=True, slots=True)
class ArticleFilter:
    """Which articles a list shows: words in title or path, a KB, a language, only those with findings."""

    words: str = ""
    kb_id: str = ""
    lang: str = ""
    ill: bool = False


@dataclass(frozen=True, slots=True)
class ArticleRow:
    """One article in a list with its health; ``dated_at`` is its own date or the last confirmation.

    ``changed`` counts its promoted sentences whose source no longer carries them (SPEC P7).
    """

    id: str
    title: str
    path: str
    kb_name: str
    lang: str
    dated_at: float
    findings: int
    twins: int
    broken: int
    drafts: int
    changed: int = 0


def article_ids(profile: Profile, wanted: ArticleFilter, sort: str = "path") -> list[str]:
    """Return the ids of a list in its order; filter and order run in SQL."""
    where = ["n.kind = 'article'", "n.state = 'active'"]
    params: list[object] = []
    for word in wanted.words.split()[:8]:
        pattern = "%" + word.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_") + "%"
        where.append(r"(n.title LIKE ? ESCAPE '\' OR n.path LIKE ? ESCAPE '\')")
        params += [pattern, pattern]
    for column, value in (("n.kb_id", wanted.kb_id), ("n.lang", wanted.lang)):
        if value:
            where.append(f"{column} = ?")
            params.append(value)
    if wanted.ill:
        where.append(f"{_OPEN} > 0")
    order = ARTICLE_SORTS.get(sort, ARTICLE_SORTS["path"])
    text = f"SELECT n.id, {_OPEN} AS open FROM node n WHERE {' AND '.join(where)} ORDER BY {order}"  # noqa: S608
    return profile.database.read(lambda rx: [row[0] for row in rx.iterate(text, params)])


def article_rows(profile: Profile, ids: Sequence[str]) -> dict[str, ArticleRow]:
    """Return the rows of some articles; one that is gone is left out."""
    text = f"""SELECT n.id, n.title, n.path, n.lang, MAX(n.dated_at, n.verified_at) AS dated, k.name AS kb,
                   {_OPEN} AS open,
                   (SELECT COUNT(*) FROM link l WHERE l.node_id = n.id AND l.broken = 1) AS broken,
                   (SELECT COUNT(*) FROM edge e WHERE e.kind = 'translation_of' AND e.status = 'accepted'
                       AND (e.src = n.id OR e.dst = n.id)) AS twins,
                   (SELECT COUNT(*) FROM draft d WHERE d.base_node_id = n.id
                       AND d.state IN ('in_review', 'approved', 'conflict')) AS drafts,
                   (SELECT COUNT(*) FROM finding f WHERE f.state = 'open' AND f.type = 'source_changed'
                       AND f.node_id = n.id) AS changed
               FROM node n LEFT JOIN kb k ON k.id = n.kb_id
               WHERE n.id IN (SELECT value FROM json_each(?))"""  # noqa: S608

    def query(rx: Rx) -> dict[str, ArticleRow]:
        return {
            row["id"]: ArticleRow(
                row["id"],
                row["title"],
                row["path"],
                row["kb"] or "",
                row["lang"],
                row["dated"],
                int(row["open"]),
                int(row["twins"]),
                int(row["broken"]),
                int(row["drafts"]),
                int(row["changed"]),
            )
            for row in rx.sql(text, (json.dumps(list(ids)),))
        }

    return profile.database.read(query)


@dataclass(frozen=True, slots=True)
class ArticleView:
    """One article whole.

    Attributes:
        root: folder of its KB.
        findings: open ones, the worst first: (id, type, score).
        twins: translations: (node id, title, lang).
        links: (title or target, node id or "", broken).
        backlinks: articles that link here: (node id, title).
        drafts: open drafts of it: (draft id, title, state).
        promotions: promotions and undos of its file, the newest first.
        changed: promoted sentences whose source no longer carries them, in the order of the text.
    """

    node: Node
    kb_name: str
    root: str
    findings: tuple[tuple[str, str, float], ...]
    twins: tuple[tuple[str, str, str], ...]
    links: tuple[tuple[str, str, bool], ...]
    backlinks: tuple[tuple[str, str], ...]
    drafts: tuple[tuple[str, str, str], ...]
    promotions: tuple[PromotionRow, ...]
    changed: tuple[ChangedSentence, ...] = ()


def article_view(profile: Profile, node_id: str) -> ArticleView:
    """Return one article with its health and history.

    Raises:
        BadInput: ``article_unknown``.
    """

    def query(rx: Rx) -> ArticleView:
        row = rx.one("SELECT * FROM node WHERE id = ? AND kind = 'article'", (node_id,))
        if row is None:
            raise BadInput("article_unknown", path=node_id)
        kb = rx.one("SELECT name, root FROM kb WHERE id = ?", (row["kb_id"],))
        findings = rx.sql(
            """SELECT id, type, score FROM finding WHERE state = 'open' AND (node_id = ? OR other_node_id = ?)
               ORDER BY score DESC, type, id LIMIT 50""",
            (node_id, node_id),
        )
        twins = rx.sql(
            """SELECT DISTINCT n.id AS id, n.title AS title, n.lang AS lang FROM edge e
               JOIN node n ON n.id = CASE WHEN e.src = :id THEN e.dst ELSE e.src END
               WHERE e.kind = 'translation_of' AND e.status = 'accepted' AND (e.src = :id OR e.dst = :id)
               ORDER BY n.title, n.id""",
            {"id": node_id},
        )
        links = rx.sql(
            """SELECT l.target AS target, l.target_node_id AS other, l.broken AS broken, n.title AS title
               FROM link l LEFT JOIN node n ON n.id = l.target_node_id WHERE l.node_id = ?
               ORDER BY l.line, l.id LIMIT 100""",
            (node_id,),
        )
        back = rx.sql(
            """SELECT DISTINCT n.id AS id, n.title AS title FROM link l JOIN node n ON n.id = l.node_id
               WHERE l.target_node_id = ? AND n.state = 'active' ORDER BY n.title, n.id LIMIT 100""",
            (node_id,),
        )
        drafts = rx.sql(
            """SELECT id, title, state FROM draft WHERE base_node_id = ?
               AND state NOT IN ('promoted', 'rejected')
               ORDER BY created_at DESC, id""",
            (node_id,),
        )
        return ArticleView(
            node=node_of(row),
            kb_name=kb["name"] if kb is not None else "",
            root=kb["root"] if kb is not None else "",
            findings=tuple((one["id"], one["type"], one["score"]) for one in findings),
            twins=tuple((one["id"], one["title"], one["lang"]) for one in twins),
            links=tuple((one["title"] or one["target"], one["other"], bool(one["broken"])) for one in links),
            backlinks=tuple((one["id"], one["title"]) for one in back),
            drafts=tuple((one["id"], one["title"], one["state"]) for one in drafts),
            promotions=tuple(promotion_store.promotions_of_path(rx, row["kb_id"], row["path"])),
            changed=changed_sentences(rx, node_id).get(node_id, ()),
        )

    return profile.database.read(query)


def node_of_link(profile: Profile, kb_id: str, path: str, link: str) -> str:
    """Return the article a relative link in the article at ``path`` leads to, "" for none."""

    def query(rx: Rx) -> str:
        stored = rx.scalar(
            """SELECT l.target_node_id FROM link l JOIN node n ON n.id = l.node_id
               WHERE n.kb_id = ? AND n.path = ? AND l.target = ? AND l.target_node_id != ''
               ORDER BY l.id LIMIT 1""",
            (kb_id, path, link),
        )
        if stored:
            return str(stored)
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(link)))
        found = rx.scalar(
            "SELECT id FROM node WHERE kb_id = ? AND path = ? AND state = 'active' ORDER BY id LIMIT 1",
            (kb_id, wanted),
        )
        return str(found or "")

    return profile.database.read(query)
