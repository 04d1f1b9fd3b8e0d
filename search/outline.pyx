"""A tree for onlookers: the principal variation, and the upper part of it as JSON."""

from libc.stdint cimport uint32_t

from kagemusha.search.tree cimport IMAGINED, NO_NODE, NOT_WEIGHED, Edge, Node, Tree
from kagemusha.search.worker cimport Worker


def principal_variation(Worker worker not None, int longest=8):
    """Step by step the choice and what follows it that were visited most."""
    cdef Tree tree = worker.tree
    cdef uint32_t number = worker.answer
    cdef Edge* edge
    line = []
    while number != NO_NODE and len(line) < longest and tree.nodes[number].count:
        edge = most_visited(tree, &tree.nodes[number])
        if edge.visits == 0:
            break
        line.append({
            "seat": tree.nodes[number].seat,
            "action": edge.action,
            "visits": edge.visits,
            "value": edge.total / edge.visits,
        })
        number = busiest_child(tree, number, edge.action)
    return line


def outline(Worker worker not None, int depth):
    """The tree below the root as dicts and lists, down to a depth in nodes."""
    cdef Tree tree = worker.tree
    cdef uint32_t i
    if worker.answer == NO_NODE:
        return None
    children = {}
    for i in range(1, tree.num_nodes):
        children.setdefault((tree.nodes[i].parent, tree.nodes[i].action), []).append(i)
    return node_outline(tree, worker.answer, children, depth)


cdef node_outline(Tree tree, uint32_t number, dict children, int depth):
    cdef Node* node = &tree.nodes[number]
    cdef Edge* edge
    cdef int i
    choices = []
    for i in range(node.count):
        edge = &tree.edges[node.first + i]
        choice = {
            "action": edge.action,
            "visits": edge.visits,
            "available": edge.available,
            "value": edge.total / edge.visits if edge.visits else None,
        }
        if edge.prior != NOT_WEIGHED:
            choice["prior"] = edge.prior
        if depth > 1:
            choice["nodes"] = [
                node_outline(tree, child, children, depth - 1)
                for child in children.get((number, edge.action), ())
            ]
        choices.append(choice)
    return {"seat": node.seat, "type": node.type, "visits": node.visits, "choices": choices}


cdef Edge* most_visited(Tree tree, Node* node) noexcept nogil:
    cdef Edge* best = &tree.edges[node.first]
    cdef int i
    for i in range(1, node.count):
        if tree.edges[node.first + i].visits > best.visits:
            best = &tree.edges[node.first + i]
    return best


cdef uint32_t busiest_child(Tree tree, uint32_t parent, int action) noexcept nogil:
    cdef uint32_t i, best = NO_NODE
    for i in range(1, tree.num_nodes):
        if tree.nodes[i].type >= IMAGINED:
            continue
        if tree.nodes[i].parent == parent and tree.nodes[i].action == action:
            if best == NO_NODE or tree.nodes[i].visits > tree.nodes[best].visits:
                best = i
    return best
