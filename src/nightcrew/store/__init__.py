"""All SQL: functions that take a connection, then a Pair."""
