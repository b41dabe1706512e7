"""Crew text checked in one pass and mended where that is safe; no model, no database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import FINDINGS, FINE, Desk, Told, answer, read_settings, with_app

if TYPE_CHECKING:
    from nightcrew.adapters.lint_files import Linted
    from nightcrew.domain.crew import Problem
    from nightcrew.settings import Settings

MANY = 20  # problems that are seen at one look; beyond it they are also counted by kind
Fix = Annotated[
    bool,
    typer.Option("--fix", help="Mend first what can be mended without changing a meaning."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 1 for warnings as well.")]
Unused = Annotated[
    int,
    typer.Option(
        "--unused",
        min=0,
        max=365,
        help="Also lines that no turn of the last DAYS days leaned on; opens the database.",
        metavar="DAYS",
    ),
]
Language = Annotated[
    str, typer.Option("--lang", help="en or ko; without it NIGHTCREW_LANG decides.")
]


def lint(
    *,
    fix: Fix = False,
    strict: Strict = False,
    lang: Language = "",
    unused: Unused = 0,
    as_json: AsJson = False,
) -> int:
    """Check all crew text in one pass, and mend what is safe with --fix; no model is called."""
    settings = read_settings()
    spoken = _language(lang) or settings.lang
    linted = _linted(settings, fix=fix)
    wish = _Wish(lang=spoken, strict=strict, fix=fix)
    if not unused:
        return answer(_told(linted, wish), as_json=as_json)

    async def act(desk: Desk) -> Told:
        found = await desk.app.edit_crews.unused_lines(desk.tenant, unused)
        return _told(replace(linted, problems=(*linted.problems, *found)), wish)

    return with_app(act, as_json=as_json, keeps_text=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wish:
    """How findings are to be told. strict: whether a warning is worth an exit code."""

    lang: str
    strict: bool
    fix: bool


def _linted(settings: Settings, *, fix: bool) -> Linted:
    from nightcrew.adapters.lint_files import CrewLint
    from nightcrew.domain.zones import use_packaged_zones

    use_packaged_zones()
    check = CrewLint(crews=settings.crews, playbooks=settings.playbooks)
    today = datetime.now(UTC).date()
    return check.fix(today) if fix else check(today)


def _told(linted: Linted, wish: _Wish) -> Told:
    counted = _counted(linted)
    mended = {"mended": linted.mended} if wish.fix else {}
    findings = len(linted.problems) if wish.strict else counted["errors"]
    return Told(
        document={"problems": linted.problems, **mended, **counted},
        lines=[*_lines(linted, wish.lang), *_kinds(linted), _sum(counted, wish.lang)],
        code=FINDINGS if findings else FINE,
    )


def problem_line(each: Problem, lang: str) -> str:
    """One problem as `file:line:column: error C001 unknown_key: what is wrong (what to do)`."""
    message = each.message_ko if lang == "ko" else each.message
    hint = each.hint_ko if lang == "ko" else each.hint
    name = f"{each.severity} {each.code} {each.id}"
    return f"{each.place}: {name}: {message}{f' ({hint})' if hint else ''}"


def _counted(linted: Linted) -> dict[str, int]:
    errors = len(linted.errors)
    return {"errors": errors, "warnings": len(linted.problems) - errors}


def _lines(linted: Linted, lang: str) -> Sequence[str]:
    mended = "고침" if lang == "ko" else "mended"
    fixes = [f"{each.file}: {mended}: {', '.join(each.fixes)}" for each in linted.mended]
    return [*fixes, *(problem_line(each, lang) for each in linted.problems)]


def _kinds(linted: Linted) -> Sequence[str]:
    """How many of each kind there are, where one line each would be a flood."""
    if len(linted.problems) <= MANY:
        return []
    kinds = Counter(f"{each.severity} {each.code} {each.id}" for each in linted.problems)
    ordered = sorted(kinds.items(), key=lambda kind: (-kind[1], kind[0]))
    return [f"{count:>5} {kind}" for kind, count in ordered]


def _sum(counted: dict[str, int], lang: str) -> str:
    if lang == "ko":
        return f"오류 {counted['errors']}개, 경고 {counted['warnings']}개"
    return ", ".join(f"{name} {number}" for name, number in counted.items())


def _language(lang: str) -> str:
    from nightcrew.domain.errors import BadInput

    if lang in ("", "en", "ko"):
        return lang
    raise BadInput("unknown_language", f"--lang {lang} is not spoken here", hint="en or ko")
