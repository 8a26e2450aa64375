"""Articles and reviews in the form of receipts and sidecars (SPEC R8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from neurodesk.domain.articles import ArticleType, Claim, Reason, SourceRef, Verdict
from neurodesk.domain.evidence import Evidence
from neurodesk.domain.research import AuthoredArticle, Review, RuleFinding, Span
from neurodesk.domain.rights import Rights


def reasons_as_json(reasons: Sequence[Reason]) -> list[dict[str, object]]:
    """Return reasons as objects with code and parameters."""
    return [{"code": one.code, "params": dict(one.params)} for one in reasons]


def reasons_from_json(data: Any) -> tuple[Reason, ...]:
    """Read reasons."""
    return tuple(
        Reason(str(one["code"]), tuple(sorted((str(k), str(v)) for k, v in one["params"].items())))
        for one in data
    )


def article_as_json(article: AuthoredArticle) -> dict[str, object]:
    """Return an authored article as an object."""
    return {
        "text": article.text,
        "title": article.title,
        "lang": article.lang,
        "article_type": article.article_type.value,
        "spans": [[span.start, span.end, span.ref, span.quote] for span in article.spans],
        "label": article.label,
        "model": article.model,
        "digest": article.digest,
        "prompt_sha256": article.prompt_sha256,
        "omitted": reasons_as_json(article.omitted),
        "refusals": reasons_as_json(article.refusals),
    }


def article_from_json(data: Any) -> AuthoredArticle:
    """Read an authored article."""
    return AuthoredArticle(
        text=str(data["text"]),
        title=str(data["title"]),
        lang=str(data["lang"]),
        article_type=ArticleType(data["article_type"]),
        spans=tuple(Span(int(a), int(b), str(ref), str(quote)) for a, b, ref, quote in data["spans"]),
        label=str(data["label"]),
        model=str(data["model"]),
        digest=str(data["digest"]),
        prompt_sha256=str(data["prompt_sha256"]),
        omitted=reasons_from_json(data["omitted"]),
        refusals=reasons_from_json(data["refusals"]),
    )


def rights_as_json(rights: Rights) -> dict[str, object]:
    """Return the rights line as an object; shares are rounded to four places."""
    return {
        "words": rights.words,
        "verbatim": rights.verbatim,
        "sources": [
            {
                "ref": one.ref,
                "title": one.title,
                "uri": one.uri,
                "share": one.share,
                "longest_words": one.longest_words,
                "longest_chars": one.longest_chars,
                "passage": one.passage,
                "licence": one.licence,
                "own": one.own,
            }
            for one in rights.shares
        ],
    }


def claim_as_json(claim: Claim) -> dict[str, object]:
    """Return a claim as an object."""
    return {
        "id": claim.id,
        "ordinal": claim.ordinal,
        "kind": claim.kind,
        "text": claim.text,
        "start": claim.start,
        "end": claim.end,
        "verdict": claim.verdict.value if claim.verdict else "",
        "exempt": claim.exempt,
        "risk": claim.risk,
        "single_source": claim.single_source,
        "reasons": reasons_as_json(claim.reasons),
        "source_refs": [
            {
                "ref": ref.ref,
                "uri": ref.uri,
                "title": ref.title,
                "quote": ref.quote,
                "sha256": ref.sha256,
                "start": ref.start,
                "end": ref.end,
            }
            for ref in claim.refs
        ],
    }


def claim_from_json(data: Any) -> Claim:
    """Read a claim."""
    return Claim(
        id=str(data["id"]),
        ordinal=int(data["ordinal"]),
        kind=str(data["kind"]),
        text=str(data["text"]),
        start=int(data["start"]),
        end=int(data["end"]),
        verdict=Verdict(data["verdict"]) if data["verdict"] else None,
        exempt=bool(data["exempt"]),
        risk=str(data["risk"]),
        single_source=bool(data["single_source"]),
        reasons=reasons_from_json(data["reasons"]),
        refs=tuple(
            SourceRef(
                ref=str(one["ref"]),
                quote=str(one["quote"]),
                sha256=str(one["sha256"]),
                start=int(one["start"]),
                end=int(one["end"]),
                uri=str(one["uri"]),
                title=str(one["title"]),
            )
            for one in data["source_refs"]
        ),
    )


def review_as_json(review: Review) -> dict[str, object]:
    """Return a whole review as an object."""
    return {
        "complete": review.complete,
        "accepted": review.accepted,
        "label": review.label,
        "model": review.model,
        "digest": review.digest,
        "prompt_sha256": review.prompt_sha256,
        "blocking": reasons_as_json(review.blocking),
        "claims": [claim_as_json(claim) for claim in review.claims],
        "findings": [finding_as_json(one) for one in review.findings],
        "missing_evidence_queries": list(review.missing_evidence_queries),
        "rewrite_instructions": [list(one) for one in review.rewrite_instructions],
    }


def review_from_json(data: Any) -> Review:
    """Read a review."""
    return Review(
        claims=tuple(claim_from_json(one) for one in data["claims"]),
        complete=bool(data["complete"]),
        findings=tuple(finding_from_json(one) for one in data["findings"]),
        missing_evidence_queries=tuple(str(one) for one in data["missing_evidence_queries"]),
        rewrite_instructions=tuple((str(a), str(b)) for a, b in data["rewrite_instructions"]),
        label=str(data["label"]),
        model=str(data["model"]),
        digest=str(data["digest"]),
        prompt_sha256=str(data["prompt_sha256"]),
        accepted=bool(data["accepted"]),
        blocking=reasons_from_json(data["blocking"]),
    )


def finding_as_json(finding: RuleFinding) -> dict[str, object]:
    """Return a rule finding as an object."""
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "line": finding.line,
        "start": finding.start,
        "end": finding.end,
        "params": dict(finding.params),
    }


def finding_from_json(data: Any) -> RuleFinding:
    """Read a rule finding."""
    return RuleFinding(
        rule=str(data["rule"]),
        severity=str(data["severity"]),
        line=int(data["line"]),
        start=int(data["start"]),
        end=int(data["end"]),
        params=tuple(sorted((str(k), str(v)) for k, v in data["params"].items())),
    )


def evidence_as_json(one: Evidence) -> dict[str, object]:
    """Return the provenance of a source as the sidecar shows it; the text itself stays in the store."""
    return {
        "id": one.id,
        "uri": one.final_uri,
        "title": one.title,
        "origin": one.origin.value,
        "source_key": one.source_key,
        "sha256": one.sha256,
        "retrieved_at": one.retrieved_at,
        "lang": one.lang,
        "state": one.state.value,
        "relevance": one.relevance,
        "quality": one.quality,
        "confidence": one.confidence,
        "licence": one.licence,
        "recorded_origin": one.recorded_origin,
        "suspected_injection": list(one.injection_passages),
    }
