"""Local rules of safety that no linter knows, each shown to find what it is for."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.unit.house_lint import (
    LET_ACT,
    MAKES_TEMPLATES,
    MAY_CALL_OUT,
    NAMES_TABLES,
    PACKAGE,
    RULES,
    TEMPLATES,
    Rule,
    modules,
    no_clock_and_no_chance_in_the_domain,
    no_error_that_is_caught_and_dropped,
    no_other_way_out,
    no_sql_outside_the_store,
    no_statement_woven_from_values,
    no_words_of_a_user_in_a_log,
    no_words_taken_for_code,
)

MORE_PLANTED: list[tuple[Rule, str]] = [
    (no_sql_outside_the_store, "text('DELETE FROM memories')"),
    (no_words_of_a_user_in_a_log, "logger.warning(f'lost {said.message} {reply}')"),
    (no_words_of_a_user_in_a_log, "log.exception('it broke')"),
    (no_words_of_a_user_in_a_log, "log.error('it broke', exc_info=True)"),
    (no_other_way_out, "from urllib.request import urlopen"),
    (no_other_way_out, "import requests.sessions"),
    (no_clock_and_no_chance_in_the_domain, "from random import choice"),
    (no_clock_and_no_chance_in_the_domain, "from uuid import uuid4"),
    (no_error_that_is_caught_and_dropped, "with suppress(Exception):\n    f()"),
    (no_statement_woven_from_values, "def f():\n    connection.execute('select ' + wanted)"),
    (no_statement_woven_from_values, "def f():\n    text('select %s' % wanted)"),
    (no_statement_woven_from_values, "def f():\n    text(' '.join(parts))"),
    (no_statement_woven_from_values, "async def f():\n    text(f'{_ROWS} where id = {row.id}')"),
    (no_words_taken_for_code, "Markup(text)"),
    (no_words_taken_for_code, "environment.from_string(text)"),
    (no_words_taken_for_code, "Environment(loader=loader)"),
    (no_words_taken_for_code, "Environment(autoescape=False)"),
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_product_keeps_the_rule(rule: Rule) -> None:
    found = [f"{file}:{line}" for file, tree in modules() for line in rule(file, tree)]

    assert found == []


@pytest.mark.parametrize(
    ("rule", "planted"),
    [*RULES.items(), *MORE_PLANTED],
    ids=lambda part: getattr(part, "__name__", None),
)
def test_what_breaks_the_rule_is_found(rule: Rule, planted: str) -> None:
    assert list(rule("domain/planted.py", ast.parse(planted)))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_a_template_lets_no_words_act(template: Path) -> None:
    assert LET_ACT.findall(template.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "planted",
    [
        "{{ text | safe }}", "{%- autoescape false %}", '<p style="color: {{ colour }}">',
        "<script>go()</script>", "<style>p {}</style>", '<img onerror="go()">',
        '<a href="javascript:go()">',
    ],
)  # fmt: skip
def test_a_template_that_lets_words_act_is_found(planted: str) -> None:
    assert LET_ACT.search(planted)


def test_who_may_call_out_is_there_and_does() -> None:
    for file in (*MAY_CALL_OUT, *NAMES_TABLES, MAKES_TEMPLATES):
        assert (PACKAGE / file).exists(), file
