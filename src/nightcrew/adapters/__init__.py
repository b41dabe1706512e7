"""The neighbours as they really are."""
