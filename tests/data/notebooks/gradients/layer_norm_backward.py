"""The backward pass of layer norm: autograd against the formula."""
import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(4, 6, requires_grad=True)
gamma = torch.rand(6, requires_grad=True)
beta = torch.randn(6, requires_grad=True)
dout = torch.randn(4, 6)
eps = 1e-5
y = F.layer_norm(x, (6,), gamma, beta, eps)
print(y)
y.backward(dout)

with torch.no_grad():
    mean = x.mean(-1, keepdim=True)
    rstd = (x.var(-1, unbiased=False, keepdim=True) + eps).rsqrt()
    norm = (x - mean) * rstd
    dbeta = dout.sum(0)
    dgamma = (dout * norm).sum(0)
    dnorm = dout * gamma
    dx = (dnorm - dnorm.mean(-1, keepdim=True) - norm * (dnorm * norm).mean(-1, keepdim=True)) * rstd
print(x.grad)
print(gamma.grad)
print(beta.grad)
print(torch.allclose(dx, x.grad, atol=1e-6), torch.allclose(dgamma, gamma.grad, atol=1e-6),
      torch.allclose(dbeta, beta.grad))

# The same, each step by autograd.
x2 = x.detach().clone().requires_grad_()
mean = x2.mean(-1, keepdim=True)
var = ((x2 - mean) ** 2).mean(-1, keepdim=True)
y2 = gamma.detach() * (x2 - mean) / torch.sqrt(var + eps) + beta.detach()
y2.backward(dout)
print(torch.allclose(x2.grad, x.grad, atol=1e-6))
print('rows of dx sum to zero:', torch.allclose(x2.grad.sum(1), torch.zeros(4), atol=1e-5))
