"""Crew text checked in one pass and mended where that is safe; no model, no database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import FINDINGS, FINE, Told, answer, read_settings

if TYPE_CHECKING:
    from nightcrew.adapters.lint_files import Linted
    from nightcrew.domain.crew import Problem

Fix = Annotated[
    bool,
    typer.Option("--fix", help="Mend first what can be mended without changing a meaning."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 1 for warnings as well.")]
Language = Annotated[
    str, typer.Option("--lang", help="en or ko; without it NIGHTCREW_LANG decides.")
]


def lint(
    fix: Fix = False, strict: Strict = False, lang: Language = "", as_json: AsJson = False
) -> int:
    """Check all crew text in one pass, and mend what is safe with --fix; no model is called."""
    from nightcrew.adapters.lint_files import CrewLint
    from nightcrew.domain.zones import use_packaged_zones

    settings = read_settings()
    spoken = _language(lang) or settings.lang
    use_packaged_zones()
    check = CrewLint(crews=settings.crews, playbooks=settings.playbooks)
    today = datetime.now(UTC).date()
    linted = check.fix(today) if fix else check(today)
    counted = _counted(linted)
    mended = {"mended": linted.mended} if fix else {}
    findings = len(linted.problems) if strict else counted["errors"]
    told = Told(
        document={"problems": linted.problems, **mended, **counted},
        lines=[*_lines(linted, spoken), _sum(counted, spoken)],
        code=FINDINGS if findings else FINE,
    )
    return answer(told, as_json=as_json)


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


def _sum(counted: dict[str, int], lang: str) -> str:
    if lang == "ko":
        return f"오류 {counted['errors']}개, 경고 {counted['warnings']}개"
    return ", ".join(f"{name} {number}" for name, number in counted.items())


def _language(lang: str) -> str:
    from nightcrew.domain.errors import BadInput

    if lang in ("", "en", "ko"):
        return lang
    raise BadInput("unknown_language", f"--lang {lang} is not spoken here", hint="en or ko")
