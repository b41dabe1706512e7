from __future__ import annotations

import re
from pathlib import Path

import pytest

from nightcrew.prompts import BadPrompt, parse, prompts, render
from tests.unit.prompt_builders import judge_inputs, propose_inputs

DOCS = Path(__file__).parents[2] / "docs" / "prompts.md"


def test_an_unknown_prompt_or_values_of_another_are_refused() -> None:
    with pytest.raises(BadPrompt, match="there is no prompt sing"):
        render("sing", judge_inputs())
    with pytest.raises(BadPrompt, match=r"missing or extra values: .*found"):
        render("reply", judge_inputs())
    with pytest.raises(BadPrompt, match="missing or extra"):
        render("compose_follow_up", propose_inputs())


def a_file(body: str, header: str = "purpose: p\nrole: reply\ninputs: [said]\nversion: 1") -> str:
    return f"---\n{header}\n---\n{body}"


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("{{ said }} {{ mood }}", "different inputs: mood"),
        ("nothing", "different inputs: said"),
        ("{{ said.upper() }}", "Call is not allowed"),
        ("{{ said | upper }}", "Filter is not allowed"),
        ("{% set x = said %}", "Assign is not allowed"),
        ("{{ said + said }}", "Add is not allowed"),
        ("{% include said %}", "Include is not allowed"),
        ("{% if said is string %}{% endif %}", "only `is none`"),
        ("{% if said %}", "Unexpected end of template"),
    ],
)
def test_a_body_places_values_and_does_nothing_else(body: str, complaint: str) -> None:
    with pytest.raises(BadPrompt, match=re.escape(complaint)):
        parse("odd", a_file(body))


@pytest.mark.parametrize(
    "text",
    [
        "{{ said }}",
        a_file("{{ said }}", "role: reply\ninputs: [said]\nversion: 1"),
        a_file("{{ said }}", "purpose: p\nrole: reply\ninputs: [said]\nversion: 1\nmodel: x"),
        a_file("{{ said }}", "purpose: p\nrole: poet\ninputs: [said]\nversion: 1"),
        "before\n" + a_file("{{ said }}"),
    ],
)
def test_a_file_without_its_whole_header_is_refused(text: str) -> None:
    with pytest.raises(BadPrompt, match="header"):
        parse("odd", text)


def test_asking_a_value_for_what_it_lacks_is_an_error() -> None:
    template = parse("odd", a_file("{{ said.mood }}")).template

    with pytest.raises(Exception, match="has no attribute 'mood'"):
        template.render(said="hello")


def test_the_table_in_the_docs_names_every_prompt_as_its_header_does() -> None:
    table = DOCS.read_text(encoding="utf-8")

    for prompt in prompts().values():
        inputs = ", ".join(f"`{name}`" for name in prompt.inputs)
        row = f"| `{prompt.name}` | {prompt.role} | {inputs} |"
        assert row in table
        assert re.search(rf"^\| `{prompt.name}` \|.*\| {prompt.version} \|$", table, re.MULTILINE)
