import torch

x = torch.tensor([[4.0, -1.0, 9.0], [0.25, 16.0, 2.0]])
pairs = [
    (torch.sum(x, dim=1), x.sum(dim=1)), (torch.mean(x, 0), x.mean(0)), (torch.abs(x), x.abs()), (torch.transpose(x, 0, 1), x.transpose(0, 1)),
    (torch.reshape(x, (3, 2)), x.reshape(3, 2)), (torch.exp(x), x.exp()), (torch.clamp(x, 0, 5), x.clamp(0, 5)), (torch.argmax(x), x.argmax()),
    (torch.matmul(x, x.t()), x.matmul(x.t())), (torch.unsqueeze(x, 1), x.unsqueeze(1)), (torch.pow(x, 2), x.pow(2)), (torch.softmax(x, 1), x.softmax(1)),
    (torch.std(x, 1), x.std(1)), (torch.gt(x, 1), x.gt(1)), (torch.div(x, 2), x.div(2)), (torch.round(x), x.round()), (torch.where(x > 1, x, x * 0), x.where(x > 1, x * 0)),
]
for i, (a, b) in enumerate(pairs):
    print(i, torch.equal(a, b), a.shape, a.dtype, a.flatten()[:3])
print(x.sum().sqrt().item(), x.abs().sqrt().sum(-1).mean().item(), ((x - x.mean()) / x.std()).sum().abs() < 1e-5)
print(x.t().reshape(-1)[::2], x.max(1)[0].unsqueeze(-1).expand_as(x), x.add(1).mul(2).sub(3).div(4).neg().abs().floor().long())
