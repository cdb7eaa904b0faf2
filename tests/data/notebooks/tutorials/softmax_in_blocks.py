import torch
torch.manual_seed(0)
q, k, v = (torch.randn(6, 4) for _ in range(3))
ref = torch.softmax(q @ k.T / 2, -1) @ v
out = torch.zeros(6, 4); m = torch.full((6, 1), -torch.inf); l = torch.zeros(6, 1)
for j in range(0, 6, 2):
    s = q @ k[j:j + 2].T / 2
    mn = torch.maximum(m, s.max(-1, keepdim=True).values)
    p = torch.exp(s - mn)
    l = l * torch.exp(m - mn) + p.sum(-1, keepdim=True)
    out = out * torch.exp(m - mn) + p @ v[j:j + 2]
    m = mn
print(torch.allclose(out / l, ref, atol=1e-6)); print((out / l)[0])
