"""The roles over the pool: hostile replies are mended or end in a named error (SPEC M5, M6, R3, R4)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from typing import Any

import pytest

from neurodesk.domain.articles import ArticleType, Verdict
from neurodesk.domain.errors import InfrastructureFault, NeuroDeskError, TaskFault
from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.models import Protocol, Role
from neurodesk.domain.planning import PlanRequest, SeedView
from neurodesk.domain.research import AuthorBrief, AuthoredArticle, BriefSource, RepairItem
from neurodesk.pipeline.prompts.ask import ask_prompt
from neurodesk.providers.models.llm_author import LlmAuthor, edits_of
from neurodesk.providers.models.llm_planner import LlmPlanner
from neurodesk.providers.models.llm_reviewer import LlmReviewer
from neurodesk.providers.models.loopback_node import Fault, LoopbackNode, Scripted
from neurodesk.providers.models.pool import ModelPool, PoolLimits
from neurodesk.providers.models.structured import Structured
from tests.model_parts import MODEL, address_of, pool_over

SOURCE = """# Replace a disk

The pool stays online while a disk is replaced.

1. Run `zpool status tank` to find the failed disk.
2. Take the failed disk offline with `zpool offline tank sdb`.
3. Start the replacement with `zpool replace tank sdb sdc`.

The resilver has ended when `zpool status` shows no errors.
"""
ARTICLE = """# Replace a failed disk

The pool stays online while a disk is replaced.
"""


def source(text: str = SOURCE, ref: str = "e1", lang: str = "en") -> BriefSource:
    return BriefSource(
        ref,
        "Replace a disk",
        f"library://x/{ref}.md",
        text,
        "0" * 64,
        lang,
        SourceOrigin.LIBRARY,
        "library:x",
        "library:x",
        0.6,
        1.0,
    )


BRIEF = AuthorBrief("Replace a disk", ("How?",), ArticleType.CONCEPT, "en", (source(),))
WRITTEN = AuthoredArticle(ARTICLE, "Replace a failed disk", "en", ArticleType.CONCEPT, (), "x", "x")
ITEM = RepairItem("c-1", "It needs a reboot.", "", "", "unsupported", "No source carries this.")
PLAN = PlanRequest("ZFS", "How?", (), (), 0.5, (SeedView("n1", "ZFS", "en"),))


def good_review(body: dict[str, Any]) -> str:
    """Judge each unit supported by the sentence of the source that it is."""
    count = body["messages"][-1]["content"].count(" U")
    quote = "The pool stays online while a disk is replaced."
    verdicts = [
        {"unit": f"U{n}", "verdict": "supported", "sources": [{"ref": "R1", "quote": quote}]}
        for n in range(1, count + 1)
    ]
    return json.dumps({"verdicts": verdicts})


def good(role: str) -> Callable[[dict[str, Any]], str]:
    """Return a function that answers a role well."""
    values: dict[str, object] = {
        "author": {"article": ARTICLE},
        "part": {"lines": ["The pool stays online.", "A disk is replaced."]},
        "repair": {"edits": [{"claim": "C1", "action": "delete", "text": ""}]},
        "planner": {
            "article_type": "how_to",
            "questions": ["Which disk?"],
            "queries_en": ["zfs replace disk"],
            "queries_de": ["zfs platte ersetzen"],
            "rationale": "Outside helps.",
            "external": True,
        },
        "ask": {"status": "answered", "claims": [{"text": "It stays online.", "evidence": ["E1"]}]},
    }
    return good_review if role == "reviewer" else lambda _body: json.dumps(values[role])


async def play(role: str, structured: Structured) -> Any:
    """Let a role work."""
    if role == "author":
        return await LlmAuthor(structured).write(BRIEF)
    if role == "repair":
        return await LlmAuthor(structured).repair([ITEM], [source()], "en")
    if role == "planner":
        return await LlmPlanner(structured).plan(PLAN)
    if role == "reviewer":
        return await LlmReviewer(structured).review(WRITTEN, BRIEF)
    return await structured.ask(
        Role.ASK,
        lambda room, mark: ask_prompt("How?", [("Disk", SOURCE)], "en", room, mark),
        answer_tokens=600,
    )


def run(pool: ModelPool, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    async def whole() -> Any:
        try:
            return await work()
        finally:
            await pool.aclose()

    return asyncio.run(whole())


ROLES = ("planner", "author", "repair", "reviewer", "ask")
Shape = Callable[[str], Scripted]
# Each hostile shape of a reply, made from a good one.
SHAPES: dict[str, Shape] = {
    "reasoning before": lambda text: Scripted(f"<think>hm {{a}}</think>{text}"),
    "only a closing tag": lambda text: Scripted(f"hm, well</think>{text}"),
    "only an opening tag": lambda text: Scripted(f"<think>hm, well {text}"),
    "all in thinking": lambda text: Scripted("", thinking=text),
    "fenced": lambda text: Scripted(f"```json\n{text}\n```"),
    "prose around": lambda text: Scripted(f"Sure! Here it is: {text} Anything else?"),
    "doubled braces": lambda text: Scripted("{{" + text[1:-1] + "}}"),
    "draft first": lambda text: Scripted('{"draft": true}\n' + text),
    "trailing comma": lambda text: Scripted(text[:-1] + ",}"),
    "single quotes": lambda text: Scripted(str(json.loads(text))),
    "bad escape": lambda text: Scripted(text[:-1] + r', "path": "C:\Users\x"}'),
    "control characters": lambda text: Scripted(text[:-1] + "\x01\n}"),
    "byte order mark": lambda text: Scripted("\ufeff" + text),
    "empty": lambda _text: Scripted(""),
    "refusal in prose": lambda _text: Scripted("As an AI I cannot do that."),
    "cut at the limit": lambda text: Scripted(text[: len(text) // 2], done_reason="length"),
    "endless blank": lambda _text: Scripted("x", pieces=('{"article": "', *["\\n\\n\\n\\n"] * 400)),
    "repeated headings": lambda _text: Scripted("x", pieces=("## Steps\nDo it.\n",) * 200),
    "a list": lambda _text: Scripted("[1, 2, 3]"),
    "null": lambda _text: Scripted("null"),
    "wrong types": lambda _text: Scripted('{"article": 1, "edits": 2, "verdicts": 3, "claims": 4}'),
    "deep nesting": lambda _text: Scripted('{"a":' * 2000),
    "half surrogate": lambda text: Scripted(text[:-1] + ', "x": "\\ud800"}'),
    "truncated prompt": lambda text: Scripted(text, prompt_tokens=20),
}


@pytest.fixture(scope="module")
def served() -> Any:
    with LoopbackNode([MODEL], lambda _body: Scripted("")) as node:
        yield node


@pytest.mark.parametrize(
    ("role", "window"), [*((one, 8192) for one in ROLES), *((one, 2048) for one in ROLES)]
)
def test_hostile_replies_are_mended_or_named_and_never_accepted(
    role: str, window: int, served: LoopbackNode
) -> None:
    """In a small window models work in parts, and that breaks no otherwise."""
    assert len(SHAPES) == 24
    in_parts = role == "author" and window < 4096
    answer = good("part" if in_parts else role)
    ends: dict[str, str] = {}

    async def all_shapes() -> None:
        for name, shape in SHAPES.items():
            served.answer = lambda body, shape=shape: shape(answer(body))  # type: ignore[misc]
            pool = pool_over([address_of(served, "a")], limits=PoolLimits(num_ctx=window))
            try:
                result = await play(role, Structured(pool, lambda _role: MODEL))
                ends[name] = "incomplete" if role == "reviewer" and not result.complete else "mended"
            except (TaskFault, InfrastructureFault) as fault:
                ends[name] = fault.code
            finally:
                await pool.aclose()

    asyncio.run(all_shapes())
    lost = {"empty", "refusal in prose", "cut at the limit", "endless blank", "repeated headings", "a list"}
    lost |= {"null", "wrong types", "deep nesting"}
    # A review that never came whole is incomplete and says so: the article it was about is not lost.
    end_of_lost = "incomplete" if role == "reviewer" else "model_reply_invalid"
    assert {name for name, end in ends.items() if end == end_of_lost} == lost
    assert ends["truncated prompt"] == "model_prompt_truncated"
    assert {end for name, end in ends.items() if name not in lost | {"truncated prompt"}} == {"mended"}


@pytest.mark.parametrize("role", ROLES)
def test_one_repair_call_mends_a_broken_reply(role: str) -> None:
    with LoopbackNode([MODEL], lambda _body: Scripted("")) as node:
        answer = good(role)
        first = [True]

        def once_broken(body: dict[str, Any]) -> Scripted:
            if first[0]:
                first[0] = False
                return Scripted("Oh dear, no JSON at all")
            return Scripted(answer(node.record.calls[0]))

        node.answer = once_broken
        pool = pool_over([address_of(node, "a")])
        run(pool, lambda: play(role, Structured(pool, lambda _role: MODEL)))
        assert len(node.record.calls) == 2
        budgets = [call["options"]["num_predict"] for call in node.record.calls]
        assert budgets[0] == budgets[1]


def test_a_node_that_counts_nothing_has_to_give_a_mark_back() -> None:
    with LoopbackNode([MODEL], lambda _body: Scripted("")) as node:

        def answer(body: dict[str, Any]) -> Scripted:
            value = {"article": ARTICLE}
            system = body["messages"][0]["content"]
            if "mark" in body["format"]["properties"]:
                value["mark"] = system.split("Mark of this request: ")[1][:8]
            return Scripted(json.dumps(value), prompt_tokens=0)

        node.answer = answer
        pool = pool_over([address_of(node, "a")])
        structured = Structured(pool, lambda _role: MODEL)
        assert run(pool, lambda: play("author", structured)).title == "Replace a failed disk"
        assert run(pool, lambda: play("author", structured)).title == "Replace a failed disk"
        assert len(node.record.calls) == 3, "only the first call had to be repeated"

        node.answer = lambda _body: Scripted(json.dumps({"article": ARTICLE, "mark": "no"}), prompt_tokens=0)
        with pytest.raises(TaskFault, match="model_prompt_truncated"):
            run(pool, lambda: play("author", structured))


@pytest.mark.parametrize("role", ROLES)
def test_m6_an_uncounted_reply_after_a_truncated_one_proves_nothing(role: str) -> None:
    """Two servers behind one model name: the first cuts and says so, the second says nothing at all."""
    with LoopbackNode([MODEL], lambda _body: Scripted("")) as node:
        answer, tokens = good(role), iter((20, 0))
        node.answer = lambda body: Scripted(answer(body), prompt_tokens=next(tokens))
        pool = pool_over([address_of(node, "a")])
        structured = Structured(pool, lambda _role: MODEL)
        with pytest.raises(TaskFault, match="model_prompt_truncated"):
            run(pool, lambda: play(role, structured))
        assert len(node.record.calls) == 2


def test_material_is_cut_to_the_window_by_our_own_rules() -> None:
    long = "\n\n".join(
        f"Paragraph {number} says that value {number} is {number * 3}." for number in range(2000)
    )
    brief = AuthorBrief("Values", (), ArticleType.CONCEPT, "en", (source(long, "e1"), source(SOURCE, "e2")))
    with LoopbackNode([MODEL], lambda _body: Scripted(json.dumps({"article": ARTICLE}))) as node:
        pool = pool_over([address_of(node, "a")])
        structured = Structured(pool, lambda _role: MODEL)
        run(pool, lambda: LlmAuthor(structured).write(brief))
    (call,) = node.record.calls
    sent = sum(len(one["content"]) for one in call["messages"])
    assert sent / 3.2 + 3000 < call["options"]["num_ctx"] == 8192
    assert SOURCE.strip() in call["messages"][1]["content"], "the short source is whole, the long one is cut"
    assert "[…]" in call["messages"][1]["content"]


def test_m6_long_paragraphs_that_are_cut_as_wholes_still_fit_the_window() -> None:
    """A little less room cuts nothing more of such texts; the prompt comes under the limit all the same."""
    with LoopbackNode([MODEL], lambda _body: Scripted(json.dumps({"article": ARTICLE}))) as node:
        pool = pool_over([address_of(node, "a")])
        structured = Structured(pool, lambda _role: MODEL)

        async def all_sizes() -> None:
            for words in range(600, 1400, 20):
                long = "\n\n".join([" ".join(["word"] * words)] * 10)
                sources = (source(long, "e1"),)
                await LlmAuthor(structured).write(AuthorBrief("V", (), ArticleType.CONCEPT, "en", sources))

        run(pool, all_sizes)
    assert len(node.record.calls) == 40


# -- the reviewer -------------------------------------------------------------------------------------


def review_with(verdicts: list[dict[str, object]], text: str = ARTICLE) -> Any:
    """Review an article with a model that says this."""
    with ExitStack() as stack:
        node = stack.enter_context(
            LoopbackNode([MODEL], lambda _body: Scripted(json.dumps({"verdicts": verdicts})))
        )
        pool = pool_over([address_of(node, "a")])
        written = AuthoredArticle(text, "x", "en", ArticleType.CONCEPT, (), "x", "x")
        reviewer = LlmReviewer(Structured(pool, lambda _role: MODEL))
        return run(pool, lambda: reviewer.review(written, BRIEF))


def said(unit: str, verdict: str, quote: str = "", ref: str = "R1") -> dict[str, object]:
    return {"unit": unit, "verdict": verdict, "sources": [{"ref": ref, "quote": quote}] if quote else []}


QUOTE = "The pool stays online while a disk is replaced."


def test_code_makes_a_models_verdict_only_stricter() -> None:
    title = said("U1", "supported", "# Replace a disk")
    review = review_with([title, said("U2", "supported", QUOTE)])
    assert review.claims[1].verdict is Verdict.SUPPORTED
    assert review.claims[1].refs[0].quote == QUOTE
    for verdict in ("unsupported", "contradicted", "partially_supported"):
        judged = review_with([title, said("U2", verdict, QUOTE)])
        assert judged.claims[1].verdict == verdict, "never milder than the model"


@pytest.mark.parametrize(
    ("quote", "ref"),
    [
        ("This sentence stands in no source at all, whatever is said.", "R1"),
        (QUOTE, "R9"),
        (QUOTE, "nowhere"),
    ],
)
def test_an_invented_quote_or_source_carries_nothing(quote: str, ref: str) -> None:
    review = review_with([said("U1", "supported", QUOTE), said("U2", "supported", quote, ref)])
    assert review.claims[1].verdict is Verdict.UNSUPPORTED
    assert not review.accepted


def test_a_genuine_quote_that_says_something_else_does_not_carry() -> None:
    other = "The resilver has ended when `zpool status` shows no errors."
    review = review_with([said("U1", "supported", QUOTE), said("U2", "supported", other)])
    assert review.claims[1].verdict in (Verdict.UNSUPPORTED, Verdict.PARTIALLY_SUPPORTED)


def test_a_changed_number_is_found_behind_a_friendly_model() -> None:
    text = "# Replace a failed disk\n\nStart the replacement with `zpool replace tank sdb sdd`.\n"
    quote = "Start the replacement with `zpool replace tank sdb sdc`."
    review = review_with([said("U1", "supported", QUOTE), said("U2", "supported", quote)], text)
    assert review.claims[1].verdict is not Verdict.SUPPORTED


def test_a_unit_that_the_model_leaves_out_twice_makes_the_review_incomplete() -> None:
    review = review_with([said("U7", "supported", QUOTE)])
    assert not review.complete
    assert not review.accepted
    assert {one.verdict for one in review.claims} == {None}


def test_the_same_unit_judged_twice_takes_the_stricter_verdict() -> None:
    review = review_with(
        [said("U1", "supported", QUOTE), said("U2", "unsupported"), said("U2", "supported", QUOTE)]
    )
    assert review.claims[1].verdict is Verdict.UNSUPPORTED


# -- prompts and repair -------------------------------------------------------------------------------


def test_edits_of_unknown_units_are_left_out() -> None:
    value = {
        "edits": [
            {"claim": "C1", "action": "replace", "text": " New. "},
            {"claim": "C9", "action": "delete", "text": ""},
        ]
    }
    (edit,) = edits_of(value, [ITEM])
    assert (edit.claim_id, edit.text) == ("c-1", "New.")
    (edit,) = edits_of({"edits": [{"claim": "c-1", "action": "replace"}]}, [ITEM])
    assert edit.text is None


@pytest.mark.parametrize("protocol", Protocol)
def test_a_plan_keeps_what_was_asked_and_both_languages(protocol: Protocol) -> None:
    with LoopbackNode([MODEL], lambda body: Scripted(good("planner")(body))) as node:
        pool = pool_over([address_of(node, "a", protocol)])
        plan = run(pool, lambda: LlmPlanner(Structured(pool, lambda _role: MODEL)).plan(PLAN))
    assert plan.questions == ("How?", "Which disk?")
    assert plan.queries == ("zfs replace disk", "zfs platte ersetzen")
    assert (plan.seed_node_ids, plan.priority, plan.author) == (("n1",), 0.5, MODEL)


def test_a_failing_pool_defers_and_does_not_charge() -> None:
    with LoopbackNode([MODEL], lambda _body: Scripted("")) as node:
        node.always = Fault("status", 500)
        pool = pool_over([address_of(node, "a")])
        for role in ROLES:
            with pytest.raises(NeuroDeskError) as caught:
                run(pool, lambda role=role: play(role, Structured(pool, lambda _role: MODEL)))  # type: ignore[misc]
            assert isinstance(caught.value, InfrastructureFault)
            assert caught.value.code == "model_unavailable"
