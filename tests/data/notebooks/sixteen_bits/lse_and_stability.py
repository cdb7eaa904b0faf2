import torch
x = torch.tensor([[1., 2., 3.], [1000., 1000., 1001.], [-1000., -1001., -999.]])
print(torch.log(torch.exp(x).sum(1)))
print(torch.logsumexp(x, 1))
m = x.max(1, keepdim=True)[0]
print((m + torch.log(torch.exp(x - m).sum(1, keepdim=True))).squeeze(1))
print(torch.logsumexp(x.double(), (0, 1)), x.logsumexp(-1, keepdim=True))
for dt in (torch.float16, torch.bfloat16, torch.float32, torch.float64): print(dt, torch.tensor(88.8, dtype=dt), torch.tensor(11.1).to(dt), end=' ');
print()
for v in (11., 12., 88., 89., 709., 710.): print(v, torch.exp(torch.tensor(v)), torch.exp(torch.tensor(v, dtype=torch.float64)), torch.exp(torch.tensor(v)).half(), torch.exp(torch.tensor(v, dtype=torch.bfloat16)))
print(torch.log1p(torch.tensor(1e-8)), torch.log(1 + torch.tensor(1e-8)), torch.expm1(torch.tensor(1e-8)), torch.tensor(1e-8).exp() - 1)
print(torch.finfo(torch.float32).eps, 1 + torch.tensor(6e-8))
print(torch.tensor(0.1) + torch.tensor(0.2) == torch.tensor(0.3), torch.isclose(torch.tensor(0.1) + 0.2, torch.tensor(0.3)), torch.tensor(16777216.) + 1)
print(torch.sigmoid(torch.tensor([-100., 100.])), torch.log(torch.sigmoid(torch.tensor(-110.))), torch.nn.functional.logsigmoid(torch.tensor(-110.)))
e = torch.tensor(1e-12)
print(torch.tensor(0.) / (torch.tensor(0.) + e).sqrt(), (e.half(), e.bfloat16(), (e + 1e-5).half()))
print(torch.tensor(5.).half() ** 8, torch.tensor(5.).bfloat16() ** 8, torch.tensor([6e4]).half() + torch.tensor([6e4]).half())
