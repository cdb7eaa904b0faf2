# SPDX-License-Identifier: MIT
"""What backward() brings to the tensors that have records. While it runs each of them has a hook, which keeps the
gradient and changes nothing; PyTorch's own graph says by which ways it came.
"""

from contextlib import contextmanager

from normscope_kernel.passes import Passes, standing

_MOST_NODES = 20_000  # of a graph that is walked
_MOST_TENSORS = 4096


class Gradients:
    """The gradients of the last passes."""

    def __init__(self):
        self._passes = Passes()

    @property
    def count(self):
        """How many passes there were."""
        return self._passes.count

    @contextmanager
    def kept(self, root, records):
        """Within this a pass from a tensor is kept, for those of the records that it reaches."""
        hooks = []
        graph = _graph_of(root) if root.grad_fn is not None else None
        if graph is not None:
            ways, leaves, _nodes = graph  # nodes that are held keep their ids
            one = self._passes.begin([(id(root.grad_fn), root.output_nr)], ways)
            for record in records[-_MOST_TENSORS:]:
                tensor = record()
                if tensor is None or not tensor.requires_grad:
                    continue
                key = leaves.get(id(tensor)) if tensor.is_leaf else (id(tensor.grad_fn), tensor.output_nr)
                if key in ways:
                    hooks.append(tensor.register_hook(_keeper(one, record.serial, key)))
        try:
            yield
        finally:
            for hook in hooks:
                hook.remove()

    def brought(self, records):
        """What the last pass through the last of these records brought to each: nothing, or the gradient, how .grad
        stands to it, and whether all of it came through the last.
        """
        if not self.count:
            return [None] * len(records)
        found = self._passes.brought([(getattr(record, "serial", None), record) for record in records])
        return [each and (each[0], _standing(record(), each[0]), each[1]) for each, record in zip(found, records)]


def _keeper(one, name, key):
    def keep(gradient):
        one.keep(name, key, gradient)  # as it is: PyTorch then copies it into .grad

    return keep


def _standing(tensor, gradient):
    keeps = tensor is not None and (tensor.is_leaf or tensor.retains_grad)
    return standing(tensor.grad if keeps else None, gradient, keeps)


def _graph_of(tensor):
    """The ways of the graph behind a tensor, the keys of its leaves by their id, and its nodes, whose ids hold while
    they do; None: it is too large. A key is a node's id and the number of an output.
    """
    root = tensor.grad_fn
    nodes, behind, leaves = {id(root): root}, {}, {}
    keys = [(id(root), tensor.output_nr)]
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if hasattr(node, "variable"):
            leaves[id(node.variable)] = id(node), 0
        following = [each for each in node.next_functions if each[0] is not None]
        behind[id(node)] = [(id(after), number) for after, number in following]
        keys += behind[id(node)]
        for after, _number in following:
            if id(after) not in nodes:
                nodes[id(after)] = after
                waiting.append(after)
        if len(nodes) > _MOST_NODES:
            return None
    return {key: behind[key[0]] for key in keys}, leaves, nodes
