"""Erasing: the words of a memory, a turn, a conversation or a person leave every table."""

from nightcrew.usecases.erase_words.erase import EraseWords

__all__ = ["EraseWords"]
