"""The table of disabled rules fits the source: a row that is out of date would prove nothing."""

from __future__ import annotations

import pytest

from tests.mutation import ROOT, RULES, Rule


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_text_of_a_rule_stands_exactly_once_and_its_tests_exist(rule: Rule) -> None:
    assert (ROOT / rule.file).read_text(encoding="utf-8").count(rule.old) == 1
    assert rule.old != rule.new
    assert rule.tests
    assert all((ROOT / test.split("::")[0]).exists() for test in rule.tests)


def test_rules_have_names_of_their_own() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES) >= 10
