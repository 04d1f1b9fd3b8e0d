"""The rule policy of Samurai Sword."""

from kagemusha.search.policy cimport Policy


cdef class SamuraiSwordPolicy(Policy):
    """Plays by rules whose weights are a table."""

    def __init__(self, weights=None, epsilon=0.0, without=()):
        pass


def make_policy(game, style="", epsilon=0.0, weights=None, without=()):
    return SamuraiSwordPolicy(weights, epsilon, without)
