"""Events to the backends that asked for them: at least once, re-checked before each attempt."""

from nightcrew.usecases.deliver_messages.deliver import DeliverMessages

__all__ = ["DeliverMessages"]
