"""The scripted provider as a program of its own: prints its base URL, ends with its input."""

from __future__ import annotations

import sys

from tests.benchmarks.place import REPLY
from tests.stubs.openai_server import OpenaiServer, Says


def main() -> None:
    """Answer the two prompts of a turn."""
    with OpenaiServer() as provider:
        provider.script("judge_needs", Says(text='{"search": {"use": false}}'))
        provider.script("reply", Says(text=REPLY))
        sys.stdout.write(f"{provider.base_url}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main()
