"""Gradients of sums, means, extremes and norms."""
import torch

x = torch.tensor([[1.0, -2.0, 3.0], [3.0, 0.5, -1.0]], requires_grad=True)


def gradient(name, result):
    x.grad = None
    result.backward(torch.ones_like(result))
    print(name, x.grad)


gradient('sum', x.sum())
gradient('sum dim', x.sum(0) ** 2)
gradient('mean', x.mean())
gradient('mean dims', x.mean((0, 1), keepdim=True))
gradient('var', x.var())
gradient('var dim', x.var(1, unbiased=False))
gradient('std', x.std(dim=1, keepdim=True))
gradient('max', x.max())
gradient('max dim', x.max(1).values)
gradient('max other', torch.max(x, torch.zeros(3)))
gradient('min', x.min(dim=0)[0])
gradient('amax', x.amax(1))
gradient('amin', x.amin((0, 1)))
gradient('prod', x.prod())
gradient('prod dim', x.prod(1))
gradient('norm', x.norm())
gradient('norm 1', x.norm(p=1))
gradient('norm dim', torch.linalg.norm(x, dim=1))
gradient('norm 3', x.norm(3, dim=1))
gradient('logsumexp', x.logsumexp(1))
gradient('cumsum', x.cumsum(1))
gradient('cumprod', x.cumprod(1))
gradient('sort', x.sort(1).values * torch.arange(3.0))
gradient('topk', x.topk(2, dim=1)[0])
gradient('median', x.median())
gradient('softmax', x.softmax(1)[:, 0])
gradient('log_softmax', x.log_softmax(0)[0])
gradient('normalize', torch.nn.functional.normalize(x, dim=1)[:, 0])
gradient('cosine', torch.cosine_similarity(x[:1], x[1:]))
gradient('abs', x.abs().sum())
gradient('clamp', x.clamp(-1, 2).sum())
gradient('maximum', torch.maximum(x, x.flip(0)).sum())
gradient('var_mean', sum(part.sum() for part in torch.var_mean(x, 1)))
