import torch

torch.manual_seed(3)
x = torch.randn(3, 5)
print(x)
print(x.var(), x.var(unbiased=False), x.var(-1), x.var(-1, unbiased=False), x.var(-1, unbiased=True, keepdim=True))
print(torch.var(x, dim=1), torch.var(x, dim=1, unbiased=False, keepdim=True), torch.var(x, 0), torch.var(x, (0, 1)), torch.var(x, dim=(0, 1), unbiased=False))
print(torch.var(x, dim=1, correction=0), x.var(dim=-1, correction=1), x.var(dim=-1, correction=2), x.std(dim=1, correction=0, keepdim=True))
print(x.std(), x.std(-1), x.std(-1, unbiased=False), torch.std(x, 1, True), torch.std(x, dim=0, unbiased=False, keepdim=True))
print(torch.var_mean(x, dim=1, unbiased=False), torch.std_mean(x, dim=-1), torch.var_mean(x, dim=-1, keepdim=True))
mean = x.mean(-1, keepdim=True)
by_hand = ((x - mean) ** 2).sum(-1) / 5
print(by_hand, torch.allclose(by_hand, x.var(-1, unbiased=False)), ((x - mean) ** 2).mean(-1), (x - mean).pow(2).sum(-1) / 4)
one_pass = (x ** 2).mean(-1) - x.mean(-1) ** 2
print(one_pass, (one_pass - by_hand).abs().max() < 1e-6)
big = x + 10000
print((big ** 2).mean(-1) - big.mean(-1) ** 2, big.var(-1, unbiased=False))
print(x.double().var(-1), x.double().std(unbiased=False), x.double().mean())
