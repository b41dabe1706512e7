"""Companion crews that remember rightly, dream at night and speak at the right moment."""
