"""JSON Schemas for the editors of crew text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import Told, answer

Out = Annotated[
    Path | None, typer.Option("--out", help="Write the files into this folder, one a kind.")
]


def schema(out: Out = None, as_json: AsJson = False) -> int:
    """Show the JSON Schemas of crew text, or write them for an editor."""
    from nightcrew.adapters.schema_documents import schema_documents, write_schemas, written

    documents = schema_documents()
    if out is None:
        lines = [written(document).rstrip() for document in documents.values()]
        return answer(Told(document=documents, lines=lines), as_json=as_json)
    paths = [str(path) for path in write_schemas(out)]
    return answer(Told(document={"written": paths}, lines=paths), as_json=as_json)
