"""The verbs that are promised and not built yet: each exists and says so."""

from __future__ import annotations

from collections.abc import Callable

import typer

from nightcrew.cli.options import AsJson

_LOOSE = {"allow_extra_args": True, "ignore_unknown_options": True}


def not_yet(group: typer.Typer, *verbs: str) -> None:
    """Give a group these verbs; each exits with 2 and the code `not_yet`."""
    for verb in verbs:
        group.command(verb, context_settings=_LOOSE, help="Not built yet.")(_saying_so(verb))


def _saying_so(verb: str) -> Callable[[bool], None]:
    def says_so(as_json: AsJson = False) -> None:
        from nightcrew.domain.errors import Refused

        raise Refused("not_yet", f"{verb} is not built yet", hint="README lists what is")

    return says_so


def group(purpose: str) -> typer.Typer:
    """An empty group of verbs."""
    return typer.Typer(help=purpose, no_args_is_help=True, rich_markup_mode=None)


knowledge = group("What crews may look up.")
not_yet(knowledge, "load", "search", "coverage")
