"""What can go wrong in an arena, said in one sentence."""


class ArenaError(ValueError):
    """A fault of the input, the journal or the disk. The text is meant for the user as it stands."""
