"""From SearchParams to plain numbers."""

ALGORITHMS = {"so": SO, "mo": MO, "pimc": PIMC, "self": SELF, "flat": FLAT}
BANDITS = {
    "ucb1": UCB1, "ucb1tuned": UCB1_TUNED, "puct": PUCT, "smooth": SMOOTH, "exp3": EXP3, "rm": RM,
}
ROLLOUTS = {"uniform": UNIFORM, "rule": RULE, "mast": MAST}
FINALS = {"visits": BY_VISITS, "value": BY_VALUE, "lower": BY_LOWER, "mixed": MIXED}


cdef Settings settings_of(params):
    cdef Settings s
    s.algorithm = ALGORITHMS[params.algorithm]
    s.worlds = params.worlds
    s.from_hand = params.root == "hand"
    s.resample_own = params.resample_own
    s.types = params.types
    s.redeal = params.redeal
    s.branch_after = params.branch_after
    s.select = BANDITS[params.select]
    s.root_select = SAME if params.root_select == "same" else BANDITS[params.root_select]
    s.root_c = params.root_c
    s.block_select = BANDITS[params.block_select]
    s.c = params.c
    s.gamma = params.gamma
    s.smooth_start = params.smooth_start
    s.smooth_floor = params.smooth_floor
    s.smooth_decay = params.smooth_decay
    s.fpu = params.fpu
    s.bias = params.bias
    s.widen = params.widen
    s.widen_power = params.widen_power
    s.decisive = params.decisive
    s.rollout = ROLLOUTS[params.rollout]
    s.epsilon = params.epsilon
    s.cutoff = params.cutoff
    s.paranoid = params.backup == "paranoid"
    s.final = FINALS[params.final]
    s.iterations = params.iterations
    s.early_stop = params.early_stop and params.threads == 1
    return s


cdef bint needs_priors(Settings* settings) noexcept nogil:
    return (
        settings.select == PUCT
        or settings.root_select == PUCT
        or settings.block_select == PUCT
        or settings.bias > 0
        or settings.widen > 0
    )
