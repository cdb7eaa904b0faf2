# A recurrent cell over a sequence, with a norm inside.
import torch
from torch import nn


class NormalizedCell(nn.Module):
    def __init__(self, inputs, hidden, norm=True):
        super().__init__()
        self.from_input = nn.Linear(inputs, hidden)
        self.from_state = nn.Linear(hidden, hidden, bias=False)
        self.norm = nn.LayerNorm(hidden) if norm else nn.Identity()

    def forward(self, x, state):
        return torch.tanh(self.norm(self.from_input(x) + self.from_state(state)))


def unroll(cell, sequence, state):
    states = []
    for x in sequence:
        state = cell(x, state)
        states.append(state)
    return torch.stack(states), state


torch.manual_seed(19)
sequence = torch.randn(5, 2, 3)
start = torch.zeros(2, 4)
for norm in (True, False):
    torch.manual_seed(20)
    cell = NormalizedCell(3, 4, norm)
    print(cell)
    with torch.no_grad():
        states, last = unroll(cell, sequence, start)
    print(states.shape, torch.equal(states[-1], last))
    print(last)
    for t, s in enumerate(states):
        print(f"t={t} mean {s.mean():+.3f} largest {s.abs().max():.3f}")
with torch.no_grad():
    echo, _ = unroll(NormalizedCell(3, 4), torch.zeros(6, 1, 3), torch.ones(1, 4))
    print(echo.squeeze(1))
    print((echo[1:] - echo[:-1]).abs().amax(dim=(1, 2)))


class Gate(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.update = nn.Linear(2 * size, size)
        self.candidate = nn.Linear(2 * size, size)

    def forward(self, x, h):
        both = torch.cat([x, h], dim=-1)
        z = torch.sigmoid(self.update(both))
        return (1 - z) * h + z * torch.tanh(self.candidate(both))


torch.manual_seed(4)
gate = Gate(3)
h = torch.zeros(1, 3)
with torch.no_grad():
    for step in range(4):
        x = torch.full((1, 3), float(step % 2))
        h = gate(x, h)
        print(step, h)
print(sum(p.numel() for p in gate.parameters()), gate)
