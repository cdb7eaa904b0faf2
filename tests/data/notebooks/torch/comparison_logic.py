import torch

a = torch.tensor([1, 2, 3])
b = torch.tensor([3, 2, 1])
print(a == b, a != b, a < b, a <= b, a > b, a >= 2, 2 > a, torch.eq(a, b), torch.lt(a, 2), torch.ge(a, b), a.ne(b), a.gt(1), a.le(1))
print(torch.equal(a, a.clone()), torch.equal(a, b), torch.allclose(a.float(), a + 1e-9), torch.isclose(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.1])))
print((a > 1) & (b > 1), (a > 1) | (b > 1), ~(a > 1), (a > 1).any(), (a > 0).all(), torch.logical_and(a > 1, b > 1), torch.logical_not(a > 1), torch.logical_or(a > 2, b > 2), torch.logical_xor(a > 2, b > 2))
x = torch.tensor([1.0, float("nan"), float("inf"), -float("inf")])
print(torch.isnan(x), torch.isinf(x), torch.isfinite(x), x == x, torch.nan_to_num(x, nan=0.0, posinf=9.0, neginf=-9.0), x.isnan().any())
print(torch.maximum(a, b), torch.minimum(a, b), torch.max(a, b), a.clamp(2, 2), a.clamp(min=2), torch.clamp(a.float(), max=1.5), a.clip(0, 2), torch.sign(torch.tensor([-2.0, 0.0, 3.0])))
if (a == torch.tensor([1, 2, 3])).all():
    print("all equal")
if torch.tensor(1.5) > 1:
    print("a tensor of one element is a condition")
print(bool(torch.tensor([0.0])), not torch.tensor(0), a[0] < b[0], a.any(), a.all(), torch.any(a > 5), (a == b).float().mean(), torch.tensor([[True, False], [True, True]]).all(dim=1), torch.tensor([[True, False], [False, False]]).any(0))
