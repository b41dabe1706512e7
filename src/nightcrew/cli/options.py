"""The options that many verbs share."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

AsJson = Annotated[
    bool, typer.Option("--json", help="One JSON document on stdout, all else on stderr.")
]
User = Annotated[str, typer.Option("--user", help="The user, by the id your backend gives.")]
MaybeUser = Annotated[str | None, typer.Option("--user", help="Only this user.")]
MaybeCrew = Annotated[str | None, typer.Option("--crew", help="Only this crew.")]
MemoryUse = Annotated[
    Literal["on", "read", "off"],
    typer.Option("--memory", help="on; read keeps nothing of it; off shows nothing, too."),
]
Port = Annotated[int, typer.Option("--port", min=1, max=65534, help="The port to listen on.")]
Host = Annotated[str, typer.Option("--host", help="The address to listen on.")]
Workers = Annotated[
    int | None,
    typer.Option("--workers", min=1, max=64, help="Processes that answer; else NIGHTCREW_WORKERS."),
]
DEFAULT_PORT = 8700
DEFAULT_HOST = "127.0.0.1"
