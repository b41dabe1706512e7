"""What the measurement of knowledge asks, and the two plain ways it stands beside."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import yaml

from nightcrew.adapters.knowledge_files import KnowledgeFiles
from nightcrew.domain.lexemes import lexemes
from nightcrew.domain.recall import cosine
from nightcrew.ports import Embedder
from tests.benchmarks.figures import ROOT

DATA = Path(__file__).parent / "knowledge"
SHIPPED = ROOT / "playbooks" / "knowledge"
SHOWN = 3


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A written question. heading: of the passage that answers, empty when there is none."""

    kind: str
    ask: str
    heading: str
    collection: str

    def hit(self, headings: Sequence[str]) -> bool:
        """Whether what is shown is right: the passage among the first, or nothing at all."""
        if self.kind == "nothing":
            return not headings
        return self.heading in headings[:SHOWN]


@dataclass(frozen=True, kw_only=True)
class Told:
    """A passage of a collection. asked: how people ask for it."""

    collection: str
    heading: str
    text: str
    asked: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """Heading and text."""
        return f"{self.heading}\n{self.text}"


class Remembering:
    """An embedder that makes no vector twice in one measurement."""

    def __init__(self, inner: Embedder) -> None:
        self.model, self.size = inner.model, inner.size
        self.inner = inner
        self.made: dict[tuple[str, str], list[float]] = {}

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        """As the model makes them."""
        new = [text for text in dict.fromkeys(texts) if ("passage", text) not in self.made]
        vectors = await self.inner.passages(new) if new else []
        self.made |= {("passage", text): one for text, one in zip(new, vectors, strict=True)}
        return [self.made["passage", text] for text in texts]

    async def query(self, text: str) -> list[float]:
        """As the model makes it."""
        if ("query", text) not in self.made:
            self.made["query", text] = await self.inner.query(text)
        return self.made["query", text]


def shipped() -> list[Told]:
    """Every shipped passage."""
    return [
        Told(collection=file.collection, heading=item.heading, text=item.text, asked=item.asked)
        for file in KnowledgeFiles(folder=SHIPPED).read()
        for item in file.items
    ]


def distractors() -> list[Told]:
    """Passages that answer none of the questions, in the collections they could belong to."""
    lines = (DATA / "distractors.txt").read_text(encoding="utf-8").splitlines()
    parts = (line.split("|") for line in lines)
    return [Told(collection=name, heading=heading, text=text) for name, heading, text in parts]


def questions(name: str) -> list[Asked]:
    """The questions of a file."""
    where = {told.heading: told.collection for told in shipped()}
    read = yaml.safe_load((DATA / name).read_text(encoding="utf-8"))
    return [
        Asked(
            kind=row["kind"],
            ask=row["ask"],
            heading=row.get("heading", ""),
            collection=row.get("collection") or where[row["heading"]],
        )
        for row in read
    ]


def by_words(told: Sequence[Told]) -> Callable[[str], list[str]]:
    """BM25 over texts and ways of asking (k1 1.2, b 0.75): headings, best first."""
    read = [Counter(lexemes("\n".join([each.whole, *each.asked]))) for each in told]
    average = fmean(words.total() for words in read)
    holding = Counter(word for words in read for word in words)

    def weight(word: str, words: Counter[str]) -> float:
        rare = math.log(1 + (len(read) - holding[word] + 0.5) / (holding[word] + 0.5))
        length = 0.25 + 0.75 * words.total() / average
        return rare * words[word] * 2.2 / (words[word] + 1.2 * length)

    def ranked(question: str) -> list[str]:
        asked = set(lexemes(question))
        scores = [sum(weight(word, words) for word in asked & words.keys()) for words in read]
        return _best(told, scores)

    return ranked


async def by_vectors(
    told: Sequence[Told], embedder: Embedder, question: str, *, ways: bool
) -> list[str]:
    """Cosines alone, of the text or of the nearest way of asking: headings, best first."""
    asked = await embedder.query(question)
    vectors = await embedder.passages([each.whole for each in told])
    scores = [cosine(asked, vector) for vector in vectors]
    if ways:
        for place, each in enumerate(told):
            near = [cosine(asked, await embedder.query(way)) for way in each.asked]
            scores[place] = max([scores[place], *near])
    return _best(told, scores)


def _best(told: Sequence[Told], scores: Sequence[float]) -> list[str]:
    order = sorted(range(len(told)), key=lambda place: -scores[place])
    return [told[place].heading for place in order if scores[place] > 0][:SHOWN]
