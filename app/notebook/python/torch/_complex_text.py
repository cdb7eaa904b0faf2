# SPDX-License-Identifier: MIT
"""Complex tensors as PyTorch prints them."""
import _torch

_LINE, _EDGE, _MANY = 80, 3, 1000


def _at_edges(x):
    """What of a large tensor is printed."""
    for dim, size in enumerate(x.shape):
        if size > 2 * _EDGE:
            x = x.index_select(dim, _torch.tensor([*range(_EDGE), *range(size - _EDGE, size)]))
    return x


def _texts(x):
    """Each number as the real tensor prints it, as wide as the widest that is finite and not zero."""
    inside = repr(x.reshape(-1)).removeprefix('tensor([').partition(']')[0]
    texts = [text.strip() for text in inside.split(',')]
    counted = (x.isfinite() & (x != 0)).reshape(-1).tolist()
    width = max((len(text) for text, counts in zip(texts, counted) if counts), default=1)
    return [text.rjust(width) for text in texts], width


def shown(z):
    if z.numel() == 0:
        return f'tensor([], dtype={z.dtype})'
    summarized = z.numel() > _MANY
    parts = [_at_edges(part) if summarized else part for part in (z.real, z.imag)]
    (reals, width), (imags, imag_width) = map(_texts, parts)
    numbers = [real + ('' if imag.strip()[0] in '+-' else '+') + imag.strip() + 'j'
               for real, imag in zip(reals, imags)]
    text = _nested(iter(numbers), z.shape, len('tensor('), width + imag_width + 3, summarized)
    kind = '' if z.real.dtype == _torch.get_default_dtype() else f', dtype={z.dtype}'
    return f'tensor({text}{kind})'


def _nested(numbers, shape, indent, width, summarized):
    """In brackets, the last dimension in lines; a long one shows its two ends."""
    if not shape:
        return next(numbers)
    cut = summarized and shape[0] > 2 * _EDGE
    count = 2 * _EDGE if cut else shape[0]
    if len(shape) == 1:
        items = [next(numbers) for _ in range(count)]
    else:
        items = [_nested(numbers, shape[1:], indent + 1, width, summarized) for _ in range(count)]
    if cut:
        items.insert(_EDGE, ' ...' if len(shape) == 1 else '...')
    between = '\n' * (len(shape) - 1) + ' ' * (indent + 1)
    if len(shape) > 1:
        return '[' + (',' + between).join(items) + ']'
    per_line = max(1, (_LINE - indent) // width)
    lines = [', '.join(items[start:start + per_line]) for start in range(0, len(items), per_line)]
    return '[' + (',\n' + between).join(lines) + ']'
