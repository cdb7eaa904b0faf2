# SPDX-License-Identifier: MIT
"""The derivative rules, by the name of the operation: one function for each operand.

A function takes the gradient of the result and the node `s`: s[0], s[1] are inputs, s.a and s.b the two
operands (tensors or numbers), s.y is the result, s.get('dim') an attribute. What broadcasting has
stretched is summed afterwards (graph._summed_to). Operations in torch._composed bring their rule along.
"""
import math

import torch
from torch._unsupported import refuse_gradient
from torch.autograd._rules.norms import of_log_softmax, of_normalization, of_softmax
from torch.autograd._rules.places import (
    as_input, given_to_setitem, kept_of_setitem, of_cat, of_index, of_stack, of_view, shares_memory, unpermuted)
from torch.autograd._rules.pointwise import (
    ROOT_PI, fused, of_choice, of_clamp, of_elu, of_gelu, of_mish, of_pow_base, of_pow_exponent, of_silu, of_softplus,
    of_where, same, zero)
from torch.autograd._rules.products import (
    input_of_linear, left_of_matmul, of_addmm, right_of_matmul, weight_of_linear, with_factor)
from torch.autograd._rules.sums import (
    cumulated_back, of_amax, of_cumprod, of_extreme, of_norm, of_prod, of_selection, of_std, of_var, reduced_count,
    widened)


def gradients_of(node, gradient, wanted):
    """The gradients of the inputs at the places that are wanted, by place."""
    if node.rule is not None:
        node.check_saved()
        given = node.rule(gradient)
        given = given if isinstance(given, (tuple, list)) else (given,)
        return {place: given[place] for place in wanted}
    rules = RULES.get(node.operation)
    if rules is None and shares_memory(node):
        rules = (of_view,)
    if rules is None:
        refuse_gradient(node.operation)
    # The one input of an operation whose first operand is a number is the second operand.
    shift = 1 if len(node) == 1 and 'self' in node.attributes else 0
    if not isinstance(rules, tuple):
        return {place: rules(gradient, node, place) for place in wanted}
    return {place: rules[place + shift](gradient, node) for place in wanted}


RULES = {
    **dict.fromkeys(('clone', 'contiguous', 'to', 'alias', 'expand', 'frac', 'positive'), (same,)),
    **dict.fromkeys(('view', 'reshape', 'squeeze', 'unsqueeze', 'flatten'), (as_input,)),
    **dict.fromkeys(('floor', 'ceil', 'round', 'sign', 'sgn', 'trunc', 'zero_', 'fill_', 'random'), (zero,)),
    **dict.fromkeys(('floor_divide', 'div_trunc'), (zero, zero)),
    'copy_': (same, zero),
    't': (lambda g, s: g.t(),),
    'transpose': (lambda g, s: g.transpose(s.get('dim0'), s.get('dim1')),),
    'permute': (unpermuted,),
    'flip': (lambda g, s: g.flip(s.get('dims')),),
    'cat': of_cat,
    'stack': of_stack,
    'index': (of_index,),
    'setitem': (kept_of_setitem, given_to_setitem),
    'gather': (lambda g, s: torch.zeros_like(s.whole(0)).scatter_add(s.get('dim'), s[1], g),),
    'index_select': (lambda g, s: torch.zeros_like(s.whole(0)).index_add(s.get('dim'), s[1], g),),
    'scatter': (lambda g, s: g.scatter(s.get('dim'), s[1], 0), None, lambda g, s: g.gather(s.get('dim'), s[1])),
    'masked_fill': (lambda g, s: g.masked_fill(s[1], 0), None, lambda g, s: torch.where(s[1], g, 0.0)),
    'where': of_where,
    'clamp': of_clamp,

    'sum': (lambda g, s: widened(g, s),),
    'mean': (lambda g, s: widened(g, s) / reduced_count(s),),
    'var': (of_var,),
    'std': (of_std,),
    'prod': (of_prod,),
    **dict.fromkeys(('max', 'min'), (of_extreme,)),
    **dict.fromkeys(('amax', 'amin'), (of_amax,)),
    'logsumexp': (lambda g, s: widened(g, s, True) * (s[0] - widened(s.y, s, True)).exp(),),
    'norm': (of_norm,),
    **dict.fromkeys(('sort', 'topk', 'cummax', 'cummin'), (of_selection,)),
    'cumsum': (lambda g, s: cumulated_back(g, s.get('dim')),),
    'cumprod': (of_cumprod,),

    **dict.fromkeys(('mm', 'mv', 'bmm', 'matmul'), (left_of_matmul, right_of_matmul)),
    'dot': (lambda g, s: g * s[1], lambda g, s: g * s[0]),
    'linear': (input_of_linear, weight_of_linear, same),
    **dict.fromkeys(('addmm', 'baddbmm'), of_addmm),
    **dict.fromkeys(('layer_norm', 'group_norm', 'batch_norm'), of_normalization),
    'softmax': (of_softmax,),
    'log_softmax': (of_log_softmax,),

    'add': (same, lambda g, s: with_factor(g, s, 'alpha')),
    'sub': (same, lambda g, s: with_factor(-g, s, 'alpha')),
    'rsub': (same, lambda g, s: -g),
    'mul': (lambda g, s: g * s.b, lambda g, s: g * s.a),
    'div': (lambda g, s: g / s.b, lambda g, s: -g * ((s.a / s.b) / s.b)),
    'pow': (of_pow_base, of_pow_exponent),
    'square': (lambda g, s: g * (2 * s[0]),),
    **dict.fromkeys(('maximum', 'minimum', 'fmax', 'fmin'), (of_choice(True), of_choice(False))),
    'atan2': (lambda g, s: g * s.b * (s.a * s.a + s.b * s.b).reciprocal(),
              lambda g, s: g * -s.a * (s.a * s.a + s.b * s.b).reciprocal()),
    'hypot': (lambda g, s: g * (s.a / s.y), lambda g, s: g * (s.b / s.y)),
    'logaddexp': (lambda g, s: g / (1 + (s.b - s.a).exp()), lambda g, s: g / (1 + (s.a - s.b).exp())),
    'xlogy': (lambda g, s: torch.xlogy(g, s.b).masked_fill((s.a == 0) & (s.b <= 0), 0),
              lambda g, s: g * s.a / s.b),
    'remainder': (same, lambda g, s: -g * torch.div(s.a, s.b, rounding_mode='floor')),
    'fmod': (same, lambda g, s: -g * torch.div(s.a, s.b, rounding_mode='trunc')),

    'abs': (lambda g, s: g * s[0].sgn(),),
    'neg': (lambda g, s: -g,),
    'relu': (lambda g, s: torch.where(s.y <= 0, 0.0, g),),
    'exp': (lambda g, s: g * s.y,),
    'exp2': (lambda g, s: g * s.y * math.log(2),),
    'expm1': (lambda g, s: g * (s.y + 1),),
    'log': (lambda g, s: g / s[0],),
    'log2': (lambda g, s: g / (s[0] * math.log(2)),),
    'log10': (lambda g, s: g / (s[0] * math.log(10)),),
    'log1p': (lambda g, s: g / (s[0] + 1),),
    'sqrt': (lambda g, s: g / (2 * s.y),),
    'rsqrt': (lambda g, s: -0.5 * g * s.y.pow(3),),
    'reciprocal': (lambda g, s: -g * (s.y * s.y),),
    'sin': (lambda g, s: g * s[0].cos(),),
    'cos': (lambda g, s: g * -s[0].sin(),),
    'tan': (lambda g, s: g * (1 + s.y.pow(2)),),
    'asin': (lambda g, s: g * (-s[0] * s[0] + 1).rsqrt(),),
    'acos': (lambda g, s: g * -((-s[0] * s[0] + 1).rsqrt()),),
    'atan': (lambda g, s: g / (s[0] * s[0] + 1),),
    'sinh': (lambda g, s: g * s[0].cosh(),),
    'cosh': (lambda g, s: g * s[0].sinh(),),
    'tanh': (lambda g, s: g * fused(-s.y, s.y, torch.ones_like(s.y)),),
    'sigmoid': (lambda g, s: g * (1 - s.y) * s.y,),
    'erf': (lambda g, s: 2 / ROOT_PI * (-s[0].pow(2)).exp() * g,),
    'erfinv': (lambda g, s: 0.5 * ROOT_PI * s.y.pow(2).exp() * g,),
    'gelu': (of_gelu,),
    'silu': (of_silu,),
    'mish': (of_mish,),
    **dict.fromkeys(('elu', 'selu'), (of_elu,)),
    'leaky_relu': (lambda g, s: torch.where(s[0] > 0, g, g * s.get('negative_slope', 0.01)),),
    'softplus': (of_softplus,),
}
