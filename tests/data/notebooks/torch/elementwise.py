import torch

x = torch.tensor([-1.5, -0.5, 0.0, 0.5, 2.0])
p = torch.tensor([0.25, 1.0, 2.0, 10.0])
for name in ("exp", "abs", "sin", "cos", "tan", "tanh", "sigmoid", "relu", "floor", "ceil", "round", "trunc", "sign", "square", "neg", "erf", "atan", "sinh", "cosh", "expm1", "frac", "reciprocal"):
    print(name, getattr(torch, name)(x), getattr(x, name)() if hasattr(x, name) else "")
for name in ("sqrt", "rsqrt", "log", "log2", "log10", "log1p", "exp2", "reciprocal"):
    print(name, getattr(torch, name)(p), getattr(p, name)())
print(torch.log(torch.tensor([0.0, -1.0])), torch.sqrt(torch.tensor([-1.0, 0.0])), torch.exp(torch.tensor([100.0, -200.0])), torch.rsqrt(torch.tensor(0.0)))
print(torch.exp(torch.tensor([1, 2])), torch.sqrt(torch.tensor(4)), torch.tanh(torch.tensor([0, 1])), torch.abs(torch.tensor([-3])), torch.round(torch.tensor([0.5, 1.5, 2.5])))
print(torch.pow(p, 0.5), p.pow(-1), p ** 0.5, torch.pow(2, torch.tensor([1, 3])), p.square(), torch.round(torch.tensor([1.23456]), decimals=2), torch.softmax(p, 0), torch.atan2(x, torch.ones(5)), torch.hypot(torch.tensor(3.0), torch.tensor(4.0)))
print(x.exp_(), x.sqrt_(), x.clamp_(0.5, 1.5), x.round_(), x.zero_(), p.log().exp(), torch.relu(torch.tensor([-1, 2])))
