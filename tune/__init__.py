"""The tuner: settings are tried on the same deals, recommended by what is sure, and verified."""
