"""The HTTP door: parse, call one use case, show."""
