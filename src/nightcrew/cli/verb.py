"""How a verb runs and answers: one App, one document or some lines, one exit code."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from uuid import UUID

    from nightcrew.app import App
    from nightcrew.cli.wording import Words
    from nightcrew.settings import Settings

T = TypeVar("T")
FINE, FINDINGS, WRONG_USE, UNREACHABLE, INTERRUPTED = 0, 1, 2, 3, 130


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a verb has to say: a document for machines, lines for people."""

    document: object
    lines: Sequence[str] = field(default=())
    code: int = FINE


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What a verb works with: the App, the tenant `default` and the words of its language."""

    app: App
    tenant: UUID
    words: Words


def answer(told: Told, *, as_json: bool) -> int:
    """Print what is told; says the exit code."""
    if as_json:
        from nightcrew.web.json_shape import plain

        print(json.dumps(plain(told.document), ensure_ascii=False))
    else:
        for line in told.lines:
            print(line)
    return told.code


def with_app(
    act: Callable[[Desk], Awaitable[Told]], *, as_json: bool, keeps_text: bool = True
) -> int:
    """Open the App, let a verb do its work with it, and answer.

    keeps_text: False for verbs about crew text itself, to which an edit is no version yet.
    """
    settings = read_settings()
    return answer(run_to_end(_at_desk(settings, act, keeps_text=keeps_text)), as_json=as_json)


async def _at_desk(
    settings: Settings, act: Callable[[Desk], Awaitable[Told]], *, keeps_text: bool
) -> Told:
    from nightcrew.app import open_app
    from nightcrew.cli.wording import Words

    async with open_app(settings, keeps_text=keeps_text) as app:
        tenant = await app.keep_tenant.tenant()
        return await act(Desk(app=app, tenant=tenant, words=Words(settings.lang)))


def read_settings() -> Settings:
    """The settings of this process. Raises: BadInput that names the variable, not its value."""
    from pydantic import ValidationError

    from nightcrew.domain.errors import BadInput
    from nightcrew.settings import Settings

    try:
        return Settings()
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        name = "NIGHTCREW_" + "_".join(str(part) for part in wrong["loc"]).upper()
        name = name.replace("NIGHTCREW_NIGHTCREW_", "NIGHTCREW_")
        raise BadInput(
            "bad_setting",
            f"{name}: {wrong['msg']}",
            hint="correct it, or leave it out; docs/settings.md tells what it takes",
            field=name,
        ) from None


def run_to_end(work: Awaitable[T]) -> T:
    """Run to the end; SIGTERM unwinds like Ctrl-C, so that nothing is left running."""
    import asyncio
    import signal

    async def guarded() -> T:
        task = asyncio.ensure_future(work)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        try:
            return await task
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None

    return asyncio.run(guarded())


def tell_failure(error: Exception, *, as_json: bool) -> int:
    """Say what went wrong; says the exit code."""
    from nightcrew.domain.errors import NightcrewError, OutsideFailure, Stale

    if not isinstance(error, NightcrewError):
        raise error
    if as_json:
        told = {
            "code": error.code,
            "message": error.message,
            "hint": error.hint,
            "retryable": error.retryable,
            "field": error.field,
        }
        print(json.dumps(told, ensure_ascii=False))
    else:
        hint = f"\n  {error.hint}" if error.hint else ""
        sys.stderr.write(f"{error.code}: {error.message}{hint}\n")
    return UNREACHABLE if isinstance(error, OutsideFailure | Stale) else WRONG_USE
