# SPDX-License-Identifier: MIT
"""RMS norm and scaled dot product attention: PyTorch composes both of other operations, and so do these."""
import math

import _torch
import torch
from torch._composed.sixteen_bits_tools import c_type, narrow, word

_ATTENTION = 'ScaledDotProductFlashAttentionForCpuBackward0'  # of four dimensions


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """x / sqrt(mean(x^2) + eps) * weight over the last dimensions; eps as a rule the type's own."""
    shape = list(normalized_shape)
    if not shape:
        raise RuntimeError('Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one '
                           'element, but got normalized_shape = []')
    if weight is not None and list(weight.shape) != shape:
        raise RuntimeError('Expected weight to be of same shape as normalized_shape, but got weight of shape '
                           f'{list(weight.shape)} and normalized_shape = {shape}')
    if list(input.shape[-len(shape):]) != shape:
        sizes = ', '.join(map(str, shape))
        raise RuntimeError(f'Given normalized_shape={shape}, expected input with shape [*, {sizes}], but got input '
                           f'of size{list(input.shape)}')
    if not input.is_floating_point():
        raise RuntimeError(f'"rms_norm" not implemented for \'{word(input)}\'')
    x = input.float() if input.dtype in (torch.float16, torch.bfloat16) else input
    eps = torch.finfo(input.dtype).eps if eps is None else narrow(eps, input.dtype).item()
    dims = list(range(input.dim() - len(shape), input.dim()))
    result = (x * torch.rsqrt(x.pow(2).mean(dims, keepdim=True) + eps)).type_as(input)
    return result if weight is None else result * weight


def _check(query, key, value, mask, is_causal):
    named = ('query', query), ('key', key), ('value', value)
    if not query.dtype == key.dtype == value.dtype:
        query, key, value = (f'{name}.dtype: {c_type(x)}' for name, x in named)
        raise RuntimeError('Expected query, key, and value to have the same dtype, but got '
                           f'{query} {key} and {value} instead.')
    if min(x.dim() for _, x in named) < 2:
        query, key, value = (f'{name}.dim: {x.dim()}' for name, x in named)
        raise RuntimeError('Expected query, key, and value to all be  at least 2 dimensional, but got '
                           f'{query} {key} and {value} instead.')
    if mask is not None and mask.dtype not in (torch.bool, torch.float32, query.dtype):
        raise RuntimeError('Expected attn_mask dtype to be bool or float or to match query dtype, but got '
                           f'attn_mask.dtype: {c_type(mask)} and  query.dtype: {c_type(query)} instead.')
    if mask is not None and is_causal:
        raise RuntimeError('_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True')


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
                                 enable_gqa=False):
    """softmax(q k^T / sqrt(size) + mask) v; of rows that see nothing 0."""
    _check(query, key, value, attn_mask, is_causal)
    if enable_gqa:
        key, value = (x.repeat_interleave(query.size(-3) // x.size(-3), -3) for x in (key, value))
    fused = query.dim() == key.dim() == value.dim() == 4 and dropout_p == 0
    if is_causal:
        attn_mask = torch.ones(query.size(-2), key.size(-2), dtype=torch.bool).tril()
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        attn_mask = torch.zeros_like(attn_mask, dtype=query.dtype).masked_fill(~attn_mask, -math.inf)
    scale = 1 / math.sqrt(query.size(-1)) if scale is None else scale
    if fused:
        scores = query @ key.transpose(-2, -1) * scale
    else:
        root = math.sqrt(scale)
        scores = query * root @ (key * root).transpose(-2, -1)
    if attn_mask is not None:
        scores = scores + attn_mask
    weights = scores.softmax(-1)
    if attn_mask is not None:
        weights = weights.masked_fill((scores == -math.inf).all(-1, keepdim=True), 0)
    if dropout_p > 0:
        weights = torch.dropout(weights, dropout_p, True)
    result = weights @ value
    return _torch._made(result.detach(), 'alias', _ATTENTION, [result]) if fused else result
