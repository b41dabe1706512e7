"""What a call cost, as far as known: tokens from the provider, prices from litellm's table."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Any

from nightcrew.ports import Usage


def usage_of(library: Any, model: str, tokens: Any) -> Usage:
    """Put a provider's token counts into our figures; tokens it did not tell are 0."""
    return Usage(
        model=model,
        model_calls=1,
        prompt_tokens=int(getattr(tokens, "prompt_tokens", 0) or 0),
        completion_tokens=int(getattr(tokens, "completion_tokens", 0) or 0),
        cost=_cost(library, model, tokens),
    )


def _cost(library: Any, model: str, tokens: Any) -> Decimal | None:
    """USD, or None when litellm's table does not price this model."""
    if tokens is None or not _is_priced(library, model):
        return None
    for_prompt, for_completion = library.cost_per_token(model=model, usage_object=tokens)
    return Decimal(str(for_prompt)) + Decimal(str(for_completion))


@cache
def _is_priced(library: Any, model: str) -> bool:
    """Asked once a model: to find nothing takes litellm longer than to find something."""
    try:
        library.cost_per_token(model=model, prompt_tokens=1, completion_tokens=1)
    except Exception as error:
        # litellm has no one class for "not in the table"; anything but these is a real fault
        if type(error).__module__.startswith("litellm") or isinstance(
            error, (ValueError, KeyError)
        ):
            return False
        raise
    return True
