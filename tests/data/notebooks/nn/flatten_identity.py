import torch
from torch import nn

x = torch.arange(24.0).reshape(2, 3, 4)
print(nn.Flatten()(x), nn.Flatten(start_dim=0)(x).shape, nn.Flatten(1, 2)(x).shape, nn.Flatten(0, 1)(x).shape)
identity = nn.Identity()
print(identity(x) is x, nn.Identity(54, unused=True), identity(torch.tensor(1)))
torch.manual_seed(2)
model = nn.Sequential(nn.Flatten(), nn.Linear(12, 3), nn.Softmax(dim=1))
print(model, model(x), torch.flatten(x, 1).shape)


class Placeholder(nn.Module):
    """Returns what it gets."""

    def __init__(self, normalized_shape, eps=1e-5):
        super().__init__()

    def forward(self, x):
        return x


p = Placeholder(4)
print(p, p(x).shape, p(x) is x, list(p.parameters()))
