"""The planner's prompt: what to ask, and how to search (SPEC G3)."""

from __future__ import annotations

from neurodesk.domain.articles import ArticleType
from neurodesk.domain.planning import MAX_QUERY_CHARS, PlanRequest
from neurodesk.pipeline.prompts.parts import (
    Fence,
    Prompt,
    choice_field,
    list_field,
    object_schema,
    rendered,
    text_field,
    version_of,
)

SYSTEM = """You plan research for a knowledge base. From a topic, a question and the articles it is about, give:
- article_type: how_to, troubleshooting, concept or reference;
- questions: 1 to 6 concrete research questions;
- queries_en and queries_de: 1 to 3 search queries each, English and German, only key words, one line, at most 120
  characters, with error codes, versions and product names verbatim. No site:, no names of people, hosts or customers;
- rationale: one sentence why research outside helps, or that it does not;
- external: whether research outside helps at all.
{rule}
Reply with one JSON object and nothing else."""
SCHEMA = object_schema(
    article_type=choice_field(*(one.value for one in ArticleType)),
    questions=list_field(text_field(300), 6, min_items=1),
    queries_en=list_field(text_field(MAX_QUERY_CHARS * 2), 6),
    queries_de=list_field(text_field(MAX_QUERY_CHARS * 2), 6),
    rationale=text_field(500),
    external={"type": "boolean"},
)
# What a small model can say whole.
SMALL_SCHEMA = object_schema(
    article_type=choice_field(*(one.value for one in ArticleType)),
    questions=list_field(text_field(140), 2, min_items=1),
    queries_en=list_field(text_field(80), 2),
    queries_de=list_field(text_field(80), 2),
    rationale=text_field(140),
    external={"type": "boolean"},
)
VERSION = version_of(SYSTEM, repr(SCHEMA))
SMALL_VERSION = version_of(SYSTEM, repr(SMALL_SCHEMA))


def planner_prompt(
    request: PlanRequest, room: int, mark: str = "", fence: Fence | None = None, *, small: bool = False
) -> Prompt:
    """Return the prompt for a task; ``room`` bounds what is shown of the articles."""
    seeds = [
        "\n".join([seed.title, *(f"- {one}" for one in seed.headings), " ".join(seed.keywords)])
        for seed in request.seeds
    ]
    given = [request.topic, request.question, *request.research_questions, *request.missing_sections]
    fence = fence or Fence([*seeds, *given])
    parts = [fence.around("Topic", request.topic)]
    if request.question:
        parts.append(fence.around("Question", request.question))
    if request.research_questions:
        parts.append(fence.around("Asked as well", "\n".join(request.research_questions)))
    if request.missing_sections:
        parts.append(fence.around("Sections that are missing", "\n".join(request.missing_sections)))
    shown = "\n\n".join(seeds)
    if seeds and room > 0:
        parts.append(fence.around("Articles", shown[:room]))
    system = SYSTEM.format(rule=fence.rule())
    schema, version = (SMALL_SCHEMA, SMALL_VERSION) if small else (SCHEMA, VERSION)
    return rendered("planner", version, fence, system, "\n\n".join(parts), schema, mark)
