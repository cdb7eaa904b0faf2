# Functions with a gradient of their own: called forwards, their backward called by hand.
import torch
from torch.autograd import Function


class LayerNorm(Function):
    @staticmethod
    def forward(ctx, x, weight, bias, eps=1e-5):
        mean, var = x.mean(-1, keepdim=True), x.var(-1, unbiased=False, keepdim=True)
        normalized = (x - mean) * torch.rsqrt(var + eps)
        ctx.save_for_backward(normalized, torch.rsqrt(var + eps), weight)
        ctx.eps = eps
        return normalized * weight + bias

    @staticmethod
    def backward(ctx, dy):
        normalized, rstd, weight = ctx.saved_tensors
        dx = dy * weight
        dx = dx - dx.mean(-1, keepdim=True) - normalized * (dx * normalized).mean(-1, keepdim=True)
        return dx * rstd, (dy * normalized).sum(0), dy.sum(0), None


class Softmax(Function):
    @staticmethod
    def forward(ctx, x, dim):
        y = x.softmax(dim)
        ctx.save_for_backward(y)
        ctx.dim = dim
        print('needs', ctx.needs_input_grad)
        return y

    @staticmethod
    def backward(ctx, dy):
        y, = ctx.saved_tensors
        return y * (dy - (dy * y).sum(ctx.dim, keepdim=True)), None


class StraightThrough(Function):
    @staticmethod
    def forward(ctx, x):
        return x.round(), x.sign()

    @staticmethod
    def backward(ctx, dy, _sign):
        return dy


class Context:
    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors


torch.manual_seed(0)
x = torch.randn(2, 4)
weight, bias = torch.ones(4, requires_grad=True), torch.zeros(4)
print(LayerNorm.apply(x, weight, bias), LayerNorm.apply(x, weight.detach(), bias, 1e-3))
print(torch.allclose(LayerNorm.apply(x, weight, bias), torch.nn.functional.layer_norm(x, (4,)), atol=1e-6))
y = Softmax.apply(x.clone().requires_grad_(), -1)
print(y, y.requires_grad, (y * 2).sum(), Softmax.apply(x, 0))
rounded, sign = StraightThrough.apply(torch.tensor([0.4, -1.6], requires_grad=True))
print(rounded, sign, StraightThrough.apply(torch.tensor([2.5])))
with torch.no_grad():
    print(StraightThrough.apply(torch.ones(1, requires_grad=True)))

ctx = Context()
with torch.no_grad():
    out = LayerNorm.forward(ctx, x, weight, bias)
    dx, dweight, dbias, _ = LayerNorm.backward(ctx, torch.ones_like(x) * torch.arange(4.0))
print(dx, dweight, dbias)
try:
    Function.apply(x)
except NotImplementedError as error:
    print(error)
