"""/openapi.json tells the truth: every operation, its shapes, its examples and its refusals."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from fastapi import FastAPI
from jsonschema import Draft202012Validator

from nightcrew.domain import errors
from nightcrew.store.database import Database
from nightcrew.store.failure import StoreAway
from nightcrew.web import server as door_server
from nightcrew.web.meta import router as meta_router
from nightcrew.web.openapi import document, operations, scope_of, shipped_examples
from nightcrew.web.openapi_answers import ANSWERS
from nightcrew.web.openapi_problems import STATUS
from nightcrew.web.problems import MEDIA_TYPE, status_of
from tests.e2e.door import open_door
from tests.e2e.every_call import CALLS
from tests.e2e.peopled import open_peopled
from tests.fakes import ROOT

KINDS = ("NotFound", "BadInput", "Refused", "Stale", "TooOften", "OutsideFailure")
# What the framework refuses before anything of ours is asked, and what stands in a table of codes.
ELSEWHERE = {
    "invalid_field", "missing_field", "malformed_json", "malformed_body", "unexpected",
    "store_full", "bad_url", "address_not_allowed", "database_unavailable", "model_unavailable",
    "unauthorized", "unknown_field", "body_too_large",
}  # fmt: skip
CALLED = {call.operation: call for call in CALLS}


@cache
def told() -> dict[str, Any]:
    """The document, made once for this file."""
    routers = [meta_router, *(part.router for part in door_server.GUARDED)]
    bare = FastAPI(title="nightcrew", version="0")
    for router in routers:
        bare.include_router(router)
    return document(bare, routers)


def each_operation() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, of_path in told()["paths"].items():
        for method, operation in of_path.items():
            yield f"{method.upper()} {path}", operation


EVERY = pytest.mark.parametrize(
    ("name", "operation"), list(each_operation()), ids=lambda part: part if part is str else None
)


@EVERY
def test_every_operation_tells_what_it_takes_and_answers(
    name: str, operation: dict[str, Any]
) -> None:
    assert name in ANSWERS, f"add {name} to web/openapi_answers.py"
    if "requestBody" in operation:
        assert "schema" in operation["requestBody"]["content"]["application/json"]
    for status in ANSWERS[name].statuses:
        shapes = operation["responses"][str(status)]["content"]
        assert all(shape.get("schema") for shape in shapes.values())
    assert operation["description"]


@EVERY
def test_every_operation_shows_an_example_that_is_valid(
    name: str, operation: dict[str, Any]
) -> None:
    shown = shipped_examples().get(name)
    assert shown, f"add {name} to tests/e2e/every_call.py, then write the examples anew"

    if "request" in shown:
        taken = operation["requestBody"]["content"]["application/json"]
        assert taken["example"] == shown["request"]
        assert wrong_with(taken["example"], taken["schema"]) == []
    answers = operation["responses"][str(shown["status"])]["content"]
    shape = answers.get("application/json")
    if shape is not None:
        assert wrong_with(shape["example"], shape["schema"]) == []


@EVERY
def test_every_operation_tells_its_refusals_as_problems(
    name: str, operation: dict[str, Any]
) -> None:
    for code in operation["x-problem-codes"]:
        status = ANSWERS[name].at.get(code, STATUS[code])
        answer = resolved(operation["responses"][str(status)])
        shape = answer["content"][MEDIA_TYPE]
        assert code in shape["schema"]["allOf"][1]["properties"]["code"]["enum"]
        assert wrong_with(shape["example"], shape["schema"]) == []
    if operation["security"]:
        assert {"unauthorized", "missing_scope", "rate_limited"} <= set(
            operation["x-problem-codes"]
        )


def test_no_row_is_left_of_an_operation_that_is_gone() -> None:
    there = {name for name, _ in each_operation()}

    assert set(ANSWERS) == there
    assert set(shipped_examples()) == there == set(CALLED)


def test_every_refusal_that_is_told_is_raised_with_the_status_that_is_told() -> None:
    raised = raised_codes()

    for code in STATUS:
        if code not in ELSEWHERE:
            kinds = [kind for pattern, kind in raised if pattern.fullmatch(code)]
            assert kinds, f"{code} is told and never raised"
            assert STATUS[code] in {status_of(kind(code, "", hint="")) for kind in kinds}, code
    assert STATUS["database_unavailable"] == status_of(StoreAway("away"))
    assert STATUS["model_unavailable"] == status_of(errors.ModelFailure("bad_json", ""))


def test_every_operation_under_v1_names_the_scope_it_needs() -> None:
    routers = [meta_router, *(part.router for part in door_server.GUARDED)]

    for name, route in operations(routers):
        assert (scope_of(route) is not None) is route.path.startswith("/v1"), name


async def test_every_answer_is_as_it_is_told_and_holds_nothing_else(database: Database) -> None:
    async with open_peopled(database) as peopled:
        for call in CALLS:
            answered = await peopled.send(call)

            assert answered.status_code == call.status, (call.operation, answered.text)
            method, path = call.operation.split(" ", 1)
            operation = told()["paths"][path][method.lower()]
            shapes = operation["responses"][str(call.status)]["content"]
            media = answered.headers["content-type"].split(";")[0]
            assert media in shapes, (call.operation, media)
            if media == "application/json":
                found = wrong_with(answered.json(), shapes[media]["schema"], closed=True)
                assert found == [], call.operation


async def test_the_document_needs_no_key_and_is_the_same_as_its_parts_say(
    database: Database,
) -> None:
    async with open_door(database) as door:
        read = await door.client.get("/openapi.json", headers={"Authorization": ""})

        assert read.status_code == 200
        assert set(read.json()["paths"]) == set(told()["paths"])
        assert read.json()["components"] == told()["components"]


def wrong_with(value: Any, schema: Mapping[str, Any], *, closed: bool = False) -> list[str]:
    """What a schema says against a value; closed: also what the schema does not know."""
    parts = told()["components"]
    whole = {**schema, "components": shut(parts) if closed else parts}
    return [
        f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
        for error in Draft202012Validator(whole).iter_errors(value)
    ]


def shut(parts: Mapping[str, Any]) -> dict[str, Any]:
    """The same shapes without room for fields they do not name."""
    schemas = {
        name: {"additionalProperties": False, **schema} if "properties" in schema else schema
        for name, schema in parts["schemas"].items()
    }
    return {**parts, "schemas": schemas}


def resolved(answer: dict[str, Any]) -> dict[str, Any]:
    name = answer.get("$ref", "").removeprefix("#/components/responses/")
    found: dict[str, Any] = told()["components"]["responses"][name] if name else answer
    return found


def raised_codes() -> list[tuple[re.Pattern[str], Any]]:
    """Every code that is raised anywhere in the product, with its kind.

    A code that is put together of parts is told by those that are fixed.
    """
    found = []
    for file in (ROOT / "src" / "nightcrew").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=kind), args=[code, *_]) if kind in KINDS:
                    found.append((_pattern(code), getattr(errors, kind)))
    return found


def _pattern(code: ast.expr) -> re.Pattern[str]:
    match code:
        case ast.Constant(value=str(text)):
            return re.compile(re.escape(text))
        case ast.JoinedStr(values=parts):
            fixed = (each.value if isinstance(each, ast.Constant) else None for each in parts)
            return re.compile(
                "".join(r"[a-z_]+" if part is None else re.escape(str(part)) for part in fixed)
            )
    return re.compile(r"(?!)")
