# SPDX-License-Identifier: MIT
"""Attention of several heads, computed the way PyTorch computes it while gradients are on.

Its other way, for eval() without gradients, rounds differently in the last bits.
"""
import math

import torch
from _torch import _nn
from torch import Tensor
from torch._typing import Optional, Tuple


def multi_head_attention_forward(query: Tensor, key: Tensor, value: Tensor, embed_dim_to_check: int,
                                 num_heads: int, in_proj_weight: Optional[Tensor],
                                 in_proj_bias: Optional[Tensor], bias_k: Optional[Tensor],
                                 bias_v: Optional[Tensor], add_zero_attn: bool, dropout_p: float,
                                 out_proj_weight: Tensor, out_proj_bias: Optional[Tensor],
                                 training: bool = True, key_padding_mask: Optional[Tensor] = None,
                                 need_weights: bool = True, attn_mask: Optional[Tensor] = None,
                                 use_separate_proj_weight: bool = False,
                                 q_proj_weight: Optional[Tensor] = None,
                                 k_proj_weight: Optional[Tensor] = None,
                                 v_proj_weight: Optional[Tensor] = None,
                                 static_k: Optional[Tensor] = None, static_v: Optional[Tensor] = None,
                                 average_attn_weights: bool = True,
                                 is_causal: bool = False) -> Tuple[Tensor, Optional[Tensor]]:
    """Attention of query [L, N, E] to key and value [S, N, E]: its output, and its weights or None."""
    batched = _check_ranks(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not batched:
        same_key, same_value = key is query, value is key
        query = query.unsqueeze(1)
        key = query if same_key else key.unsqueeze(1)
        value = key if same_value else value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    rows, batch, size = query.shape
    columns = key.shape[0]
    if key_padding_mask is not None and key_padding_mask.dtype != torch.bool \
            and not torch.is_floating_point(key_padding_mask):
        raise AssertionError('only bool and floating types of key_padding_mask are supported')
    assert size == embed_dim_to_check, \
        f'was expecting embedding dimension of {embed_dim_to_check}, but got {size}'
    head_size = size // num_heads
    assert head_size * num_heads == size, f'embed_dim {size} not divisible by num_heads {num_heads}'
    if use_separate_proj_weight:
        assert key.shape[:2] == value.shape[:2], \
            f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}"
        assert q_proj_weight is not None, 'use_separate_proj_weight is True but q_proj_weight is None'
        assert k_proj_weight is not None, 'use_separate_proj_weight is True but k_proj_weight is None'
        assert v_proj_weight is not None, 'use_separate_proj_weight is True but v_proj_weight is None'
        biases = (None, None, None) if in_proj_bias is None else in_proj_bias.chunk(3)
        weights = (q_proj_weight, k_proj_weight, v_proj_weight)
        q, k, v = _projected_apart((query, key, value), weights, biases)
    else:
        assert key.shape == value.shape, f'key shape {key.shape} does not match value shape {value.shape}'
        q, k, v = _projected(query, key, value, in_proj_weight, in_proj_bias)
    heads = batch * num_heads
    if attn_mask is not None:
        attn_mask = _checked_mask(attn_mask, heads, rows, columns)
    if bias_k is not None and bias_v is not None:
        k = torch.cat([k, bias_k.repeat(1, batch, 1)])
        v = torch.cat([v, bias_v.repeat(1, batch, 1)])
        attn_mask, key_padding_mask = _one_column_more(attn_mask, key_padding_mask)
    q, k, v = (x.view(x.shape[0], heads, head_size).transpose(0, 1) for x in (q, k, v))
    if add_zero_attn:
        zeros = torch.zeros((heads, 1, head_size), dtype=k.dtype, device=k.device)
        k = torch.cat([k, zeros], dim=1)
        v = torch.cat([v, zeros], dim=1)
        attn_mask, key_padding_mask = _one_column_more(attn_mask, key_padding_mask)
    mask = _merged_mask(attn_mask, key_padding_mask, batch, num_heads, k.size(1))
    if mask is not None and mask.dtype == torch.bool:
        mask = torch.zeros_like(mask, dtype=q.dtype).masked_fill_(mask, float('-inf'))
    output, weights = _attended(q, k, v, mask, dropout_p if training else 0.0)
    output = output.transpose(0, 1).contiguous().view(rows * batch, size)
    output = _nn.linear(output, out_proj_weight, out_proj_bias)
    output = output.view(rows, batch, output.size(1))
    if not batched:
        output = output.squeeze(1)
    if not need_weights:
        return output, None
    weights = weights.view(batch, num_heads, rows, k.size(1))
    if average_attn_weights:
        weights = weights.mean(dim=1)
    return output, weights if batched else weights.squeeze(0)


multi_head_attention_forward.__module__ = 'torch.nn.functional'


def _attended(q, k, v, mask, dropout_p):
    """softmax(q k^T / sqrt(size) + mask) v, and the weights."""
    q = q * math.sqrt(1.0 / q.size(-1))
    keys = k.transpose(-2, -1)
    scores = torch.bmm(q, keys) if mask is None else torch.baddbmm(mask, q, keys)
    weights = scores.softmax(-1)
    if dropout_p > 0.0:
        weights = torch.dropout(weights, dropout_p, True)
    return torch.bmm(weights, v), weights


def _parts(product, count):
    """The parts of a product along its last dimension, each without gaps."""
    parts = product.unflatten(-1, (count, product.size(-1) // count))
    parts = parts.unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
    return [parts[at] for at in range(count)]


def _projected(query, key, value, weight, bias):
    """Query, key and value by their parts of one weight, in as few products as can be."""
    size = query.size(-1)
    if key is value and query is key:
        return _parts(_nn.linear(query, weight, bias), 3)
    if key is value:
        first, rest = weight.split([size, size * 2])
        first_bias, rest_bias = (None, None) if bias is None else bias.split([size, size * 2])
        return (_nn.linear(query, first, first_bias), *_parts(_nn.linear(key, rest, rest_bias), 2))
    biases = (None, None, None) if bias is None else bias.chunk(3)
    parts = zip((query, key, value), weight.chunk(3), biases)
    return tuple(_nn.linear(x, part, part_bias) for x, part, part_bias in parts)


def _projected_apart(inputs, weights, biases):
    """Query, key and value by weights of their own."""
    size = inputs[0].size(-1)
    for name, x, weight in zip(('query', 'key', 'value'), inputs, weights):
        wanted = (size, x.size(-1))
        assert weight.shape == wanted, \
            f'expecting {name} weights shape of {wanted}, but got {weight.shape}'
    return tuple(_nn.linear(*parts) for parts in zip(inputs, weights, biases))


def _one_column_more(*masks):
    """Masks that let everything see one more key."""
    return [None if mask is None else _nn.pad(mask, (0, 1)) for mask in masks]


def _merged_mask(attn_mask, padding, batch, num_heads, columns):
    """Both masks as one."""
    if padding is None:
        return attn_mask
    assert padding.shape == (batch, columns), \
        f'expecting key_padding_mask shape of {(batch, columns)}, but got {padding.shape}'
    padding = padding.view(batch, 1, 1, columns).expand(-1, num_heads, -1, -1)
    padding = padding.reshape(batch * num_heads, 1, columns)
    if attn_mask is None:
        return padding
    if attn_mask.dtype == torch.bool:
        return attn_mask.logical_or(padding)
    return attn_mask.masked_fill(padding, float('-inf'))


def _checked_mask(mask, heads, rows, columns):
    """A mask of three dimensions, of a type that masks have."""
    if mask.dtype == torch.uint8:
        mask = mask.to(torch.bool)
    else:
        assert mask.is_floating_point() or mask.dtype == torch.bool, \
            f'Only float, byte, and bool types are supported for attn_mask, not {mask.dtype}'
    if mask.dim() == 2:
        if mask.shape != (rows, columns):
            raise RuntimeError(f'The shape of the 2D attn_mask is {mask.shape}, but should be '
                               f'{(rows, columns)}.')
        return mask.unsqueeze(0)
    if mask.dim() == 3:
        if mask.shape != (heads, rows, columns):
            raise RuntimeError(f'The shape of the 3D attn_mask is {mask.shape}, but should be '
                               f'{(heads, rows, columns)}.')
        return mask
    raise RuntimeError(f"attn_mask's dimension {mask.dim()} is not supported")


def _check_ranks(query, key, value, padding, mask, num_heads):
    """Whether the call is of a batch; an error where its parts do not agree."""
    rank = query.dim()
    if rank not in (2, 3):
        raise AssertionError(f'query should be unbatched 2D or batched 3D tensor but received {rank}-D '
                             'query tensor')
    kind = 'batched (3-D)' if rank == 3 else 'unbatched (2-D)'
    assert key.dim() == rank and value.dim() == rank, (
        f'For {kind} `query`, expected `key` and `value` to be {rank}-D but found {key.dim()}-D and '
        f'{value.dim()}-D tensors respectively')
    if padding is not None:
        assert padding.dim() == rank - 1, (
            f'For {kind} `query`, expected `key_padding_mask` to be `None` or {rank - 1}-D but found '
            f'{padding.dim()}-D tensor instead')
    if mask is not None:
        assert mask.dim() in (2, 3), (
            f'For {kind} `query`, expected `attn_mask` to be `None`, 2-D or 3-D but found {mask.dim()}-D '
            'tensor instead')
        if mask.dim() == 3 and rank == 2:
            wanted = (num_heads, query.shape[0], key.shape[0])
            assert mask.shape == wanted, \
                f'Expected `attn_mask` shape to be {wanted} but got {mask.shape}'
    return rank == 3
