import torch

a = torch.tensor(7.0)
b = torch.tensor(2)
print(a + b, a - b, a * b, a / b, a // b, a % b, a ** b, b ** 3, -a, abs(-a), a > b, a == 7, b == 2.0, a + 1, 1 + a, 10 / b, b / 4, 3 * b, b * 1.5, 2 ** b, 7 // b, 7 % b)
print(a.sqrt(), a.exp().log(), b.float().sqrt(), torch.sqrt(b), a.round(), (a / 3).round(), (a / 3).floor(), (a / 3).ceil(), (a / 3).trunc(), a.long())
print(float(a) + 1, int(a / 2), round(float(a / 3), 3), bool(a), a.item() // 2, max(a, b), min(a, b), sum([a, b]), sorted([a, b]), [a, b], {"a": a}, f"{a:.1f} {b}")
print(a.shape, a.dim(), a.numel(), a.unsqueeze(0), a.reshape(1, 1), a.expand(2), a.repeat(2), torch.stack([a, a]), a.view(-1), a[None], a[...], a.tolist(), len(a.shape))
if a > 5 and b < 5:
    print("scalars are conditions", "yes" if a else "no", not b, a and b, a or b)
c = a
c += 1
print(a, c, a is c)
total = 0
for v in (a, b, 1, 2.5):
    total = total + v
print(total, type(total))
