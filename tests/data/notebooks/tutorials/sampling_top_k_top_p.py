import torch
import torch.nn.functional as F

torch.manual_seed(42)
logits = torch.tensor([[4.0, 3.0, 2.0, 1.0, 0.0, -1.0]])


def top_k_filter(logits, k):
    values, _ = torch.topk(logits, k)
    return torch.where(logits < values[..., -1:], torch.full_like(logits, float("-inf")), logits)


def top_p_filter(logits, p):
    sorted_logits, sorted_idx = torch.sort(logits, descending=True)
    cum = torch.cumsum(F.softmax(sorted_logits, dim=-1), dim=-1)
    remove = cum > p
    remove[..., 1:] = remove[..., :-1].clone()
    remove[..., 0] = False
    mask = remove.scatter(1, sorted_idx, remove)
    return logits.masked_fill(mask, float("-inf"))


print(F.softmax(logits, -1))
print(F.softmax(top_k_filter(logits, 3), -1))
print(F.softmax(top_p_filter(logits, 0.9), -1))
draws = torch.multinomial(F.softmax(logits, -1), 1000, replacement=True)
print(torch.bincount(draws[0], minlength=6) / 1000)
print(torch.multinomial(F.softmax(top_k_filter(logits, 2), -1), 10, replacement=True))
u = torch.rand(5, 6)
gumbel = -torch.log(-torch.log(u))
print((logits + gumbel).argmax(-1))
g = torch.Generator().manual_seed(2147483647)
p = torch.rand(3, generator=g)
p = p / p.sum()
print(p, torch.multinomial(p, num_samples=20, replacement=True, generator=g))
print(torch.bernoulli(torch.full((2, 5), 0.5)))
print(torch.randperm(6), torch.randint(10, (3,)))
