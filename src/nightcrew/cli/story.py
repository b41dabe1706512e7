"""`nightcrew demo`: three weeks on a simulated clock, told as a timeline."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nightcrew.cli.options import AsJson


def demo(
    script: Annotated[
        Path | None, typer.Option("--script", help="A file of user turns; else the shipped one.")
    ] = None,
    live: Annotated[bool, typer.Option("--live", help="Use the configured model.")] = False,
    as_json: AsJson = False,
) -> int:
    """Play three weeks with three crews through the real parts."""
    from nightcrew.cli.demo import run_demo

    return run_demo(script, live, as_json)
