"""Second referees: the three games in plain, slow Python, written from the rulebooks and rulings alone."""
