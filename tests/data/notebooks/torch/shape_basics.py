import torch

x = torch.arange(24)
print(x.shape, x.size(), x.dim(), x.ndim, x.numel(), len(x), x.size(0), x.shape[0])
y = x.reshape(2, 3, 4)
print(y, y.shape, y.size(1), y.size(-1), y.shape[1:], len(y), y.dim(), y.stride())
print(x.view(4, 6), x.view(-1, 8).shape, x.reshape(2, -1).shape, y.view(6, 4)[1], y.flatten().shape, y.flatten(1).shape, y.flatten(0, 1).shape)
print(y.transpose(0, 1).shape, y.permute(2, 0, 1).shape, y[0].t(), y[0].T.shape, y.transpose(-1, -2).stride(), y.mT.shape)
print(y.unsqueeze(0).shape, y.unsqueeze(-1).shape, torch.zeros(1, 3, 1).squeeze().shape, torch.zeros(1, 3, 1).squeeze(0).shape, torch.zeros(1, 3).squeeze(1).shape)
print(y.is_contiguous(), y.transpose(0, 2).is_contiguous(), y.transpose(0, 2).contiguous().is_contiguous())
print(torch.zeros(2, 3).shape == (2, 3), torch.zeros(2, 3).shape == torch.Size([2, 3]), y.shape.numel())
print(torch.ones(3, 1).expand(3, 4), torch.ones(2).expand(3, 2).shape, torch.tensor([[1], [2]]).expand(-1, 3), torch.tensor([1, 2]).repeat(2), torch.tensor([1, 2]).repeat(2, 2))
print(torch.movedim(y, 0, -1).shape, torch.swapaxes(y, 0, 1).shape, y.reshape(4, 6).view_as(torch.zeros(3, 8)).shape, torch.broadcast_to(torch.tensor([1, 2]), (2, 2)))
