# SPDX-License-Identifier: MIT
"""Data sets: samples by number, or one after another."""
import itertools

import torch


class Dataset:
    """Samples by number: a subclass has __getitem__, and mostly __len__."""

    def __getitem__(self, index):
        raise NotImplementedError

    def __class_getitem__(cls, item):
        """Dataset[T], as annotations write it."""
        return cls


class IterableDataset(Dataset):
    """Samples one after another: a subclass has __iter__."""

    def __iter__(self):
        raise NotImplementedError


class TensorDataset(Dataset):
    """Rows of tensors of one length."""

    def __init__(self, *tensors: torch.Tensor) -> None:
        assert all(tensors[0].size(0) == tensor.size(0) for tensor in tensors), \
            'Size mismatch between tensors'
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self):
        return self.tensors[0].size(0)


class Subset(Dataset):
    """The samples of a data set with these numbers."""

    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, idx):
        if isinstance(idx, list):
            return self.dataset[[self.indices[i] for i in idx]]
        return self.dataset[self.indices[idx]]

    def __len__(self):
        return len(self.indices)


def random_split(dataset, lengths, generator=None):
    """Subsets of these lengths, or of these shares, in an order that is drawn."""
    generator = torch.default_generator if generator is None else generator
    size = len(dataset)
    if abs(sum(lengths) - 1) < 1e-9 and sum(lengths) <= 1:
        shares, lengths = lengths, []
        for place, share in enumerate(shares):
            if share < 0 or share > 1:
                raise ValueError(f'Fraction at index {place} is not between 0 and 1')
            lengths.append(int(size * share))
        for place in range(size - sum(lengths)):
            lengths[place % len(lengths)] += 1
    if sum(lengths) != size:
        raise ValueError('Sum of input lengths does not equal the length of the input dataset!')
    order = torch.randperm(sum(lengths), generator=generator).tolist()
    ends = itertools.accumulate(lengths)
    return [Subset(dataset, order[end - length:end]) for end, length in zip(ends, lengths)]
