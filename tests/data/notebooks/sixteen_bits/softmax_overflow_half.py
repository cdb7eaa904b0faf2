import torch
logits = torch.tensor([10., 11., 12., 13.])
for dt in (torch.float32, torch.bfloat16, torch.float16):
    z = logits.to(dt)
    try:
        e = torch.exp(z)
        print(dt, e, e / e.sum())
    except RuntimeError as err: print(dt, err)
    try: print(torch.softmax(z, dim=-1))
    except RuntimeError as err: print(err)
z = torch.tensor([1000., 1001., 1002.])
print(torch.exp(z) / torch.exp(z).sum())
print(torch.softmax(z, 0))
print(torch.logsumexp(z, 0), torch.log_softmax(z, 0))
b = z.bfloat16()
print(torch.softmax(b, 0), torch.log_softmax(b, 0), torch.logsumexp(b, 0), b)
m = torch.tensor([[0.5, -1.2, float('-inf')], [float('-inf')] * 3])
print(m.softmax(-1), m.bfloat16().softmax(-1), m.log_softmax(-1))
print(torch.nan_to_num(m.softmax(-1)))
