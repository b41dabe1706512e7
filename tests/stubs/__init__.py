"""Neighbours that answer on this machine: local HTTP servers with scripted answers."""
