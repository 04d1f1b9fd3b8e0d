"""Games written in Python, as states and views of the contract: slower, for trying things out.

A position is any object with current_player(), legal_actions(), apply_action(action),
returns(), clone() and sample(seat, seed), the last a position that the seat cannot tell
from this one. Where a game has them, these are asked as well: token(seat),
sees_action(seat, action), hidden_type(seat), team(seat), block(), reopen(), turn() and
reseed(seed). Numbers are those of state.pxd.
"""

from types import SimpleNamespace

from libc.stdint cimport uint64_t

from kagemusha.core.rng cimport next_bits, rng_t
from kagemusha.core.state cimport State
from kagemusha.core.types cimport MAX_LEGAL, MAX_SEATS, TERMINAL, action_t
from kagemusha.core.view cimport View


cdef class PythonState(State):
    """A position of a game that is written in Python.

    An error in the game ends the iteration: the state then looks finished, with no returns.
    """

    cdef object position
    cdef object errors          # a list that all states of a search share

    cdef int mover(self) noexcept nogil:
        with gil:
            if self.errors:
                return TERMINAL
            try:
                return self.position.current_player()
            except Exception as error:
                self.errors.append(error)
                return TERMINAL

    cdef int legal(self, action_t* out) noexcept nogil:
        cdef int count = 0
        with gil:
            try:
                for action in sorted(self.position.legal_actions()):
                    if count == MAX_LEGAL:
                        raise ValueError(f"more than {MAX_LEGAL} legal actions in one position")
                    out[count] = action
                    count += 1
            except Exception as error:
                self.errors.append(error)
        return count

    cdef void apply(self, action_t action) noexcept nogil:
        with gil:
            try:
                self.position.apply_action(action)
            except Exception as error:
                self.errors.append(error)

    cdef void copy_from(self, State other) noexcept nogil:
        with gil:
            self.take((<PythonState>other).position, (<PythonState>other).errors)

    cdef void reseed(self, uint64_t seed) noexcept nogil:
        with gil:
            self.ask("reseed", (seed,), None)

    cdef uint64_t token(self, int seat) noexcept nogil:
        with gil:
            return hash(self.ask("token", (seat,), 0)) & <uint64_t>0xFFFFFFFFFFFFFFFF

    cdef int hidden_type(self, int seat) noexcept nogil:
        with gil:
            return self.ask("hidden_type", (seat,), 0)

    cdef int team(self, int seat) noexcept nogil:
        with gil:
            return self.ask("team", (seat,), seat)

    cdef int block(self) noexcept nogil:
        with gil:
            return self.ask("block", (), 0)

    cdef void reopen(self) noexcept nogil:
        with gil:
            self.ask("reopen", (), None)

    cdef int turn(self) noexcept nogil:
        with gil:
            return self.ask("turn", (), 0)

    cdef bint sees_action(self, int seat, action_t action) noexcept nogil:
        with gil:
            return self.ask("sees_action", (seat, action), True)

    cdef void returns_into(self, float* out) noexcept nogil:
        with gil:
            if self.errors:
                return
            try:
                for seat, value in enumerate(self.position.returns()):
                    out[seat] = value
            except Exception as error:
                self.errors.append(error)

    cdef State fresh(self):
        cdef PythonState blank = PythonState.__new__(PythonState)
        blank.game = self.game
        blank.errors = self.errors
        return blank

    def tell_past(self):
        """A position of Python has no log."""

    def view(self, seat):
        """What a seat sees of the position."""
        return view_of(
            self.position, seat, players=self.game.players, actions=self.game.num_distinct_actions,
            longest=self.game.max_game_length,
        )

    def take(self, position, errors):
        """Become a copy of a position."""
        try:
            self.position = None if position is None else position.clone()
            self.errors = errors
        except Exception as error:
            errors.append(error)

    def ask(self, verb, arguments, default):
        """The answer to a verb that a game need not have."""
        try:
            found = getattr(self.position, verb, None)
            return default if found is None else found(*arguments)
        except Exception as error:
            self.errors.append(error)
            return default


cdef class PythonView(View):
    """A game written in Python, as one seat sees it."""

    cdef object position

    def __init__(self, position, int seat, *, int players, int actions, int longest=10_000):
        cdef PythonState face = PythonState.__new__(PythonState)
        if not 1 <= players <= MAX_SEATS:
            raise ValueError(f"a game has 1 to {MAX_SEATS} seats, not {players}")
        self.game = SimpleNamespace(
            name=type(position).__name__,
            players=players,
            num_distinct_actions=actions,
            max_game_length=longest,
        )
        self.seat = seat
        self.position = position
        face.game = self.game
        face.errors = []
        face.position = position.sample(seat, 0)
        self.face = face

    cdef void sample_into(self, State world, const float* weights, rng_t* rng) noexcept nogil:
        cdef uint64_t seed = next_bits(rng)
        with gil:
            self.deal_to(<PythonState>world, seed)

    def deal_to(self, PythonState world, seed):
        try:
            world.position = self.position.sample(self.seat, seed)
        except Exception as error:
            world.errors.append(error)

    def check(self):
        """Raise what went wrong in the game during a search."""
        errors = (<PythonState>self.face).errors
        if errors:
            error = errors[0]
            errors.clear()
            raise error


def view_of(position, seat=None, *, players, actions, longest=10_000):
    """What a seat (whoever is to act) sees of a position, ready to be searched.

    `actions` is one more than the highest number of an action, `longest` a bound on the
    actions of a game.
    """
    return PythonView(
        position,
        position.current_player() if seat is None else seat,
        players=players,
        actions=actions,
        longest=longest,
    )
