"""Every table as a peewee model; migrations hold the frozen SQL, a test compares the two.

The models are not bound to a database: build a query with them and pass it to ``Rx.run`` or ``Tx.run``.
Times are UTC epoch seconds. JSON columns hold compact JSON text. ``*_at`` is 0 when it did not happen.
"""

from __future__ import annotations

from peewee import (
    AutoField,
    BlobField,
    BooleanField,
    CompositeKey,
    FloatField,
    IntegerField,
    Model,
    TextField,
)


class Table(Model):
    """Base of all tables."""


class Kb(Table):
    """A registered knowledge base (SPEC K1)."""

    id = TextField(primary_key=True)
    name = TextField(unique=True)
    root = TextField(unique=True)
    archive_folder = TextField(default="_archive")
    created_at = FloatField()
    imported_at = FloatField(default=0)
    report = TextField(default="{}")


class Node(Table):
    """An article, a piece of learned evidence or an outcome (SPEC K2)."""

    id = TextField(primary_key=True)
    kind = TextField()
    kb_id = TextField(default="", index=True)
    path = TextField(default="")
    uri = TextField(default="")
    format = TextField(default="")
    title = TextField()
    body = TextField()
    source_key = TextField(index=True)
    lang = TextField(default="")
    content_hash = TextField()
    file_hash = TextField(default="")
    file_size = IntegerField(default=0)
    file_mtime_ns = IntegerField(default=0)
    encoding = TextField(default="")
    created_at = FloatField()
    updated_at = FloatField()
    dated_at = FloatField(default=0)
    verified_at = FloatField(default=0)
    verified_by = TextField(default="")
    trust = FloatField(default=0)
    state = TextField(default="active", index=True)
    meta = TextField(default="{}")
    problems = TextField(default="[]")
    own_draft = BooleanField(default=False)

    class Meta:
        table_name = "node"
        indexes = ((("kb_id", "path"), False), (("kind", "state"), False))


class Chunk(Table):
    """A passage of a node, split on headings (SPEC K2); offsets are in the node's body."""

    id = AutoField()
    node_id = TextField(index=True)
    ordinal = IntegerField()
    heading = TextField(default="")
    text = TextField()
    start = IntegerField()
    end = IntegerField()

    class Meta:
        table_name = "chunk"


class NodeProfile(Table):
    """What a scan needs of a node, computed at import so that a scan only reads it (SPEC K2)."""

    node_id = TextField(primary_key=True)
    version = IntegerField()
    data = TextField()
    shingles = BlobField()

    class Meta:
        table_name = "node_profile"


class Link(Table):
    """A link as written in an article; ``target_node_id`` is "" when it leads nowhere in the KB."""

    id = AutoField()
    node_id = TextField(index=True)
    target = TextField()
    target_node_id = TextField(default="", index=True)
    anchor = TextField(default="")
    line = IntegerField()
    broken = BooleanField(default=False)

    class Meta:
        table_name = "link"


class Edge(Table):
    """An edge of fact or judgement (SPEC K3)."""

    id = TextField(primary_key=True)
    kind = TextField(index=True)
    src = TextField(index=True)
    dst = TextField(index=True)
    status = TextField()
    origin = TextField()
    confidence = FloatField(default=1)
    data = TextField(default="{}")
    created_at = FloatField()
    decided_at = FloatField(default=0)
    decided_by = TextField(default="")

    class Meta:
        table_name = "edge"


class Task(Table):
    """A research task (SPEC Q1)."""

    id = TextField(primary_key=True)
    kind = TextField(default="research")
    topic = TextField()
    question = TextField(default="")
    research_questions = TextField(default="[]")
    queries = TextField(default="[]")
    seed_node_ids = TextField(default="[]")
    priority = FloatField()
    state = TextField()
    outcome = TextField(default="")
    attempts = IntegerField(default=0)
    max_attempts = IntegerField(default=3)
    not_before = FloatField(default=0)
    lease_owner = TextField(default="")
    lease_token = TextField(default="")
    lease_expires_at = FloatField(default=0)
    lease_started_at = FloatField(default=0)
    dedupe_key = TextField()
    requested_by = TextField()
    reason = TextField(default="")
    signals = TextField(default="[]")
    filter_keys = TextField(default="")
    article_type = TextField(default="")
    evidence_count = IntegerField(default=0)
    article_path = TextField(default="")
    article_id = TextField(default="")
    created_at = FloatField()
    updated_at = FloatField()
    started_at = FloatField(default=0)
    finished_at = FloatField(default=0)
    last_error = TextField(default="")
    deferral_reason = TextField(default="")
    infrastructure_deferrals = IntegerField(default=0)
    parked = BooleanField(default=False)
    stop_requested = BooleanField(default=False)
    extra = TextField(default="{}")

    class Meta:
        table_name = "task"


class TaskTransition(Table):
    """Every change of a task's state (SPEC Q1)."""

    id = AutoField()
    task_id = TextField(index=True)
    at = FloatField()
    from_state = TextField()
    to_state = TextField()
    reason = TextField(default="")
    worker = TextField(default="")

    class Meta:
        table_name = "task_transition"


class Attempt(Table):
    """Every attempt with whether it was charged (SPEC Q1, Q6)."""

    id = AutoField()
    task_id = TextField(index=True)
    number = IntegerField()
    token = TextField()
    worker = TextField()
    started_at = FloatField()
    ended_at = FloatField(default=0)
    charged = BooleanField(default=True)
    result = TextField(default="")
    reason = TextField(default="")

    class Meta:
        table_name = "attempt"


class Receipt(Table):
    """A finished stage with its result, so that a crash resumes behind it (SPEC Q13)."""

    task_id = TextField()
    stage = TextField()
    pass_number = IntegerField(default=0)
    at = FloatField()
    duration_s = FloatField(default=0)
    data = TextField()

    class Meta:
        table_name = "receipt"
        primary_key = CompositeKey("task_id", "stage", "pass_number")


class BudgetEntry(Table):
    """One row for each entry into running that resumes nothing (SPEC Q9)."""

    id = AutoField()
    task_id = TextField()
    at = FloatField()
    local_day = TextField(index=True)

    class Meta:
        table_name = "budget_entry"


class Setting(Table):
    """State of the application that is no setting of the curator: switches of the moment, counters."""

    key = TextField(primary_key=True)
    value = TextField()
    at = FloatField()

    class Meta:
        table_name = "app_state"


class Text(Table):
    """Content-addressed texts; each row's key is the hash of its body (SPEC S2, W6)."""

    sha256 = TextField(primary_key=True)
    body = TextField()
    created_at = FloatField()

    class Meta:
        table_name = "text"


class Evidence(Table):
    """A fetched full text that passed the gates, with its provenance (SPEC W6)."""

    id = TextField(primary_key=True)
    task_id = TextField(index=True)
    requested_uri = TextField()
    final_uri = TextField(index=True)
    host = TextField(default="", index=True)
    source_key = TextField()
    title = TextField(default="")
    sha256 = TextField(index=True)
    retrieved_at = FloatField()
    origin = TextField()
    lang = TextField(default="")
    extractor = TextField(default="")
    relevance = FloatField(default=0)
    quality = FloatField(default=0)
    trust = FloatField(default=0)
    evidence_count = IntegerField(default=1)
    confidence = FloatField(default=0)
    state = TextField(index=True)
    reason = TextField(default="")
    node_id = TextField(default="", index=True)
    collection = TextField(default="")
    recorded_origin = TextField(default="")
    licence = TextField(default="")
    dated_at = FloatField(default=0)
    independent = BooleanField(default=True)
    injection = TextField(default="[]")
    data = TextField(default="{}")
    etag = TextField(default="")
    last_modified = TextField(default="")

    class Meta:
        table_name = "evidence"


class EvidenceSeed(Table):
    """Which node a piece of evidence was sought for."""

    evidence_id = TextField()
    node_id = TextField(index=True)

    class Meta:
        table_name = "evidence_seed"
        primary_key = CompositeKey("evidence_id", "node_id")


class Candidate(Table):
    """Every search hit with what became of it and why (SPEC W4)."""

    id = AutoField()
    task_id = TextField(index=True)
    uri = TextField()
    title = TextField(default="")
    snippet = TextField(default="")
    provider = TextField()
    query = TextField(default="")
    rank = IntegerField(default=0)
    pass_number = IntegerField(default=0)
    phase = TextField(default="research")
    verdict = TextField()
    reason = TextField(default="", index=True)
    detail = TextField(default="")
    score = FloatField(default=0)
    evidence_id = TextField(default="")
    at = FloatField()

    class Meta:
        table_name = "candidate"
        indexes = ((("task_id", "uri", "phase"), True),)


class Scan(Table):
    """One run of the scanner."""

    id = TextField(primary_key=True)
    started_at = FloatField()
    finished_at = FloatField(default=0)
    counts = TextField(default="{}")

    class Meta:
        table_name = "scan"


class Finding(Table):
    """Something that looks wrong, explained (SPEC G1); keyed so that it keeps the curator's decision."""

    id = TextField(primary_key=True)
    node_id = TextField(index=True)
    other_node_id = TextField(default="")
    type = TextField()
    score = FloatField()
    signals = TextField()
    passages = TextField(default="[]")
    data = TextField(default="{}")
    text_hash = TextField(default="")
    state = TextField(default="open", index=True)
    until = FloatField(default=0)
    reason = TextField(default="")
    decided_by = TextField(default="")
    decided_at = FloatField(default=0)
    scan_id = TextField(default="", index=True)
    first_seen_at = FloatField()
    last_seen_at = FloatField()

    class Meta:
        table_name = "finding"


class Opportunity(Table):
    """A plan that the planner made of a candidate, enqueued or rejected with its reason (SPEC G3)."""

    id = AutoField()
    scan_id = TextField(default="", index=True)
    node_id = TextField(default="")
    topic = TextField()
    data = TextField()
    priority = FloatField()
    accepted = BooleanField()
    reason = TextField(default="")
    task_id = TextField(default="")
    at = FloatField()

    class Meta:
        table_name = "opportunity"


class Draft(Table):
    """A draft on the desk (SPEC R8, P1)."""

    id = TextField(primary_key=True)
    task_id = TextField(default="", index=True)
    kind = TextField()
    state = TextField(index=True)
    title = TextField()
    lang = TextField(default="")
    article_type = TextField(default="")
    kb_id = TextField(default="")
    base_node_id = TextField(default="")
    base_path = TextField(default="")
    base_hash = TextField(default="")
    target_path = TextField(default="")
    version = IntegerField(default=1)
    staging_name = TextField(default="")
    risk = FloatField(default=0)
    requested_by = TextField(default="")
    data = TextField(default="{}")
    created_at = FloatField()
    updated_at = FloatField()

    class Meta:
        table_name = "draft"


class DraftVersion(Table):
    """One version of a draft's visible article (SPEC R8, R10)."""

    draft_id = TextField()
    version = IntegerField()
    written_by = TextField()
    body = TextField()
    sha256 = TextField()
    note = TextField(default="")
    created_at = FloatField()

    class Meta:
        table_name = "draft_version"
        primary_key = CompositeKey("draft_id", "version")


class Claim(Table):
    """One unit of a draft version with its verdict and the curator's judgement (SPEC R4, P4)."""

    draft_id = TextField()
    version = IntegerField()
    id = TextField()
    ordinal = IntegerField()
    kind = TextField()
    text = TextField()
    start = IntegerField()
    end = IntegerField()
    exempt = BooleanField(default=False)
    verdict = TextField(default="")
    model_verdict = TextField(default="")
    reasons = TextField(default="[]")
    refs = TextField(default="[]")
    risk = TextField(default="normal")
    single_source = BooleanField(default=False)
    seen_at = FloatField(default=0)
    ticked_at = FloatField(default=0)
    human_verdict = TextField(default="")
    human_reason = TextField(default="")
    comment = TextField(default="")

    class Meta:
        table_name = "claim"
        primary_key = CompositeKey("draft_id", "version", "id")


class Promotion(Table):
    """The journal of promotions: prepared -> written -> archived -> done (SPEC P5)."""

    id = TextField(primary_key=True)
    draft_id = TextField(index=True)
    kind = TextField()
    kb_id = TextField()
    phase = TextField(index=True)
    path = TextField()
    old_sha256 = TextField(default="")
    new_sha256 = TextField(default="")
    backup_name = TextField(default="")
    steps = TextField(default="[]")
    decision = TextField(default="{}")
    audit_seq = IntegerField(default=0)
    created_at = FloatField()
    finished_at = FloatField(default=0)
    undone_at = FloatField(default=0)
    error = TextField(default="")

    class Meta:
        table_name = "promotion"


class Audit(Table):
    """Append-only, hash-chained record of decisions (SPEC P6)."""

    seq = AutoField()
    at = FloatField()
    who = TextField()
    place = TextField()
    act = TextField()
    subject = TextField(index=True)
    hashes = TextField(default="{}")
    why = TextField(default="")
    previous = TextField()
    sha256 = TextField()

    class Meta:
        table_name = "audit"


class Activity(Table):
    """The activity feed (SPEC W11): codes and parameters, worded by the surface."""

    id = AutoField()
    at = FloatField()
    code = TextField()
    task_id = TextField(default="", index=True)
    params = TextField(default="{}")

    class Meta:
        table_name = "activity"


class RequestLog(Table):
    """Every request that left the machine (SPEC W10)."""

    id = AutoField()
    at = FloatField()
    purpose = TextField()
    method = TextField()
    target = TextField()
    task_id = TextField(default="")
    content = TextField(default="")
    result = TextField(default="")

    class Meta:
        table_name = "request_log"


class Collection(Table):
    """A folder of the local library (SPEC L1)."""

    id = TextField(primary_key=True)
    name = TextField(unique=True)
    root = TextField(unique=True)
    created_at = FloatField()
    indexed_at = FloatField(default=0)
    report = TextField(default="{}")

    class Meta:
        table_name = "collection"


class LibraryFile(Table):
    """One file of a collection: its text, or the reason why it has none (SPEC L1)."""

    id = AutoField()
    collection_id = TextField(index=True)
    path = TextField()
    size = IntegerField()
    mtime_ns = IntegerField()
    file_hash = TextField()
    text_sha256 = TextField(default="")
    title = TextField(default="")
    lang = TextField(default="")
    format = TextField(default="")
    extractor = TextField(default="")
    refusal = TextField(default="")
    detail = TextField(default="")
    recorded_origin = TextField(default="")
    licence = TextField(default="")
    dated_at = FloatField(default=0)
    pages = TextField(default="[]")
    injection = TextField(default="[]")

    class Meta:
        table_name = "library_file"
        indexes = ((("collection_id", "path"), True),)


TABLES: tuple[type[Table], ...] = (
    Kb,
    Node,
    Chunk,
    NodeProfile,
    Link,
    Edge,
    Task,
    TaskTransition,
    Attempt,
    Receipt,
    BudgetEntry,
    Setting,
    Text,
    Evidence,
    EvidenceSeed,
    Candidate,
    Scan,
    Finding,
    Opportunity,
    Draft,
    DraftVersion,
    Claim,
    Promotion,
    Audit,
    Activity,
    RequestLog,
    Collection,
    LibraryFile,
)
