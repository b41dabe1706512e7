from __future__ import annotations

import subprocess
import sys

import pytest

import nightcrew


def test_a_python_caller_finds_the_door_in_the_package_itself() -> None:
    for name in nightcrew.__all__:
        assert getattr(nightcrew, name).__name__ == name


def test_what_the_package_does_not_have_is_missing_as_always() -> None:
    with pytest.raises(AttributeError, match="opens_app"):
        nightcrew.opens_app  # noqa: B018 -- asking for it is what is tested


def test_importing_the_package_loads_none_of_what_it_offers() -> None:
    asked = "import sys, nightcrew; print('nightcrew.app' in sys.modules, 'litellm' in sys.modules)"

    told = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    ).stdout

    assert told.split() == ["False", "False"]


# What reads documents, and the stand-in for a model that is configured: 19 MB and 0.3 s.
WHEN_USED = ("pypdf", "bs4", "soupsieve", "litellm", "nightcrew.adapters.rehearsal.judge")


def test_opening_the_door_leaves_what_few_callers_use_until_it_is_used() -> None:
    loaded = f"[name for name in {WHEN_USED} if name in sys.modules]"
    asked = f"import sys, nightcrew; nightcrew.open_app; print({loaded})"

    told = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    ).stdout

    assert told.strip() == "[]"
