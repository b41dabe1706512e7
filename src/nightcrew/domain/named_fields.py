"""The fields of a value by their names, so that one value is made of another by splat."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, TypeVar

T = TypeVar("T", bound="_HasFields")


class _HasFields(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Any]]


def named_fields(value: _HasFields) -> dict[str, Any]:
    """What each field holds, as it is; parts stay values."""
    return {name: getattr(value, name) for name in type(value).__dataclass_fields__}


def recast(kind: type[T], value: _HasFields, **own: Any) -> T:
    """A value of another kind: what both call by the same name is taken over, the rest is given.

    Raises: TypeError when a field of the kind is neither in the value nor given, nor has a default.
    """
    both = type(value).__dataclass_fields__.keys() & kind.__dataclass_fields__.keys()
    return kind(**{name: getattr(value, name) for name in both} | own)
