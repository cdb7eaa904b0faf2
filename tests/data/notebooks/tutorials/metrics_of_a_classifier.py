import math
import torch
import torch.nn.functional as F


def bleu_like(ref, hyp, n=2):
    from collections import Counter
    scores = []
    for k in range(1, n + 1):
        r = Counter(zip(*[ref[i:] for i in range(k)]))
        h = Counter(zip(*[hyp[i:] for i in range(k)]))
        overlap = sum((r & h).values())
        scores.append(overlap / max(1, sum(h.values())))
    bp = 1.0 if len(hyp) > len(ref) else math.exp(1 - len(ref) / len(hyp))
    return bp * math.prod(scores) ** (1 / n), scores


print(bleu_like("the cat sat on the mat".split(), "the cat on the mat".split()))
torch.manual_seed(0)
logits, y = torch.randn(6, 3), torch.tensor([0, 2, 1, 1, 0, 2])
p = logits.softmax(-1)
pred = p.argmax(-1)
cm = torch.zeros(3, 3, dtype=torch.long)
for t, q in zip(y, pred):
    cm[t, q] += 1
print(cm, (pred == y).float().mean(), cm.diag().float() / cm.sum(1).clamp(min=1), sep="\n")
ce = F.cross_entropy(logits, y)
print(f"ce {ce:.4f} ppl {ce.exp():.4f} bits {ce / math.log(2):.4f}", -(p.log() * p).sum(-1))
kl = F.kl_div(logits.log_softmax(-1), torch.full((6, 3), 1 / 3), reduction="batchmean")
print(kl, F.mse_loss(p, F.one_hot(y, 3).float()), F.binary_cross_entropy(p, F.one_hot(y, 3).float()), F.l1_loss(p, torch.zeros_like(p)))
print(F.cosine_similarity(logits[0:1], logits), torch.cdist(logits[:2], logits[2:4]), torch.corrcoef(logits.T))
top = logits.topk(2, dim=-1).indices
print((top == y[:, None]).any(-1).float().mean(), top.tolist())
vals, counts = torch.unique(pred, return_counts=True)
print(dict(zip(vals.tolist(), counts.tolist())), torch.bincount(pred, minlength=3), torch.histc(p, 4, 0, 1))
