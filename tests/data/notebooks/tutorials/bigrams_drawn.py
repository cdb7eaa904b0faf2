# Bigrams counted, drawn from, and as one layer of logits.
import torch
import torch.nn.functional as F

words = ["emma", "olivia", "ava", "isabella", "sophia", "mia", "amelia", "harper", "evelyn", "luna"]
chars = sorted(list(set(''.join(words))))
stoi = {s:i+1 for i,s in enumerate(chars)}
stoi['.'] = 0
itos = {i:s for s,i in stoi.items()}
n = len(stoi)
N = torch.zeros((n, n), dtype=torch.int32)
for w in words:
    chs = ['.'] + list(w) + ['.']
    for ch1, ch2 in zip(chs, chs[1:]):
        N[stoi[ch1], stoi[ch2]] += 1
print(N)
print(N[0])
p = N[0].float()
p = p / p.sum()
print(p)
g = torch.Generator().manual_seed(2147483647)
ix = torch.multinomial(p, num_samples=1, replacement=True, generator=g).item()
print(ix, itos[ix])
p3 = torch.rand(3, generator=g)
p3 = p3 / p3.sum()
print(p3)
print(torch.multinomial(p3, num_samples=100, replacement=True, generator=g))
P = (N+1).float()
P /= P.sum(1, keepdims=True)
print(P.shape, P.sum(1))
g = torch.Generator().manual_seed(2147483647)
for i in range(5):
    out = []
    ix = 0
    while True:
        p = P[ix]
        ix = torch.multinomial(p, num_samples=1, replacement=True, generator=g).item()
        out.append(itos[ix])
        if ix == 0:
            break
    print(''.join(out))
log_likelihood = 0.0
n_ = 0
for w in ["andrejq"[:1] + "va", "mia"]:
    chs = ['.'] + list(w) + ['.']
    for ch1, ch2 in zip(chs, chs[1:]):
        ix1 = stoi[ch1]
        ix2 = stoi[ch2]
        prob = P[ix1, ix2]
        logprob = torch.log(prob)
        log_likelihood += logprob
        n_ += 1
        print(f'{ch1}{ch2}: {prob:.4f} {logprob:.4f}')
nll = -log_likelihood
print(f'{nll=}')
print(f'{nll/n_}')
xs, ys = [], []
for w in words[:1]:
    chs = ['.'] + list(w) + ['.']
    for ch1, ch2 in zip(chs, chs[1:]):
        xs.append(stoi[ch1]); ys.append(stoi[ch2])
xs = torch.tensor(xs); ys = torch.tensor(ys)
xenc = F.one_hot(xs, num_classes=n).float()
print(xenc, xenc.dtype, xenc.shape)
g = torch.Generator().manual_seed(2147483647)
W = torch.randn((n, n), generator=g, requires_grad=True)
logits = xenc @ W
counts = logits.exp()
probs = counts / counts.sum(1, keepdims=True)
loss = -probs[torch.arange(5), ys].log().mean() + 0.01*(W**2).mean()
print(loss.item(), loss)
print(probs.shape)
nlls = torch.zeros(5)
for i in range(5):
    x = xs[i].item(); y = ys[i].item()
    p = probs[i, y]
    nlls[i] = -torch.log(p)
    print(f'bigram example {i+1}: {itos[x]}{itos[y]} (indexes {x},{y}) prob {p.item()}')
print('average', nlls.mean().item())
