"""The rules of `make semgrep`: each has examples to find and examples to leave alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from tests.fakes import ROOT

PLACE = ROOT / "tests" / "semgrep"
RULES: list[dict[str, Any]] = yaml.safe_load((PLACE / "dangers.yaml").read_text("utf-8"))["rules"]
EXAMPLES = "".join(
    (PLACE / f"dangers.{ending}").read_text(encoding="utf-8") for ending in ("py", "html")
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["id"]))
def test_a_rule_has_an_example_to_find_and_one_to_leave_alone(rule: dict[str, Any]) -> None:
    assert f"ruleid: {rule['id']}" in EXAMPLES
    assert f"ok: {rule['id']}" in EXAMPLES


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["id"]))
def test_a_finding_fails_the_run_and_says_what_to_do(rule: dict[str, Any]) -> None:
    assert rule["severity"] == "ERROR"
    assert rule["message"].endswith(".")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["id"]))
def test_whoever_may_break_a_rule_is_there(rule: dict[str, Any]) -> None:
    for pattern in rule.get("paths", {}).get("exclude", []):
        assert list(ROOT.glob(pattern.removesuffix("/**"))), pattern


def test_examples_name_rules_that_are_there() -> None:
    assert set(re.findall(r"(?:ruleid|ok): ([a-z-]+)", EXAMPLES)) == {each["id"] for each in RULES}
