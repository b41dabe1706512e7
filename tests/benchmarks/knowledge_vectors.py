"""Makes anew the vectors that come with the product: `playbooks/knowledge/vectors.bin`.

Run it after an edit of a shipped collection and after a change of the embedder. Without it nothing
breaks: what is not in the file is embedded where it is needed, and the first question waits for it.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence

from nightcrew.adapters.knowledge_files import KnowledgeFiles
from nightcrew.adapters.local_embedder import LocalEmbedder
from nightcrew.adapters.shipped_vectors import FILE, Kind, packed
from nightcrew.ports import Embedder
from tests.benchmarks.knowledge_place import SHIPPED


def shipped_texts() -> Iterator[tuple[Kind, str]]:
    """What of the shipped collections is embedded, and how."""
    for file in KnowledgeFiles(folder=SHIPPED).read():
        for item in file.items:
            yield "passage", item.passage.whole
            yield from (("query", way) for way in item.asked)


async def made(embedder: Embedder) -> bytes:
    """The content of the file."""
    texts = list(dict.fromkeys(shipped_texts()))
    vectors = [await _vector(embedder, *named) for named in texts]
    return packed(embedder.model, embedder.size, dict(zip(texts, vectors, strict=True)))


async def _vector(embedder: Embedder, kind: Kind, text: str) -> Sequence[float]:
    if kind == "query":
        return await embedder.query(text)
    return (await embedder.passages([text]))[0]


def main() -> int:
    """Write the file anew."""
    (SHIPPED / FILE).write_bytes(asyncio.run(made(LocalEmbedder())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
