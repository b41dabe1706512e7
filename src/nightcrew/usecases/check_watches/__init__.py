"""Watches: look, and let the crew speak once when what was waited for is there."""

from nightcrew.usecases.check_watches.check import CheckWatches, has_news

__all__ = ["CheckWatches", "has_news"]
