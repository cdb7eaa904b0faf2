# SPDX-License-Identifier: MIT
"""The graph that gradients go back through: the records of how tensors were made.

Every array knows the operation that made it, its inputs and numbers, whether gradients are wanted or
not; so nothing more is kept while a cell runs. A Node is what one record says, read when somebody
asks. A backward pass visits nodes in the order of PyTorch's engine, the last made first, since sums
of three and more gradients depend on it.
"""
import heapq
import weakref

import _torch
from _torch import Tensor

from normscope_kernel.passes import Passes
from torch._unsupported import refuse_gradient, refuse_hooks

_SECOND_TIME = (
    'Trying to backward through the graph a second time (or directly access saved tensors after they have already '
    'been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). '
    'Specify retain_graph=True if you need to backward through the graph a second time or if you need to access '
    'saved tensors after calling backward.')
_OTHER_VIEW = 'its elements were changed in place through another view of them'
_HINT = (' Hint: enable anomaly detection to find the operation that failed to compute its gradient, with '
         'torch.autograd.set_detect_anomaly(True).')

_nodes = weakref.WeakValueDictionary()  # by the number of the record
_retaining = {}  # likewise: tensors whose gradient is kept, weakly
passes = Passes()


class Node:
    """How a gradient goes through one operation, whose result is `tensor`."""

    _spent = False

    def read(self, history):
        (self.serial, self.operation, self._name, self._inputs, self.attributes, self.rule, self.tensor,
         self._version, self.holds) = history
        return self

    def name(self):
        return self._name

    @property
    def metadata(self):
        return vars(self).setdefault('_metadata', {})

    @property
    def next_functions(self):
        return _next_functions(self)

    def register_hook(self, _hook):
        refuse_hooks('grad_fn.register_hook')

    # What rules ask for. Values that PyTorch saves are refused after a change in place, and after a
    # backward pass that has freed them.

    def check_saved(self):
        if self._spent:
            raise RuntimeError(_SECOND_TIME)

    def seen(self, place):
        """An input, of which only its place in memory matters."""
        return self._inputs[place][0]

    def whole(self, place):
        """An input, of which only shape and type matter."""
        return widened(self._inputs[place][0])

    def __len__(self):
        return len(self._inputs)

    def __getitem__(self, place):
        self.check_saved()
        tensor, _collector, state, changed = self._inputs[place]
        if changed is not False:
            raise RuntimeError(_changed(tensor, state, changed or _name_of(tensor)))
        return widened(tensor)

    @property
    def y(self):
        """The result."""
        self.check_saved()
        if not self.holds:
            raise RuntimeError(_changed(self.tensor, self._version, self._name))
        return widened(self.tensor)

    @property
    def a(self):
        """The first operand: a tensor or a number."""
        self.check_saved()
        return self.attributes['self'] if 'self' in self.attributes else self[0]

    @property
    def b(self):
        """The second operand."""
        self.check_saved()
        return self.attributes['other'] if 'other' in self.attributes else self[len(self) - 1]

    def get(self, name, missing=None):
        return self.attributes.get(name, missing)


def widened(x):
    """Gradients of 16 bits are computed in float32, and rounded where they arrive."""
    return x.float() if x.dtype in (_torch.bfloat16, _torch.float16) else x


def _changed(tensor, expected, made_by):
    kind = f'{tensor.type()} {list(tensor.shape)}'
    of = f', which is output 0 of {made_by},' if made_by else ''
    return (f'one of the variables needed for gradient computation has been modified by an inplace operation: '
            f'[{kind}]{of} is at version {tensor._version}; expected version {expected} instead.' + _HINT)


def _name_of(tensor):
    node = node_of(tensor)
    return node._name if isinstance(node, Node) else None


class AccumulateGrad:
    """Where a gradient arrives at a leaf."""

    next_functions = ()

    def __init__(self, variable):
        self.variable = variable

    def name(self):
        return 'torch::autograd::AccumulateGrad'


AccumulateGrad.__module__ = 'builtins'  # for <AccumulateGrad object at ...>
_types = {}


def _node_type(name):
    """The class of a node: PyTorch has one for each name of a gradient."""
    if name not in _types:
        _types[name] = type(name, (Node,), {'__module__': 'builtins'})
    return _types[name]


def node_of(tensor):
    """The node of a tensor with a grad_fn; the tensor itself where it is a leaf; None where no gradient goes."""
    if not tensor.requires_grad:
        return None
    if tensor.is_leaf:
        return tensor
    history = _torch._history(tensor)
    if history is None:
        refuse_gradient(f'a tensor of shape {list(tensor.shape)}', _OTHER_VIEW)
    node = _nodes.get(history[0])
    if node is None or node._name != history[2]:
        node = _nodes[history[0]] = _node_type(history[2])()
    return node.read(history)


def _target(node, place):
    """Where the gradient of an input goes on: a node, the leaf itself, or nowhere."""
    tensor, collector = node._inputs[place][:2]
    if collector is not None:
        return collector
    return node_of(tensor) if tensor.requires_grad and not tensor.is_leaf else None


# Inputs that PyTorch's nodes do not count, by operation.
_NOT_COUNTED = {'where': (0,), 'masked_fill': (1,), 'gather': (1,), 'index_select': (1,), 'embedding': (1,),
                'nll_loss': (1,), 'nll_loss2d': (1,), 'scatter': (1,), 'dropout': ()}
_TWO = ('add', 'sub', 'mul', 'div')  # where a number takes the place of a tensor, and leads nowhere
_NORMS = ('layer_norm', 'group_norm', 'batch_norm')


class _Turned:
    """The transposed weight of a linear layer, which has a node of its own in PyTorch."""

    def __init__(self, target):
        self.next_functions = (target,)

    def name(self):
        return 'TBackward0'


_Turned.__name__ = _Turned.__qualname__ = 'TBackward0'
_Turned.__module__ = 'builtins'


def _next_functions(node):
    def shown(place):
        target = _target(node, place)
        return (AccumulateGrad(target) if isinstance(target, Tensor) else target, 0)

    if node.operation == 'index':
        return (shown(0),)
    left_out = _NOT_COUNTED.get(node.operation, ())
    functions = [shown(place) for place in range(len(node)) if place not in left_out]
    if node.operation in _TWO and len(functions) == 1:
        functions.insert(0 if 'self' in node.attributes else 1, (None, 0))
    if node.operation in _NORMS:
        for place, parameter in enumerate(('weight', 'bias'), 1):
            if not node.attributes.get(parameter):
                functions.insert(place, (None, 0))
    if node.operation == 'linear' and len(functions) > 1:
        weight = functions[1]
        turned = (_Turned(weight), 0) if weight[0] is not None else weight
        return (*functions[2:], functions[0], turned)
    return tuple(functions)


def _summed_to(gradient, like):
    """A gradient in the shape and type of what it is the gradient of: what was broadcast is summed."""
    shape = like.shape
    if gradient.shape != shape:
        lead = gradient.dim() - len(shape)
        dims = [*range(lead), *(lead + d for d, size in enumerate(shape) if size == 1 != gradient.shape[lead + d])]
        gradient = (gradient.sum(dims, True) if dims else gradient).reshape(shape)
    return gradient if gradient.dtype == like.dtype else gradient.to(like.dtype)


def _through(node, gradient, wanted):
    """The gradients of those inputs of a node that are wanted, by their place."""
    from torch.autograd._rules import gradients_of
    return {place: None if each is None else _summed_to(each, node.seen(place))
            for place, each in gradients_of(node, widened(gradient), wanted).items()}


class _Pass:
    """One backward pass: what is to be visited, and the gradients that have arrived."""

    def __init__(self, roots, targets):
        self.arrived = {}  # by key of the node or leaf
        self.things = {}
        self.edges = {}
        self.waiting = {}
        order = [self._seen(root) for root in roots]
        for key in order:
            self.waiting[key] = 0
        at = 0
        while at < len(order):
            node = self.things[order[at]]
            at += 1
            if isinstance(node, Tensor) or node.serial in self.edges:
                continue
            edges = self.edges[node.serial] = []
            for place in range(len(node)):
                target = _target(node, place)
                if target is None:
                    continue
                known = self._key(target) in self.things
                key = self._seen(target)
                edges.append((place, key))
                self.waiting[key] = self.waiting.get(key, 0) + 1
                if not known:
                    order.append(key)
        self.needed = None if targets is None else self._leading_to(targets)

    @staticmethod
    def _key(thing):
        return -id(thing) if isinstance(thing, Tensor) else thing.serial

    def _seen(self, thing):
        key = self._key(thing)
        self.things[key] = thing
        return key

    def _leading_to(self, targets):
        """The keys of what is asked for and of all that leads there."""
        needed = set(targets)
        for serial in sorted(self.edges):  # inputs were made before what they went into
            if any(key in needed for _place, key in self.edges[serial]):
                needed.add(serial)
        return needed

    def arrive(self, key, gradient):
        if gradient is not None:
            before = self.arrived.get(key)
            self.arrived[key] = gradient if before is None else before + gradient

    def run(self, retain_graph, captured):
        """Visits all that is needed; calls captured(key, gradient) for what has all of its gradient."""
        ready = [-key for key, count in self.waiting.items() if count == 0]
        heapq.heapify(ready)
        while ready:
            key = -heapq.heappop(ready)
            gradient = self.arrived.pop(key, None)
            if gradient is not None:
                captured(key, self.things[key], gradient)
            node = self.things[key]
            if isinstance(node, Tensor):
                continue
            wanted = [(place, to) for place, to in self.edges[key] if self.needed is None or to in self.needed]
            if wanted and gradient is not None and (self.needed is None or key in self.needed):
                node._spent = _torch._spend(node.tensor, not retain_graph)
                given = _through(node, gradient, [place for place, _to in wanted])
                for place, to in wanted:
                    self.arrive(to, given.get(place))
            for _place, to in self.edges[key]:
                self.waiting[to] -= 1
                if self.waiting[to] == 0:
                    heapq.heappush(ready, -to)


def _root(tensor, number):
    if not tensor.requires_grad:
        raise RuntimeError(f'element {number} of tensors does not require grad and does not have a grad_fn')
    node = node_of(tensor)
    if isinstance(node, Node) and not node.holds:
        refuse_gradient(f'a tensor of shape {list(tensor.shape)}', _OTHER_VIEW)
    return node


def _first_gradient(tensor, gradient, number):
    if gradient is None:
        if not tensor.requires_grad:
            return None
        if tensor.numel() != 1:
            raise RuntimeError('grad can be implicitly created only for scalar outputs')
        return _torch.ones_like(tensor)
    if not isinstance(gradient, Tensor):
        raise TypeError(f'gradients can be either Tensors or None, but got {type(gradient).__name__}')
    if gradient.shape != tensor.shape:
        raise RuntimeError(f'Mismatch in shape: grad_output[{number}] has a shape of {gradient.shape} and '
                           f'output[{number}] has a shape of {tensor.shape}.')
    return gradient.detach()


def run_pass(tensors, gradients, retain_graph, targets, captured, is_kept=False):
    """A backward pass from tensors; `targets`: the keys of what is asked for, all leaves where it is None.

    `is_kept`: what it brings is kept, for whoever looks at the tensors later.
    """
    recording, enabled = _torch._set_recording(False), _torch._set_grad_enabled(False)
    try:
        first = [_first_gradient(tensor, gradient, number)
                 for number, (tensor, gradient) in enumerate(zip(tensors, gradients))]
        roots = [_root(tensor, number) for number, tensor in enumerate(tensors)]
        walk = _Pass(roots, targets)
        for root, gradient in zip(roots, first):
            walk.arrive(walk._key(root), gradient)
        walk.run(retain_graph, _keeping(walk, roots, captured) if is_kept else captured)
    finally:
        _torch._set_recording(recording)
        _torch._set_grad_enabled(enabled)


def _keeping(walk, roots, captured):
    ways = {serial: [to for _place, to in edges] for serial, edges in walk.edges.items()}
    one = passes.begin([walk._key(root) for root in roots], ways)

    def kept(key, thing, gradient):
        one.keep(key, key, gradient, weakref.ref(thing) if isinstance(thing, Tensor) else None)
        captured(key, thing, gradient)

    return kept


def retained(key, gradient):
    """Puts a gradient into the tensor that retains it, if one does."""
    kept = _retaining.get(key)
    tensor = kept() if kept is not None else None
    if tensor is None:
        _retaining.pop(key, None)
    elif tensor.requires_grad and key_of(tensor) == key:
        tensor.grad = gradient.clone() if tensor.grad is None else tensor.grad + gradient


def key_of(tensor):
    """What stands for a tensor in a pass."""
    return _Pass._key(node_of(tensor))


def accumulate(leaf, gradient):
    """Adds to the gradient of a leaf, or is its first."""
    if leaf.grad is None:
        leaf.grad = _torch.empty_like(leaf).copy_(gradient)
    else:
        leaf.grad.add_(gradient)


def retain(tensor):
    """retain_grad()."""
    if not tensor.requires_grad:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if not tensor.is_leaf:
        key = key_of(tensor)
        _retaining[key] = weakref.ref(tensor, lambda _tensor: _retaining.pop(key, None))


def retains(tensor):
    kept = _retaining.get(key_of(tensor)) if _retaining and not tensor.is_leaf else None
    return kept is not None and kept() is tensor
