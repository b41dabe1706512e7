"""`nightcrew turn --memory`: a turn that leaves nothing behind in memory."""

from __future__ import annotations

from tests.e2e.commands import Verb


def test_a_turn_may_be_kept_out_of_memory_on_the_command_line(verb: Verb) -> None:
    say = ("turn", "travel-mina", "--user", "quiet", "--say", "내 혈액형은 B형이야, 기억해 줘")

    code, told = verb(*say, "--memory", "read")
    refused, _ = verb(*say, "--memory", "sometimes")

    assert code == 0
    assert told["memory"]["saved"] == []
    assert refused == 2
    assert verb("memory", "list", "--user", "quiet")[1]["total"] == 0
