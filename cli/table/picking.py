"""Picking one of several actions by number or letter."""

# Letters that are commands at the table name no action.
COMMANDS = frozenset("hilqrsu")
LETTERS = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in COMMANDS]


class Picker:
    """Digits add up to a number; a number that no other one begins with counts at once."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.typed = ""

    def press(self, key: str) -> int | None:
        """The place that is chosen with this key, if it is a choice now."""
        if len(key) == 1 and key in LETTERS:
            place = LETTERS.index(key)
            return place if place < self.count else None
        if not key.isdecimal():
            return None
        if self.number(self.typed + key) is None:
            self.typed = ""
        if self.number(self.typed + key) is None:
            return None
        self.typed += key
        return self.chosen() if int(self.typed) * 10 > self.count else None

    def chosen(self) -> int | None:
        """The place of the number typed so far; it is used up."""
        number = self.number(self.typed)
        self.typed = ""
        return None if number is None else number - 1

    def number(self, text: str) -> int | None:
        return int(text) if text and 1 <= int(text) <= self.count else None


def letter_of(place: int) -> str:
    return LETTERS[place] if place < len(LETTERS) else " "
