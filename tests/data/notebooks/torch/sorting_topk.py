import torch

x = torch.tensor([3.0, 1.0, 4.0, 1.5, 9.0])
print(x.sort(), torch.sort(x, descending=True), x.argsort(), x.topk(2), torch.topk(x, 3).indices, x.argsort(descending=True))
values, indices = torch.topk(x, k=2, largest=False)
print(values, indices, x[x.argsort()], x.median())
m = torch.tensor([[3, 1, 2], [6, 5, 4]])
print(m.sort(dim=1), m.sort(0, descending=True).values, m.argmax(1), m.max(1), m.topk(1, dim=1), m.argsort(dim=1))
print(torch.unique(torch.tensor([3, 1, 3, 2])), torch.cumsum(torch.tensor([1, 2, 3]), 0))
print(torch.argmax(torch.tensor([[1, 9], [8, 2]])))
