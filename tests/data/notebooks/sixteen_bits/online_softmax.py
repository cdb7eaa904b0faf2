import torch
def online(x):
    m, d = float('-inf'), 0.
    for v in x.tolist():
        m_new = max(m, v)
        d = d * torch.exp(torch.tensor(m - m_new)) + torch.exp(torch.tensor(v - m_new))
        m = m_new
    return torch.exp(x - m) / d
torch.manual_seed(6)
x = torch.randn(9) * 3
print(online(x))
print(torch.allclose(online(x), x.softmax(0)))
torch.testing.assert_close(online(x), torch.softmax(x, dim=0))
def flash(q, k, v, block=3):
    T, D = q.shape
    o = torch.zeros_like(q)
    l = torch.zeros(T, 1)
    m = torch.full((T, 1), -float('inf'))
    for j in range(0, T, block):
        s = q @ k[j:j + block].T / D ** 0.5
        mn = torch.maximum(m, s.max(-1, keepdim=True).values)
        p = torch.exp(s - mn)
        a = torch.exp(m - mn)
        l = a * l + p.sum(-1, keepdim=True)
        o = a * o + p @ v[j:j + block]
        m = mn
    return o / l
q, k, v = torch.randn(3, 7, 4).unbind(0)
ref = torch.softmax(q @ k.T / 2, -1) @ v
out = flash(q, k, v)
print(out)
print((out - ref).abs().max().item() < 1e-6, torch.allclose(out, ref, atol=1e-6))
print(torch.logsumexp(x, 0), x.max() + (x - x.max()).exp().sum().log(), torch.logcumsumexp(x, 0))
xs = x.bfloat16()
print(xs.softmax(0), xs.logsumexp(0), xs.exp().sum(), torch.logaddexp(xs, xs))
acc = x[0]
for t in x[1:]: acc = torch.logaddexp(acc, t)
print(acc)
