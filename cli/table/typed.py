"""A line to type in: the number of an action, a part of its name, or a command."""

from collections.abc import Sequence

from textual import on
from textual.message import Message
from textual.widgets import Input

from kagemusha.cli.answers import Answer, Chosen, by_name, understand


class TypedLine(Input):
    """Closed until somebody wants to type."""

    class Guessed(Message):
        """What is typed so far fits one action only."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    class Answered(Message):
        """Something was typed and sent."""

        def __init__(self, answer: Answer) -> None:
            super().__init__()
            self.answer = answer

    def __init__(self) -> None:
        super().__init__(placeholder="a number, or part of a name", id="typed", compact=True)
        self.actions: Sequence[str] = ()

    def open(self, actions: Sequence[str]) -> None:
        self.actions = actions
        self.value = ""
        self.add_class("-open")
        self.focus()

    def close(self) -> None:
        self.remove_class("-open")

    @on(Input.Changed)
    def guess(self, event: Input.Changed) -> None:
        event.stop()
        answer = by_name(event.value, self.actions)
        if event.value and isinstance(answer, Chosen):
            self.post_message(self.Guessed(answer.place))

    @on(Input.Submitted)
    def send(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Answered(understand(event.value, self.actions)))
