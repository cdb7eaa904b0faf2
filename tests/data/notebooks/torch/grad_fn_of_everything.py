# Which gradient function each operation shows.
import torch
from torch import nn
x = torch.tensor([1., 2., 3.], requires_grad=True)
y = x * 2; z = y.sum(); w = (y ** 2).mean(); print(x, y, z, w, y.grad_fn is not None, x.grad_fn, x.is_leaf, y.is_leaf, x.grad, y.requires_grad)
print(x + 1, x - 1, 1 - x, -x, x / 2, 2 / x, x ** 2, 2 ** x, x.exp(), x.log(), x.sqrt(), x.abs(), x.sin(), x.tanh(), x.sigmoid(), x.relu(), x @ x, x.dot(x), x.max(), x.max(0), x.min(), x.norm(), x.prod(), x.mean(), x.std(), x.var(), x.cumsum(0), x.softmax(0), x.log_softmax(0), x.logsumexp(0), x.clamp(1, 2), x.clamp_min(2), x[0], x[:2], x[[0, 1]], x[x > 1], x.view(3, 1), x.reshape(1, 3), x.unsqueeze(0), x.t(), x.expand(2, 3), x.repeat(2), x.flip(0), x.sort()[0], x.topk(2)[0], x.masked_fill(x > 2, 0), torch.where(x > 2, x, 0.), torch.cat([x, x]), torch.stack([x, x]), x.outer(x), x.clone(), x.detach(), x.contiguous(), x.float(), x.double(), x.to(torch.float64), x.round(), x.floor(), x.sign(), x.pow(3), x.square(), x.rsqrt(), x.reciprocal(), x.gather(0, torch.tensor([0])), x.index_select(0, torch.tensor([0])), x.split(2), x.chunk(2), x.unbind(), x.roll(1), x.tril if False else 0, x.permute(0), x.amax(), x.median(), x.erf(), x.atan(), x.expm1(), x.log1p(), x.cos(), x.tan(), x.lerp(x, .5), x.addcmul(x, x), torch.einsum('i,i->', x, x), torch.nn.functional.gelu(x), torch.nn.functional.silu(x), torch.nn.functional.softplus(x), torch.nn.functional.leaky_relu(x), torch.nn.functional.elu(x), torch.nn.functional.layer_norm(x, (3,)), torch.nn.functional.dropout(x, .5, False), torch.nn.functional.normalize(x, dim=0), torch.maximum(x, x), torch.minimum(x, x), x.minimum(x * 2), torch.norm(x, 1), x.var_mean() if hasattr(x, 'var_mean') else torch.var_mean(x), x.nanmean(), x.logcumsumexp(0), x.trunc(), x.fmod(2), x.remainder(2), torch.atan2(x, x), torch.hypot(x, x), x.cummax(0)[0], x.quantile(.5), x.diff(), x.nansum(), sep='\n')
with torch.no_grad():
    print(x * 2, (x * 2).requires_grad, torch.is_grad_enabled()); x.add_(1); print(x)
try:
    x.add_(1)
except RuntimeError as e:
    print(e)
try:
    x[0] = 5
except RuntimeError as e:
    print(e)
try:
    y.requires_grad = False
except RuntimeError as e:
    print(e)
x.data[0] = 9; print(x, x.data, x.data.requires_grad, x.detach().requires_grad)
with torch.set_grad_enabled(False):
    print(torch.is_grad_enabled(), (x + 1).requires_grad)
torch.set_grad_enabled(False); print((x + 1).requires_grad); torch.set_grad_enabled(True)
@torch.no_grad()
def f(a):
    return a * 3
print(f(x), f.__name__)
with torch.enable_grad():
    print((x * 1).requires_grad)
with torch.inference_mode():
    print((x * 1).requires_grad)
a = torch.zeros(3); a[1] = x[0]; print(a); b = torch.zeros(2, 2); b[0] = x[:2]; print(b, b[1]); c = b.clone(); c += 1; print(c); c *= x[0]; print(c)
base2 = x * 1; base2[0] = 0; print(base2); base4 = x.clone(); base4.zero_(); print(base4); base5 = torch.zeros(3); base5.copy_(x); print(base5); base6 = x * 1; base6.masked_fill_(x > 3, 0); print(base6); base7 = x * 1; base7 /= 2; print(base7); base8 = x * 1; base8.clamp_(0, 3); print(base8); base9 = x * 1; base9.exp_(); print(base9); base10 = torch.ones(3); base10 += x; print(base10); base10[:2] *= 2; print(base10)
lin = nn.Linear(3, 2); print(lin.weight.is_leaf, lin(x).grad_fn is not None, lin(torch.ones(1, 3)).shape, lin.weight.requires_grad, nn.Parameter(torch.ones(2)).requires_grad); print(lin(torch.zeros(3)).requires_grad, x.requires_grad_(False).requires_grad, torch.tensor([1.0]).requires_grad_(True))
