"""A connection inside one transaction, as use cases hand it down; they never write SQL on it."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

Connection = AsyncConnection

__all__ = ["Connection"]
