"""/openapi.json: what every operation takes and answers, its scope, examples and refusals."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from http import HTTPStatus
from importlib.resources import files
from typing import Any, get_args, get_type_hints

import yaml
from fastapi import APIRouter, FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from nightcrew.domain.rare_parts import TOLD_WHEN_SET
from nightcrew.web.access import Needs
from nightcrew.web.openapi_answers import ANSWERS, Answers
from nightcrew.web.openapi_problems import ALWAYS, PROBLEM_SCHEMA, STATUS, WITH_BODY, WITH_KEY
from nightcrew.web.problems import MEDIA_TYPE

Document = dict[str, Any]
REFERENCE = "#/components/schemas/{model}"
EXAMPLES = "openapi_examples.yaml"
KEY = "HTTPBearer"


class Told(GenerateJsonSchema):
    """Schemas of what is answered: every field is there, also one that has a default."""

    def field_is_required(self, field: Any, total: bool) -> bool:  # noqa: FBT001 - pydantic's own
        """Whether the field is always told; what is told only when set is taken out after."""
        return self.mode == "serialization" or super().field_is_required(field, total)


def describe(server: FastAPI, routers: Sequence[APIRouter]) -> None:
    """Let /openapi.json tell everything about these routers; made once, when it is asked for."""
    made: list[Document] = []

    def told() -> Document:
        if not made:
            made.append(document(server, routers))
        return made[0]

    server.openapi = told  # type: ignore[method-assign]

    async def read_document() -> JSONResponse:
        # It takes half a second, and others are answered meanwhile.
        return JSONResponse(await asyncio.to_thread(told))

    server.add_api_route("/openapi.json", read_document, include_in_schema=False)


def document(server: FastAPI, routers: Sequence[APIRouter]) -> Document:
    """The whole document."""
    whole = get_openapi(
        title=server.title,
        version=server.version,
        summary=server.summary,
        routes=server.routes,
    )
    shapes = {name: known.shape for name, known in ANSWERS.items() if known.shape is not None}
    parts = whole.setdefault("components", {})
    taken = parts.setdefault("schemas", {})
    schemas, definitions = _beside(taken, *_schemas(shapes))
    taken |= {**definitions, "Problem": PROBLEM_SCHEMA}
    parts["securitySchemes"] = {KEY: {"type": "http", "scheme": "bearer"}}
    shared: dict[str, Document] = parts.setdefault("responses", {})
    examples = shipped_examples()
    for name, route in operations(routers):
        method, path = name.split(" ", 1)
        operation = whole["paths"][path][method.lower()]
        known = ANSWERS.get(name)
        if known is not None:
            answers = _answers(known, schemas.get(name))
            codes = codes_of(name, body="requestBody" in operation, scope=scope_of(route))
            _refusals(answers, _by_status(codes, known.at), shared)
            operation |= {"responses": answers, "x-problem-codes": list(codes)}
        operation["parameters"] = _one_by_one(operation.get("parameters", []), taken)
        operation["security"] = [{KEY: [scope]}] if (scope := scope_of(route)) else []
        _show(operation, examples.get(name, {}))
    return whole


def operations(routers: Iterable[APIRouter]) -> Iterator[tuple[str, APIRoute]]:
    """Every operation that is told, as `METHOD /path`."""
    for router in routers:
        for route in router.routes:
            if isinstance(route, APIRoute) and route.include_in_schema:
                for method in sorted(route.methods or ()):
                    yield f"{method} {route.path}", route


def scope_of(route: APIRoute) -> str | None:
    """The scope a key needs for it; None where no key is asked for."""
    return next(_scopes(route.dependant), None)


def _scopes(dependant: Dependant) -> Iterator[str]:
    if isinstance(dependant.call, Needs):
        yield dependant.call.scope
    for below in dependant.dependencies:
        yield from _scopes(below)


def codes_of(name: str, *, body: bool, scope: str | None) -> tuple[str, ...]:
    """Every refusal an operation may answer with."""
    general = (*ALWAYS, *(WITH_KEY if scope else ()), *(WITH_BODY if body else ()))
    return tuple(dict.fromkeys((*ANSWERS[name].codes, *general)))


@lru_cache(maxsize=1)
def shipped_examples() -> Mapping[str, Document]:
    """What was once asked and answered, by operation; a test holds them to the schemas."""
    text = (files("nightcrew") / "data" / EXAMPLES).read_text(encoding="utf-8")
    found: Mapping[str, Document] = yaml.load(text, Loader=yaml.CSafeLoader)
    return found or {}


def _schemas(shapes: Mapping[str, Any]) -> tuple[dict[str, Document], dict[str, Document]]:
    inputs = [(name, "serialization", TypeAdapter(shape)) for name, shape in shapes.items()]
    found, defined = TypeAdapter.json_schemas(
        inputs,  # type: ignore[arg-type]
        ref_template=REFERENCE,
        schema_generator=Told,
    )
    definitions: dict[str, Document] = defined.get("$defs", {})
    schemas: dict[str, Document] = {name: schema for (name, _), schema in found.items()}
    rare = {kind.__name__: _rare(kind) for shape in shapes.values() for kind in _kinds(shape)}
    for title, names in rare.items():
        for schema in definitions.values():
            if schema.get("title") == title and "required" in schema:
                schema["required"] = [each for each in schema["required"] if each not in names]
    return schemas, definitions


def _beside(
    taken: Mapping[str, Document], schemas: Document, definitions: Document
) -> tuple[Document, Document]:
    """The same, with another name for what is taken in and told in two shapes."""
    both = {name for name, schema in definitions.items() if taken.get(name, schema) != schema}
    written = json.dumps([schemas, definitions])
    for name in both:
        old, new = (json.dumps(REFERENCE.format(model=each)) for each in (name, f"{name}Told"))
        written = written.replace(old, new)
    told, defined = json.loads(written)
    return told, {f"{name}Told" if name in both else name: part for name, part in defined.items()}


def _kinds(shape: Any) -> Iterator[type]:
    """The dataclasses a shape is made of."""
    if isinstance(shape, type) and is_dataclass(shape):
        yield shape
        for each in fields(shape):
            yield from _kinds(_hints(shape).get(each.name))
    for part in get_args(shape):
        yield from _kinds(part)


@lru_cache(maxsize=256)
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _rare(kind: Any) -> frozenset[str]:
    return frozenset(each.name for each in fields(kind) if each.metadata.get(TOLD_WHEN_SET))


def _one_by_one(parameters: list[Document], schemas: Mapping[str, Document]) -> list[Document]:
    """Query parameters that are read together as one value, told apart as they are sent."""
    found = list[Document]()
    for parameter in parameters:
        name = str(parameter.get("schema", {}).get("$ref", "")).rsplit("/", 1)[-1]
        parts = schemas.get(name, {}).get("properties")
        if parameter["in"] != "query" or parts is None:
            found.append(parameter)
            continue
        needed = schemas[name].get("required", ())
        found += [
            {"name": each, "in": "query", "required": each in needed, "schema": schema}
            for each, schema in parts.items()
        ]
    return found


def _answers(known: Answers, schema: Document | None) -> Document:
    content: Document = {"application/json": {"schema": schema}} if schema else {}
    content |= {media: {"schema": {"type": "string"}} for media in known.other}
    return {
        str(status): {"description": HTTPStatus(status).phrase, "content": dict(content)}
        for status in known.statuses
    }


def _refusals(
    answers: Document, by_status: Mapping[int, list[str]], shared: dict[str, Document]
) -> None:
    """Add the refusals; those that many operations share stand once."""
    for status, of_status in sorted(by_status.items()):
        if str(status) in answers:
            # Such as readiness: the same status with a body of its own.
            answers[str(status)]["content"][MEDIA_TYPE] = _problem(status, of_status)["content"][
                MEDIA_TYPE
            ]
            continue
        name = ".".join([str(status), *of_status])
        shared.setdefault(name, _problem(status, of_status))
        answers[str(status)] = {"$ref": f"#/components/responses/{name}"}


def _by_status(codes: Iterable[str], at: Mapping[str, int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for code in codes:
        found.setdefault(at.get(code, STATUS[code]), []).append(code)
    return found


def _problem(status: int, codes: Sequence[str]) -> Document:
    only = {"properties": {"code": {"enum": sorted(codes)}, "status": {"const": status}}}
    schema = {"allOf": [{"$ref": REFERENCE.format(model="Problem")}, only]}
    example = {
        "type": f"urn:nightcrew:problem:{codes[0]}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": "what is wrong, in one sentence without a word of a user",
        "code": codes[0],
        "retryable": status in (409, 429, 503),
        "hint": "what to do next",
    }
    return {
        "description": f"{HTTPStatus(status).phrase}: {', '.join(codes)}",
        "content": {MEDIA_TYPE: {"schema": schema, "example": example}},
    }


def _show(operation: Document, example: Mapping[str, Any]) -> None:
    if "request" in example and "requestBody" in operation:
        operation["requestBody"]["content"]["application/json"]["example"] = example["request"]
    answered = operation["responses"].get(str(example.get("status")), {}).get("content", {})
    if "answer" in example and "application/json" in answered:
        answered["application/json"]["example"] = example["answer"]
    if "text" in example:
        for media in answered:
            answered[media].setdefault("example", example["text"])
