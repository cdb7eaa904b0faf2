import torch
from torch import nn


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3, bias=False)
        self.b = self.a
        self.register_buffer("scale", torch.tensor([1.0, 2.0, 3.0]))

    def forward(self, x):
        return self.b(torch.relu(self.a(x))) * self.scale


torch.manual_seed(9)
m = Tied()
print(m, len(list(m.parameters())), m.a is m.b, m.scale, [n for n, _ in m.named_parameters()], list(m.state_dict()))
print(m(torch.ones(3)))
print([n for n, _ in m.named_buffers()], [n for n, _ in m.named_modules()])
m.a.weight.data.copy_(torch.eye(3))
print(m(torch.tensor([1.0, -1.0, 2.0])), m.b.weight)
m.extra = nn.Identity()
m.note = "plain attribute"
print(m, m.note)
for p in m.parameters():
    p.requires_grad_(False)
print(m(torch.ones(1, 3)))
