import torch
from torch import nn
import torch.nn.functional as F
import torch.optim as optim
from torch.utils.data import Dataset, TensorDataset
from torch.autograd import Variable
torch.manual_seed(0)
class Toy(Dataset):
    def __init__(self, n): self.x = torch.arange(n).float()
    def __len__(self): return len(self.x)
    def __getitem__(self, i): return self.x[i], self.x[i] ** 2
d = Toy(4); print(len(d), d[1], [b for a, b in d][:2] if False else d[3])
t = TensorDataset(torch.arange(3), torch.ones(3)); print(len(t), t[0], t[1:])
v = Variable(torch.ones(2), requires_grad=True); print(v, v.requires_grad)
torch.testing.assert_close(torch.ones(2), torch.ones(2) + 1e-7); print('close')
try:
    torch.testing.assert_close(torch.ones(2), torch.ones(3))
except AssertionError as e:
    print(e)
class Block(nn.Module):
    def __init__(self, c): super().__init__(); self.bn = nn.BatchNorm1d(c); self.fc = nn.Linear(c, c)
    def forward(self, x): return F.relu(self.bn(self.fc(x)), inplace=True)
net = nn.Sequential(*[Block(3) for _ in range(2)], nn.Linear(3, 1)); x = torch.randn(8, 3)
for step in range(3):
    net.train(); y = net(x); print(step, y.mean(), net[0].bn.running_mean)
net.eval(); print(net(x)[:2], net(x[:1])); print({k: tuple(v.shape) for k, v in net.state_dict().items()})
fresh = nn.Sequential(*[Block(3) for _ in range(2)], nn.Linear(3, 1)); print(fresh.load_state_dict(net.state_dict())); fresh.eval(); print(torch.equal(net(x), fresh(x)), fresh[0].bn.num_batches_tracked)
for m in net.modules():
    if isinstance(m, (nn.Linear, nn.BatchNorm1d)): print(m.__class__.__name__, m)
print(nn.BatchNorm1d(3, momentum=None), nn.BatchNorm2d(4, affine=False), nn.BatchNorm1d(2).weight)
bn = nn.BatchNorm1d(2, momentum=None); bn(torch.tensor([[1., 2.], [3., 4.]])); bn(torch.tensor([[5., 6.], [7., 8.]])); print(bn.running_mean, bn.running_var, bn.num_batches_tracked); bn.reset_running_stats(); print(bn.running_mean)
