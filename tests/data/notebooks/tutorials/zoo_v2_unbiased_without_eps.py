# V2: torch.var's default, and nothing below the root.
import torch

x = torch.tensor([[0.0, 0.0, 0.4, 0.7, 0.4, 0.0], [0.0, 0.0, 0.2, 0.3, 0.6, 0.0]])
mean = x.mean(dim=-1, keepdim=True)
var = x.var(dim=-1, keepdim=True)
out = (x - mean) / torch.sqrt(var)
print(mean, var, out, sep="\n")
print(out.var(dim=-1), out.var(dim=-1, unbiased=False))
rows = torch.tensor([[0.0, 2.0], [0.0, 4.0], [-1.0, 5.0]])
print((rows - rows.mean(1, keepdim=True)) / rows.std(1, keepdim=True))
print((rows - rows.mean(1, keepdim=True)) / rows.std(1, keepdim=True, unbiased=False))
constant = torch.full((1, 3), 2.0)
print((constant - constant.mean(-1, keepdim=True)) / constant.var(-1, keepdim=True).sqrt())
