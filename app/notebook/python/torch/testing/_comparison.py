# SPDX-License-Identifier: MIT
"""assert_close: compares tensors, numbers, and sequences and mappings of these."""
import cmath
from collections.abc import Mapping, Sequence

import torch

_TOLERANCES = {torch.float16: (1e-3, 1e-5), torch.bfloat16: (1.6e-2, 1e-5), torch.float32: (1.3e-6, 1e-5),
               torch.float64: (1e-7, 1e-7)}
_OLD_TOLERANCES = {torch.float16: (1e-3, 1e-3), torch.float32: (1e-4, 1e-5), torch.float64: (1e-5, 1e-8)}
_NUMBER_TYPES = {bool: torch.bool, int: torch.int64, float: torch.float64}


class _Options:
    """How two values are compared."""

    def __init__(self, rtol, atol, equal_nan, check_dtype, check_stride, allow_subclasses):
        self.rtol, self.atol = rtol, atol
        self.equal_nan = equal_nan
        self.check_dtype = check_dtype
        self.check_stride = check_stride
        self.allow_subclasses = allow_subclasses

    def tolerances(self, *dtypes):
        """The relative and the absolute one that hold for these types."""
        if self.rtol is not None:
            return self.rtol, self.atol
        known = [_TOLERANCES.get(dtype, (0.0, 0.0)) for dtype in dtypes]
        return max(pair[0] for pair in known), max(pair[1] for pair in known)


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False,
                 check_device=True, check_dtype=True, check_layout=True, check_stride=False, msg=None):
    """An AssertionError unless |actual - expected| <= atol + rtol |expected| everywhere."""
    if (rtol is None) != (atol is None):
        missing = 'rtol' if rtol is None else 'atol'
        raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
    options = _Options(rtol, atol, equal_nan, check_dtype, check_stride, allow_subclasses)
    found = _difference(actual, expected, options, ())
    if found is None:
        return
    message, place = found
    if place:
        message += '\n\nThe failure occurred for item ' + ''.join(f'[{key!r}]' for key in place)
    raise AssertionError(message if msg is None else msg(message) if callable(msg) else msg)


def _difference(actual, expected, options, place):
    """What differs first, and where; None where all is close."""
    if _is_sequence(actual) and _is_sequence(expected):
        if len(actual) != len(expected):
            return f'The length of the sequences mismatch: {len(actual)} != {len(expected)}', place
        pairs = ((number, actual[number], expected[number]) for number in range(len(actual)))
    elif isinstance(actual, Mapping) and isinstance(expected, Mapping):
        if set(actual) != set(expected):
            missing, additional = sorted(set(expected) - set(actual)), sorted(set(actual) - set(expected))
            return ('The keys of the mappings do not match:\n'
                    f'Missing keys in the actual mapping: {missing}\n'
                    f'Additional keys in the actual mapping: {additional}'), place
        pairs = ((key, actual[key], expected[key]) for key in sorted(actual))
    else:
        message = _single_difference(actual, expected, options)
        return None if message is None else (message, place)
    for key, a, b in pairs:
        found = _difference(a, b, options, (*place, key))
        if found is not None:
            return found
    return None


def _is_sequence(x):
    return isinstance(x, Sequence) and not isinstance(x, (str, bytes))


def _single_difference(actual, expected, options):
    if actual is None or expected is None:
        return None if actual is expected else f'None mismatch: {actual} is not {expected}'
    if isinstance(actual, bool) and isinstance(expected, bool):
        return None if actual is expected else f'Booleans mismatch: {actual} is not {expected}'
    if type(actual) in _NUMBER_TYPES and type(expected) in _NUMBER_TYPES:
        return _number_difference(actual, expected, options)
    if isinstance(actual, torch.Tensor) and isinstance(expected, torch.Tensor) \
            and (options.allow_subclasses or type(actual) is type(expected)):
        return _tensor_difference(actual, expected, options)
    raise TypeError(f'No comparison pair was able to handle inputs of type {type(actual)} and '
                    f'{type(expected)}.')


def _number_difference(actual, expected, options):
    if options.check_dtype and type(actual) is not type(expected):
        return f'The (d)types do not match: {type(actual)} != {type(expected)}.'
    rtol, atol = options.tolerances(_NUMBER_TYPES[type(actual)], _NUMBER_TYPES[type(expected)])
    both_nan = options.equal_nan and cmath.isnan(actual) and cmath.isnan(expected)
    if actual == expected or both_nan or _is_near(actual, expected, rtol, atol):
        return None
    return _scalars_differ(actual, expected, rtol, atol)


def _is_near(actual, expected, rtol, atol):
    return cmath.isfinite(expected) and abs(actual - expected) <= atol + rtol * abs(expected)


def _allowed(rtol, atol):
    """What follows each difference where some is allowed."""
    if rtol == 0 and atol == 0:
        return 'equal', '', ''
    return 'close', f' (up to {atol} allowed)', f' (up to {rtol} allowed)'


def _scalars_differ(actual, expected, rtol, atol):
    how, up_to_absolute, up_to_relative = _allowed(rtol, atol)
    absolute = abs(actual - expected)
    relative = float('inf') if expected == 0 else absolute / abs(expected)
    return (f'Scalars are not {how}!\n\nExpected {expected} but got {actual}.\nAbsolute difference: {absolute}{up_to_absolute}\n'
            f'Relative difference: {relative}{up_to_relative}')


def _tensor_difference(actual, expected, options):
    attributes = [('shape', actual.shape, expected.shape)]
    if options.check_dtype:
        attributes.append(('dtype', actual.dtype, expected.dtype))
    if options.check_stride:
        attributes.append(('stride()', actual.stride(), expected.stride()))
    for name, a, b in attributes:
        if a != b:
            return f"The values for attribute '{name}' do not match: {a} != {b}."
    rtol, atol = options.tolerances(actual.dtype, expected.dtype)
    actual, expected = actual.detach(), expected.detach()
    if actual.dtype != expected.dtype:
        dtype = torch.promote_types(actual.dtype, expected.dtype)
        actual, expected = actual.to(dtype), expected.to(dtype)
    near = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=options.equal_nan)
    if near.all():
        return None
    if actual.dim() == 0:
        return _scalars_differ(actual.item(), expected.item(), rtol, atol)
    return _tensors_differ(actual, expected, near, rtol, atol)


def _tensors_differ(actual, expected, near, rtol, atol):
    how, up_to_absolute, up_to_relative = _allowed(rtol, atol)
    if not actual.is_floating_point():
        actual, expected = actual.to(torch.int64), expected.to(torch.int64)
    absolute = (actual - expected).abs()
    relative = absolute / expected.abs()
    parts = []
    for differences in (absolute, relative):
        differences = differences.masked_fill(near, 0).flatten()
        most, place = differences.max(0)
        parts.append((most.item(), _place_in(actual.shape, int(place))))
    wrong, count = near.numel() - int(near.sum()), near.numel()
    return (f'Tensor-likes are not {how}!\n\n'
            f'Mismatched elements: {wrong} / {count} ({wrong / count:.1%})\n'
            f'Greatest absolute difference: {parts[0][0]} at index {parts[0][1]}{up_to_absolute}\n'
            f'Greatest relative difference: {parts[1][0]} at index {parts[1][1]}{up_to_relative}')


def _place_in(shape, number):
    """The indices of the element of this number."""
    place = []
    for size in reversed(shape):
        number, index = divmod(number, size)
        place.append(index)
    return tuple(reversed(place))
