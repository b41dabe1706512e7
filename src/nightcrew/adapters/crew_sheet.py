"""One file of crew text, read and checked by itself; references are somebody else's work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from nightcrew.adapters.crew_schema import FileSchema
from nightcrew.adapters.scalar_shape import Identifier
from nightcrew.adapters.shape_reading import Reading
from nightcrew.adapters.strict_yaml import Scalar, compose, decode
from nightcrew.adapters.text_shape import Block
from nightcrew.domain.crew import Playbook, Problem, Skill
from nightcrew.domain.crew_problem import Place, problem
from nightcrew.domain.meant import id_meant


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a file says and what is wrong with it.

    block: the YAML that could be read, or the front matter. playbook, skill: the rest of Markdown.
    unnamed: lines of instructions whose anchor was derived.
    """

    file: str
    block: Block
    problems: tuple[Problem, ...] = ()
    playbook: Playbook | None = None
    skill: Skill | None = None
    unnamed: frozenset[int] = frozenset()

    @property
    def errors(self) -> tuple[Problem, ...]:
        """What keeps the file from being used."""
        return tuple(wrong for wrong in self.problems if wrong.severity == "error")


def unusable(file: str, problems: tuple[Problem, ...]) -> Sheet:
    """The sheet of a file of which nothing can be read."""
    return Sheet(file=file, block=Block(Place(file=file)), problems=problems)


def read_sheet(content: bytes, file: str, schema: FileSchema, *, name: str) -> Sheet:
    """A YAML file by its schema. name: what its id has to be; empty when it has none."""
    decoded = decode(content, file)
    if decoded.text is None:
        return unusable(file, decoded.problems)
    sheet = read_block(decoded.text, file, schema)
    return check_name(sheet, "id", name) if name else sheet


def read_block(text: str, file: str, schema: FileSchema, *, first_line: int = 1) -> Sheet:
    """A YAML text by its schema; first_line: where it begins in its file."""
    composed = compose(text, file, first_line=first_line)
    reading = Reading(schema.elsewhere)
    place = Place(file=file, line=first_line)
    node = composed.node
    if node is None and not composed.problems:
        reading.tell("empty_file", place, "")
    block = None if node is None else schema.record.read(node, reading, "")
    problems = tuple(sorted([*composed.problems, *reading.problems], key=_position))
    return Sheet(file=file, block=block or Block(place), problems=problems)


def check_name(sheet: Sheet, key: str, name: str) -> Sheet:
    """The sheet, with a problem when what it calls itself is not what its file is called."""
    problems = list(_bad_file_name(sheet.file, name))
    value = sheet.block.text(key)
    if value and value != name and not problems:
        place = sheet.block.places[key]
        problems.append(
            problem(
                "id_is_not_file_name", place, pointer=f"/{key}", key=key, value=value, name=name
            )
        )
    return with_problems(sheet, tuple(problems))


def _bad_file_name(file: str, name: str) -> Iterator[Problem]:
    shape = Identifier()
    reading = Reading({})
    if shape.read(Scalar(text=name, plain=False, place=Place(file=file)), reading, "") is None:
        meant = id_meant(name, least=shape.least, most=shape.most)
        bounds = {"least": str(shape.least), "most": str(shape.most)}
        place = Place(file=file)
        yield problem("bad_file_name", place, meant=meant, value=name, **bounds)


def with_problems(sheet: Sheet, problems: tuple[Problem, ...]) -> Sheet:
    """The sheet with more problems, in the order of the file."""
    return replace(sheet, problems=tuple(sorted([*sheet.problems, *problems], key=_position)))


def _position(wrong: Problem) -> tuple[int, int]:
    return (wrong.line, wrong.column)
