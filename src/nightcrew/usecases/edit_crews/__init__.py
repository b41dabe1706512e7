"""Crew text changed by people: published, compared, brought back, made and moved."""

from nightcrew.usecases.edit_crews.edit import EditCrews

__all__ = ["EditCrews"]
