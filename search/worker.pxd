"""One thread's share of a search: its tree, its worlds, its luck."""

from libc.stdint cimport int16_t, int64_t, uint32_t, uint64_t

from kagemusha.core.rng cimport rng_t
from kagemusha.core.state cimport State
from kagemusha.core.types cimport MAX_LEGAL, MAX_SEATS, action_t
from kagemusha.core.view cimport View
from kagemusha.search.playout cimport Mast
from kagemusha.search.policy cimport Evaluator, Policy
from kagemusha.search.settings cimport Settings
from kagemusha.search.tree cimport Tree

cdef enum:
    MAX_STEPS = 512             # choices in the tree in one iteration
    LEGAL_ROOM = 16384          # their legal actions, all together
    MAX_PATH = 4096             # actions in the tree in one iteration, forced ones too

cdef struct Step:               # a choice made in the tree
    uint32_t node
    uint32_t edge
    int16_t seat
    int16_t bandit
    bint learns                 # the result of this iteration counts here
    float chance                # of the choice, if the bandit has one
    int first                   # of its legal edges, in Worker.legal
    int count

cdef struct Place:              # where a step of the tree was made
    uint64_t key                # what the observer had noticed
    int played                  # actions before it

cdef class Stop:
    """A flag that ends searches in other threads."""

    cdef int raised

cdef class Worker:
    cdef Settings settings
    cdef View view
    cdef Policy policy
    cdef Evaluator evaluator
    cdef Mast mast
    cdef Tree tree
    cdef State world
    cdef State trial                        # for looking one step ahead
    cdef float* weights                     # of role assignments, or NULL
    cdef bint weighs                        # selection reads the policy's weights
    cdef rng_t rng
    cdef uint64_t seed
    cdef int players
    cdef int observer                       # the searching seat
    cdef readonly int64_t iterations        # done since the last root was set
    cdef readonly uint64_t choices          # made in them, in the tree and in play-outs

    # The root.
    cdef uint64_t root_key                  # of where iterations begin
    cdef uint64_t answer_key                # of the node whose statistics are the answer
    cdef uint32_t answer                    # that node, once it is there
    cdef int root_block
    cdef int num_root_actions
    cdef action_t root_actions[MAX_LEGAL]
    cdef int root_choice                    # of this iteration, or -1
    cdef int64_t root_visits[MAX_LEGAL]
    cdef double seat_totals[MAX_LEGAL][MAX_SEATS]

    # The iteration under way.
    cdef uint64_t keys[MAX_SEATS]           # what each observer has noticed since the root
    cdef uint64_t entry[MAX_SEATS]          # the same, when the simultaneous choice began
    cdef uint64_t committed[MAX_SEATS]      # a seat's own choices in it
    cdef int block
    cdef bint merging                       # tokens do not count now
    cdef int num_steps
    cdef int num_legal
    cdef Step steps[MAX_STEPS]
    cdef uint32_t legal[LEGAL_ROOM]

    # Worlds dealt anew for other seats.
    cdef uint64_t world_seed                # of the iteration's world
    cdef int redealt_for                    # the seat for whom this world was dealt, or NOBODY
    cdef int num_played
    cdef action_t played[MAX_PATH]          # since the root
    cdef Place places[MAX_STEPS]            # of the steps
    cdef object error                       # what a game raised meanwhile, or None

    cdef void iterate(self) noexcept nogil
    # Where the position at hand is, seen from where iterations begin.
    cdef void set_answer(self, uint64_t key) noexcept nogil
