"""What may be written into preferences, and whom a backend's id may name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import cast

from nightcrew.domain.errors import BadInput
from nightcrew.domain.named_fields import recast
from nightcrew.domain.person import DEFAULT_CONSENTS, Person, Preferences
from nightcrew.domain.quiet_hours import QuietHours, QuietHoursText
from nightcrew.domain.zones import zone

LONGEST_ID = 128  # characters, contract section 5
LONGEST_NAME = 200
MOST_A_DAY = 100
AGE_BANDS = ("adult", "minor", "unknown")

_LOCALE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}", re.ASCII)


def check_external_id(external_id: str) -> str:
    """The id itself. Raises: BadInput `user_missing` or `user_unreadable`."""
    if not external_id:
        raise BadInput("user_missing", "no user is named", hint="give user", field="user")
    unusable = any(unicodedata.category(letter) in ("Cc", "Cs") for letter in external_id)
    if unusable or len(external_id) > LONGEST_ID:
        raise BadInput(
            "user_unreadable",
            "this cannot be the id of a user",
            hint=f"a user id has 1 to {LONGEST_ID} characters and no control characters",
            field="user",
        )
    return external_id


def preferences_of(person: Person | None) -> Preferences:
    """What a person chose; of somebody we do not know, nothing."""
    if person is None:
        return Preferences()
    return recast(Preferences, person, consents={**DEFAULT_CONSENTS, **person.consents})


def checked(changed: Mapping[str, object], consents: Mapping[str, bool]) -> dict[str, object]:
    """The columns to write for what a user changes; consents are merged into `consents`.

    Raises: BadInput with its `field`.
    """
    unknown = sorted(set(changed) - set(Preferences.__dataclass_fields__))
    if unknown:
        near = get_close_matches(unknown[0], Preferences.__dataclass_fields__, n=3, cutoff=0.5)
        raise BadInput(
            "unknown_field",
            "this is no preference",
            hint="one of " + ", ".join(near or Preferences.__dataclass_fields__),
            field=unknown[0],
        )
    written = {name: _READERS[name](cell) for name, cell in changed.items() if name in _READERS}
    if "consents" in changed:
        written["consents"] = _consents(changed["consents"], consents)
    return written


def _name(cell: object) -> str | None:
    if cell is None:
        return None
    if not isinstance(cell, str) or len(cell.strip()) > LONGEST_NAME:
        raise _wrong("name", f"a name has at most {LONGEST_NAME} characters")
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in cell):
        raise _wrong("name", "a name has no control characters")
    return cell.strip() or None


def _timezone(cell: object) -> str | None:
    if cell is None:
        return None
    return zone(cell if isinstance(cell, str) else "").key


def _locale(cell: object) -> str | None:
    if cell is None:
        return None
    if not isinstance(cell, str) or not _LOCALE.fullmatch(cell):
        raise _wrong("locale", "write a language tag such as ko-KR or en")
    return cell.replace("_", "-")


def _quiet_hours(cell: object) -> str | dict[str, str | None] | None:
    """None gives the house's quiet hours back; `{"default": None}` is never quiet and stays so."""
    if cell is None:
        return None
    return QuietHours.parse(cast("QuietHoursText", cell)).as_json() or {"default": None}


def _daily_cap(cell: object) -> int | None:
    if cell is None:
        return None
    if not isinstance(cell, int) or isinstance(cell, bool) or not 0 <= cell <= MOST_A_DAY:
        raise _wrong("daily_cap", f"daily_cap is a number from 0 to {MOST_A_DAY}")
    return cell


def _age_band(cell: object) -> str | None:
    if cell is None or (isinstance(cell, str) and cell in AGE_BANDS):
        return cell
    raise _wrong("age_band", "one of " + ", ".join(AGE_BANDS))


def _consents(cell: object, before: Mapping[str, bool]) -> dict[str, bool]:
    given = {} if cell is None else cell
    if not isinstance(given, Mapping) or set(given) - set(DEFAULT_CONSENTS):
        raise _wrong("consents", "consents are " + ", ".join(DEFAULT_CONSENTS))
    if not all(isinstance(allowed, bool) for allowed in given.values()):
        raise _wrong("consents", "each consent is true or false")
    return {**DEFAULT_CONSENTS, **({} if cell is None else before), **given}


def _wrong(field: str, hint: str) -> BadInput:
    return BadInput(f"{field}_unreadable", f"{field} cannot be used", hint=hint, field=field)


_READERS: Mapping[str, Callable[[object], object]] = {
    "name": _name,
    "timezone": _timezone,
    "locale": _locale,
    "quiet_hours": _quiet_hours,
    "daily_cap": _daily_cap,
    "age_band": _age_band,
}
