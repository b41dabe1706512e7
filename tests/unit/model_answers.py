"""Answers as models write them."""

from __future__ import annotations

import json

import pytest

from nightcrew.adapters.answers import read_answer
from nightcrew.domain.dream import Proposal
from nightcrew.domain.errors import ModelFailure

CREATE = {"action": "create", "kind": "fact", "text": "라면을 좋아한다", "cites": ["e1"]}


def changes(*given: object) -> str:
    return json.dumps({"changes": given}, ensure_ascii=False)


def failure_of(text: str, kind: type = Proposal, finish_reason: str = "stop") -> ModelFailure:
    with pytest.raises(ModelFailure) as caught:
        read_answer(text, kind, finish_reason=finish_reason)
    return caught.value
