# Words to numbers, padding, batches, counts, beams.
import torch
from torch import nn
class Vocab:
    def __init__(self, text):
        self.itos = ['<pad>', '<unk>'] + sorted(set(text.split()))
        self.stoi = {w: i for i, w in enumerate(self.itos)}
    def __len__(self): return len(self.itos)
    def encode(self, s): return torch.tensor([self.stoi.get(w, 1) for w in s.split()], dtype=torch.long)
    def decode(self, ids): return ' '.join(self.itos[int(i)] for i in ids)
corpus = "the cat sat on the mat the dog sat on the log"
v = Vocab(corpus); ids = v.encode(corpus); print(len(v), ids, v.decode(ids[:4]), v.decode(v.encode("the bird sat")))
def batches(ids, block, bs, g):
    ix = torch.randint(len(ids) - block, (bs,), generator=g)
    return torch.stack([ids[i:i + block] for i in ix]), torch.stack([ids[i + 1:i + block + 1] for i in ix])
g = torch.Generator().manual_seed(1); xb, yb = batches(ids, 4, 3, g); print(xb, yb)
seqs = [torch.tensor([1, 2, 3]), torch.tensor([4]), torch.tensor([5, 6])]
lens = torch.tensor([len(s) for s in seqs]); m = lens.max(); padded = torch.zeros(len(seqs), m, dtype=torch.long)
for i, s in enumerate(seqs): padded[i, :len(s)] = s
mask = torch.arange(m)[None] < lens[:, None]; print(padded, mask, mask.sum(1) == lens, padded.masked_select(mask))
emb = nn.Embedding(10, 4, padding_idx=0); torch.manual_seed(0); nn.init.uniform_(emb.weight, -1, 1); e = emb(padded); avg = (e * mask[..., None]).sum(1) / lens[:, None]; print(avg, e.shape)
counts = torch.bincount(ids, minlength=len(v)); print(counts, counts.topk(3), [v.itos[i] for i in counts.argsort(descending=True)[:3]], counts.float() / counts.sum())
cooc = torch.zeros(len(v), len(v), dtype=torch.int64)
for a, b in zip(ids, ids[1:]): cooc[a, b] += 1
print(cooc, cooc.sum(1), (cooc.float() / cooc.sum(1, keepdim=True).clamp(min=1))[v.stoi['the']])
idx = torch.randperm(len(ids), generator=g); train, test = ids[idx[:8]], ids[idx[8:]]; print(len(train), len(test), idx.sort().values.equal(torch.arange(len(ids))))
for step, chunk in enumerate(ids.split(5)): print(step, chunk.tolist())
oh = nn.functional.one_hot(ids[:3], len(v)).float(); W = torch.arange(len(v) * 2.).view(-1, 2); print(oh @ W, W[ids[:3]], torch.equal(oh @ W, W[ids[:3]]))
def accuracy(logits, y): return (logits.argmax(-1) == y).float().mean().item()
print(accuracy(torch.tensor([[.1, .9], [.8, .2]]), torch.tensor([1, 1])))
cm = torch.zeros(3, 3, dtype=torch.long); yt, yp = torch.tensor([0, 1, 2, 1, 0]), torch.tensor([0, 2, 2, 1, 1]); cm.index_put_((yt, yp), torch.ones(5, dtype=torch.long), accumulate=True); print(cm, cm.diag().sum() / cm.sum(), cm.diag() / cm.sum(1))
beams = [([], 0.0)]; lp = torch.log(torch.tensor([.5, .3, .2]))
for _ in range(3): beams = sorted([(s + [k], sc + lp[k].item()) for s, sc in beams for k in range(3)], key=lambda t: -t[1])[:2]
print([(s, round(sc, 3)) for s, sc in beams])
logits = torch.tensor([1., 3., 2., .5]); k = 2; vals, _ = logits.topk(k); f = logits.masked_fill(logits < vals[-1], -float('inf')); print(f, f.softmax(-1)); sp, si = logits.softmax(-1).sort(descending=True); cum = sp.cumsum(-1); rm = cum - sp > .8; print(sp, cum, rm, si[~rm]); print(torch.zeros(4).scatter(0, si, sp))
