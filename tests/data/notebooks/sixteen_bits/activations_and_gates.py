import torch, torch.nn as nn, torch.nn.functional as F
x = torch.linspace(-3, 3, 13)
for f in (F.relu, F.gelu, F.silu, F.softplus, F.elu, F.leaky_relu, torch.tanh, torch.sigmoid, F.mish, F.hardswish, F.logsigmoid, F.softsign, F.selu):
    print(f.__name__, f(x))
    try: print(f(x.bfloat16()))
    except RuntimeError as e: print(e)
    try: print(f(x.half()))
    except RuntimeError as e: print(e)
print(F.gelu(x, approximate='tanh'), F.gelu(x.bfloat16(), approximate='tanh'))
class SwiGLU(nn.Module):
    def __init__(s, d, h): super().__init__(); s.w1, s.w2, s.w3 = nn.Linear(d, h, bias=False), nn.Linear(h, d, bias=False), nn.Linear(d, h, bias=False)
    def forward(s, x): return s.w2(F.silu(s.w1(x)) * s.w3(x))
torch.manual_seed(0)
m = SwiGLU(4, 8)
print(m(torch.ones(2, 4)))
print(m)
print(F.glu(torch.arange(8.).view(2, 4)), F.glu(torch.arange(8.).bfloat16()))
