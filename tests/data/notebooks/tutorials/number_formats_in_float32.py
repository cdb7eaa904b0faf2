# Where float32 runs out of digits, and what order has to do with it.
import torch

print("one third:", torch.tensor(1 / 3).item(), 1 / 3)
for exponent in (0, 10, 20, 23, 24, 25):
    x = torch.tensor(2.0 ** exponent)
    print(exponent, x.item(), (x + 1).item() - x.item())
tiny = torch.tensor(1.0)
steps = 0
while (1 + tiny / 2).item() != 1.0:
    tiny = tiny / 2
    steps += 1
print("smallest step from one:", tiny.item(), 2.0 ** -23, steps)
values = torch.tensor([1e8, 1.0, -1e8, 1.0])
print(values.sum(), sum(values.tolist()), ((values[0] + values[2]) + values[1]) + values[3])
forward, backward = torch.tensor(0.0), torch.tensor(0.0)
for k in range(1, 1001):
    forward = forward + 1.0 / k
for k in range(1000, 0, -1):
    backward = backward + 1.0 / k
exact = sum(1.0 / k for k in range(1, 1001))
print(f"{forward.item():.7f} {backward.item():.7f} {exact:.7f}")
print("closer:", "backward" if abs(backward.item() - exact) <= abs(forward.item() - exact) else "forward")


def kahan(numbers):
    total, lost = torch.tensor(0.0), torch.tensor(0.0)
    for v in numbers:
        y = v - lost
        t = total + y
        lost = (t - total) - y
        total = t
    return total


tenth = torch.full((500,), 0.1)
plain = torch.tensor(0.0)
for v in tenth:
    plain = plain + v
print(plain.item(), kahan(tenth).item(), tenth.sum().item())
for x in (0.1, 0.5, 1.1, 16777217.0, 3.3e38, 1e-45):
    t = torch.tensor(x)
    print(f"{x!r:>12} becomes {t.item()!r} and back in double {t.double().item() - x:.3e}")
x = torch.tensor([1.0, 1e-3, 1e-6, 1e-9])
print(torch.exp(x) - 1, torch.expm1(x))
print(torch.log(1 + x), torch.log1p(x))
a, b = torch.tensor(10000.0), torch.tensor(10000.001)
print(a == b, (b - a).item(), (b.double() - a.double()).item())
print(torch.sqrt(torch.tensor(2.0)) ** 2 == 2, (torch.sqrt(torch.tensor(2.0)) ** 2).item())
print(torch.tensor(1e20) * torch.tensor(1e20), torch.tensor(1e-30) * torch.tensor(1e-30), -torch.tensor(1e-30) * torch.tensor(1e-30))
data = torch.tensor([10000.0, 10001.0, 10002.0])
print("two passes:", ((data - data.mean()) ** 2).mean(), "one pass:", (data ** 2).mean() - data.mean() ** 2)
print((data.double() ** 2).mean() - data.double().mean() ** 2)
zero = torch.tensor([0.0, -0.0])
print(zero, 1 / zero, zero[0] == zero[1], torch.sign(zero), zero + 0.0, -zero, zero * -1)
inf, nan = torch.tensor(float("inf")), torch.tensor(float("nan"))
print(inf - inf, inf * 0, inf > 1e38, nan == nan, torch.maximum(nan, inf), torch.tensor([1.0, float("nan")]).max(), torch.tensor([1.0, float("nan")]).sum())
print([round(v, 3) for v in torch.linspace(0, 1, 11).tolist()], torch.arange(0, 1, 0.1).tolist()[3])
for n in (7, 8, 9):
    v = torch.full((n,), 0.1)
    print(n, v.sum().item(), v.mean().item(), sum([0.1] * n))
for digits in (3, 6, 9):
    torch.set_printoptions(precision=digits)
    print(torch.tensor([1 / 3, 2 / 3, 1.0]))
