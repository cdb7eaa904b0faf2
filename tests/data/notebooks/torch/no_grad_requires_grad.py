import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
print(x, x.requires_grad, x.is_leaf, x.grad)
y = x * 2
print(y, y.requires_grad, y.is_leaf)
for z in (x + 1, x - 1, -x, x / 2, x ** 2, x.exp(), x.log(), x.sqrt(), x.sum(), x.mean(), x.var(), x.std(), x.max(), x.abs(), x.sin(), x.tanh(), x.sigmoid(), x.relu(), x.view(2, 1), x.reshape(1, 2), x.t(), x[0], x[:1], x.unsqueeze(0), x.softmax(0), x.log_softmax(0), x @ x, x.clone(), torch.cat([x, x]), torch.stack([x]), x.expand(2, 2), x.pow(3), x.rsqrt(), x.cumsum(0), x.prod(), x.norm(), x.double(), x.clamp(0, 1), 2 / x, 1 - x, x.flatten(), x.unsqueeze(0).transpose(0, 1), x.repeat(2), x[[0]], x[x > 1], x.mean(0, keepdim=True), x.sum(0), x.max(0).values, torch.where(x > 1, x, -x), x.masked_fill(x > 1, 0.0), x.square(), x.reciprocal(), torch.maximum(x, x)):
    print(z)
with torch.no_grad():
    w = x * 2
    print(w, w.requires_grad, x.requires_grad)
print(x.detach(), y.detach(), x.detach().requires_grad, (x > 1), x.argmax(), x.tolist(), x.shape)
a = torch.zeros(2)
print(a.requires_grad_(), a.requires_grad, torch.ones(2, requires_grad=True) + a)
try:
    x += 1
except RuntimeError as e:
    print(e)
with torch.no_grad():
    x += 1
print(x)
print(torch.is_grad_enabled(), f"{y[0]:.2f}", y[1].item())


@torch.no_grad()
def evaluate(v):
    return v * 3


print(evaluate(x), torch.tensor([1], dtype=torch.int64).requires_grad)
try:
    torch.tensor([1, 2], requires_grad=True)
except RuntimeError as e:
    print(e)
