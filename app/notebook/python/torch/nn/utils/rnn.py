# SPDX-License-Identifier: MIT
"""Sequences of different lengths as one tensor."""


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


def __getattr__(name):
    from torch._unsupported import refusing
    return refusing('torch.nn.utils.rnn', name)
