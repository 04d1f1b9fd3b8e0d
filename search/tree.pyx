"""The pool of nodes and edges. It grows by doubling and never shrinks within a search."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from kagemusha.core.types cimport action_t

cdef enum:
    FIRST_ROOM = 64
    SPARE_EDGES = 4


cdef class Tree:
    """Nodes and edges of one search."""

    def __cinit__(self, uint32_t limit):
        self.limit = limit
        self.node_room = FIRST_ROOM
        self.edge_room = 4 * FIRST_ROOM
        self.slot_mask = 2 * FIRST_ROOM - 1
        self.nodes = <Node*>malloc(self.node_room * sizeof(Node))
        self.edges = <Edge*>malloc(self.edge_room * sizeof(Edge))
        self.slots = <uint32_t*>malloc((self.slot_mask + 1) * sizeof(uint32_t))
        if self.nodes == NULL or self.edges == NULL or self.slots == NULL:
            raise MemoryError("no memory for a search tree")
        self.clear()

    def __dealloc__(self):
        free(self.nodes)
        free(self.edges)
        free(self.slots)

    cdef void clear(self) noexcept nogil:
        self.num_nodes = 1                      # number 0 is no node
        self.num_edges = 0
        memset(self.slots, 0, (self.slot_mask + 1) * sizeof(uint32_t))

    cdef uint32_t find(self, uint64_t key) noexcept nogil:
        cdef uint32_t slot = <uint32_t>key & self.slot_mask
        while self.slots[slot] != NO_NODE:
            if self.nodes[self.slots[slot]].key == key:
                return self.slots[slot]
            slot = (slot + 1) & self.slot_mask
        return NO_NODE

    cdef uint32_t add(self, uint64_t key, uint32_t parent, action_t action) noexcept nogil:
        cdef Node* node
        cdef uint32_t number = self.num_nodes
        if number > self.limit or (number == self.node_room and not more_nodes(self)):
            return NO_NODE
        node = &self.nodes[number]
        memset(node, 0, sizeof(Node))
        node.key = key
        node.parent = parent
        node.action = action
        self.num_nodes += 1
        put(self, number)
        return number

    cdef bint match(
        self, uint32_t node, const action_t* actions, int count, uint32_t* out
    ) noexcept nogil:
        cdef Node* n = &self.nodes[node]
        cdef Edge* edge = &self.edges[n.first]
        cdef int i = 0, j = 0, missing = 0
        for i in range(count):
            while j < n.count and edge[j].action < actions[i]:
                j += 1
            if j < n.count and edge[j].action == actions[i]:
                out[i] = n.first + j
            else:
                missing += 1
        if missing == 0:
            return True
        if not widen(self, n, actions, count, missing):
            return False
        return self.match(node, actions, count, out)


cdef void put(Tree self, uint32_t number) noexcept nogil:
    cdef uint32_t slot = <uint32_t>self.nodes[number].key & self.slot_mask
    while self.slots[slot] != NO_NODE:
        slot = (slot + 1) & self.slot_mask
    self.slots[slot] = number


cdef bint more_nodes(Tree self) noexcept nogil:
    cdef uint32_t room = 2 * self.node_room
    cdef uint32_t slots = 2 * room
    cdef uint32_t i
    cdef void* nodes = realloc(self.nodes, room * sizeof(Node))
    cdef void* table
    if nodes == NULL:
        return False
    self.nodes = <Node*>nodes
    table = realloc(self.slots, slots * sizeof(uint32_t))
    if table == NULL:
        return False
    self.node_room = room
    self.slots = <uint32_t*>table
    self.slot_mask = slots - 1
    memset(self.slots, 0, slots * sizeof(uint32_t))
    for i in range(1, self.num_nodes):
        put(self, i)
    return True


cdef bint widen(
    Tree self, Node* node, const action_t* actions, int count, int missing
) noexcept nogil:
    """Merge the actions into the node's edges, in new room at the end of the pool if need be."""
    cdef int old = node.count
    cdef int total = old + missing
    cdef int i, j, k
    cdef Edge* edge
    if total > node.room and not move_to_end(self, node, total + (SPARE_EDGES if old else 0)):
        return False
    edge = &self.edges[node.first]
    i = old - 1
    j = count - 1
    k = total - 1
    while j >= 0:                               # from behind, so that nothing is overwritten
        if i >= 0 and edge[i].action >= actions[j]:
            if edge[i].action == actions[j]:
                j -= 1
            if k != i:
                edge[k] = edge[i]
            i -= 1
        else:
            memset(&edge[k], 0, sizeof(Edge))
            edge[k].action = actions[j]
            edge[k].prior = NOT_WEIGHED
            j -= 1
        k -= 1
    node.count = total
    return True


cdef bint move_to_end(Tree self, Node* node, int room) noexcept nogil:
    cdef uint32_t needed = self.num_edges + room
    cdef uint32_t size = self.edge_room
    cdef void* edges
    if needed > size:
        while needed > size:
            size *= 2
        edges = realloc(self.edges, size * sizeof(Edge))
        if edges == NULL:
            return False
        self.edges = <Edge*>edges
        self.edge_room = size
    memcpy(&self.edges[self.num_edges], &self.edges[node.first], node.count * sizeof(Edge))
    node.first = self.num_edges
    node.room = room
    self.num_edges = needed
    return True
