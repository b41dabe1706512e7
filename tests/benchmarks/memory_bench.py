"""How well it is remembered: our 60 turns beside policies A to E, LoCoMo and PrecisionMemBench.

Each part also runs alone: `python -m tests.benchmarks.memory_write_policy`, `memory_locomo` and
`memory_precision`. The last two need NIGHTCREW_EVALUATION_DATA and are left out without it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.benchmarks import memory_locomo, memory_precision, memory_write_policy
from tests.benchmarks.figures import Figure, Tell, run_alone


def measure(tell: Tell) -> Sequence[Figure]:
    """All parts, one after another."""
    return [
        *memory_write_policy.measure(tell),
        *memory_locomo.measure(tell),
        *memory_precision.measure(tell),
    ]


if __name__ == "__main__":
    sys.exit(run_alone(measure))
