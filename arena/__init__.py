"""The arena: matches between players, and what they prove."""
