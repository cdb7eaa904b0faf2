import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n_in, n_hidden, n_out):
        super().__init__()
        self.first = nn.Linear(n_in, n_hidden)
        self.act = nn.ReLU()
        self.second = nn.Linear(n_hidden, n_out)

    def forward(self, x):
        return self.second(self.act(self.first(x)))


torch.manual_seed(1)
net = Net(3, 5, 2)
print(net)
print(net(torch.ones(1, 3)))
print(net(torch.ones(4, 3)).shape, isinstance(net, nn.Module), type(net).__name__)
for name, p in net.named_parameters():
    print(name, p.shape)
print(sum(p.numel() for p in net.parameters() if p.requires_grad), len(list(net.parameters())), [type(c).__name__ for c in net.children()])
print([name for name, _ in net.named_children()], [type(m).__name__ for m in net.modules()], list(net.state_dict()))
print(net.first.weight.shape, net.act, hasattr(net, "third"), net.training)
net.eval()
print(net.training, net.act.training)
net.train()
print(net.training, net.first.bias is list(net.parameters())[1])
with torch.no_grad():
    print(net(torch.zeros(1, 3)))
