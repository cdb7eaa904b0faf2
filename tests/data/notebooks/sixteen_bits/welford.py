import torch
torch.set_printoptions(precision=8)
def welford(xs):
    n, mean, m2 = 0, torch.tensor(0.), torch.tensor(0.)
    for x in xs:
        n += 1
        delta = x - mean
        mean = mean + delta / n
        m2 = m2 + delta * (x - mean)
    return mean, m2 / n
torch.manual_seed(5)
x = torch.randn(1000) + 10000
m, v = welford(x)
print(m, v, x.mean(), x.var(unbiased=False))
naive = (x ** 2).mean() - x.mean() ** 2
print(naive)
print((x.double() ** 2).mean() - x.double().mean() ** 2, x.double().var(unbiased=False))
var, mean = torch.var_mean(x, unbiased=False)
print(var, mean)
vd, md = torch.var_mean(x.double())
print(vd, md)
print(torch.std_mean(x.double().view(10, 100), dim=1))
def merge(a, b):
    (na, ma, sa), (nb, mb, sb) = a, b
    n = na + nb
    d = mb - ma
    return n, ma + d * nb / n, sa + sb + d ** 2 * na * nb / n
parts = [(len(c), c.mean(), ((c - c.mean()) ** 2).sum()) for c in x.chunk(4)]
acc = parts[0]
for p in parts[1:]: acc = merge(acc, p)
print(acc[1], acc[2] / acc[0])
h = x.half()
print(h.mean(), h.var(), x.bfloat16().mean(), x.bfloat16().var(), h.float().mean())
print(torch.cumsum(torch.ones(5) * .1, 0), torch.cumsum(torch.ones(300, dtype=torch.bfloat16), 0)[-3:])
