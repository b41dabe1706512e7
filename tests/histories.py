"""How state machines of the tests are played: the same histories each time."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings


def the_same_each_time(histories: int, steps: int) -> settings:
    """As many histories of so many steps, from a fixed seed."""
    return settings(
        max_examples=histories,
        stateful_step_count=steps,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
