"""A client that costs little beside the server it measures: one kept connection, plain HTTP/1.1."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One connection to the server."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    key: str

    async def post(self, path: str, body: dict[str, str]) -> bytes:
        """Post and read the whole answer. Raises: RuntimeError for anything but 200."""
        content = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.key}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        self.writer.write(head.encode() + content)
        answered = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = int(answered.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        found = await self.reader.readexactly(length)
        if b" 200 " not in answered.split(b"\r\n", 1)[0]:
            raise RuntimeError(f"the server answered {found.decode()}")
        return found


@asynccontextmanager
async def open_line(port: int, key: str) -> AsyncIterator[Line]:
    """Connect, and hang up in the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield Line(reader=reader, writer=writer, key=key)
    finally:
        writer.close()
        await writer.wait_closed()
