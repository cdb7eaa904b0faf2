# What views share, and what changing them does.
import torch
x = torch.arange(12)
v = x.view(3, 4)
v[0, 0] = 100
print(x)
print(x.data_ptr() == v.data_ptr(), v.storage_offset(), v[1].storage_offset(), v[1, 2].storage_offset())
t = v.t()
print(t.is_contiguous(), t.stride(), t.shape, v.stride(), v.stride(0), v.stride(-1))
try:
    t.view(12)
except RuntimeError as e:
    print(e)
print(t.reshape(12), t.contiguous().view(12), t.contiguous().stride())
e = torch.ones(3, 1).expand(3, 4)
print(e.stride(), e.is_contiguous(), e.numel())
try:
    e[0, 0] = 5
    print(e)
except RuntimeError as err:
    print(err)
try:
    e += 1
except RuntimeError as err:
    print(err)
try:
    e.add_(1)
except RuntimeError as err:
    print(err)
c = e.clone(); c[0, 0] = 5; print(c, c.stride())
s = x[2:10:3]; s.zero_(); print(x, s.stride(), s.is_contiguous())
d = torch.eye(3).diagonal(); print(d, d.stride())
u = x.unfold(0, 4, 2); print(u, u.stride())
p = torch.zeros(2, 3, 4).permute(2, 0, 1); print(p.shape, p.stride(), p.is_contiguous(), p.contiguous().stride())
print(p.transpose(0, 2).stride(), p.movedim(0, -1).is_contiguous(), p.flatten().shape)
a = torch.zeros(3); b = a; b += 1; print(a, a is b); b = b + 1; print(a, b)
a = torch.arange(6.).view(2, 3); r = a.reshape(3, 2); r[0, 0] = 42; print(a)
r = a.t().reshape(6); r[0] = -1; print(a, r)
n = a.narrow(1, 1, 2); n.mul_(10); print(a)
sel = a.select(0, 1); sel.fill_(7); print(a)
ind = a[[0, 1]]; ind.zero_(); print(a)
m = a[a > 5]; m.zero_(); print(a, m)
a[a > 5] = 0; print(a)
x = torch.rand(4, 4); y = x[:, 1]; print(y.stride(), y.is_contiguous(), x[1].is_contiguous(), x[:, :2].stride(), x[::2].stride())
chunks = torch.arange(10).chunk(3); print(chunks); chunks[0].add_(100); print(chunks[0])
sp = torch.split(torch.arange(10), [1, 2, 7]); print(sp)
print(torch.arange(24).view(2, 3, 4)[..., 1], torch.arange(24).view(2, 3, 4)[:, None].shape, torch.arange(24).view(2, -1).shape)
try:
    torch.arange(10).view(3, -1)
except RuntimeError as err:
    print(err)
try:
    torch.arange(10).view(-1, -1)
except RuntimeError as err:
    print(err)
try:
    torch.zeros(2, 3).expand(2, 4)
except RuntimeError as err:
    print(err)
try:
    torch.zeros(2, 3).transpose(0, 2)
except IndexError as err:
    print(err)
try:
    torch.zeros(2, 3).permute(0, 1, 2)
except RuntimeError as err:
    print(err)
try:
    torch.zeros(2, 3).squeeze(5)
except IndexError as err:
    print(err)
z = torch.zeros(1, 3, 1); print(z.squeeze().shape, z.squeeze(0).shape, z.squeeze(1).shape, z.unsqueeze(-1).shape, z.squeeze_().shape, z.shape)
print(torch.ones(2, 3).T.shape, torch.ones(2, 3, 4).mT.shape)
