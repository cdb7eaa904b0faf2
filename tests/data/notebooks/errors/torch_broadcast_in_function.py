import torch


def normalize(x):
    mean = x.mean(dim=-1)
    std = x.std(dim=-1)
    return (x - mean) / std


print(normalize(torch.arange(4.0)))
print(normalize(torch.arange(6.0).reshape(2, 3)))
