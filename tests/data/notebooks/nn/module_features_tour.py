import torch
from torch import nn
from collections import OrderedDict


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(5, 4, padding_idx=0)
        self.blocks = nn.ModuleList([nn.Linear(4, 4) for _ in range(2)])
        self.heads = nn.ModuleDict({"a": nn.Linear(4, 1), "b": nn.Sequential(OrderedDict([("fc", nn.Linear(4, 2)), ("act", nn.Softmax(dim=-1))]))})
        self.scale = nn.Parameter(torch.tensor(2.0))
        self.register_buffer("step", torch.tensor(0))
        self.register_buffer("tmp", torch.zeros(2), persistent=False)

    def forward(self, ids):
        self.step += 1
        h = self.emb(ids)
        for b in self.blocks:
            h = torch.relu(b(h)) * self.scale
        return {k: head(h.mean(0)) for k, head in self.heads.items()}


torch.manual_seed(4)
net = Net()
print(net)
print(net(torch.tensor([1, 2, 0])))
for n, p in net.named_parameters():
    print(f"{n:<18}{str(tuple(p.shape)):<10}{p.requires_grad}")
print([n for n, _ in net.named_modules()], [n for n, _ in net.named_children()], [n for n, _ in net.named_buffers()])
sd = net.state_dict()
print(list(sd), sd["step"], type(sd).__name__)
other = Net()
print(other.load_state_dict(sd), torch.equal(other.emb.weight, net.emb.weight))
bad = {k: v for k, v in sd.items() if k != "scale"}
try:
    other.load_state_dict(bad)
except RuntimeError as e:
    print(e)
print(other.load_state_dict(bad, strict=False))
for p in net.blocks[0].parameters():
    p.requires_grad = False
print(sum(p.numel() for p in net.parameters() if p.requires_grad), sum(p.numel() for p in net.parameters()))
net.train(False)
print(net.training, net.blocks[0].training, len(net.blocks), net.heads.keys(), "a" in net.heads, net.emb.weight[0])
net.apply(lambda m: nn.init.ones_(m.weight) if isinstance(m, nn.Linear) else None)
print(net.blocks[1].weight[0], net.get_parameter("scale"), net.get_submodule("heads.b.fc"))
h = net.blocks[0].register_forward_hook(lambda m, i, o: print("hook", type(m).__name__, tuple(o.shape)))
net(torch.tensor([1]))
h.remove()
net.double()
print(net.scale.dtype, net.emb.weight.dtype, net.step.dtype)
try:
    net.missing
except AttributeError as e:
    print(e)
try:
    net.scale = torch.ones(2)
except TypeError as e:
    print(e)
