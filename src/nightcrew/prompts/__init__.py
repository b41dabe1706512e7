"""Prompts as files with a header; here they are read, held to their header and rendered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml
from jinja2 import StrictUndefined, Template, TemplateError, meta, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from nightcrew.domain.questions import Inputs
from nightcrew.ports import Question, Role
from nightcrew.prompts.sheet import forget_names, handles_of, sheet_of

__all__ = ["BadPrompt", "Prompt", "forget_names", "parse", "prompts", "render"]

_SUFFIX = ".md.j2"
_HEADER_KEYS = {"purpose", "role", "inputs", "version"}
_ALLOWED_NODES = (
    nodes.Template,
    nodes.Output,
    nodes.TemplateData,
    nodes.Name,
    nodes.Getattr,
    nodes.If,
    nodes.For,
    nodes.Test,  # `is none` alone, see _refuse_logic
    nodes.Not,
)


class BadPrompt(Exception):
    """A prompt file breaks its own header, or is given what its header does not name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One prompt file. inputs: the names its body uses, all of them and no others."""

    name: str
    purpose: str
    role: Role
    inputs: tuple[str, ...]
    version: int
    source: str
    template: Template


@cache
def prompts() -> Mapping[str, Prompt]:
    """Every prompt by name, read once. Raises: BadPrompt."""
    found = sorted(files(__name__).iterdir(), key=lambda file: file.name)
    return {
        prompt.name: prompt
        for file in found
        if file.name.endswith(_SUFFIX)
        for prompt in (parse(file.name.removesuffix(_SUFFIX), file.read_text(encoding="utf-8")),)
    }


def parse(name: str, text: str) -> Prompt:
    """Read a file: YAML header between two lines `---`, then a body of Jinja. Raises: BadPrompt."""
    before, _, rest = text.partition("---\n")
    head, divider, source = rest.partition("\n---\n")
    if before or not divider:
        raise BadPrompt(f"{name}: a header between two lines --- is missing")
    header = yaml.safe_load(head)
    if not isinstance(header, dict) or set(header) != _HEADER_KEYS:
        raise BadPrompt(f"{name}: the header has exactly {', '.join(sorted(_HEADER_KEYS))}")
    if header["role"] not in tuple(Role):
        raise BadPrompt(f"{name}: the header names no role: {header['role']}")
    inputs = tuple(header["inputs"])
    return Prompt(
        name=name,
        purpose=header["purpose"],
        role=Role(header["role"]),
        inputs=inputs,
        version=int(header["version"]),
        source=source,
        template=_template(name, source, inputs),
    )


def render(name: str, inputs: Inputs) -> Question:
    """Turn a prompt and its values into a question; the same values always give the same text.

    Raises: BadPrompt for an unknown prompt, a missing or an extra value.
    """
    prompt = prompts().get(name)
    if prompt is None:
        raise BadPrompt(f"there is no prompt {name}; there are {', '.join(prompts())}")
    given = inputs.__dataclass_fields__.keys()
    if given != set(prompt.inputs):
        wrong = ", ".join(sorted(given ^ set(prompt.inputs)))
        raise BadPrompt(f"{name}: missing or extra values: {wrong}")
    return Question(
        name=prompt.name,
        version=prompt.version,
        role=prompt.role,
        text=_rendered(prompt, inputs),
        inputs=inputs,
        handles=handles_of(inputs),
    )


def _rendered(prompt: Prompt, inputs: Inputs) -> str:
    try:
        return prompt.template.render(sheet_of(inputs))
    except TemplateError as error:
        raise BadPrompt(f"{prompt.name}: {error}") from error


def _template(name: str, source: str, inputs: tuple[str, ...]) -> Template:
    environment = _environment()
    try:
        tree = environment.parse(source)
    except TemplateError as error:
        raise BadPrompt(f"{name}: {error}") from error
    _refuse_logic(name, tree)
    used = meta.find_undeclared_variables(tree)
    if used != set(inputs):
        wrong = ", ".join(sorted(used ^ set(inputs)))
        raise BadPrompt(f"{name}: header and body name different inputs: {wrong}")
    return environment.from_string(source)


def _refuse_logic(name: str, tree: nodes.Template) -> None:
    """A body places values and repeats lines; deciding and computing are done before it."""
    for node in tree.find_all(nodes.Node):
        if not isinstance(node, _ALLOWED_NODES):
            raise BadPrompt(f"{name}: line {node.lineno}: {type(node).__name__} is not allowed")
        if isinstance(node, nodes.Test) and node.name != "none":
            raise BadPrompt(f"{name}: line {node.lineno}: only `is none` is asked of a value")


class _PlainValues(ImmutableSandboxedEnvironment):
    """Lets a body reach plain values only: no method, no container, nothing private.

    Stricter than what it replaces, and 30 names a turn are looked up in a fifth of the time.
    """

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        return isinstance(value, str | tuple) and not attr.startswith("_")


def _environment() -> ImmutableSandboxedEnvironment:
    environment = _PlainValues(
        undefined=StrictUndefined,
        autoescape=False,  # a prompt is plain text and no HTML
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.clear()
    return environment
