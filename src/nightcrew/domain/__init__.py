"""The rules: frozen values and plain functions that know nobody."""
