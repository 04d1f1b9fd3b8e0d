"""The policies and evaluators that need no knowledge of a game, and the Python face of all."""

from libc.string cimport memset

from kagemusha.core.rng cimport below, next_bits, rng_t, start
from kagemusha.core.state cimport State
from kagemusha.core.types cimport MAX_LEGAL, MAX_SEATS, TERMINAL, action_t

from kagemusha.core.state import checked_seed


cdef class Policy:
    """A way to play: by default every legal action is as good as another."""

    cdef void weigh(
        self, State state, const action_t* actions, int count, float* out
    ) noexcept nogil:
        cdef int i
        for i in range(count):
            out[i] = 1.0

    cdef action_t pick(
        self, State state, const action_t* actions, int count, rng_t* rng
    ) noexcept nogil:
        return actions[below(next_bits(rng), count)]

    def weights(self, State state not None):
        """The weight of each legal action of the mover, by action."""
        cdef action_t actions[MAX_LEGAL]
        cdef float out[MAX_LEGAL]
        cdef int i, count = state.legal(actions)
        if count:
            self.weigh(state, actions, count, out)
        return {actions[i]: float(out[i]) for i in range(count)}

    def choose(self, State state not None, seed):
        """The mover's action, drawn with this seed."""
        cdef action_t actions[MAX_LEGAL]
        cdef rng_t rng
        cdef int count
        if state.mover() == TERMINAL:
            raise ValueError("the game is over: there is nothing to choose")
        start(&rng, checked_seed(seed))
        count = state.legal(actions)
        return self.pick(state, actions, count, &rng)

    def belief(self, view):
        """A weight for each of the view's role assignments, from what was done; None: all alike."""
        return None


cdef class Evaluator:
    """An opinion on who will win: by default all seats alike."""

    cdef void value(self, State state, float* out) noexcept nogil:
        cdef int seat
        for seat in range(MAX_SEATS):
            out[seat] = 0.5

    def values(self, State state not None):
        """The chance to win of every seat."""
        cdef float out[MAX_SEATS]
        memset(out, 0, sizeof(out))
        if state.mover() == TERMINAL:
            state.returns_into(out)
        else:
            self.value(state, out)
        return [float(out[seat]) for seat in range(state.game.players)]


def play_games(State root not None, policies, int games, seed):
    """Play games to the end with a policy for each seat: (choices made, mean returns by seat)."""
    cdef rng_t rng
    cdef action_t actions[MAX_LEGAL]
    cdef float result[MAX_SEATS]
    cdef double sums[MAX_SEATS]
    cdef State world = root.fresh()
    cdef Policy policy
    cdef int _game, seat, count
    cdef unsigned long long choices = 0
    seats = root.game.players
    if len(policies) != seats:
        raise ValueError(f"{seats} seats need {seats} policies, not {len(policies)}")
    start(&rng, checked_seed(seed))
    memset(sums, 0, sizeof(sums))
    by_seat = [<Policy?>policy for policy in policies]
    for _game in range(games):
        world.copy_from(root)
        world.reseed(next_bits(&rng))
        while world.mover() != TERMINAL:
            count = world.legal(actions)
            if count == 1:
                world.apply(actions[0])
                continue
            choices += 1
            policy = <Policy>by_seat[world.mover()]
            world.apply(policy.pick(world, actions, count, &rng))
        memset(result, 0, sizeof(result))
        world.returns_into(result)
        for seat in range(seats):
            sums[seat] += result[seat]
    return choices, [sums[seat] / games for seat in range(seats)]
