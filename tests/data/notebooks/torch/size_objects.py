import torch

s = torch.zeros(2, 3, 4).shape
print(s, type(s), s[0], s[-1], s[1:], s[:-1], s[::2], len(s), list(s), tuple(s))
print(s == (2, 3, 4), s == [2, 3, 4], s == torch.Size([2, 3, 4]), s != (1,), 3 in s, s.numel())
a, b, c = s
print(a * b * c, isinstance(s, tuple), torch.Size([]), torch.Size((5,)), torch.Size([1, 2]) + (3,), (1,) + torch.Size([2]))
print(f"{s}", str(s), repr(torch.Size([2])), max(s), sum(s), sorted(s, reverse=True), s.index(3), s.count(2))
for d in s:
    print(d, type(d))
print(torch.zeros(s).shape == s, torch.zeros(s[:2]).shape, torch.zeros(*s[1:]).shape, [*s, 5])
print(hash(s) == hash((2, 3, 4)), {s: "key"}[(2, 3, 4)], s * 2, bool(torch.Size([])))
