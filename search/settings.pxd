"""The search parameters as plain numbers; params.py has their table and meanings."""

from libc.stdint cimport int64_t

cdef enum:
    # algorithm
    SO = 0
    MO = 1
    PIMC = 2
    SELF = 3
    FLAT = 4

    # select, root_select, block_select
    SAME = -1
    UCB1 = 0
    UCB1_TUNED = 1
    PUCT = 2
    SMOOTH = 3
    EXP3 = 4
    RM = 5

    # rollout
    UNIFORM = 0
    RULE = 1
    MAST = 2

    # final
    BY_VISITS = 0
    BY_VALUE = 1
    BY_LOWER = 2
    MIXED = 3

cdef struct Settings:
    int algorithm
    int worlds
    bint from_hand
    bint resample_own
    bint types
    bint redeal
    int branch_after
    int select
    int root_select
    double root_c
    int block_select
    double c
    double gamma
    double smooth_start
    double smooth_floor
    double smooth_decay
    double fpu
    double bias
    double widen
    double widen_power
    bint decisive
    int rollout
    double epsilon
    int cutoff
    bint paranoid
    int final
    int64_t iterations
    bint early_stop

cdef Settings settings_of(params)
# Whether a selection reads the policy's weights.
cdef bint needs_priors(Settings* settings) noexcept nogil
