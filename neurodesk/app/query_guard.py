"""The privacy check of queries to the web, bound to a profile (SPEC W10)."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from neurodesk import resources
from neurodesk.app.profile import Profile
from neurodesk.domain.ports import KnowledgeReader
from neurodesk.domain.privacy import (
    SENT_STATES,
    CheckedQuery,
    OutgoingQuery,
    PrivacyCheck,
    QueryRequest,
    Vocabulary,
    code_identifiers,
)
from neurodesk.domain.redaction import Redaction
from neurodesk.storage.kb_privacy import KbPrivacy
from neurodesk.storage.query_store import queries_of, settle_queries

_WORD = re.compile(r"[^\W_]+")


@functools.cache
def general_words() -> frozenset[str]:
    """Return the stems of the general word list (``packaging/general_words.py`` compiles it)."""
    return frozenset(resources.text("words", "general.txt").split())


class StoredQueryGuard:
    """Checks queries against knowledge bases and settings, and stores what becomes of them.

    Fills ``domain.privacy.QueryGuard``.

    Args:
        profile: an open profile.
        knowledge: gives titles, headings and bodies of seeds.
    """

    def __init__(self, profile: Profile, knowledge: KnowledgeReader) -> None:
        self._profile = profile
        self._knowledge = knowledge
        self._kb = KbPrivacy(profile.database, general_words())

    def __call__(self, request: QueryRequest) -> Sequence[OutgoingQuery]:
        """Check the queries of a round; those that stand already keep what was decided."""
        vocabulary = self._of_repair(request) if request.claims is not None else self._of_task(request)
        checked = self._check(vocabulary).check(request.queries)
        settings, now = self._profile.settings.current, self._profile.clock.time()
        return self._profile.database.write(
            lambda tx: settle_queries(
                tx,
                request.task.id,
                checked,
                now,
                first_looks=settings.whole("privacy.first_looks"),
                ask_always=settings.switch("privacy.ask_before_search"),
            )
        )

    def edited(self, text: str) -> CheckedQuery:
        """Check what the curator wrote instead of a query."""
        return self._check(Vocabulary.of(())).check_edited(text)

    def _check(self, vocabulary: Vocabulary) -> PrivacyCheck:
        settings = self._profile.settings.current
        redaction = Redaction(
            settings.items("privacy.never_send"),
            settings.items("web.internal_hosts"),
            self._kb.names(),
            general_words(),
        )
        return PrivacyCheck(redaction, general_words(), vocabulary, self._kb.in_bodies)

    def _of_task(self, request: QueryRequest) -> Vocabulary:
        """Question, topic, titles, the seeds' headings and code identifiers."""
        texts = _asked(request)
        for seed in self._knowledge.seed_views(request.seeds):
            texts += [seed.title, seed.twin_title, *seed.headings, *seed.keywords]
        for node in self._knowledge.nodes(request.seeds):
            texts += code_identifiers(node.body)
        return Vocabulary.of(texts)

    def _of_repair(self, request: QueryRequest) -> Vocabulary:
        """Claim and plan, never page text: what was searched for, and of a claim what the task knows."""
        task = self._of_task(request)
        claim = [word for text in request.claims or () for word in _WORD.findall(text.casefold())]
        rows = self._profile.database.read(lambda rx: queries_of(rx, task_id=request.task.id))
        searched = [one.text for one in rows if one.state in SENT_STATES]
        return Vocabulary.of([*_asked(request), *searched, *(word for word in claim if word in task.words)])


def _asked(request: QueryRequest) -> list[str]:
    task = request.task
    return [task.topic, task.question, *task.research_questions, *task.queries]
