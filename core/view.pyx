"""The Python face of views, and what they share; a game writes how to sample."""

import hashlib

from libc.string cimport memset

from kagemusha.core.rng cimport next_bits, rng_t, start
from kagemusha.core.state cimport HIDDEN, State, finish_at_random
from kagemusha.core.tape cimport ACTION, Entry, new_tape, write
from kagemusha.core.types cimport MAX_SEATS, TERMINAL

from kagemusha.core.state import checked_count, checked_seed

EVERYTHING = ALL


cdef class View:
    """The game as one seat sees it."""

    def __init__(self, State state not None, int seat):
        self.game = state.game
        self.seat = seat
        self.face = face_of(state, seat)
        if state.last_views is None:
            state.last_views = {}
        self.predecessor = state.last_views.get(seat)
        if self.predecessor is not None and not self.predecessor.ready:
            self.predecessor = self.predecessor.predecessor
        state.last_views[seat] = self

    cdef int assignments(self) noexcept nogil:
        return 1

    cdef void sample_into(self, State world, const float* weights, rng_t* rng) noexcept nogil:
        world.copy_from(self.face)
        world.reseed(next_bits(rng))

    cdef bint deal_into(self, State world, bint keep_own, rng_t* rng) noexcept nogil:
        return False

    cdef void study(self):
        pass

    cpdef get_ready(self):
        """Work out what the seat knows, if that has not been done yet."""
        if not self.ready:
            self.study()
            self.ready = True
            self.predecessor = None

    def check(self):
        """Raise what went wrong below the verbs, which cannot; a compiled game has nothing."""

    def current_player(self):
        """The seat to act, or TERMINAL."""
        return self.face.mover()

    def is_terminal(self):
        return self.face.mover() == TERMINAL

    def block(self):
        """Id of a simultaneous choice under way; 0 if there is none."""
        return self.face.block()

    def turn(self):
        """Turns begun."""
        return self.face.turn()

    def legal_actions(self):
        """What the seat may do now, ascending; nothing if it is not to act."""
        if self.seat != ALL and self.face.mover() != self.seat:
            return []
        return self.face.legal_actions()

    def action_to_string(self, action):
        """A legal action in words."""
        return self.face.action_to_string(action)

    def string_to_action(self, text):
        """The legal action that reads so; capitals and accents do not matter."""
        return self.face.string_to_action(text)

    def observation(self):
        """All that the seat may know, and nothing more."""
        if self.seat == ALL:
            raise ValueError("a view of everything has no observation of its own")
        return self.game.observe(self.face, self.seat)

    def returns(self):
        """The result of a finished game."""
        return self.face.returns()

    def key(self):
        """The same text for all states that the seat cannot tell apart."""
        digest = hashlib.blake2b(f"{self.game!r} {self.seat}".encode(), digest_size=16)
        digest.update(self.face.log_bytes())
        digest.update(self.face.table_bytes())
        if self.face.origin is not None:
            digest.update(self.face.origin.table_bytes())
        return digest.hexdigest()

    def blind_state(self):
        """What the seat sees, as a state: hidden cards are not there, hidden roles mean nothing."""
        return self.face.clone()

    def role_assignments(self):
        """The role assignments still possible, each a list of roles by seat."""
        return []

    def sample(self, seed):
        """A whole state, drawn from all those that the seat cannot tell from the truth."""
        cdef rng_t rng
        cdef State world = self.face.fresh()
        start(&rng, checked_seed(seed))
        self.get_ready()
        self.sample_into(world, NULL, &rng)
        world.teller = self
        world.told_with = seed
        return world

    def random_playouts(self, n, seed=0):
        """Play n uniformly random games, each from a fresh sample: (choices made, mean returns)."""
        cdef int games = checked_count(n)
        cdef rng_t rng
        cdef double sums[MAX_SEATS]
        cdef unsigned long long choices = 0
        cdef State world = self.face.fresh()
        cdef int _game
        start(&rng, checked_seed(seed))
        memset(sums, 0, sizeof(sums))
        self.get_ready()
        with nogil:
            for _game in range(games):
                self.sample_into(world, NULL, &rng)
                choices += finish_at_random(world, &rng, sums)
        return choices, [sums[seat] / games for seat in range(self.game.players)]

    def tell(self, State world not None, seed):
        """The log of a sampled world, by replaying a past that fits it."""
        cdef State told
        if self.seat == ALL:
            world.take_log(self.face)
            return
        origin, chance, actions = self.past(seed)
        if origin is None:
            told = self.game.deal_forced(0, chance)
        else:
            told = origin
            told.begin_log(origin.clone())
            told.force_numbers(chance)
        for action in actions:
            told.apply_action(action)
        if told.unforced():
            raise RuntimeError("the past of a sampled world does not replay")
        world.take_log(told)

    def past(self, seed):
        """(origin or None, chance outcomes, actions) of a past that fits the sample of a seed."""
        raise NotImplementedError


cdef State face_of(State state, int seat):
    """A copy that has only what the seat can see."""
    cdef State face = state.fresh()
    cdef Entry entry
    cdef int i
    state.tell_past()
    face.copy_from(state)
    memset(&face.chance, 0, sizeof(face.chance))
    face.tape = new_tape()
    for i in range(state.length):
        entry = state.tape.entries[i]
        if seat != ALL and entry.what == ACTION and not entry.other >> seat & 1:
            entry.value = HIDDEN
        if seat == ALL or state.redact(&entry, seat):
            face.tape = write(face.tape, face.length, entry)
            face.length += 1
    face.origin = None if state.origin is None else blind_copy(state.origin, seat)
    if seat != ALL:
        face.blind(seat)
    return face


cdef State blind_copy(State state, int seat):
    cdef State copy = state.fresh()
    copy.copy_from(state)
    memset(&copy.chance, 0, sizeof(copy.chance))
    if seat != ALL:
        copy.blind(seat)
    return copy
