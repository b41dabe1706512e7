"""Reckons anew what the e5 model makes of ordinary questions, small talk and matters.

Run it after an edit of `domain/ordinary_questions.py` or `domain/talk_and_matters.py`, and after a
change of the embedder: it writes `domain/question_figures.py`, with which no question has to wait
for some 370 vectors.
"""

from __future__ import annotations

import asyncio
import sys
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from nightcrew.adapters.local_embedder import LocalEmbedder
from nightcrew.domain import question_sense
from nightcrew.domain.ordinary_questions import ORDINARY_QUESTIONS
from nightcrew.domain.recall import of_length_one
from nightcrew.domain.talk_and_matters import ENGLISH, KOREAN
from nightcrew.domain.words import script_of
from nightcrew.ports import Embedder

Pairs = Sequence[tuple[str, str]]
# against chance in a direction of 384 numbers from some hundred pairs: how much of an even spread
# is added to that of the pairs. 1, 3 and 10 were tried on the 160 questions: areas under the curve
# of .916, .921 and .909, against .879 without it (the plain difference of the two means)
EVEN_SPREAD = 3.0
_TARGET = Path(question_sense.__file__).with_name("question_figures.py")
_HEAD = '''"""What `python -m tests.benchmarks.question_sense` reckoned from the lists of questions.

By model and script: the mean of ordinary questions and the direction of small talk, each as
half-precision numbers in base64, and the middle on that direction.
"""

from __future__ import annotations

from collections.abc import Mapping

'''


async def reckoned(embedder: Embedder, script: str) -> tuple[Any, Any, float]:
    """Mean, direction and middle of one script; `other` goes by all lists."""
    pairs: Pairs = {"hangul": KOREAN, "latin": ENGLISH}.get(script, (*KOREAN, *ENGLISH))
    usual = [each for each in ORDINARY_QUESTIONS if script_of(each).main == script]
    mean = (await _vectors(embedder, usual or ORDINARY_QUESTIONS)).mean(0)
    talk = await _vectors(embedder, [each for each, _ in pairs])
    matter = await _vectors(embedder, [each for _, each in pairs])
    apart = talk.mean(0) - matter.mean(0)
    spread = np.concatenate([talk - talk.mean(0), matter - matter.mean(0)])
    common = spread.T @ spread / len(spread)
    even = EVEN_SPREAD * np.trace(common) / len(common) * np.eye(len(common))
    direction = np.linalg.solve(common + even, apart)
    direction /= direction @ apart
    return mean, direction, float(direction @ (talk.mean(0) + matter.mean(0)) / 2)


async def _vectors(embedder: Embedder, questions: Sequence[str]) -> Any:
    return np.array([of_length_one(await embedder.query(each)) for each in questions])


def _packed(numbers: Any) -> str:
    text = b64encode(np.asarray(numbers, dtype="<f2").tobytes()).decode()
    lines = [text[start : start + 80] for start in range(0, len(text), 80)]
    return "(\n" + "\n".join(f'                "{line}"' for line in lines) + "\n            )"


async def _written(embedder: Embedder) -> str:
    parts = []
    for script in ("hangul", "latin", "other"):
        mean, direction, middle = await reckoned(embedder, script)
        parts.append(
            f'        "{script}": (\n            {_packed(mean)},\n'
            f"            {_packed(direction)},\n            {middle:.4f},\n        ),\n"
        )
    return (
        f'{_HEAD}LISTS = "{question_sense.fingerprint()}"  # that these figures come from\n\n'
        "FIGURES: Mapping[str, Mapping[str, tuple[str, str, float]]] = {\n"
        f'    "{embedder.model}": {{\n{"".join(parts)}    }},\n}}\n'
    )


def main() -> int:
    """Write the file anew."""
    _TARGET.write_text(asyncio.run(_written(LocalEmbedder())), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
