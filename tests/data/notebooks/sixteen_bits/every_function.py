# What functions give for float16 and bfloat16: the type, a sum over all bits, or the refusal.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
x32 = torch.randn(7, 37) * 2
labels = torch.tensor([0, 3, 2, 1, 5, 6, 4])


def digest(value):
    if isinstance(value, torch.Tensor):
        numbers = value.detach().double().flatten()
        numbers = torch.where(numbers.isfinite(), numbers, torch.where(numbers > 0, 1e3, -2e3).double())
        weights = torch.arange(numbers.numel()).double() % 101 + 1
        kind = str(value.dtype)[6:]
        if value.numel() == 1:
            return f'{kind} {value.item()!r}'
        return f'{kind} {list(value.shape)} {sum((numbers * weights).tolist()):.12g}'
    if isinstance(value, (tuple, list)):
        return ', '.join(digest(each) for each in value)
    return repr(value)


METHODS = '''abs acos aminmax argmax argmin argsort asin atan ceil clone cos cosh
count_nonzero deg2rad diag dim erf erfinv exp exp2 expm1 flatten floor frac isfinite isinf isnan
isneginf isposinf log log10 log1p log2 logical_not max mean median min msort nansum neg nonzero
norm numel prod rad2deg ravel reciprocal relu round rsqrt sgn sigmoid sign sin sinh size sort
sqrt square std sum t tan tanh trace trunc type unbind unique var element_size is_floating_point float
double half bfloat16 long int bool logit bernoulli bincount'''.split()
ALONG = '''softmax log_softmax cumsum cumprod logsumexp mean sum std var amax amin max min argmax sort norm
prod logcumsumexp cummax median unbind flip any all nansum nanmean'''.split()
TOGETHER = '''add sub mul div pow remainder fmod floor_divide maximum minimum atan2 hypot logaddexp
xlogy eq lt fmax fmin dist true_divide logical_and'''.split()
BY_NUMBER = '''add sub mul div pow remainder fmod floor_divide eq lt xlogy float_power clamp clamp_min
clamp_max true_divide'''.split()
OTHERS = '''0.1 - x|1 / x|2 ** x|x @ y.T|x[0] @ y[0]|x @ y[0]|x[:, :7] @ y[:, :7]|torch.outer(x[0], y[0])
x.lerp(y, 0.3)|torch.where(x > 0, x, y)|torch.where(x > 0, x, 0.1)|x.masked_fill(x > 0, 0.1)
torch.cat([x, y])|torch.stack([x, y])|x.addcmul(x, y)|x.addcdiv(x, y)|x.add(y, alpha=0.1)|x.topk(3)
x.tril()|x.triu()|x.quantile(0.5)|x.cov()|torch.var_mean(x, 1)|torch.std_mean(x, 1)
F.layer_norm(x, (37,))|F.layer_norm(x, (37,), w, b)|F.group_norm(x[:, :36], 4)
F.softmax(x, -1)|F.gelu(x)|F.gelu(x, approximate="tanh")|F.silu(x)|F.mish(x)|F.elu(x)|F.selu(x)
F.softplus(x)|F.logsigmoid(x)|F.hardswish(x)|F.hardsigmoid(x)|F.hardtanh(x)|F.relu6(x)|F.leaky_relu(x)
F.tanhshrink(x)|F.softsign(x)|F.glu(x[:, :36])|F.linear(x, y)
F.linear(x, y, b[:7])|F.nll_loss(x, t)|F.mse_loss(x, y)|F.l1_loss(x, y)|F.normalize(x)
F.cosine_similarity(x, y)|F.embedding(t, x)|F.pad(x, (1, 1))|F.dropout(x, 0.0)
torch.linspace(0, 1, 17, dtype=D)|torch.arange(0, 1, 0.1, dtype=D)|torch.full((2,), 0.1, dtype=D)
torch.ones(3, dtype=D) / 3|torch.eye(3, dtype=D)|torch.tensor([0.1, 2], dtype=D)|x.gather(1, (x > 0).long())
x[x > 0]|x[:, 1:3]|x[[1, 2]]|x.index_select(0, t[:2])|x.scatter(1, t[:, None], 0.1)|x.index_add(0, t, y)
x[0, 0].item()|x.allclose(y)|x.isclose(y)|x.equal(x)|x.nan_to_num()|(x / 0).nan_to_num()
torch.rand(3, dtype=D)|torch.randn(3, dtype=D)|torch.randn(40, dtype=D)|torch.randn_like(x)
torch.rand_like(x)|x.clone().normal_()|x.clone().uniform_()|x.sum(dtype=torch.float32)
x.mean(dtype=torch.float32)|x.softmax(1, dtype=torch.float32)|x + x32|x[0, 0] + x32|x + x32[0, 0]
x * torch.tensor(0.1)|x.norm(dim=1)|x.norm(p=1)|torch.linalg.norm(x)|x.pow(2).mean(-1, keepdim=True)
torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)|torch.clamp(x, -1, 1)|x.T.softmax(0)|x.cumsum(1)
torch.zeros(3, dtype=D).fill_(70000.)|torch.zeros(3, dtype=D).masked_fill(torch.ones(3) > 0, -1e9)
x ** 3|torch.addmm(b[:5], x[:, :6], y[:6, :5])|x[0, :6] @ y[:6, :5]|x.clone().add_(0.1)|x.clone().mul_(y)|x.clone().clamp_(0, 1)|x.clone().exp_()|x.clone().tril_()'''
cases = [f'x.{name}()' for name in METHODS]
cases += [f'x.{name}({dim})' for name in ALONG for dim in (0, 1)]
cases += [f'x.{name}(y)' for name in TOGETHER]
cases += [f'x.{name}({number})' for name in BY_NUMBER for number in (0.1, 3)]
cases += [case for line in OTHERS.split('\n') for case in line.split('|')]
for case in cases:
    for D in (torch.float16, torch.bfloat16):
        torch.manual_seed(1)
        names = dict(x=x32.to(D), y=(x32.flip(0) * 0.7).to(D), w=(x32[0] * 0.3).to(D), b=(x32[1] * 0.1).to(D),
                     t=labels, D=D, x32=x32, torch=torch, F=F)
        try:
            found = digest(eval(case, names))
        except Exception as error:
            found = f'{type(error).__name__}: {str(error).splitlines()[0]}'
        print(case, str(D)[6:], found)
