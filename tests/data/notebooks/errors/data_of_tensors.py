# What is no data of a tensor, no seed, no parameter; and what the losses of classes want.
import torch
import torch.nn.functional as F

a = torch.ones(2, 3)


def tried(call):
    try:
        result = call()
    except Exception as error:
        print(type(error).__name__, '|', error)
    else:
        print(repr(result))


for data in ('a', ['a'], [['a', 'b']], [1, 'a'], None, [1, None], {1: 2}, {1, 2}, len, [1, [2]], [1.5, [2]], [[1], 2],
             [[1, 2], [3]], [[]], [[], [1]], [[1], []], [a, a], [a[0, 0], a[0, 1]], range(3), [True, 2], [1, 2.5], 2 ** 63):
    tried(lambda: torch.tensor(data))
tried(lambda: torch.Tensor(2.5))
tried(lambda: torch.Tensor('a'))
tried(lambda: torch.LongTensor([1.5]))
tried(lambda: torch.manual_seed('a'))
tried(lambda: torch.manual_seed(None))
tried(lambda: torch.manual_seed('12').initial_seed())
tried(lambda: torch.manual_seed(1.9).initial_seed())
tried(lambda: torch.manual_seed())
tried(lambda: torch.nn.Parameter([1.0]))
tried(lambda: torch.nn.Parameter(torch.tensor([1])))
tried(lambda: torch.nn.Parameter(a, False, 3))
tried(lambda: torch.movedim(a, (0,), (1, 0)))
tried(lambda: torch.movedim(a, (0, 0), (0, 1)))
tried(lambda: a.repeat(2, -1))
tried(lambda: a @ a.double().t())
tried(lambda: (a > 0) @ a.t())
tried(lambda: torch.tril(a[0, 0]))
for target in (a[0], torch.tensor([0.0, 1.0]), torch.tensor([0, 5]), torch.tensor([0, 1, 2]), torch.tensor([[0, 1]]),
               torch.tensor([[0], [1]]), torch.tensor(1), a, torch.ones(2, 2), torch.tensor([True, False]),
               torch.tensor([0, 1], dtype=torch.int32)):
    tried(lambda: F.cross_entropy(a, target))
    tried(lambda: F.nll_loss(a, target))
    tried(lambda: F.cross_entropy(a[0], target))
tried(lambda: F.cross_entropy(a.long(), torch.tensor([0, 1])))
tried(lambda: F.cross_entropy(a, torch.tensor([0, 1]), weight=torch.ones(2)))
tried(lambda: F.cross_entropy(a, torch.tensor([0, 1]), label_smoothing=2.0))
tried(lambda: F.embedding(torch.tensor([0]), a, padding_idx=9))
tried(lambda: F.embedding(torch.tensor([True]), a))
tried(lambda: F.group_norm(torch.ones(1, 1), 1))
tried(lambda: F.batch_norm(a, None, None))
tried(lambda: torch.add(a, b=1, c=2))
tried(lambda: a.sub(a, alpha=1, mean=True))
tried(lambda: torch.where(a > 0, torch.ones(4, 2, 3), torch.ones(5)))
tried(lambda: a.isclose(a, 1e-05, atol=-1.0))
