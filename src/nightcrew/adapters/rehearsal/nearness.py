"""How near a sentence is to the crew's own examples and lines, by vectors kept per text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import mul

from nightcrew.adapters.rehearsal.lines import without_commas
from nightcrew.domain.crew import Crew
from nightcrew.domain.tool_guide import Example, Tool
from nightcrew.ports import Embedder

MOST_TEXTS = 20_000  # some 60 MB of vectors; the guides of 200 crews hold fewer


@dataclass(slots=True)
class Nearness:
    """Vectors of crew text, made once a text whoever asks."""

    embedder: Embedder
    _vectors: dict[str, list[float]] = field(default_factory=dict)

    async def to(self, said: str, texts: Iterable[str]) -> dict[str, float]:
        """Cosine of a sentence to each text; e5 spreads them over little more than .78 to .95.

        Commas are read over on both sides.
        """
        compared = {text: without_commas(text) for text in texts}
        compared = {text: bare for text, bare in compared.items() if bare}
        asked = without_commas(said)
        if not asked:
            return dict.fromkeys(compared, 0.0)
        await self._learn(list(dict.fromkeys(compared.values())))
        vector = await self.embedder.query(asked)
        return {text: sum(map(mul, vector, self._vectors[bare])) for text, bare in compared.items()}

    async def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        """The kept vectors of texts of ours, never of a user's words."""
        await self._learn(texts)
        return [self._vectors[text] for text in texts]

    async def _learn(self, texts: Sequence[str]) -> None:
        missing = [text for text in texts if text not in self._vectors]
        if len(self._vectors) + len(missing) > MOST_TEXTS:
            self._vectors.clear()
            missing = list(texts)
        if missing:
            vectors = await self.embedder.passages(missing)
            self._vectors.update(zip(missing, vectors, strict=True))


def own_examples(crew: Crew, tool: Tool) -> tuple[Example, ...]:
    """What the crew, its category or else the house wrote for this tool."""
    return crew.tool_guide[tool].examples


def house_examples(crew: Crew, tool: Tool) -> tuple[Example, ...]:
    """The house's examples, where the crew's are others."""
    mine = {example.say for example in own_examples(crew, tool)}
    return tuple(each for each in crew.house.tool_guide[tool].examples if each.say not in mine)
