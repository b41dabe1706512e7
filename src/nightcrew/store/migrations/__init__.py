"""Handwritten, forward-only steps from one shape of the tables to the next."""
