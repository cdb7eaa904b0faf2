#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gradients of single operations, bit by bit, as PyTorch computes them.

    ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 /usr/bin/python3 notebook_gradients.py OUTPUT_FOLDER

Each case is an expression of x [5, 24], y [5, 24], row [24], positive x `p` and a matrix m [24, 6];
its result is weighted with fixed numbers and summed. The file holds the program that a notebook runs
as well (its prelude and the expressions) and the bits of all gradients. `ulps` is by how many units in
the last place of max(1, |value|) the gradients here may differ. It is 0 but where PyTorch's backward
kernels add in an order of their own (softmax, norms, cdist) or
contract products and sums: there it is what was measured, rounded up to a power of two.
"""
import json
import sys
from pathlib import Path

PRELUDE = '''
import torch
import torch.nn.functional as F
torch.manual_seed(0)
x, y = torch.randn(5, 24).requires_grad_(), torch.randn(5, 24).requires_grad_()
row, m = torch.randn(24).requires_grad_(), torch.randn(24, 6).requires_grad_()
p = (torch.rand(5, 24) + 0.1).requires_grad_()
labels, index = torch.randint(24, (5,)), torch.randint(5, (7,))
weights = torch.randn(2000)


def gradients(result):
    """The bits of the gradient of each leaf that the result comes from."""
    flat = result.reshape(-1)
    loss = (flat * weights[:flat.numel()]).sum()
    given = torch.autograd.grad(loss, (x, y, row, m, p), allow_unused=True)
    return [None if each is None else each.contiguous().view(torch.int32).reshape(-1).tolist() for each in given]
'''

EXACT = '''
x + y; x - y; x * y; x / p; x + row; x - row; x * row; row / p; x + 2; 2 - x; x * 3; x / 7; 1 / p; -x
x ** 2; x ** 3; p ** 0.5; p ** -0.5; 2 ** x; x.square(); p.sqrt(); p.rsqrt(); p.reciprocal()
x.relu(); x.abs(); F.leaky_relu(x, 0.1); F.hardtanh(x); F.relu6(x); x.clamp(-0.5, 0.5); x.clamp_min(0); x.clamp(max=y)
torch.maximum(x, y); torch.minimum(x, row); torch.where(x > 0, x, y); torch.where(x > 0, x, 0.0)
x.exp(); p.log(); p.log2(); p.log1p(); x.expm1(); x.sin(); x.cos(); x.tanh(); x.sigmoid(); x.atan(); x.sinh(); x.cosh()
x.sum(); x.sum(0); x.sum(1); x.sum(1, keepdim=True); x.mean(); x.mean(0); x.mean(-1); x.max(); x.max(1).values; x.min(0)[0]
x.amax(1); x.prod(1); x.cumsum(1); x.sort(1).values; x.topk(3).values; x.median(1).values; x.norm(); x.norm(dim=1); x.norm(1)
x.t(); x.view(10, 12); x.reshape(-1); x.transpose(0, 1).reshape(8, 15); x.unsqueeze(1); x.permute(1, 0); x.expand(2, 5, 24)
x[1]; x[:, 3:9]; x[::2, -1]; x[index]; x[torch.arange(5), labels]; x[x > 0]; x[None, 2]; x.flip(1); x.roll(3, 1); x.tril()
x.gather(1, labels.view(5, 1)); x.index_select(0, index); x.repeat(2, 1); x.repeat_interleave(2, 1); x.diagonal()
torch.cat([x, y], 1); torch.stack([x, y, x]); x.chunk(3, 1)[1]; x.split(10, 1)[2]; x.unfold(1, 6, 3); F.pad(x, (1, 2))
x.masked_fill(y > 0, 1.0); x.clone(); x.double().sum(1).float(); F.embedding(index, x); x.index_add(0, index, y[:1].expand(7, 24))
F.mse_loss(x, y); F.mse_loss(x, y, reduction='none'); F.l1_loss(x, y); F.smooth_l1_loss(x, y); F.huber_loss(x, y)
F.nll_loss(x, labels); torch.addcmul(x, y, row); torch.lerp(x, y, 0.3); torch.dot(row, row * 2); torch.outer(row, row)[:5]
'''
ROUNDED = '''
x @ m; x @ row; row @ m; F.linear(x, m.t()); F.linear(x, m.t(), row[:6]); torch.addmm(row[:6], x, m); x.view(5, 4, 6) @ m[:6]
torch.bmm(x.view(5, 4, 6), y.view(5, 6, 4)); torch.einsum('ij,jk->ki', x, m); x @ y.t()
x.softmax(1); x.softmax(0); x.log_softmax(1); x.log_softmax(0); x.logsumexp(1); F.cross_entropy(x, labels)
F.layer_norm(x, (24,)); F.layer_norm(x, (24,), row, y[0]); F.layer_norm(x, (5, 24), x * 2)
F.group_norm(x.view(1, 24, 5), 4, row, y[0]); F.batch_norm(x, None, None, row, y[0], True); x.var(1); x.std(); x.var(0, unbiased=False)
F.gelu(x); F.gelu(x, approximate='tanh'); F.silu(x); F.elu(x); F.selu(x); F.softplus(x); F.mish(x); F.logsigmoid(x); x.erf()
F.hardswish(x); F.hardsigmoid(x); F.glu(x); x.tan(); p.log10(); p.pow(row); x.pow(y.detach().round()); torch.hypot(x, y)
torch.atan2(x, y); torch.logaddexp(x, y); F.binary_cross_entropy(p / 2, (y > 0).float()); torch.asin(p / 2); x.cumprod(1)
F.binary_cross_entropy_with_logits(x, (y > 0).float()); F.normalize(x, dim=1); x.norm(3, dim=1)
F.cosine_similarity(x, y); torch.cdist(x, y); F.kl_div(x, y.softmax(1)); (x * (x.pow(2).mean(-1, keepdim=True) + 1e-6).rsqrt()) * row
(x - x.mean(1, keepdim=True)) / (x.var(1, keepdim=True, unbiased=False) + 1e-5).sqrt() * row; (x @ y.t() / 5).softmax(-1) @ y
'''


def expressions(text):
    return [each.strip() for line in text.strip().splitlines() for each in line.split('; ')]


def bounds():
    """The bound of each expression, as the file that was there has it; a new one is to be exact."""
    path = Path(__file__).resolve().parents[1] / 'data' / 'notebook_gradients' / 'cases.json'
    known = json.loads(path.read_text())['cases'] if path.exists() else []
    return {case['expression']: case['ulps'] for case in known}


def main():
    names = {}
    exec(PRELUDE, names)
    known = bounds()
    cases = [{'expression': each, 'ulps': known.get(each, 0), 'gradients': eval(f'gradients({each})', names)}
             for each in expressions(EXACT) + expressions(ROUNDED)]
    lines = ',\n'.join(json.dumps(case) for case in cases)
    (Path(sys.argv[1]) / 'cases.json').write_text(f'{{"prelude": {json.dumps(PRELUDE)},\n"cases": [\n{lines}\n]}}\n')


if __name__ == '__main__':
    main()
