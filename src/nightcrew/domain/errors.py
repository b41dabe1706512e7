"""What may go wrong, as a tree; an error never knows its HTTP status.

NightcrewError
├── NotFound         no crew, memory, turn or user by that id
├── BadInput         the caller's data does not make sense
├── Refused          a rule of ours says no; trying again will not help
├── Stale            the ground moved while we were thinking
├── TooOften         a key called more than its limit; later it may again
└── OutsideFailure   something we do not own failed
    └── ModelFailure     the model was away, refused, or answered out of shape
"""

from __future__ import annotations

from nightcrew.domain.usage import Usage


class NightcrewError(Exception):
    """Root of every error this product raises on purpose.

    code: stable, machine-readable. hint: what to do next, in one sentence.
    The message may be shown to an operator and must hold no text of a user.
    """

    retryable = False

    def __init__(
        self,
        code: str,
        message: str,
        *,
        hint: str,
        field: str | None = None,
        details: dict[str, object] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.field = field
        self.details = details or {}


class NotFound(NightcrewError):
    """Nothing by that id in this tenant."""


class BadInput(NightcrewError):
    """The data handed in cannot be used; `field` names the part."""


class Refused(NightcrewError):
    """A rule says no, and says it again however often one asks."""


class Stale(NightcrewError):
    """What was read is no longer what is there; read again and start over."""

    retryable = True


class TooOften(NightcrewError):
    """Too much in too short a time; `details.wait_seconds` says when to come back."""

    retryable = True


class OutsideFailure(NightcrewError):
    """A neighbour failed; the caller may try again."""

    retryable = True


class ModelFailure(OutsideFailure):
    """A model gave no usable answer.

    kind: `provider_down`, `provider_timeout`, `bad_json`, `truncated` or `refused_by_model`; its
    own hint stands in where none is given. spent: what its unusable answers cost; they are paid
    like others.
    """

    def __init__(self, kind: str, message: str, *, hint: str = "") -> None:
        super().__init__("model_unavailable", message, hint=hint or _OF_MODELS[kind])
        self.kind = kind
        self.spent = Usage()

    @property
    def is_away(self) -> bool:
        """Whether nobody answered; else an answer came that is of no use."""
        return self.kind in ("provider_down", "provider_timeout")


_OF_MODELS = {
    "provider_down": "try again; `nightcrew doctor` tells whether the model answers",
    "provider_timeout": "try again later, or name a quicker model",
    "bad_json": "try again; name another model when it goes on",
    "truncated": "try again with less, or name a model that reads and writes more",
    "refused_by_model": "say it in other words, or name another model",
}
