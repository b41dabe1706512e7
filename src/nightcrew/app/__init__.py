"""The menu: one field a use case, wired once; the neighbours are the World."""

from nightcrew.app.menu import App
from nightcrew.app.with_stories import open_app
from nightcrew.app.world import World, open_world

__all__ = ["App", "World", "open_app", "open_world"]
