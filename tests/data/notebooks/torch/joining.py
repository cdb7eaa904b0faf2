import torch

a = torch.tensor([[1, 2], [3, 4]])
b = torch.tensor([[5, 6]])
print(torch.cat([a, b]), torch.cat((a, a), dim=1), torch.cat([a, b.t()], dim=-1), torch.concat([a, b], 0))
print(torch.stack([a, a]).shape, torch.stack([a[0], a[1]], dim=1), torch.stack([torch.tensor(1.0), torch.tensor(2.0)]))
print(torch.vstack([a, b]), torch.hstack([a, a]), torch.hstack([a[0], b[0]]), torch.cat([torch.tensor([]), torch.tensor([1.0])]))
x = torch.arange(10)
print(x.chunk(3), x.split(4), torch.split(x, [3, 7]), torch.chunk(a, 2, dim=1), x.reshape(5, 2).unbind(1), torch.unbind(a))
q, k, v = torch.arange(12).reshape(2, 6).chunk(3, dim=-1)
print(q, k, v)
print(torch.tensor([1, 2, 3]).flip(0), a.flip(0, 1), torch.roll(x, 2), torch.roll(a, 1, 0), a.repeat_interleave(2), torch.repeat_interleave(a, 2, dim=0))
print(torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij"))
print(torch.cat([torch.zeros(1, 2), torch.ones(2, 2)]).sum(0), torch.outer(torch.tensor([1, 2]), torch.tensor([3, 4])))
