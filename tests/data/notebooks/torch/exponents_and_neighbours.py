# SPDX-License-Identifier: MIT
"""frexp, ldexp and nextafter: exponents, neighbours and powers of two, of numbers at every end."""
import torch
def show(label, f):
    try:
        r = f(); print(label, r)
    except Exception as e:
        print(label, type(e).__name__, str(e).split('\n')[0][:200])
torch.set_printoptions(precision=10)
inf, nan = float('inf'), float('nan')
v = torch.tensor([0., -0., 1., -1., 3.5, 1e-45, -1e-45, 1.1754944e-38, 3.4028235e38, inf, -inf, nan, 0.1, 1e-42])
for d in (torch.float32, torch.float64, torch.bfloat16, torch.float16, torch.int64, torch.bool):
    x = v.to(d)
    show(f'frexp {d}', lambda: torch.frexp(x))
    for to in (inf, -inf, 0., 1., nan):
        t = torch.full_like(v, to).to(d)
        show(f'nextafter {d} {to}', lambda: torch.nextafter(x, t))
        show(f'bits {d} {to}', lambda: torch.nextafter(x, t).view({4: torch.int32, 8: torch.int64, 2: torch.int16}[x.element_size()])[:11])
    show(f'ldexp {d}', lambda: torch.ldexp(x, torch.arange(14)))
    show(f'ldexp2 {d}', lambda: x.ldexp(torch.tensor(-3)))
for e in ['torch.ldexp(torch.tensor([1,2]),torch.tensor([3,4]))','torch.tensor([1.5]).ldexp_(torch.tensor(2))','torch.nextafter(torch.ones(2,1),torch.zeros(3))','torch.nextafter(torch.ones(2),torch.tensor(2.,dtype=torch.float64))','torch.nextafter(torch.ones(2),1)','torch.ldexp(torch.ones(2),3)','torch.frexp(torch.ones(2,requires_grad=True)*3)','torch.frexp(torch.tensor(8.)).exponent','torch.ones(2).nextafter_(torch.zeros(2))','torch.nextafter(torch.tensor(1.),torch.tensor(2.))-1','torch.finfo(torch.float32).eps','torch.nextafter(torch.ones(1),torch.ones(1,dtype=torch.int64)*3)','torch.frexp(torch.empty(0))','m := torch.frexp(torch.linspace(-9,9,7))','torch.ldexp(*torch.frexp(torch.linspace(-9,9,7)))','torch.nextafter(torch.ones(2,requires_grad=True),torch.zeros(2))']:
    show(e, lambda: eval('('+e+')'))
