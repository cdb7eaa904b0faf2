# SPDX-License-Identifier: MIT
"""torch.utils.data: data sets, orders in which to go through them, batches."""
from torch.utils.data.dataloader import DataLoader, default_collate
from torch.utils.data.dataset import Dataset, IterableDataset, Subset, TensorDataset, random_split
from torch.utils.data.sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler

__all__ = ['BatchSampler', 'DataLoader', 'Dataset', 'IterableDataset', 'RandomSampler', 'Sampler',
           'SequentialSampler', 'Subset', 'TensorDataset', 'default_collate', 'get_worker_info', 'random_split']


def get_worker_info():
    """Of the process that loads: there are none beside this one."""


def __getattr__(name):
    from torch._unsupported import refusing
    return refusing('torch.utils.data', name)
