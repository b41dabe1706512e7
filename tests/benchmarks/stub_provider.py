"""The scripted provider as a program of its own: prints its base URL, ends with its input.

`stub_provider.py [SECONDS [recall]]`: how long each answer takes, and whether judges want the past.
"""

from __future__ import annotations

import sys

from tests.benchmarks.place import REPLY
from tests.stubs.openai_server import OpenaiServer, Says

RECALLS = (
    '{"memory": {"use": true, "act": "recall", "query": "지난번에 알게 된 일", "why": "물었다"}}'
)


def main() -> None:
    """Answer the two prompts of a turn."""
    wait = float(sys.argv[1]) if sys.argv[1:] else 0.0
    judged = RECALLS if sys.argv[2:] else '{"search": {"use": false}}'
    with OpenaiServer() as provider:
        provider.script("judge_needs", Says(text=judged, wait_seconds=wait))
        provider.script("reply", Says(text=REPLY, wait_seconds=wait))
        sys.stdout.write(f"{provider.base_url}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main()
