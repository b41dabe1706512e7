"""Writes data/openapi_examples.yaml anew: what is asked and answered in one walk of every call.

From the root of the repository: `python -m tests.e2e.write_openapi_examples`.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from pathlib import Path
from typing import Any
from uuid import UUID

import yaml

from nightcrew.store import bootstrap
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from tests.e2e.every_call import CALLS
from tests.e2e.peopled import Peopled, open_peopled
from tests.fakes import ROOT

EXAMPLES = ROOT / "src" / "nightcrew" / "data" / "openapi_examples.yaml"
LONGEST_LIST = 2
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_SECRET = re.compile(r"whsec_[A-Za-z0-9+/=]+")
_HASH = re.compile(r"\b[0-9a-f]{64}\b")


def main() -> int:
    """Walk, and write."""
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedPostgres(Path(folder) / "pg", durable=False) as server,
    ):
        access = bootstrap.prepare(server.url, embedded=True)
        bootstrap.upgrade(access)
        found = asyncio.run(_walked(access.app_url))
    told = yaml.safe_dump(
        _the_same_each_time(found), allow_unicode=True, sort_keys=False, width=100
    )
    EXAMPLES.write_text(told, encoding="utf-8")
    return 0


async def _walked(app_url: str) -> dict[str, Any]:
    database = await Database.open(app_url)
    try:
        async with open_peopled(database) as peopled:
            return {call.operation: await _example(peopled, call) for call in CALLS}
    finally:
        await database.close()


async def _example(peopled: Peopled, call: Any) -> dict[str, Any]:
    answered = await peopled.send(call)
    asked = {} if call.body is None else {"request": call.content(peopled.known)}
    if "json" in answered.headers["content-type"]:
        told = {"answer": _short(answered.json())}
    else:
        told = {"text": "\n".join(answered.text.splitlines()[:6]) + "\n"}
    return {**asked, "status": answered.status_code, **told}


def _short(part: Any) -> Any:
    """The same with the first items of each list."""
    if isinstance(part, dict):
        return {key: _short(each) for key, each in part.items()}
    return [_short(each) for each in part[:LONGEST_LIST]] if isinstance(part, list) else part


def _the_same_each_time(found: dict[str, Any]) -> Any:
    """Ids made by chance become 1, 2, 3 in the order in which they appear."""
    text = yaml.safe_dump(found, allow_unicode=True, sort_keys=False)
    known: dict[str, str] = {}

    def numbered(match: re.Match[str]) -> str:
        return known.setdefault(match.group(), str(UUID(int=len(known) + 1)))

    text = _SECRET.sub(
        "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", _ID.sub(numbered, text)
    )
    return yaml.safe_load(_HASH.sub("a" * 64, text))


if __name__ == "__main__":
    sys.exit(main())
