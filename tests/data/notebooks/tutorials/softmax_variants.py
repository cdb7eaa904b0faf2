# Five ways to write a softmax, and where each breaks.
import torch
import torch.nn.functional as F


def naive(x):
    e = torch.exp(x)
    return e / e.sum(dim=-1, keepdim=True)


def shifted(x):
    e = torch.exp(x - x.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def shifted_tuple(x):
    m, _ = torch.max(x, dim=-1, keepdim=True)
    e = torch.exp(x - m)
    return e / torch.sum(e, dim=-1, keepdim=True)


def online(row):
    m, s = float("-inf"), 0.0
    for v in row.tolist():
        new = max(m, v)
        s = s * torch.exp(torch.tensor(m - new)).item() + torch.exp(torch.tensor(v - new)).item()
        m = new
    return torch.exp(row - m) / s


def with_temperature(x, t):
    return shifted(x / t)


def by_log(x):
    return torch.exp(x - torch.logsumexp(x, dim=-1, keepdim=True))


tests = {
    "plain": torch.tensor([[1.0, 2.0, 3.0], [0.5, 0.5, 0.5]]),
    "large": torch.tensor([[1000.0, 1001.0, 1002.0], [88.0, 89.0, 90.0]]),
    "small": torch.tensor([[-10000.0, -10000.0, -10000.0], [-104.0, -100.0, -103.0]]),
    "mixed": torch.tensor([[-1000.0, 0.0, 1000.0], [0.0, -0.0, 1e-8]]),
}
for name, x in tests.items():
    print(f"{name}:")
    print("  naive  ", naive(x))
    print("  shifted", shifted(x))
    print("  built-in", F.softmax(x, dim=-1))
    print("  equal", torch.allclose(shifted(x), F.softmax(x, -1)), torch.equal(shifted(x), shifted_tuple(x)), torch.allclose(by_log(x), shifted(x), atol=1e-4))
for row in tests["plain"]:
    print(online(row), shifted(row))
x = torch.tensor([2.0, 1.0, 0.1])
for t in (0.01, 0.1, 0.5, 1.0, 2.0, 100.0):
    p = with_temperature(x, t)
    print(f"t={t:<6} {p} argmax {p.argmax().item()}")
print(F.log_softmax(tests["large"], dim=-1))
print(torch.log(naive(tests["plain"])), F.log_softmax(tests["plain"], -1))
print(torch.log(shifted(tests["mixed"])), F.log_softmax(tests["mixed"], -1))
masked = torch.tensor([[1.0, 2.0, 3.0]]).masked_fill(torch.tensor([[False, True, False]]), float("-inf"))
print(shifted(masked), F.softmax(masked, -1))
for dim in (0, 1):
    print(dim, F.softmax(tests["plain"], dim=dim), F.softmax(tests["plain"], dim=dim).sum(dim))
