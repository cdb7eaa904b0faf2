# Batch, instance, group and layer norm with running statistics.
import torch
import torch.nn as nn
torch.manual_seed(3)
torch.set_printoptions(precision=4, sci_mode=False)
x = torch.randn(4, 3) * 2 + 1
bn = nn.BatchNorm1d(3)
print(bn)
print(bn(x))
print(bn.running_mean, bn.running_var, bn.num_batches_tracked)
mean = x.mean(0)
var_b = x.var(0, unbiased=False)
var_u = x.var(0, unbiased=True)
print((0.9 * torch.zeros(3) + 0.1 * mean), (0.9 * torch.ones(3) + 0.1 * var_u))
print(torch.allclose(bn(x), (x - mean) / torch.sqrt(var_b + bn.eps), atol=1e-6))
bn.eval()
print(bn(x))
y = (x - bn.running_mean) / torch.sqrt(bn.running_var + bn.eps) * bn.weight + bn.bias
print(torch.allclose(bn(x), y), (bn(x) - y).abs().max().item() < 1e-6)
print(bn.state_dict())
print([(n, tuple(p.shape)) for n, p in bn.named_parameters()], [(n, b) for n, b in bn.named_buffers()])
bn2 = nn.BatchNorm2d(2, momentum=0.5, affine=False)
img = torch.arange(2 * 2 * 3 * 3, dtype=torch.float32).view(2, 2, 3, 3)
print(bn2, bn2.weight, bn2(img))
print(bn2.running_mean, bn2.running_var)
bn2(img); bn2(img)
print(bn2.running_mean, bn2.running_var, bn2.num_batches_tracked)
bn2.eval(); print(bn2(img)[0])
bn3 = nn.BatchNorm1d(3, track_running_stats=False)
print(bn3, bn3.running_mean, bn3.eval()(x))
seq = torch.randn(2, 3, 5)
print(nn.BatchNorm1d(3)(seq))
gn = nn.GroupNorm(1, 4); gn2 = nn.GroupNorm(2, 4, affine=False); 
z = torch.randn(2, 4, 3)
print(gn(z), gn2(z), gn, gn2)
inn = nn.InstanceNorm1d(4); print(inn, inn(z))
inn2 = nn.InstanceNorm2d(2, affine=True); print(inn2, inn2(img))
ln = nn.LayerNorm([3, 3], elementwise_affine=False); print(ln, ln(img))
ln = nn.LayerNorm((3,)); print(ln, ln(img)[0, 0], ln.weight, ln.normalized_shape)
try:
    nn.BatchNorm1d(3)(torch.randn(1, 3))
except ValueError as e:
    print("ValueError:", e)
try:
    nn.BatchNorm2d(3)(torch.randn(2, 3))
except ValueError as e:
    print("ValueError:", e)
try:
    nn.BatchNorm1d(4)(torch.randn(2, 3))
except RuntimeError as e:
    print("RuntimeError:", e)
net = nn.Sequential(nn.Linear(3, 5), nn.BatchNorm1d(5), nn.ReLU(), nn.Linear(5, 2))
print(net)
net.train(); out1 = net(x); net.eval(); out2 = net(x); print(out1, out2)
import torch.nn.functional as F
print(F.batch_norm(x, mean, var_b))
print(F.batch_norm(x, None, None, training=True))
print(F.batch_norm(x, mean, var_b, weight=torch.tensor([1., 2., 3.]), bias=torch.tensor([.1, .2, .3]), eps=0.01))
print(F.instance_norm(z))
print(F.group_norm(z, 2))
