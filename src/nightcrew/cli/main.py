"""The command line. Nothing heavy is imported here: `nightcrew --help` has 0.3 s."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from nightcrew.cli import (
    chat,
    crews,
    db,
    doctor,
    flows,
    follow_ups,
    keys,
    knowledge,
    memory,
    price,
    serve,
    stories,
    story,
    turn,
    up,
)
from nightcrew.cli.verb import INTERRUPTED, WRONG_USE, tell_failure

app = typer.Typer(
    name="nightcrew",
    help="Companion crews that remember rightly, dream at night and speak at the right moment.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command("up")(up.up)
app.command("serve")(serve.serve)
app.command("demo")(story.demo)
app.command("chat")(chat.chat)
app.command("turn")(turn.turn)
app.command("run")(flows.run)
app.command("doctor")(doctor.doctor)
for name, group in (
    ("crews", crews.verbs),
    ("memory", memory.verbs),
    ("follow-ups", follow_ups.verbs),
    ("keys", keys.verbs),
    ("db", db.verbs),
    ("stories", stories.verbs),
    ("knowledge", knowledge.verbs),
    ("price", price.verbs),
):
    app.add_typer(group, name=name)


def main(arguments: Sequence[str]) -> int:
    """Run one command; says the exit code: 0 fine, 1 findings, 2 wrong use, 3 unreachable."""
    as_json = "--json" in arguments
    try:
        return int(app(list(arguments), standalone_mode=False) or 0)
    except KeyboardInterrupt:
        return INTERRUPTED
    except typer.Abort:
        return INTERRUPTED
    except Exception as error:
        usage = getattr(error, "format_message", None)
        if usage is None:
            return tell_failure(error, as_json=as_json)
        return _wrong_use(str(usage()), as_json=as_json)


def _wrong_use(message: str, *, as_json: bool) -> int:
    if not message.startswith("Usage:"):
        from nightcrew.domain.errors import BadInput

        return tell_failure(
            BadInput("wrong_use", message, hint="nightcrew --help lists every command"),
            as_json=as_json,
        )
    if as_json:
        sys.stderr.write(message + "\n")
    return WRONG_USE


def run() -> None:
    """The entry point of the installed command."""
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    run()
