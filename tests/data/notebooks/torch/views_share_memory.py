import torch

x = torch.arange(6)
v = x.view(2, 3)
v[0, 0] = 100
print(x, v)
row = v[1]
row += 10
print(x, v)
t = v.t()
t[0, 1] = -1
print(x, t, t.stride(), t.is_contiguous())
c = x.clone()
c[0] = 7
print(x[0], c[0], x.data_ptr() == v.data_ptr(), x.data_ptr() == c.data_ptr())
r = t.reshape(6)
r[0] = 55
print(x[0], r)
y = torch.zeros(2, 2)
y[0].add_(1)
y[:, 1].mul_(5).sub_(2)
print(y)
e = torch.zeros(2, 1).expand(2, 3)
print(e, e.stride(), e.shape)
a = torch.ones(3)
b = a
b += 1
print(a, a is b)
a = a + 1
print(a, b)
d = a.detach()
d[0] = 50
print(a)
u = a.unsqueeze(1).squeeze()
u[1] = 60
print(a, a.flatten().data_ptr() == a.data_ptr())
try:
    t.view(6)
except RuntimeError as err:
    print(err)
