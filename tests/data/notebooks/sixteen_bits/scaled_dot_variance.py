import torch, math
torch.manual_seed(0)
for d in (4, 64, 256):
    q, k = torch.randn(200, d), torch.randn(200, d)
    s = (q * k).sum(-1)
    print(d, s.var().item(), (s / math.sqrt(d)).var().item(), torch.softmax(s[:8], 0).max().item())
for d in (16, 256):
    q, k = torch.randn(4, d).bfloat16(), torch.randn(4, d).bfloat16()
    s = q @ k.T
    print(s, s.dtype)
    print((s / math.sqrt(d)).softmax(-1))
w = torch.randn(3, 5)
print(w.var(), w.var(dim=1), w.std(), torch.var(w, unbiased=False))
print(torch.nn.init.xavier_uniform_(torch.empty(3, 4)))
print(torch.nn.init.kaiming_normal_(torch.empty(3, 4)).std())
