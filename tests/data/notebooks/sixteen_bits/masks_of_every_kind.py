import torch
T = 5
causal = torch.tril(torch.ones(T, T))
print(causal, causal == 0)
print(torch.triu(torch.full((T, T), float('-inf')), diagonal=1))
window = torch.ones(T, T).tril().triu(-2)
print(window)
i = torch.arange(T)
print(i[:, None] >= i[None, :], (i[:, None] - i[None, :]).abs() <= 1)
lens = torch.tensor([2, 5, 3])
pad = i[None, :] < lens[:, None]
print(pad, pad.int().sum(1))
s = torch.zeros(3, T)
print(s.masked_fill(~pad, -1e9).softmax(-1), s.masked_fill(~pad, float('-inf')).softmax(-1))
both = pad[:, None, :] & causal.bool()[None]
print(both.shape, both[0])
print(torch.where(pad, s, torch.tensor(float('-inf'))), torch.where(pad, 1., 0.), s.masked_fill_(~pad, 7))
print(s[pad], s[~pad].numel(), pad.nonzero()[:3], torch.masked_select(s, pad).shape)
h = torch.zeros(3, T, dtype=torch.half)
for v in (-1e9, -65504, -70000., float('-inf'), 1e-9):
    try: print(v, h.masked_fill(~pad, v)[0])
    except RuntimeError as e: print(v, e)
    try: print(torch.where(pad, h, v)[0])
    except RuntimeError as e: print(v, e)
    try: print(torch.full((2,), v, dtype=torch.half), h.clone().fill_(v)[0, 0])
    except RuntimeError as e: print(v, e)
try: torch.zeros(2, dtype=torch.int64).masked_fill_(torch.tensor([True, False]), 1e20)
except RuntimeError as e: print(e)
try: torch.zeros(2).masked_fill(torch.tensor([1, 0]), 1.)
except RuntimeError as e: print(e)
m = torch.rand(4, 4, generator=torch.Generator().manual_seed(0)) > 0.5
print(m, m.logical_not(), m & m.T, m | m.T, m ^ m.T, m.any(1), m.all(0), m.float().mean(), m.sum())
