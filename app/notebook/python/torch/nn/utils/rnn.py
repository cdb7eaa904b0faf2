# SPDX-License-Identifier: MIT
"""Sequences of different lengths as one tensor: filled up, or packed time by time without what is missing."""
from collections import namedtuple

import torch

_Packed = namedtuple('_Packed', ('data', 'batch_sizes', 'sorted_indices', 'unsorted_indices'))


class PackedSequence(_Packed):
    """The elements of all sequences, time by time, and how many sequences there still are at each."""

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args, **kwargs):
        return type(self)(self.data.to(*args, **kwargs), *self[1:])

    @property
    def is_cuda(self):
        return False


def invert_permutation(permutation):
    """Where each element went; None stays None."""
    if permutation is None:
        return None
    return torch.empty_like(permutation).scatter_(0, permutation, torch.arange(permutation.numel()))


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """A padded tensor without its padding."""
    lengths = torch.as_tensor(lengths, dtype=torch.int64)
    batch = 0 if batch_first else 1
    order = None
    if not enforce_sorted:
        lengths, order = torch.sort(lengths, descending=True)
        input = input.index_select(batch, order)
    _check_lengths(lengths, input.size(batch))
    times = input.transpose(0, 1) if batch_first else input
    sizes = torch.stack([(lengths > time).sum() for time in range(int(lengths[0]))])
    return PackedSequence(torch.cat([time[:size] for time, size in zip(times, sizes.tolist())]), sizes, order)


def _check_lengths(lengths, batch):
    if len(lengths) != batch:
        raise RuntimeError(f'Expected `len(lengths)` to be equal to batch_size, but got {len(lengths)} '
                           f'(batch_size={batch})')
    if (lengths <= 0).any():
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element in 'lengths' "
                           'that is <= 0')
    if (lengths[1:] > lengths[:-1]).any():
        raise RuntimeError(
            '`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass '
            '`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement '
            'if you do not need ONNX exportability.')


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """The padded tensor and the lengths."""
    sizes = sequence.batch_sizes.tolist()
    longest = len(sizes) if total_length is None else total_length
    if longest < len(sizes):
        raise ValueError('Expected total_length to be at least the length of the longest sequence in input, but '
                         f'got total_length={total_length} and max sequence length being {len(sizes)}')
    padded = sequence.data.new_full((longest, sizes[0], *sequence.data.shape[1:]), padding_value)
    for time, (size, elements) in enumerate(zip(sizes, sequence.data.split(sizes))):
        padded[time, :size] = elements
    lengths = torch.tensor([sum(size > number for size in sizes) for number in range(sizes[0])])
    if batch_first:
        padded = padded.transpose(0, 1)
    if sequence.unsorted_indices is not None:
        padded = padded.index_select(0 if batch_first else 1, sequence.unsorted_indices)
        lengths = lengths[sequence.unsorted_indices]
    return padded, lengths


def pad_sequence(sequences, batch_first=False, padding_value=0.0):
    """The sequences side by side, each filled up to the length of the longest."""
    sequences = list(sequences)
    longest = max(sequence.size(0) for sequence in sequences)
    rest = sequences[0].size()[1:]
    batch = len(sequences)
    shape = (batch, longest, *rest) if batch_first else (longest, batch, *rest)
    result = sequences[0].new_full(shape, padding_value)
    for number, sequence in enumerate(sequences):
        length = sequence.size(0)
        if batch_first:
            result[number, :length] = sequence
        else:
            result[:length, number] = sequence
    return result


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """The sequences, each with its own length."""
    sequences = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    return [sequence[:int(length)] for sequence, length in zip(sequences, lengths)]


def pack_sequence(sequences, enforce_sorted=True):
    lengths = torch.as_tensor([sequence.size(0) for sequence in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
