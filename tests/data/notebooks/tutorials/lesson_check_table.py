# A lecturer's own checks: each statement of a lesson beside what the code gives.
import math
import torch
from torch import nn

checks = []


def check(text):
    def decorate(f):
        checks.append((text, f))
        return f
    return decorate


def norm(x, eps=1e-5, unbiased=False):
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, keepdim=True, unbiased=unbiased)
    return (x - mean) / torch.sqrt(var + eps)


@check("rows of two become -1 and 1")
def _():
    rows = torch.tensor([[0.0, 2.0], [0.0, 4.0], [-1.0, 5.0]])
    return torch.allclose(norm(rows), torch.tensor([-1.0, 1.0]).expand(3, 2), atol=1e-4)


@check("with the unbiased variance they become 0.7071")
def _():
    y = norm(torch.tensor([0.0, 2.0]), unbiased=True, eps=0.0)
    return f"{y[1]:.4f}" == "0.7071"


@check("0..5 give 1.46385, 0.87831, 0.29277")
def _():
    y = norm(torch.arange(6.0))
    return [f"{v:.5f}" for v in y[3:].tolist()] == ["0.29277", "0.87831", "1.46385"]


@check("a constant row is zero with eps, and not a number without")
def _():
    row = torch.full((4,), 3.0)
    return norm(row).abs().sum() == 0 and torch.isnan(norm(row, eps=0.0)).all()


@check("equal scores share equally, however small")
def _():
    return torch.softmax(torch.tensor([-10000.0, -10000.0]), dim=0).tolist() == [0.5, 0.5]


@check("the variance of the output is var / (var + eps)")
def _():
    x = torch.tensor([0.01, 0.02, 0.03, 0.05])
    v = x.var(unbiased=False)
    return abs(norm(x).var(unbiased=False) - v / (v + 1e-5)) < 1e-4


@check("this one is wrong on purpose")
def _():
    return norm(torch.tensor([1.0, 2.0])).sum() > 1


@check("this one breaks")
def _():
    return norm(torch.tensor([1.0, 2.0])) @ torch.ones(3) > 0


passed = 0
for number, (text, f) in enumerate(checks, start=1):
    try:
        result = bool(f())
        verdict = "true" if result else "FALSE"
        passed += result
    except RuntimeError as error:
        verdict = f"error: {str(error)[:26]}"
    print(f"{number}. {text:<60} {verdict}")
print(f"{passed} of {len(checks)} hold ({passed / len(checks):.0%})")
torch.manual_seed(123)
first = torch.rand(2, 5)
print(first, [f"{v:.4f}" for v in norm(first)[0].tolist()], math.isclose(norm(first).sum().item(), 0, abs_tol=1e-5))
print(nn.LayerNorm(5)(first))
