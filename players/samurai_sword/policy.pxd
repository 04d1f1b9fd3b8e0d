"""The rule policy of Samurai Sword."""

from kagemusha.search.policy cimport Policy

cdef class SamuraiSwordPolicy(Policy):
    pass
