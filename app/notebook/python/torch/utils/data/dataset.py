# SPDX-License-Identifier: MIT
"""Data sets: samples by number, or one after another."""
import bisect
import itertools

import torch


class Dataset:
    """Samples by number: a subclass has __getitem__, and mostly __len__."""

    def __getitem__(self, index):
        raise NotImplementedError

    def __add__(self, other):
        return ConcatDataset([self, other])

    def __class_getitem__(cls, item):
        """Dataset[T], as annotations write it."""
        return cls


class IterableDataset(Dataset):
    """Samples one after another: a subclass has __iter__."""

    def __iter__(self):
        raise NotImplementedError

    def __add__(self, other):
        return ChainDataset([self, other])


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


class ConcatDataset(Dataset):
    """Several data sets one behind the other."""

    def __init__(self, datasets):
        super().__init__()
        self.datasets = list(datasets)
        assert len(self.datasets) > 0, 'datasets should not be an empty iterable'
        for dataset in self.datasets:
            assert not isinstance(dataset, IterableDataset), \
                'ConcatDataset does not support IterableDataset'
        self.cumulative_sizes = list(itertools.accumulate(len(dataset) for dataset in self.datasets))

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx):
        if idx < 0:
            if -idx > len(self):
                raise ValueError('absolute value of index should not exceed dataset length')
            idx += len(self)
        place = bisect.bisect_right(self.cumulative_sizes, idx)
        first = self.cumulative_sizes[place - 1] if place > 0 else 0
        return self.datasets[place][idx - first]


class ChainDataset(IterableDataset):
    """Several iterable data sets one after another."""

    def __init__(self, datasets):
        super().__init__()
        self.datasets = datasets

    def __iter__(self):
        for dataset in self.datasets:
            yield from dataset

    def __len__(self):
        return sum(len(dataset) for dataset in self.datasets)


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
