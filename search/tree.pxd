"""The memory of a search: nodes found by a key, each with statistics for its actions.

A key is a hash of all that an observer noticed on the way, so that a node is an
information set and paths need no links. Numbers are 32 bits; number 0 is no node.
"""

from libc.stdint cimport int8_t, int16_t, uint16_t, uint32_t, uint64_t

from kagemusha.core.types cimport action_t

cdef enum:
    NO_NODE = 0
    NOT_WEIGHED = -1
    IMAGINED = 4096         # added to the type of a searcher whose cards another seat imagines

cdef struct Node:
    uint64_t key
    uint32_t parent         # the node of the same tree before it, for onlookers
    uint32_t first          # its edges stand together, ascending by action
    uint32_t visits
    uint16_t count
    uint16_t room
    action_t action         # the choice at the parent that led here
    int16_t type            # hidden type of who chooses here
    int8_t seat             # who chooses here

cdef struct Edge:
    double total            # results of the mover
    float squares           # and their squares
    float prior             # share of the policy's weight, or NOT_WEIGHED
    float regret            # of exp3 and rm: estimated gain over what was played
    float strategy          # of exp3 and rm: sum of the probabilities over time
    uint32_t visits
    uint32_t available      # selections at the node in which the action was legal
    action_t action

cdef class Tree:
    cdef Node* nodes
    cdef Edge* edges
    cdef uint32_t* slots    # hash table of node numbers
    cdef uint32_t num_nodes, node_room, num_edges, edge_room, slot_mask, limit

    # The node of a key, or NO_NODE.
    cdef uint32_t find(self, uint64_t key) noexcept nogil
    # A new node without edges; NO_NODE if there is no more room.
    cdef uint32_t add(self, uint64_t key, uint32_t parent, action_t action) noexcept nogil
    # Write the numbers of the edges of these ascending actions to `out`; those that the node
    # did not have are made. False if there is no more room.
    cdef bint match(
        self, uint32_t node, const action_t* actions, int count, uint32_t* out
    ) noexcept nogil
    cdef void clear(self) noexcept nogil


# The key of what follows: an action (or 0 if unseen, else action + 1), and a token.
cdef inline uint64_t extend(uint64_t key, uint64_t seen, uint64_t token) noexcept nogil:
    key = (key ^ (seen * <uint64_t>0x9E3779B97F4A7C15)) * <uint64_t>0xBF58476D1CE4E5B9
    key = (key ^ (key >> 29) ^ token) * <uint64_t>0x94D049BB133111EB
    return key ^ (key >> 32)
