"""Crews, playbooks and skills from their folders; nothing is ever written here."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePosixPath

from nightcrew.adapters.crew_bundle import CrewBinder
from nightcrew.adapters.crew_schema import CATEGORY_FILE, CREW_FILE, HOUSE_FILE
from nightcrew.adapters.crew_sheet import Sheet, read_sheet, unusable
from nightcrew.adapters.playbook_markdown import read_playbook, read_skill
from nightcrew.adapters.shelf_builder import Sheets, shelve
from nightcrew.adapters.strict_yaml import MOST_BYTES
from nightcrew.domain.crew import CrewShelf, Problem
from nightcrew.domain.crew_problem import Place, problem

HOUSE_NAME = "house"
_SHEETS_KEPT = 1024  # 178 crews with their playbooks, twice over
# What editors, mail and other systems make of our endings.
_ALMOST_YAML = re.compile(r"(?P<stem>[^.~][^.]*)\.ya?ml(?:\.txt)?", re.IGNORECASE)
_ALMOST_MARKDOWN = re.compile(
    r"(?P<stem>(?!readme\.)[^.~][^.]*)\.(?:md|markdown|txt)(?:\.txt)?", re.IGNORECASE
)
_SPACE_AT_END = re.compile(rb"[ \t](?=\r?\n|\Z)")


_Mark = tuple[int, int, int, int]
_Entry = tuple[str, _Mark]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A file of crew text. mark: changes whenever the file does."""

    kind: str
    name: str
    path: Path
    label: str
    mark: _Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scan:
    """What lies in the folders at one moment."""

    files: tuple[_Found, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(slots=True)
class CrewFiles:
    """The crews of two folders, each serving its last good text while its files are broken.

    Not for several threads at once. typed: text that is read in place of a file's, by the file's
    name as problems tell it; nothing of it is written. binder: knows what was bound before.
    """

    crews: Path
    playbooks: Path
    typed: Mapping[str, bytes] = field(default_factory=dict)
    binder: CrewBinder = field(default_factory=CrewBinder, repr=False)
    _scan: _Scan | None = field(default=None, init=False)
    _seen: tuple[_Entry, ...] | None = field(default=None, init=False)
    _sheets: dict[_Found, Sheet] = field(default_factory=dict, init=False)
    _shelf: CrewShelf = field(default_factory=CrewShelf, init=False)

    def load(self) -> CrewShelf:
        """Read every file again."""
        self._sheets.clear()
        self._scan = self._seen = None
        return self.reload()

    def reload(self) -> CrewShelf:
        """Read the files that changed; the same shelf when none did."""
        seen = tuple(self._glance())
        if seen == self._seen:
            return self._shelf
        scan, self._seen = self._look(), seen
        if scan == self._scan:
            return self._shelf
        self._sheets = {found: self._sheets.get(found) or self._read(found) for found in scan.files}
        self._shelf = shelve(self._by_kind(scan.problems), self._shelf, self.binder)
        self._scan = scan
        return self._shelf

    def sheets(self) -> Sheets:
        """What was read last, file by file, as nobody put it together yet."""
        return self._by_kind(self._scan.problems if self._scan else ())

    def paths(self) -> Mapping[str, Path]:
        """Where each file lies that was read last, by its name as problems tell it."""
        return {found.label: found.path for found in self._sheets}

    def read(self, file: str, content: bytes) -> Sheet:
        """How a file that was read last would read with another content. Raises: KeyError."""
        return _sheet({found.label: found for found in self._sheets}[file], content)

    def spaces(self) -> tuple[Problem, ...]:
        """Of each file that was read last, the space at the ends of its lines."""
        # The words of a skill are its own; two spaces break a line there.
        ours = (each for each in self._sheets if each.kind != "skill")
        found = (_space(each.label, self._content(each)) for each in ours)
        return tuple(wrong for wrong in found if wrong is not None)

    def _read(self, found: _Found) -> Sheet:
        return _sheet(found, self._content(found))

    def _content(self, found: _Found) -> bytes | Problem:
        typed = self.typed.get(found.label)
        return _content(found) if typed is None else typed

    def _glance(self) -> Iterator[_Entry]:
        """Whatever lies in the folders; a turn waits for it, and it takes a tenth of a look."""
        skills = self.playbooks / "skills"
        for folder in (self.crews, self.crews / "categories", self.playbooks):
            yield from _entries(os.fspath(folder))
        for name, _ in _entries(os.fspath(skills)):
            yield from _entries(name)

    def _look(self) -> _Scan:
        files: list[_Found] = []
        problems: list[Problem] = []
        for outcome in self._everything():
            if isinstance(outcome, _Found):
                files.append(outcome)
            else:
                problems.append(outcome)
        there = {found.label for found in files}
        files += [new for label in self.typed if label not in there and (new := self._new(label))]
        return _Scan(files=tuple(files), problems=tuple(problems))

    def _new(self, label: str) -> _Found | None:
        """A file that is typed and lies nowhere yet; None for one that nobody would read."""
        folder, *inside = PurePosixPath(label).parts
        match (folder == self.crews.name, folder == self.playbooks.name, inside):
            case True, _, [name] if name.endswith(".yaml"):
                house = name == f"{HOUSE_NAME}.yaml"
                return self._typed(label, "house" if house else "crew", name)
            case True, _, ["categories", name] if name.endswith(".yaml"):
                return self._typed(label, "category", name)
            case _, True, [name] if name.endswith(".md"):
                return self._typed(label, "playbook", name)
            case _, True, ["skills", name, "SKILL.md"]:
                return self._typed(label, "skill", name)
            case _:
                return None

    def _typed(self, label: str, kind: str, name: str) -> _Found:
        path = self.crews.parent / label
        return _Found(kind=kind, name=Path(name).stem, path=path, label=label, mark=(0, 0, 0, 0))

    def _everything(self) -> Iterator[_Found | Problem]:
        crews, playbooks = self.crews, self.playbooks
        yield from _yaml_files(crews, crews.name, "crew")
        yield from _yaml_files(crews / "categories", f"{crews.name}/categories", "category")
        yield from _playbook_files(playbooks, playbooks.name)
        yield from _files(playbooks / "skills", f"{playbooks.name}/skills", "*/SKILL.md", "skill")

    def _by_kind(self, problems: tuple[Problem, ...]) -> Sheets:
        kinds: Mapping[str, dict[str, Sheet]] = {
            kind: {} for kind in ("house", "category", "crew", "playbook", "skill")
        }
        for found, sheet in self._sheets.items():
            kinds[found.kind][found.name] = sheet
        return Sheets(
            folders=(self.crews.name, self.playbooks.name),
            folder_gone=not self.crews.is_dir(),
            house=kinds["house"].get(HOUSE_NAME),
            categories=kinds["category"],
            crews=kinds["crew"],
            playbooks=kinds["playbook"],
            skills=kinds["skill"],
            problems=problems,
        )


def _yaml_files(folder: Path, label: str, kind: str) -> Iterator[_Found | Problem]:
    yield from _files(folder, label, "*.yaml", kind)
    yield from _misnamed(folder, label, ".yaml", _ALMOST_YAML)


def _playbook_files(folder: Path, label: str) -> Iterator[_Found | Problem]:
    yield from _files(folder, label, "*.md", "playbook")
    yield from _misnamed(folder, label, ".md", _ALMOST_MARKDOWN)


def _misnamed(folder: Path, label: str, ending: str, almost: re.Pattern[str]) -> Iterator[Problem]:
    """Files that look like ours and are not read for their ending."""
    for path in sorted(folder.glob("*")):
        found = almost.fullmatch(path.name)
        if found and not path.name.endswith(ending):
            facts = {"name": path.name, "ending": ending, "meant_name": found["stem"] + ending}
            yield problem("wrong_extension", Place(file=f"{label}/{path.name}"), **facts)


def _files(folder: Path, label: str, pattern: str, kind: str) -> Iterator[_Found | Problem]:
    if not folder.is_dir():
        if kind != "skill":
            yield problem("folder_missing", Place(file=label), folder=label)
        return
    for path in sorted(folder.glob(pattern)):
        inside = path.relative_to(folder)
        if path.name.startswith(".") or (kind == "playbook" and path.name == "README.md"):
            continue
        name = inside.parent.name if kind == "skill" else path.stem
        house = kind == "crew" and name == HOUSE_NAME
        yield _Found(
            kind="house" if house else kind,
            name=name,
            path=path,
            label=f"{label}/{inside.as_posix()}",
            mark=_mark(path),
        )


def _entries(folder: str) -> list[_Entry]:
    """A folder and what it holds, and how that looks now."""
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - as for the marks
    except OSError:
        names = []  # no folder, as its own mark says
    paths = (folder, *(f"{folder}/{name}" for name in names))
    return [(path, _mark(path)) for path in paths]


def _mark(path: str | Path) -> _Mark:
    try:
        status = os.stat(path)  # noqa: PTH116 - a path for each of 100 files costs as much again
    except OSError:
        # Gone since it was listed, or a link to nowhere; reading it says so.
        return (0, 0, 0, 0)
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)


def _sheet(found: _Found, content: bytes | Problem) -> Sheet:
    if isinstance(content, Problem):
        return unusable(found.label, (content,))
    return sheet_of(found.kind, content, found.label, found.name)


# An editor asks for all files again with every pause in typing, and one of them has changed.
@lru_cache(maxsize=_SHEETS_KEPT)
def sheet_of(kind: str, content: bytes, label: str, name: str) -> Sheet:
    """What a file of this kind says: house, category, playbook, skill or crew."""
    match kind:
        case "house":
            return read_sheet(content, label, HOUSE_FILE, name="")
        case "category":
            return read_sheet(content, label, CATEGORY_FILE, name=name)
        case "playbook":
            return read_playbook(content, label, name=name)
        case "skill":
            return read_skill(content, label, name=name)
        case _:
            return read_sheet(content, label, CREW_FILE, name=name)


def _content(found: _Found) -> bytes | Problem:
    place = Place(file=found.label)
    # A pipe or a device would never end.
    if not found.path.is_file():
        return problem("unreadable", place, reason="not a plain file")
    try:
        with found.path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        return problem("unreadable", place, reason=error.strerror or "unknown")


def _space(label: str, content: bytes | Problem) -> Problem | None:
    """The first line that ends in space, and how many do."""
    if isinstance(content, Problem) or not _SPACE_AT_END.search(content):
        return None
    lines = content.splitlines()
    ending = [number for number, line in enumerate(lines, 1) if line[-1:] in (b" ", b"\t")]
    text = lines[ending[0] - 1].decode("utf-8", "replace")
    place = Place(file=label, line=ending[0], column=len(text.rstrip()) + 1)
    return problem("trailing_space", place, count=str(len(ending)))
