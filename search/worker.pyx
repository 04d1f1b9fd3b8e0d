"""The iteration: draw a world, walk down the tree, play out, learn.

One routine serves all algorithms; they differ in the worlds drawn, in whose choices have
nodes, and in whose observations the nodes are found by.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from cpython.exc cimport PyErr_CheckSignals

from kagemusha.core.rng cimport below, keyed, next_bits, rng_t, start
from kagemusha.core.types cimport MAX_LEGAL, MAX_SEATS, NOBODY, TERMINAL, action_t
from kagemusha.core.view cimport ALL, View
from kagemusha.search.bandits cimport choose, choose_average, learn_regret, open_edges
from kagemusha.search.playout cimport Mast, play_out
from kagemusha.search.policy cimport Evaluator, Policy
from kagemusha.search.settings cimport (
    BY_VISITS, EXP3, FLAT, MAST, MO, PIMC, RM, SAME, SELF, needs_priors, settings_of,
)
from kagemusha.search.tree cimport IMAGINED, NO_NODE, NOT_WEIGHED, Edge, Node, Tree, extend

from kagemusha.search.redeal import dealt_anew

cdef extern from "<time.h>" nogil:
    cdef struct timespec:
        long tv_sec
        long tv_nsec
    int CLOCK_MONOTONIC
    int clock_gettime(int clock, timespec* now)

cdef enum:
    NO_CHOICE = -1
    NO_BANDIT = -1
    FIXED_WORLDS = 7            # kind of event that the worlds of pimc are keyed by
    LOOK_UP_EVERY = 16          # iterations between looks at the clock, if there is no time limit

cdef double SIGNALS_EVERY = 0.005       # seconds


cdef class Stop:
    """A flag that ends searches in other threads."""

    def set(self):
        self.raised = True


cdef class Worker:
    """One thread's share of a search."""

    def __init__(self, View view not None, params, Policy policy, Evaluator evaluator, weights):
        self.settings = settings_of(params)
        self.view = view
        self.players = view.game.players
        self.policy = Policy() if policy is None else policy
        self.evaluator = Evaluator() if evaluator is None else evaluator
        self.weighs = needs_priors(&self.settings)
        self.tree = Tree(params.nodes)
        self.world = view.face.fresh()
        self.trial = view.face.fresh()
        self.redealt_for = NOBODY
        if self.settings.rollout == MAST:
            self.mast = Mast(view.game.num_distinct_actions, view.game.max_game_length)
        view.get_ready()
        self.set_weights(weights)
        self.check()

    def __dealloc__(self):
        free(self.weights)

    def set_weights(self, weights):
        """The belief in the role assignments of the view."""
        free(self.weights)
        self.weights = NULL
        if weights is None:
            return
        if len(weights) != self.view.assignments():
            raise ValueError(
                f"the view has {self.view.assignments()} role assignments, "
                f"there are {len(weights)} weights"
            )
        if min(weights) < 0 or not sum(weights) > 0:
            raise ValueError("weights of role assignments are not negative, and not all zero")
        self.weights = <float*>malloc(len(weights) * sizeof(float))
        for i, weight in enumerate(weights):
            self.weights[i] = weight

    def check(self):
        """What the view cannot do."""
        cdef rng_t rng
        if self.settings.redeal and self.weights != NULL:
            raise ValueError("redeal=true knows no belief in role assignments")
        if self.settings.from_hand:
            start(&rng, 0)
            if not self.view.deal_into(self.world, True, &rng):
                raise ValueError(f"{self.view.game.name} cannot be searched with root=hand")

    def begin(self, uint64_t seed, trail=()):
        """Start a tree; the trail leads from where iterations begin to the position at hand."""
        cdef uint64_t key = 0
        self.tree.clear()
        self.seed = seed
        start(&self.rng, seed)
        self.observer = self.view.face.mover() if self.view.seat == ALL else self.view.seat
        self.root_key = 0
        for seen, token in trail:
            key = extend(key, seen, token)
        self.set_answer(key)

    def go_on(self, View view not None, weights, uint64_t seed, trail):
        """Move the root along a trail and keep the tree below it; start anew if it is not there."""
        cdef uint64_t key = self.root_key
        self.view = view
        view.get_ready()
        self.set_weights(weights)
        for seen, token in trail:
            key = extend(key, seen, token)
        self.root_key = key
        self.seed = seed
        start(&self.rng, seed)
        self.set_answer(key)
        if self.tree.nodes[self.answer].count == 0:
            self.begin(seed)

    cdef void set_answer(self, uint64_t key) noexcept nogil:
        cdef int world
        self.root_block = self.view.face.block()
        self.num_root_actions = self.view.face.legal(self.root_actions)
        self.iterations = 0
        self.choices = 0
        memset(self.root_visits, 0, sizeof(self.root_visits))
        memset(self.seat_totals, 0, sizeof(self.seat_totals))
        memset(self.committed, 0, sizeof(self.committed))
        self.world.copy_from(self.view.face)
        self.block = self.root_block
        self.keys[self.observer] = key
        self.entry[self.observer] = key
        self.answer_key = node_key(self, self.observer, self.observer)
        self.answer = self.tree.find(self.answer_key)
        if self.settings.algorithm == PIMC:
            for world in range(self.settings.worlds):
                self.keys[self.observer] = extend(key, world + 1, FIXED_WORLDS)
                self.entry[self.observer] = self.keys[self.observer]
                self.tree.add(node_key(self, self.observer, self.observer), NO_NODE, 0)
        elif not self.settings.from_hand and self.answer == NO_NODE:
            self.answer = self.tree.add(self.answer_key, NO_NODE, 0)

    def run(self, int64_t iterations, double deadline, Stop stop not None):
        """Iterate so often, or until the deadline (0: none), or until somebody stops it."""
        cdef double began = clock(), now = began, next_look = began + SIGNALS_EVERY
        cdef int64_t done = 0
        with nogil:
            while done < iterations and not stop.raised:
                self.iterate()
                done += 1
                if self.error is not None:
                    break
                if deadline == 0 and done % LOOK_UP_EVERY != 0:
                    continue
                now = clock()
                if deadline > 0 and now >= deadline:
                    break
                if now >= next_look:
                    next_look = now + SIGNALS_EVERY
                    with gil:
                        PyErr_CheckSignals()
                if self.settings.early_stop and done % LOOK_UP_EVERY == 0:
                    if decided(self, left_to_do(iterations - done, done, began, now, deadline)):
                        break
        if self.error is not None:
            raise self.error
        return done

    cdef void iterate(self) noexcept nogil:
        cdef float result[MAX_SEATS]
        draw_world(self)
        descend(self)
        self.choices += self.num_steps + play_out(
            self.world, &self.settings, self.policy, self.evaluator, self.mast, &self.rng, result
        )
        back_up(self, result)
        if self.settings.redeal:
            learn_elsewhere(self)
        self.iterations += 1

    def root_statistics(self):
        """A row for each root action: action, visits, availability, total of the searcher, sum of
        its probabilities, prior; then visits and totals of all seats since the root was set."""
        cdef uint32_t number
        cdef Node* node
        cdef Edge* edge
        cdef int i, j, seat
        rows = [
            [
                self.root_actions[i], 0, 0, 0.0, 0.0, None, self.root_visits[i],
                [self.seat_totals[i][seat] for seat in range(self.players)],
            ]
            for i in range(self.num_root_actions)
        ]
        by_action = {row[0]: row for row in rows}
        for number in root_nodes(self):
            node = &self.tree.nodes[number]
            for j in range(node.count):
                edge = &self.tree.edges[node.first + j]
                row = by_action[edge.action]
                row[1] += edge.visits
                row[2] += edge.available
                row[3] += edge.total
                row[4] += edge.strategy
                if edge.prior != NOT_WEIGHED:
                    row[5] = edge.prior
        return rows

    def node_count(self):
        return self.tree.num_nodes - 1

    def memory(self):
        """Bytes that nodes, edges and the table of keys take."""
        cdef Tree tree = self.tree
        return (
            tree.node_room * sizeof(Node)
            + tree.edge_room * sizeof(Edge)
            + (tree.slot_mask + 1) * sizeof(uint32_t)
        )


cdef list root_nodes(Worker self):
    if self.settings.algorithm == PIMC:
        return list(range(1, self.settings.worlds + 1))
    return [] if self.answer == NO_NODE else [self.answer]


cdef double clock() noexcept nogil:
    cdef timespec now
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec + now.tv_nsec * 1e-9


def monotonic():
    """The clock that deadlines are read from."""
    return clock()


# The world.

cdef void draw_world(Worker self) noexcept nogil:
    cdef rng_t fixed
    cdef uint64_t key = self.root_key
    cdef int which, seat
    if self.settings.redeal:
        self.world_seed = next_bits(&self.rng)
        start(&fixed, self.world_seed)
        self.view.sample_into(self.world, NULL, &fixed)
    elif self.settings.from_hand:
        self.view.deal_into(self.world, not self.settings.resample_own, &self.rng)
    elif self.settings.algorithm == PIMC:
        which = <int>(self.iterations % self.settings.worlds)
        key = extend(key, which + 1, FIXED_WORLDS)
        start(&fixed, keyed(self.seed, FIXED_WORLDS, which))
        self.view.sample_into(self.world, self.weights, &fixed)
        self.world.reseed(next_bits(&self.rng))
    else:
        self.view.sample_into(self.world, self.weights, &self.rng)
    if self.root_block != 0 and not self.settings.from_hand and self.view.seat != ALL:
        self.world.reopen()
    self.block = 0
    self.merging = False
    self.num_steps = 0
    self.num_legal = 0
    self.num_played = 0
    self.root_choice = NO_CHOICE
    if self.settings.algorithm == MO:
        for seat in range(self.players):
            self.keys[seat] = key if seat == self.observer else extend(key, seat + 1, MO)
    else:
        self.keys[self.observer] = key


# Nodes.

cdef inline uint64_t node_key(Worker self, int tree, int mover) noexcept nogil:
    """A simultaneous choice has its nodes where it began, whoever has already committed."""
    cdef int type = self.world.hidden_type(mover) if self.settings.types else 0
    if is_imagined(self, mover):
        type += IMAGINED
    if self.block != 0:
        return extend(self.entry[tree], 1 + mover + MAX_SEATS * type, self.committed[mover] + 1)
    return extend(self.keys[tree], 1 + mover + MAX_SEATS * type, 0)


cdef inline void look_for_block(Worker self) noexcept nogil:
    cdef int seat, block = self.world.block()
    if block != self.block:
        self.block = block
        for seat in range(self.players):
            self.entry[seat] = self.keys[seat]
            self.committed[seat] = 0


cdef inline void play(Worker self, int mover, action_t action) noexcept nogil:
    """Apply the action, and let every observer notice what it can."""
    cdef bint seen[MAX_SEATS]
    cdef int seat
    if self.num_played < MAX_PATH:
        self.played[self.num_played] = action
    self.num_played += 1
    if self.block != 0:
        self.committed[mover] = extend(self.committed[mover], action + 1, 0)
    if self.settings.algorithm == MO:
        for seat in range(self.players):
            seen[seat] = self.world.sees_action(seat, action)
        self.world.apply(action)
        for seat in range(self.players):
            notice(self, seat, seen[seat], action)
    else:
        seat = self.observer
        seen[seat] = self.settings.algorithm == PIMC or self.world.sees_action(seat, action)
        self.world.apply(action)
        notice(self, seat, seen[seat], action)


cdef inline void notice(Worker self, int seat, bint seen, action_t action) noexcept nogil:
    self.keys[seat] = extend(
        self.keys[seat],
        action + 1 if seen else 0,
        0 if self.merging else self.world.token(seat),
    )


# The way down.

cdef void descend(Worker self) noexcept nogil:
    """From the root to a leaf: a node that is new, the end of the game, or the end of room."""
    cdef action_t actions[MAX_LEGAL]
    cdef uint32_t node
    cdef int mover, count, chosen
    while True:
        mover = self.world.mover()
        if mover == TERMINAL:
            return
        look_for_block(self)
        count = self.world.legal(actions)
        if count == 1:
            play(self, mover, actions[0])
        elif self.settings.algorithm == SELF and mover != self.observer:
            play(self, mover, self.policy.pick(self.world, actions, count, &self.rng))
        else:
            node = enter(self, mover)
            if node == NO_NODE:
                return
            chosen = select(self, node, mover, actions, count)
            if chosen == NO_CHOICE:
                return
            play(self, mover, actions[chosen])


cdef uint32_t enter(Worker self, int mover) noexcept nogil:
    """The node of this choice; NO_NODE at a leaf, which it makes a node for the next time."""
    cdef int tree = mover if self.settings.algorithm == MO else self.observer
    cdef uint64_t key = node_key(self, tree, mover)
    cdef uint32_t node = self.tree.find(key)
    cdef Step* last
    if node != NO_NODE:
        return node
    if self.settings.algorithm == FLAT and self.root_choice != NO_CHOICE:
        return NO_NODE
    if self.num_steps > 0:
        last = &self.steps[self.num_steps - 1]
        node = self.tree.add(key, last.node, self.tree.edges[last.edge].action)
    else:
        node = self.tree.add(key, NO_NODE, 0)
    if key == self.answer_key:
        self.answer = node
    if self.root_choice == NO_CHOICE and not self.settings.from_hand:
        return node                     # rivals who chose before the searcher, chosen for anew
    return NO_NODE


cdef int select(
    Worker self, uint32_t node, int mover, const action_t* actions, int count
) noexcept nogil:
    """Choose an action, note the step; gives its place in the list, or NO_CHOICE without room."""
    cdef uint32_t* legal = self.legal + self.num_legal
    cdef uint32_t opened[MAX_LEGAL]
    cdef Edge* edges
    cdef Node* n
    cdef Step* step
    cdef int i, chosen, num_opened
    cdef bint is_root = (
        self.settings.root_select != SAME and self.block == 0 and is_answer(self, node)
    )
    if self.num_steps == MAX_STEPS or self.num_legal + count > LEGAL_ROOM:
        return NO_CHOICE
    if not self.tree.match(node, actions, count, legal):
        return NO_CHOICE
    n = &self.tree.nodes[node]
    edges = self.tree.edges
    step = &self.steps[self.num_steps]
    step.learns = not self.settings.redeal or learns(self, mover)
    n.seat = mover
    n.type = self.world.hidden_type(mover) + (IMAGINED if is_imagined(self, mover) else 0)
    if step.learns:
        n.visits += 1
        for i in range(count):
            edges[legal[i]].available += 1
    if self.weighs:
        weigh(self, actions, legal, count)
    step.node = node
    step.seat = mover
    step.first = self.num_legal
    step.count = count
    step.bandit = self.settings.block_select if self.block != 0 else self.settings.select
    if is_root:
        step.bandit = self.settings.root_select
    chosen = winning_action(self, mover, actions, count) if self.settings.decisive else NO_CHOICE
    if not step.learns and chosen == NO_CHOICE:
        chosen = choose_average(edges, legal, count, &self.rng)
        step.bandit = NO_BANDIT
    elif chosen != NO_CHOICE:
        step.bandit = NO_BANDIT
    elif self.settings.widen > 0:
        num_opened = open_edges(&self.settings, edges, legal, count, n.visits, opened)
        step.edge = opened[choose(
            &self.settings, step.bandit, is_root, edges, opened, num_opened, n.visits, &self.rng,
            &step.chance,
        )]
        chosen = 0
        while legal[chosen] != step.edge:
            chosen += 1
    else:
        chosen = choose(
            &self.settings, step.bandit, is_root, edges, legal, count, n.visits, &self.rng,
            &step.chance,
        )
    step.edge = legal[chosen]
    self.merging = edges[step.edge].visits < <uint32_t>self.settings.branch_after
    if self.settings.redeal:
        self.places[self.num_steps] = Place(self.keys[self.observer], self.num_played)
    self.num_steps += 1
    self.num_legal += count
    if is_answer(self, node):
        self.root_choice = chosen
    if self.mast is not None:
        self.mast.note(mover, actions[chosen])
    return chosen


cdef inline bint is_answer(Worker self, uint32_t node) noexcept nogil:
    """Whether this is the decision searched."""
    if self.settings.algorithm == PIMC:
        return node <= <uint32_t>self.settings.worlds
    return node == self.answer


cdef void weigh(
    Worker self, const action_t* actions, const uint32_t* legal, int count
) noexcept nogil:
    """Give new edges their share of the policy's weight among the actions that are legal now."""
    cdef float weights[MAX_LEGAL]
    cdef double total = 0
    cdef bint new = False
    cdef int i
    for i in range(count):
        new |= self.tree.edges[legal[i]].prior == NOT_WEIGHED
    if not new:
        return
    self.policy.weigh(self.world, actions, count, weights)
    for i in range(count):
        total += weights[i]
    for i in range(count):
        if self.tree.edges[legal[i]].prior == NOT_WEIGHED:
            self.tree.edges[legal[i]].prior = <float>(weights[i] / total)


cdef int winning_action(
    Worker self, int mover, const action_t* actions, int count
) noexcept nogil:
    """An action that ends the game as well as it can end for the mover; chance is drawn anew."""
    cdef float result[MAX_SEATS]
    cdef float best
    cdef int i, seat
    for i in range(count):
        self.trial.copy_from(self.world)
        self.trial.reseed(next_bits(&self.rng))
        self.trial.apply(actions[i])
        if self.trial.mover() != TERMINAL:
            continue
        memset(result, 0, sizeof(result))
        self.trial.returns_into(result)
        best = 0
        for seat in range(self.players):
            best = max(best, result[seat])
        if best > 0 and result[mover] == best:
            return i
    return NO_CHOICE


# The way back.

cdef void back_up(Worker self, const float* result) noexcept nogil:
    cdef Step* step
    cdef Edge* edge
    cdef double value
    cdef int i, seat
    for i in range(self.num_steps):
        step = &self.steps[i]
        if not step.learns:
            continue
        edge = &self.tree.edges[step.edge]
        value = value_for(self, step.seat, result)
        edge.visits += 1
        edge.total += value
        edge.squares += <float>(value * value)
        if step.bandit == RM or step.bandit == EXP3:
            learn_regret(
                self.tree.edges, self.legal + step.first, step.count, step.edge, step.chance, value
            )
    if self.root_choice != NO_CHOICE and self.redealt_for == NOBODY:
        self.root_visits[self.root_choice] += 1
        for seat in range(self.players):
            self.seat_totals[self.root_choice][seat] += result[seat]
    if self.mast is not None:
        self.mast.learn(result)


cdef inline double value_for(Worker self, int seat, const float* result) noexcept nogil:
    if not self.settings.paranoid:
        return result[seat]
    if self.world.team(seat) == self.world.team(self.observer):
        return result[self.observer]
    return 1 - result[self.observer]


# Worlds dealt anew for other seats.

cdef inline bint is_imagined(Worker self, int mover) noexcept nogil:
    """The searcher with other cards has nodes of its own."""
    return self.redealt_for != NOBODY and mover == self.observer


cdef inline bint learns(Worker self, int mover) noexcept nogil:
    """The searcher learns in his worlds, every other seat in those dealt from what it knows."""
    if mover == self.observer or mover == self.redealt_for:
        return True
    return self.redealt_for == NOBODY and not can_redeal(self)


cdef inline bint can_redeal(Worker self) noexcept nogil:
    """Seats that choose simultaneously learn together, or the searcher would have no reason to
    mix; and after such a choice at the root, which is made anew, worlds have no log."""
    return self.block == 0 and self.root_block == 0


cdef void learn_elsewhere(Worker self) noexcept nogil:
    """Deal the world anew for another seat that has chosen in this iteration, and go on from
    there; that seat learns from it, and so does the searcher whom it imagines."""
    cdef float result[MAX_SEATS]
    cdef Place* place
    cdef int i, chosen = NO_CHOICE, others = 0
    for i in range(self.num_steps):
        if not self.steps[i].learns and self.places[i].played <= MAX_PATH:
            others += 1
            if below(next_bits(&self.rng), others) == 0:
                chosen = i
    if chosen == NO_CHOICE:
        return
    place = &self.places[chosen]
    self.redealt_for = self.steps[chosen].seat
    if deal_anew(self, place.played):
        self.keys[self.observer] = place.key
        self.block = 0
        self.merging = False
        self.num_steps = 0
        self.num_legal = 0
        descend(self)
        self.choices += self.num_steps + play_out(
            self.world, &self.settings, self.policy, self.evaluator, self.mast, &self.rng, result
        )
        back_up(self, result)
    self.redealt_for = NOBODY


cdef bint deal_anew(Worker self, int played) noexcept nogil:
    """A world that the seat cannot tell from the iteration's after so many actions."""
    cdef uint64_t seed = next_bits(&self.rng)
    with gil:
        try:
            actions = [self.played[i] for i in range(played)]
            self.world.copy_from(
                dealt_anew(self.view, self.world_seed, actions, self.redealt_for, seed)
            )
        except BaseException as error:      # a game's, or Ctrl-C; the search raises it
            self.error = error
            return False
    return True


cdef int64_t left_to_do(
    int64_t iterations, int64_t done, double began, double now, double deadline
) noexcept nogil:
    """Iterations left, or fewer if at the pace so far the time ends before."""
    cdef double in_time
    if deadline == 0:
        return iterations
    in_time = 1 + 1.2 * done * (deadline - now) / (now - began + 1e-9)
    return iterations if iterations < in_time else <int64_t>in_time


cdef bint decided(Worker self, int64_t left) noexcept nogil:
    """Whether the most visited root action stays so, whatever the iterations left bring."""
    cdef Node* node = &self.tree.nodes[self.answer]
    cdef int64_t most = 0, second = 0, visits
    cdef int i
    if self.answer == NO_NODE or self.settings.final != BY_VISITS or self.root_block != 0:
        return False
    for i in range(node.count):
        visits = self.tree.edges[node.first + i].visits
        if visits > most:
            second = most
            most = visits
        elif visits > second:
            second = visits
    return most - second > left
