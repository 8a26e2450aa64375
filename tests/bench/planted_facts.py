"""Measure the fact comparison on planted errors.

python -m tests.bench.planted_facts FOLDER [--seed N] [--count N]; FOLDER holds Markdown named NN.LANG.md.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from neurodesk.domain.articles import Verdict
from neurodesk.domain.facts import Outcome, compare
from neurodesk.domain.find_evidence import judge_found
from neurodesk.domain.judge import ClaimUnit
from tests.unit.domain import planted


def main() -> int:
    """Print found and flagged shares by kind and origin, then the misses."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--misses", type=int, default=40)
    parser.add_argument("--judge", action="store_true", help="measure the whole judge, not the facts alone")
    args = parser.parse_args()
    pairs = planted.own_pairs(args.count, args.seed)
    if args.folder:
        pairs += planted.base_pairs(planted.sentences(args.folder), args.count, args.seed)
    total: Counter[tuple[str, str]] = Counter()
    right: Counter[tuple[str, str]] = Counter()
    misses = []
    for pair in pairs:
        if args.judge:
            judgement = judge_found(ClaimUnit(pair.claim), pair.source)
            agrees, reasons = judgement.verdict is Verdict.SUPPORTED, judgement.reasons
        else:
            result = compare(pair.claim, pair.source)
            agrees, reasons = result.outcome is Outcome.AGREES, result.reasons
        good = agrees == (pair.kind == "paraphrase")
        total[pair.kind, pair.origin] += 1
        right[pair.kind, pair.origin] += good
        if not good:
            misses.append((pair, reasons))
    for key in sorted(total):
        print(f"{key[0]:<11} {key[1]:<4} {right[key]:>4}/{total[key]:<4} {right[key] / total[key]:.3f}")
    for pair, found in misses[: args.misses]:
        reasons = "; ".join(f"{r.code} {dict(r.params)}" for r in found)
        print(f"- {pair.kind} {pair.lang} {pair.origin}")
        print(f"    claim  {pair.claim}")
        print(f"    source {pair.source}")
        print(f"    {reasons}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
