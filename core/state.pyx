"""The slow, checked Python face that all games share, on top of the verbs of state.pxd."""

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from kagemusha.core.rng cimport mix, next_bits, rng_t, start
from kagemusha.core.tape cimport ACTION as ACTION_ENTRY
from kagemusha.core.tape cimport drop_tape, new_tape
from kagemusha.core.types cimport MAX_LEGAL, MAX_SEATS, TERMINAL as TERMINAL_SEAT

TERMINAL = TERMINAL_SEAT
ACTION = ACTION_ENTRY
MAX_EVENTS = EVENT_KINDS


cdef class State:
    """A position of a game together with the log of how it came about."""

    def __dealloc__(self):
        drop_tape(self.tape)
        free_forced(self)

    # The verbs: every game writes its own.

    cdef int mover(self) noexcept nogil:
        return TERMINAL_SEAT

    cdef int legal(self, action_t* out) noexcept nogil:
        return 0

    cdef void apply(self, action_t action) noexcept nogil:
        pass

    cdef void copy_from(self, State other) noexcept nogil:
        self.chance = other.chance

    cdef void reseed(self, uint64_t seed) noexcept nogil:
        self.chance.seed = mix(seed)
        memset(self.chance.used, 0, sizeof(self.chance.used))

    cdef uint64_t token(self, int seat) noexcept nogil:
        return 0

    cdef int hidden_type(self, int seat) noexcept nogil:
        return 0

    cdef int team(self, int seat) noexcept nogil:
        return seat

    cdef int block(self) noexcept nogil:
        return 0

    cdef void reopen(self) noexcept nogil:
        pass

    cdef int turn(self) noexcept nogil:
        return 0

    cdef void returns_into(self, float* out) noexcept nogil:
        pass

    cdef bint sees_action(self, int seat, action_t action) noexcept nogil:
        return True

    cdef void blind(self, int seat) noexcept nogil:
        pass

    cdef bint redact(self, Entry* entry, int seat) noexcept nogil:
        return True

    cdef State fresh(self):
        raise TypeError(f"{type(self).__name__} is not a game")

    # The Python face.

    def current_player(self):
        """The seat to act, or TERMINAL."""
        return self.mover()

    def is_terminal(self):
        return self.mover() == TERMINAL_SEAT

    def legal_actions(self):
        """The legal actions, ascending; none after the end."""
        cdef action_t out[MAX_LEGAL]
        cdef int i, count = self.legal(out)
        return [out[i] for i in range(count)]

    def apply_action(self, action):
        """Play a legal action; anything else is refused and the state is untouched."""
        cdef State before
        number = self._checked(action)
        if self.forced == NULL:
            self._play(number)
            return
        before = self.clone()
        self._play(number)
        if self.forced.refused:
            self.become(before)
            free_forced(self)
            raise ValueError("a forced outcome is impossible: the action was not played")
        if self.forced.taken == self.forced.count:
            free_forced(self)

    def returns(self):
        """One number per seat: 1 for a win, 0 for a loss, a share of 1 for a tie."""
        cdef float out[MAX_SEATS]
        if self.mover() != TERMINAL_SEAT:
            raise ValueError("the game is not over: there are no returns yet")
        memset(out, 0, sizeof(out))
        self.returns_into(out)
        return [float(out[seat]) for seat in range(self.game.players)]

    def clone(self):
        """An independent copy, log included."""
        cdef State twin = self.fresh()
        twin.game = self.game
        twin.become(self)
        return twin

    def history(self):
        """The actions played so far."""
        return [value for what, _, _, value in self.entries() if what == ACTION_ENTRY]

    def chance_record(self):
        """The random events so far, as (event, outcome) pairs of names, in their order."""
        return [
            (self.game.EVENTS[what], self.game.outcome_name(what, value))
            for what, _, _, value in self.entries()
            if what < EVENT_KINDS
        ]

    def force(self, outcomes):
        """Make the next random events come out as these (event, outcome) pairs say."""
        self.force_numbers(
            [self.game.outcome_number(event, outcome) for event, outcome in outcomes]
        )

    def force_numbers(self, pairs):
        """The same, with the numbers of events and outcomes."""
        free_forced(self)
        if not pairs:
            return
        self.forced = <Forced*>malloc(sizeof(Forced))
        self.forced.count = len(pairs)
        self.forced.taken = 0
        self.forced.refused = False
        self.forced.events = <uint8_t*>malloc(len(pairs))
        self.forced.outcomes = <int16_t*>malloc(len(pairs) * sizeof(int16_t))
        for i, (event, outcome) in enumerate(pairs):
            self.forced.events[i] = event
            self.forced.outcomes[i] = outcome

    def random_playouts(self, n, seed=0):
        """Play n uniformly random games from here: (choices made, mean returns by seat).

        A choice is a node with two or more legal actions.
        """
        cdef int games = checked_count(n)
        cdef uint64_t key = checked_seed(seed)
        cdef double sums[MAX_SEATS]
        cdef uint64_t choices
        cdef State world = self.fresh()
        memset(sums, 0, sizeof(sums))
        with nogil:
            choices = play_out(self, world, games, key, sums)
        return choices, [sums[seat] / games for seat in range(self.game.players)]

    def action_to_string(self, action):
        """The action in words, as it reads in this position."""
        return self.game.action_string(self, self._checked(action))

    def string_to_action(self, text):
        """The legal action that reads so; capitals and accents do not matter."""
        return self.game.find_action(self, text)

    def observation(self, seat, *, int since=0):
        """All that this seat may know, and nothing more; events from an entry of the log on."""
        return self.game.observe(self, self.game.checked_seat(seat), since)

    def view(self, seat):
        """What this seat is handed: it cannot leak, for the truth is not in it."""
        return self.game.new_view(self, self.game.checked_view_seat(seat))

    def to_dict(self):
        """The whole position as readable JSON; `game.from_dict` reads it back."""
        return self.game.write_position(self)

    def __str__(self):
        mover = self.mover()
        who = "over" if mover == TERMINAL_SEAT else f"seat {mover} to act"
        return f"{self.game}, {who}"

    def __repr__(self):
        return f"<{self}>"

    # For the game's own modules.

    def entries(self, int since=0):
        """The log as (what, seat, other, value) numbers."""
        cdef int i
        cdef Entry* entry
        self.tell_past()
        result = []
        for i in range(max(since, 0), self.length):
            entry = &self.tape.entries[i]
            result.append((entry.what, entry.seat, entry.other, entry.value))
        return result

    def log_length(self):
        self.tell_past()
        return self.length

    def chance_key(self):
        """The seed as stored, and how many outcomes of each event are used up."""
        return self.chance.seed, [self.chance.used[i] for i in range(EVENT_KINDS)]

    def set_chance_key(self, seed, used):
        self.chance.seed = seed
        for i in range(EVENT_KINDS):
            self.chance.used[i] = used[i]

    def begin(self, game, seed, chance=()):
        """Take the empty log and the seed of a new game; forced outcomes come first."""
        self.game = game
        self.reseed(checked_seed(seed))
        drop_tape(self.tape)
        self.tape = new_tape()
        self.length = 0
        self.force_numbers(chance)

    def begin_log(self, State origin):
        """Start an empty log here; `origin` is a copy of this position."""
        drop_tape(self.tape)
        self.tape = new_tape()
        self.length = 0
        self.origin = origin

    def tell_past(self):
        """Give a sampled world its log, which is only made when somebody asks for it."""
        if self.teller is not None:
            teller, self.teller = self.teller, None
            teller.tell(self, self.told_with)

    def take_log(self, State other):
        """Share the log of a state that is equal but for its chance."""
        other.tape.owners += 1
        drop_tape(self.tape)
        self.tape = other.tape
        self.length = other.length
        self.origin = other.origin

    def log_bytes(self):
        self.tell_past()
        return (<char*>self.tape.entries)[:self.length * sizeof(Entry)] if self.length else b""

    def unforced(self):
        """Forced outcomes that have not come yet."""
        return 0 if self.forced == NULL else self.forced.count - self.forced.taken

    def token_of(self, int seat):
        """The token of a seat."""
        return self.token(seat)

    def forced_refused(self):
        """Whether a forced outcome was impossible."""
        return self.forced != NULL and self.forced.refused

    def hot_size(self):
        """Bytes that copy_from copies."""
        return sizeof(Chance)

    cdef void become(self, State other) noexcept:
        self.copy_from(other)
        if other.tape != NULL:
            other.tape.owners += 1
        drop_tape(self.tape)
        self.tape = other.tape
        self.length = other.length
        self.origin = other.origin
        self.teller = other.teller
        self.told_with = other.told_with
        self.last_views = None if other.last_views is None else dict(other.last_views)

    def _play(self, int action):
        cdef int seat, watchers = 0
        self.tell_past()
        for seat in range(self.game.players):
            watchers |= self.sees_action(seat, action) << seat
        note(self, ACTION_ENTRY, self.mover(), watchers, action)
        self.apply(action)

    def _checked(self, action):
        """The number of a legal action, or a ValueError that names it and the seat."""
        cdef action_t out[MAX_LEGAL]
        cdef int i, number, count
        if isinstance(action, bool) or not hasattr(action, "__index__"):
            raise TypeError(f"an action is a whole number, not {action!r}")
        if self.mover() == TERMINAL_SEAT:
            raise ValueError(f"action {action} is illegal: the game is over")
        if 0 <= action < self.game.num_distinct_actions:
            number = action
            count = self.legal(out)
            for i in range(count):
                if out[i] == number:
                    return number
        raise ValueError(
            f"action {action} is illegal for seat {self.mover()}: "
            f"legal are {self.legal_actions()}"
        )


cdef int forced_outcome(State state, int event) noexcept nogil:
    cdef Forced* forced = state.forced
    if forced.taken == forced.count:
        return NONE
    forced.taken += 1
    if forced.events[forced.taken - 1] != event:
        forced.refused = True
        return NONE
    return forced.outcomes[forced.taken - 1]


cdef void free_forced(State state) noexcept:
    if state.forced != NULL:
        free(state.forced.events)
        free(state.forced.outcomes)
        free(state.forced)
        state.forced = NULL


cdef uint64_t play_out(
    State root, State world, int games, uint64_t seed, double* sums
) noexcept nogil:
    """Uniformly random games from `root`, played in `world`; adds up the returns."""
    cdef rng_t rng
    cdef uint64_t choices = 0
    cdef int _game
    start(&rng, seed)
    for _game in range(games):
        world.copy_from(root)
        world.reseed(next_bits(&rng))
        choices += finish_at_random(world, &rng, sums)
    return choices


cdef uint64_t finish_at_random(State world, rng_t* rng, double* sums) noexcept nogil:
    cdef action_t actions[MAX_LEGAL]
    cdef float result[MAX_SEATS]
    cdef uint64_t choices = 0
    cdef int seat, count
    while world.mover() != TERMINAL_SEAT:
        count = world.legal(actions)
        if count > 1:
            choices += 1
            world.apply(actions[below(next_bits(rng), count)])
        else:
            world.apply(actions[0])
    memset(result, 0, sizeof(result))
    world.returns_into(result)
    for seat in range(MAX_SEATS):
        sums[seat] += result[seat]
    return choices


def checked_count(n):
    """A number of games as the core takes it."""
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        raise TypeError(f"a number of games is a whole number, not {n!r}")
    if not 1 <= n < 2**31:
        raise ValueError(f"the number of games must be from 1 to 2147483647, not {n}")
    return n


def checked_seed(seed):
    """A seed as the core takes it: a whole number of 64 bits."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise TypeError(f"a seed is a whole number, not {seed!r}")
    if not 0 <= seed < 2**64:
        raise ValueError(f"a seed must be from 0 to 2**64 - 1, not {seed}")
    return int(seed)
