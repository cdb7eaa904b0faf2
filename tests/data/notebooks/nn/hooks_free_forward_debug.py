import torch
from torch import nn


class Peek(nn.Module):
    def __init__(self, label):
        super().__init__()
        self.label = label

    def forward(self, x):
        print(f"{self.label:<10} {tuple(x.shape)!s:<10} mean {x.mean():+.4f} std {x.std():.4f}")
        return x

    def extra_repr(self):
        return repr(self.label)


torch.manual_seed(14)
model = nn.Sequential(Peek("input"), nn.Linear(4, 6), Peek("linear"), nn.LayerNorm(6), Peek("norm"), nn.ReLU(), Peek("relu"), nn.Linear(6, 2), Peek("output"), nn.Softmax(dim=-1), Peek("softmax"))
print(model)
with torch.no_grad():
    print(model(torch.randn(5, 4)))
for name, module in model.named_modules():
    if isinstance(module, nn.Linear):
        print(name, module.weight.shape, module)
print(sum(isinstance(m, Peek) for m in model.modules()), [type(m).__name__ for m in model if not isinstance(m, Peek)])
