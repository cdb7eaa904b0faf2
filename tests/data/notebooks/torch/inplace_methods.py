import torch

x = torch.ones(2, 2)
y = x
x.add_(2)
print(x, y is x)
x.mul_(3).sub_(1).div_(2)
print(x)
x[0].zero_()
x[1, 1:].fill_(7)
print(x)
x.copy_(torch.tensor([[1.0, -2.0], [-3.0, 4.0]]))
print(x.abs_(), x.sqrt_(), x.exp_().log_(), x.neg_(), x.clamp_(min=-1.5), x.relu_())
x.t_()
print(x, x.unsqueeze_(0).shape, x.squeeze_().shape)
v = torch.arange(4)
v += 1
v *= 2
v //= 3
v %= 2
print(v)
try:
    v /= 2
except RuntimeError as e:
    print(e)
try:
    v += 0.5
except RuntimeError as e:
    print(e)
z = torch.zeros(2, 3)
try:
    z += torch.ones(3, 2)
except RuntimeError as e:
    print(e)
z += torch.tensor([1, 2, 3])
print(z, z.sigmoid_(), z.tanh_(), z.floor_())
