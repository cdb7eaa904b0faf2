# Means of word vectors, a linear score and a table of results.
import torch
from torch import nn

REVIEWS = [
    ("a good and clear lecture", 1),
    ("clear notes and a good pace", 1),
    ("boring and far too long", 0),
    ("too long but good", 1),
    ("a boring lecture with bad notes", 0),
]
vocabulary = {"<pad>": 0}
for text, _ in REVIEWS:
    for word in text.split():
        vocabulary.setdefault(word, len(vocabulary))
print(len(vocabulary), list(vocabulary)[:6])


def encode(text, length):
    ids = [vocabulary[w] for w in text.split()]
    return ids + [0] * (length - len(ids))


longest = max(len(text.split()) for text, _ in REVIEWS)
ids = torch.tensor([encode(text, longest) for text, _ in REVIEWS])
labels = torch.tensor([label for _, label in REVIEWS])
mask = (ids != 0).float()
print(ids)
print(mask.sum(1), labels)


class MeanOfWords(nn.Module):
    def __init__(self, size, width):
        super().__init__()
        self.table = nn.Embedding(size, width, padding_idx=0)
        self.norm = nn.LayerNorm(width)
        self.score = nn.Linear(width, 1)

    def pooled(self, ids, mask):
        vectors = self.table(ids) * mask.unsqueeze(-1)
        return vectors.sum(1) / mask.sum(1, keepdim=True)

    def forward(self, ids, mask):
        return self.score(self.norm(self.pooled(ids, mask))).squeeze(-1)


torch.manual_seed(33)
model = MeanOfWords(len(vocabulary), 4)
print(model)
with torch.no_grad():
    pooled = model.pooled(ids, mask)
    print(pooled)
    scores = model(ids, mask)
    print(scores)
    chance = torch.sigmoid(scores)
    for (text, label), c in zip(REVIEWS, chance):
        verdict = "good" if c > 0.5 else "bad"
        print(f"{text[:24]:<25} {c:.3f} {verdict:<5} {'right' if (c > 0.5) == label else 'wrong'}")
    loss = -(labels * chance.log() + (1 - labels) * (1 - chance).log()).mean()
    print(f"loss {loss:.4f}, accuracy {((chance > 0.5).long() == labels).float().mean():.2f}")
    print("padding stays zero:", model.table.weight[0])
    longer = torch.cat([ids, torch.zeros(len(ids), 3, dtype=torch.int64)], dim=1)
    wider = (longer != 0).float()
    print("padding changes nothing:", torch.allclose(model(longer, wider), scores))
unknown = [w for w in "a good sandwich".split() if w not in vocabulary]
print("unknown words:", unknown)
