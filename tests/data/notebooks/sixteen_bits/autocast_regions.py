
import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)

for dt in (torch.float32, torch.float16, torch.bfloat16):
    fi = torch.finfo(dt)
    print(f"{str(dt):16s} bits={fi.bits} max={fi.max:.4g} min={fi.min:.4g} tiny={fi.tiny:.4g} eps={fi.eps:.4g}")

a = torch.randn(4, 8)
b = torch.randn(8, 3)
with torch.autocast('cpu', dtype=torch.bfloat16):
    c = a @ b
    d = torch.mm(a, b)
    e = a.matmul(b)
    f = F.linear(a, b.t())
    s = torch.softmax(c, dim=-1)
    l = F.layer_norm(a, (8,))
    lc = F.layer_norm(c, (3,))
    z = c + a[:, :3]
    m = c.mean()
    ex = c.exp()
    sm = c.sum(-1)
print(c.dtype, d.dtype, e.dtype, f.dtype, s.dtype, l.dtype, lc.dtype, z.dtype, m.dtype, ex.dtype, sm.dtype)
print(c); print(d); print(e); print(f); print(s); print(l); print(lc); print(z); print(m, ex, sm)
print(a @ b)
print((c.float() - a @ b).abs().max())

model = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 4))
x = torch.randn(2, 8)
with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
    y = model(x)
    loss = F.cross_entropy(y, torch.tensor([1, 2]))
    mse = F.mse_loss(y, torch.zeros_like(y))
print(y, y.dtype)
print(loss, loss.dtype)
print(mse, mse.dtype)
print(model(x).dtype, model[0].weight.dtype)

with torch.autocast("cpu", dtype=torch.bfloat16):
    with torch.autocast("cpu", enabled=False):
        print((a @ b).dtype)
    print((a @ b).dtype)
print((a @ b).dtype)
@torch.autocast("cpu", dtype=torch.bfloat16)
def forward(a, b):
    return torch.bmm(a[None], b[None]), torch.einsum('ij,jk->ik', a, b), torch.addmm(torch.zeros(3), a, b)
print([t.dtype for t in forward(a, b)])
for t in forward(a, b): print(t)
print(torch.is_autocast_enabled(), torch.is_autocast_cpu_enabled(), torch.get_autocast_cpu_dtype())
with torch.cpu.amp.autocast():
    print((a @ b).dtype, torch.is_autocast_cpu_enabled())

device = 'cuda' if torch.cuda.is_available() else 'cpu'
dtype = 'bfloat16' if torch.cuda.is_available() and torch.cuda.is_bf16_supported() else 'float32'
ptdtype = {'float32': torch.float32, 'bfloat16': torch.bfloat16, 'float16': torch.float16}[dtype]
from contextlib import nullcontext
ctx = nullcontext() if device == 'cpu' else torch.amp.autocast(device_type=device, dtype=ptdtype)
with ctx:
    print((a @ b).dtype)

mha = nn.MultiheadAttention(8, 2, batch_first=True)
q = torch.randn(2, 5, 8)
with torch.autocast('cpu', dtype=torch.bfloat16):
    o, w = mha(q, q, q)
    st = torch.stack([a @ b, a[:, :3]])
    ca = torch.cat([a @ b, a[:, :3]])
    lsm = F.log_softmax(a @ b, dim=-1)
    var = (a @ b).var(-1)
    conv = torch.tensordot(a, b, dims=1)
print(o.dtype, w.dtype, st.dtype, ca.dtype, lsm.dtype, var.dtype, conv.dtype)
print(o); print(w); print(st); print(lsm); print(var); print(conv)

with torch.autocast('cpu', dtype=torch.bfloat16):
    att = torch.softmax((q @ q.transpose(-2, -1)) / 8 ** .5, -1)
    out = att @ q
    rms = out * torch.rsqrt(out.pow(2).mean(-1, keepdim=True) + 1e-6)
print(att.dtype, out.dtype, rms.dtype)
print(att[0]); print(out[0]); print(rms[0])

x = torch.tensor([65504., 70000., 1e-8, 3.14159])
print(x.half(), x.bfloat16())
print(torch.tensor(0.1, dtype=torch.bfloat16) + torch.tensor(0.2, dtype=torch.bfloat16))
s32 = torch.ones(1000).bfloat16()
acc = torch.tensor(0., dtype=torch.bfloat16)
for v in s32: acc += v
print(acc, s32.sum())

scaler = torch.cuda.amp.GradScaler(enabled=False)
print(scaler.is_enabled())
bn = nn.BatchNorm1d(3).bfloat16()
xb = torch.randn(6, 3).bfloat16()
print(bn(xb)); print(bn.running_mean, bn.running_var)
print(torch.einsum('bij,bjk->bik', q.bfloat16(), q.bfloat16().transpose(1, 2)))
print(torch.einsum('bqd,bkd->bqk', q.bfloat16(), q.bfloat16()))
