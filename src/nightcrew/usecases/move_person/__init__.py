"""A person's memories out and in: whole exports, Markdown to edit, lists of other assistants."""

from nightcrew.usecases.move_person.move import MovePerson

__all__ = ["MovePerson"]
