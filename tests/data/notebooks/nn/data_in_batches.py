# torch.utils.data: data sets, orders, batches, and the stream of random numbers that they draw from.
import torch
from torch.utils.data import (BatchSampler, DataLoader, Dataset, IterableDataset, RandomSampler, SequentialSampler,
                              Subset, TensorDataset, random_split)


class Squares(Dataset):
    def __init__(self, count):
        self.count = count

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        return {'x': torch.tensor([index, index * index]), 'name': f'n{index}', 'half': index / 2}


class Counting(IterableDataset):
    def __iter__(self):
        return iter(range(5))


torch.manual_seed(0)
pairs = TensorDataset(torch.arange(10.).view(5, 2), torch.arange(5))
print(len(pairs), pairs[1], pairs[1:3])
for batch in DataLoader(pairs, batch_size=2):
    print(batch)
print(torch.rand(1))
for epoch in range(2):
    for x, y in DataLoader(pairs, batch_size=2, shuffle=True, drop_last=True):
        print(epoch, x, y)
print(torch.rand(1))
own = torch.Generator().manual_seed(5)
print([y.tolist() for _, y in DataLoader(pairs, batch_size=3, shuffle=True, generator=own)], torch.rand(1, generator=own))
for batch in DataLoader(Squares(3), batch_size=2):
    print(batch)
print(list(DataLoader(Counting(), batch_size=2)), list(DataLoader(Counting(), batch_size=None)))
print(list(DataLoader(list(range(4)), batch_size=None)), list(DataLoader([1.5, 2.5], batch_size=2)))
print(list(DataLoader([(1, 'a'), (2, 'b')], batch_size=2)), list(DataLoader(pairs, batch_sampler=[[0, 1], [4]])))
print(list(DataLoader(range(3), collate_fn=lambda samples: sum(samples), batch_size=2)))
print(len(DataLoader(pairs, batch_size=2)), len(DataLoader(pairs, batch_size=2, drop_last=True)), len(DataLoader(pairs)))
print(list(BatchSampler(SequentialSampler(range(5)), 2, False)), list(BatchSampler(range(5), 2, True)))
print(list(RandomSampler(range(5))), list(RandomSampler(range(3), replacement=True, num_samples=7)))
print(list(RandomSampler(range(3), num_samples=7)), torch.rand(1))
torch.randperm(3), torch.multinomial(torch.tensor([0.1, 0.9, 0.0]).double(), 4, True)
first, second = random_split(pairs, [3, 2])
print(first.indices, second.indices, first[0], len(second), [s.indices for s in random_split(range(7), [0.5, 0.5])])
print(Subset(pairs, [4])[0])


def said(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, '|', error)


said(lambda: random_split(pairs, [3, 3]))
said(lambda: DataLoader(pairs, shuffle=True, sampler=[0]))
said(lambda: DataLoader(pairs, batch_size=0))
said(lambda: DataLoader(pairs, batch_size=None, drop_last=True))
said(lambda: DataLoader(pairs, num_workers=-1))
said(lambda: RandomSampler(range(0)))
said(lambda: TensorDataset(torch.ones(2), torch.ones(3)))
said(lambda: list(DataLoader([torch.ones(1), torch.ones(2)], batch_size=2)))
