# One storage, many views: what shape, stride and offset say.
import torch

storage = torch.arange(12)


def describe(name, t):
    print(f"{name:<12} shape {tuple(t.shape)!s:<12} stride {t.stride()!s:<12} offset {t.storage_offset()} contiguous {t.is_contiguous()}")
    return t


a = describe("storage", storage)
b = describe("view", a.view(3, 4))
c = describe("transposed", b.t())
d = describe("row", b[1])
e = describe("column", b[:, 2])
f = describe("every other", b[:, ::2])
g = describe("block", b[1:, 1:3])
h = describe("cube", a.view(2, 3, 2))
i = describe("permuted", h.permute(2, 0, 1))
j = describe("expanded", e.unsqueeze(1).expand(3, 5))
k = describe("diagonal", b[:, :3].diagonal())
print(b, c, d, e, f, g, k, sep="\n")
d += 100
print(a)
e[0] = -1
print(b)
g.zero_()
print(b)
print(i)
for t in (b, c, f, i):
    flat = t.reshape(-1)
    print(flat.tolist(), flat.data_ptr() == storage.data_ptr())


def address(t, *index):
    return t.storage_offset() + sum(n * s for n, s in zip(index, t.stride()))


for t, index in ((b, (2, 1)), (c, (1, 2)), (f, (0, 1)), (i, (1, 0, 2))):
    print(index, address(t, *index), storage[address(t, *index)].item() == t[index].item())
try:
    c.view(12)
except RuntimeError as error:
    print("no view:", error)
print(c.contiguous().view(12))
copy = b.clone()
copy[0, 0] = 55
print(b[0, 0], copy[0, 0])
windows = torch.stack([storage[n:n + 4] for n in range(0, 9, 4)])
print(windows, torch.equal(windows, b))
print(torch.stack([b, b]).stride(), torch.cat([b, b]).stride(), b.T.contiguous().stride(), b[None].stride(), b.unsqueeze(1).stride())
row_major = [[b.stride(0) * r + b.stride(1) * c for c in range(4)] for r in range(3)]
column_major = [[c.stride(0) * r + c.stride(1) * q for q in range(3)] for r in range(4)]
for line in row_major + column_major:
    print(" ".join(f"{v:2d}" for v in line))
before = storage.clone()
b.add_(1)
print("changed through the view:", (storage - before).sum().item(), storage)
flipped = b.flip(0)
flipped.zero_()
print("flip copies:", b[0])
