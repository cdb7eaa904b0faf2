import torch

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(x.clone(), x.numel(), x.nelement(), x.T, x.size(), x.tolist(), x.new_zeros(2), x.new_ones(1, 2), x.new_tensor([1, 2]), x.new_full((2,), 3.0))
print(torch.numel(x), torch.is_tensor(x), torch.is_tensor([1]), isinstance(x, torch.Tensor), type(x), x.cpu() is x, x.contiguous() is x, x.element_size())
print(torch.reshape(x, (4,)), torch.transpose(x, 0, 1), torch.permute(x, (1, 0)), torch.squeeze(x[None]), torch.unsqueeze(x, 0).shape, torch.flatten(x), torch.t(x), torch.ravel(x), torch.clone(x))
print(x.sum(1).mean(), x.mean(1).sum(), (x - x.mean()).div(x.std()), x.sub(x.min()).div(x.max() - x.min()), x.mul(x).sum().sqrt(), torch.norm(x), x.norm(dim=1), x.norm(p=1))
print(hash(x) == hash(x), x is x, id(x) == id(x.T), len(x), x.dim(), x[0].dim(), x[0, 0].dim(), x.stride(), x.storage_offset(), x[1].storage_offset())
print(torch.tensor([3]) == 3, x.eq(1).sum(), x.equal(x), x.where(x > 2, torch.tensor(0.0)), x.expand_as(torch.zeros(3, 2, 2)).shape, x.tile(2))
