"""A model of litellm over a provider that answers by script."""

from __future__ import annotations

import json
from contextlib import aclosing
from dataclasses import replace

import pytest

from nightcrew.adapters.litellm_model import LitellmModel
from nightcrew.adapters.patience import Patience
from nightcrew.domain.dream import Proposal
from nightcrew.domain.errors import ModelFailure
from nightcrew.ports import Piece, Question, Role
from tests.stubs.openai_server import OpenaiServer

SHORT = Patience(one_try=0.4, in_all=1.5)
LONG = Patience(one_try=5, in_all=10)
PROPOSAL = json.dumps({"changes": [{"action": "create", "text": "라면을 좋아한다"}]})
SECRET = "내 비밀은 열두시"


def model_of(
    provider: OpenaiServer,
    *,
    name: str = "openai/scripted",
    patience: Patience = LONG,
    base_url: str | None = None,
    api_key: str = "",
) -> LitellmModel:
    return LitellmModel(
        dict.fromkeys(Role, name),
        base_url=provider.base_url if base_url is None else base_url,
        api_key=api_key,
        patience=dict.fromkeys(Role, replace(patience, first_wait=0.01)),
    )


def question(name: str = "propose_changes", role: Role = Role.DREAM) -> Question:
    return Question(name=name, version=1, role=role, text=f"[e1] {SECRET}", inputs=None)


async def reply_of(model: LitellmModel) -> list[Piece]:
    async with aclosing(model.stream(question("reply", Role.REPLY))) as pieces:
        return [piece async for piece in pieces]


async def failure_of(model: LitellmModel) -> ModelFailure:
    with pytest.raises(ModelFailure) as caught:
        await model.ask(question(), answer=Proposal)
    assert SECRET not in str(caught.value)
    return caught.value
