# SPDX-License-Identifier: MIT
"""Orders in which to go through a data set."""
import torch


class Sampler:
    """Gives the numbers of samples; a subclass has __iter__."""

    def __init__(self, data_source):
        pass

    def __iter__(self):
        raise NotImplementedError

    def __class_getitem__(cls, item):
        """Sampler[int], as annotations write it."""
        return cls


class SequentialSampler(Sampler):
    """From the first to the last."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


def _generator_of(given):
    """The generator that was given, or a new one that the common stream seeds."""
    if given is not None:
        return given
    generator = torch.Generator()
    generator.manual_seed(int(torch.empty((), dtype=torch.int64).random_().item()))
    return generator


class RandomSampler(Sampler):
    """In an order that is drawn, each sample once, or with replacement."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        if not isinstance(replacement, bool):
            raise TypeError(f'replacement should be a boolean value, but got replacement={replacement}')
        if not isinstance(self.num_samples, int) or self.num_samples <= 0:
            raise ValueError('num_samples should be a positive integer value, but got '
                             f'num_samples={self.num_samples}')

    @property
    def num_samples(self):
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        size = len(self.data_source)
        generator = _generator_of(self.generator)
        if self.replacement:
            left = self.num_samples
            while left > 0:
                count = 32 if left >= 32 else left
                yield from torch.randint(high=size, size=(count,), dtype=torch.int64,
                                         generator=generator).tolist()
                left -= count
            return
        for _ in range(self.num_samples // size):
            yield from torch.randperm(size, generator=generator).tolist()
        yield from torch.randperm(size, generator=generator).tolist()[:self.num_samples % size]

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    """The numbers of another sampler, several at a time."""

    def __init__(self, sampler, batch_size, drop_last):
        if not isinstance(batch_size, int) or isinstance(batch_size, bool) or batch_size <= 0:
            raise ValueError('batch_size should be a positive integer value, but got '
                             f'batch_size={batch_size}')
        if not isinstance(drop_last, bool):
            raise ValueError(f'drop_last should be a boolean value, but got drop_last={drop_last}')
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self):
        batch = []
        for number in self.sampler:
            batch.append(number)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self):
        if self.drop_last:
            return len(self.sampler) // self.batch_size
        return (len(self.sampler) + self.batch_size - 1) // self.batch_size
