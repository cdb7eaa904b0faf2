# V7 has a larger eps, V8 adds it to the count.
import torch


def keras_like(x, eps=1e-3):
    mean = x.mean(-1, keepdim=True)
    variance = ((x - mean) ** 2).mean(-1, keepdim=True)
    return (x - mean) * torch.rsqrt(variance + eps)


def count_like(x, eps=1e-5):
    n = x.shape[-1]
    centred = x - x.mean(-1, keepdim=True)
    return centred * torch.rsqrt((centred * centred).sum(-1, keepdim=True) / (n + eps))


for x in (torch.tensor([0.09484422, 0.16441762]), torch.arange(6.0), torch.tensor([0.01, 0.02, 0.03]), torch.full((2,), 3.0)):
    print(x, keras_like(x), count_like(x), sep="\n  ")
print(keras_like(torch.arange(6.0), eps=1.0), count_like(torch.arange(6.0), eps=6.0))
