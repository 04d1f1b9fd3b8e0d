"""Players: whoever chooses actions at a table."""
