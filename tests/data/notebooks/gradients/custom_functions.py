"""autograd.Function: forward and backward of one's own."""
import torch
from torch.autograd import Function


class Exp(Function):
    @staticmethod
    def forward(ctx, i):
        result = i.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad_output):
        result, = ctx.saved_tensors
        return grad_output * result


class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias, scale):
        ctx.save_for_backward(x, weight)
        ctx.scale = scale
        return (x @ weight.t() + bias) * scale

    @staticmethod
    def backward(ctx, grad_output):
        x, weight = ctx.saved_tensors
        g = grad_output * ctx.scale
        return g @ weight, g.t() @ x, g.sum(0), None


class Clamp(Function):
    """Straight through."""

    @staticmethod
    def forward(ctx, x):
        return x.clamp(0, 1)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.clone()


class Halves(Function):
    @staticmethod
    def forward(ctx, x):
        n = x.shape[0] // 2
        return x[:n] * 2, x[n:] * 3

    @staticmethod
    def backward(ctx, first, second):
        return torch.cat([first * 2, second * 3])


x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
y = Exp.apply(x)
print(y)
y.sum().backward()
print(x.grad, torch.allclose(x.grad, x.detach().exp()))
torch.manual_seed(0)
a = torch.randn(2, 3, requires_grad=True)
w = torch.randn(4, 3, requires_grad=True)
b = torch.zeros(4, requires_grad=True)
out = Linear.apply(a, w, b, 0.5)
print(out)
out.sum().backward()
print(a.grad, w.grad, b.grad)
x.grad = None
(Clamp.apply(x) * torch.tensor([1., 2., 3.])).sum().backward()
print(x.grad)
v = torch.arange(4.0, requires_grad=True)
p, q = Halves.apply(v)
(p.sum() + (q * q).sum()).backward()
print(v.grad)
