"""Rules of the house that no linter knows: each finds where the product breaks it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from tests.fakes import ROOT

PACKAGE = ROOT / "src" / "nightcrew"
TEMPLATES = sorted((PACKAGE / "web" / "templates").rglob("*.html"))
Rule = Callable[[str, ast.Module], Iterator[int]]
_SQL = re.compile(
    r"^\s*(select\s.+\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s"
    r"|(create|alter|drop)\s+(table|index|role|policy)\s)",
    re.IGNORECASE | re.DOTALL,
)
_LOGS = frozenset({"debug", "info", "warning", "error", "critical", "exception", "log"})
# Names of what holds words of a user, or of a model that speaks about them.
_WORDS = frozenset(
    {
        "text", "said", "reply", "content", "query", "quote", "quotes", "intent", "body", "answer",
        "judged", "subject", "claim", "why", "verdict", "external_id", "note", "evidence_text",
    }
)  # fmt: skip
# Modules that speak to the outside for themselves, and why they may.
MAY_CALL_OUT = {
    "adapters/guarded_http.py": "the one client that checks every address",
    "adapters/checked_connections.py": "its transport",
    "adapters/public_addresses.py": "reads addresses as resolvers do, and calls nobody",
    "adapters/litellm_model.py": "models are reached through litellm",
    "cli/supervisor.py": "looks whether a port of this machine is free",
    "cli/serve.py": "opens the socket that its processes share",
    "cli/workers.py": "hands that socket on",
    "cli/programs.py": "asks our own programs on this machine whether they are up",
}
_CALLS_OUT = frozenset({"requests", "httpx", "aiohttp", "urllib3", "http.client", "socket"})
# Names of errors and answers only: what others raise or hear is told apart, and nothing is called.
_ONLY_ERRORS = {
    "adapters/model_failures.py",
    "adapters/litellm_library.py",
    "adapters/litellm_listening.py",
}
# What takes a statement as text, and who weaves names of tables and roles of ours into one.
_STATEMENTS = frozenset({"text", "execute", "scalar", "scalars", "exec_driver_sql"})
NAMES_TABLES = (
    "store/migrations/",
    "store/bootstrap.py",
    "store/database.py",
    "store/portable.py",
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
MAKES_TEMPLATES = "prompts/__init__.py"
# Ways of a template to let words act: unescaped, as a style, as a script, as a handler.
LET_ACT = re.compile(
    r"\|\s*safe\b|{%-?\s*autoescape|\bstyle\s*=|<script(?![^>]*\ssrc=)|<style\b|\son\w+\s*=|javascript:",
    re.IGNORECASE,
)
_EVERYTHING = frozenset({"Exception", "BaseException"})
_CLOCKS = frozenset({"now", "utcnow", "today", "time", "monotonic", "time_ns", "uuid4", "urandom"})
_MODULES_OF_CHANCE = frozenset({"random", "secrets", "time", "os", "uuid", "asyncio", "socket"})


def no_sql_outside_the_store(file: str, tree: ast.Module) -> Iterator[int]:
    if file.startswith("store/"):
        return
    docstrings = set(_docstrings(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docstrings and _SQL.match(text):
                yield node.lineno


def no_words_of_a_user_in_a_log(_: str, tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and _is_log(node.func)):
            continue
        told = [*node.args, *(each.value for each in node.keywords)]
        names = {name for part in told for name in _names(part)}
        if names & _WORDS or _tells_an_exception(node):
            yield node.lineno


def no_other_way_out(file: str, tree: ast.Module) -> Iterator[int]:
    if file in MAY_CALL_OUT or file in _ONLY_ERRORS:
        return
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names, lineno=line) if any(map(_calls_out, names)):
                yield line
            case ast.ImportFrom(module=str(module), lineno=line) if _is_way_out(module):
                if not _only_for_types(tree, node):
                    yield line


def no_clock_and_no_chance_in_the_domain(file: str, tree: ast.Module) -> Iterator[int]:
    if not file.startswith("domain/"):
        return
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name, value=ast.Name(id=of))):
                if name in _CLOCKS and of in {"datetime", "date", "time", "uuid", "os"}:
                    yield node.lineno
            case ast.Import(names=names):
                if {each.name for each in names} & _MODULES_OF_CHANCE:
                    yield node.lineno
            case ast.ImportFrom(module=module, names=names):
                chance = module in _MODULES_OF_CHANCE and module != "uuid"
                if chance or (
                    module == "uuid" and {each.name for each in names} & {"uuid1", "uuid4"}
                ):
                    yield node.lineno


def no_error_that_is_caught_and_dropped(_: str, tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        match node:
            case ast.ExceptHandler(body=steps) if all(map(_does_nothing, steps)):
                yield node.lineno
            case ast.Call(func=ast.Name(id="suppress"), args=kinds) if _EVERYTHING & {
                getattr(each, "id", "") for each in kinds
            }:
                yield node.lineno


def no_statement_woven_from_values(file: str, tree: ast.Module) -> Iterator[int]:
    """A value goes to a statement as a parameter; only constants of ours are woven into one.

    What a module puts together as it is read holds no value of anybody.
    """
    if file.startswith(NAMES_TABLES):
        return
    functions = (each for each in ast.walk(tree) if isinstance(each, _FUNCTIONS))
    for node in (inside for function in functions for inside in ast.walk(function)):
        if not (isinstance(node, ast.Call) and _last_name(node.func) in _STATEMENTS and node.args):
            continue
        match node.args[0]:
            case ast.JoinedStr(values=parts) if not all(map(_is_constant, parts)):
                yield node.lineno
            case ast.BinOp(op=ast.Add() | ast.Mod()):
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr="format" | "join")) as made:
                if not _is_constant(made):
                    yield node.lineno


def no_words_taken_for_code(file: str, tree: ast.Module) -> Iterator[int]:
    """Pages escape everything, and only crew text that was checked becomes a template."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module="markupsafe", lineno=line):
                yield line
            case ast.Call(func=ast.Name(id="Markup"), lineno=line):
                yield line
            case ast.Call(func=ast.Attribute(attr="from_string")) if file != MAKES_TEMPLATES:
                yield node.lineno
            case ast.Call(func=called, keywords=named) if _last_name(called) == "Environment":
                told = {each.arg: each.value for each in named}
                escapes = told.get("autoescape")
                if not (isinstance(escapes, ast.Constant) and escapes.value is True):
                    yield node.lineno


RULES: dict[Rule, str] = {
    no_sql_outside_the_store: "q = 'select id from users where id = 1'",
    no_words_of_a_user_in_a_log: "log.info('heard %s', line.text)",
    no_other_way_out: "import httpx",
    no_clock_and_no_chance_in_the_domain: "from datetime import datetime\nnow = datetime.now()",
    no_error_that_is_caught_and_dropped: "try:\n    f()\nexcept ValueError:\n    pass",
    no_statement_woven_from_values: "def f(name):\n    text(f'select id from {name}')",
    no_words_taken_for_code: "from markupsafe import Markup",
}


@cache
def modules() -> list[tuple[str, ast.Module]]:
    found = sorted(PACKAGE.rglob("*.py"))
    return [(str(file.relative_to(PACKAGE)), _parsed(file)) for file in found]


def _parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def _docstrings(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            yield id(body[0].value)


def _is_log(called: ast.expr) -> bool:
    if not (isinstance(called, ast.Attribute) and called.attr in _LOGS):
        return False
    owner = called.value
    return isinstance(owner, ast.Name) and owner.id in {"log", "logger", "logging"}


def _tells_an_exception(call: ast.Call) -> bool:
    """Whether the text of an exception goes along, which may hold anything."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "exception":
        return True
    return any(each.arg == "exc_info" for each in call.keywords)


def _names(part: ast.expr) -> Iterator[str]:
    for node in ast.walk(part):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Name):
            yield node.id


def _calls_out(named: ast.alias) -> bool:
    return _is_way_out(named.name)


def _is_way_out(module: str) -> bool:
    ways = module in _CALLS_OUT or module == "urllib.request"
    return ways or module.split(".")[0] in _CALLS_OUT


def _only_for_types(tree: ast.Module, wanted: ast.ImportFrom) -> bool:
    for node in ast.walk(tree):
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=steps) if wanted in steps:
                return True
    return False


def _last_name(called: ast.expr) -> str:
    if isinstance(called, ast.Attribute):
        return called.attr
    return called.id if isinstance(called, ast.Name) else ""


def _is_constant(part: ast.expr) -> bool:
    """Text, a constant by its name in capitals, a quoted name; or one filled with such."""
    match part:
        case ast.Constant():
            return True
        case ast.FormattedValue(value=value):
            return _is_constant(value)
        case ast.Name(id=name):
            return name.isupper()
        case ast.Call(func=ast.Attribute(attr="format"), args=args, keywords=named):
            return all(map(_is_constant, [*args, *(each.value for each in named)]))
        case ast.Call(func=ast.Attribute(attr="Identifier", value=ast.Name(id="sql"))):
            return True
    return False


def _does_nothing(step: ast.stmt) -> bool:
    return isinstance(step, ast.Pass) or (
        isinstance(step, ast.Expr)
        and isinstance(step.value, ast.Constant)
        and step.value.value is ...
    )
