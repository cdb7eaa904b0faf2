import torch
torch.set_printoptions(precision=3, sci_mode=False)
logits = torch.tensor([[2., 1., 0.], [0., 0., 0.], [-5., 5., 0.]])
for dt in (torch.float32, torch.bfloat16):
    print(f"{'T':>6}|{'p':^30}|{'H':>7}")
    for T in torch.logspace(-1, 1, 5):
        p = torch.softmax(logits.to(dt) / T.item(), dim=1)
        H = -(p * torch.log(p.clamp_min(1e-9))).sum(1)
        print(f"{T.item():6.2f}|{str([f'{v:.3f}' for v in p[0].tolist()]):^30}|{H[0].item():7.4f}", p.dtype, H)
p = torch.softmax(logits, 1)
print(p, p.cumsum(1), p.flip(1).cumsum(1).flip(1))
print(-(p * p.log()).sum(1))
kl = (p[0] * (p[0] / p[1]).log()).sum()
print(kl, torch.nn.functional.kl_div(p[1].log(), p[0], reduction='sum'))
print(torch.xlogy(p, p).sum(1), torch.tensor(0.) * torch.log(torch.tensor(0.)), torch.xlogy(torch.tensor(0.), torch.tensor(0.)))
js = 0.5 * (p[0] * (p[0] / ((p[0] + p[2]) / 2)).log()).sum() + 0.5 * (p[2] * (p[2] / ((p[0] + p[2]) / 2)).log()).sum()
print(js)
print(torch.argmax(logits, -1), logits.softmax(-1).max(-1).values, torch.nn.Softmax(dim=1)(logits).sum(), torch.nn.LogSoftmax(dim=-1)(logits.bfloat16()), torch.nn.Softmin(dim=1)(logits), torch.nn.functional.softmax(logits.double(), dim=0))
