# Scaled dot-product attention for one sentence, step by step.
import math
import torch
import torch.nn.functional as F

torch.manual_seed(5)
sentence = "rain falls on the quiet river".split()
vectors = torch.tensor([
    [0.9, 0.1, 0.3],
    [0.4, 0.8, 0.2],
    [0.1, 0.1, 0.7],
    [0.2, 0.0, 0.6],
    [0.5, 0.5, 0.5],
    [0.8, 0.3, 0.1],
])
focus = sentence.index("river")
similarity = []
for word, vector in zip(sentence, vectors):
    value = torch.dot(vectors[focus], vector)
    similarity.append(value)
    print(f"river . {word:<6} = {value:.3f}")
similarity = torch.stack(similarity)
print(similarity, torch.equal(similarity, vectors @ vectors[focus]))
by_sum = similarity / similarity.sum()
by_exp = torch.exp(similarity) / torch.exp(similarity).sum()
print(by_sum, by_exp, torch.softmax(similarity, dim=0), sep="\n")
blend = sum(w * v for w, v in zip(by_exp, vectors))
print(blend, by_exp @ vectors)

table = torch.softmax(vectors @ vectors.T, dim=-1)
print(table)
print(table.sum(dim=-1), (table @ vectors)[focus])

size_in, size_out = 3, 2
to_query, to_key, to_value = (torch.rand(size_in, size_out) for _ in range(3))
q, k, v = vectors @ to_query, vectors @ to_key, vectors @ to_value
print(q, k, v, sep="\n")
scores = q @ k.T
print(scores.shape, scores[focus])
print("variance of the scores:", scores.var(), "scaled:", (scores / math.sqrt(size_out)).var())
weights = F.softmax(scores / math.sqrt(size_out), dim=-1)
print(weights)
print(weights @ v)

n = len(sentence)
allowed = torch.tril(torch.ones(n, n, dtype=torch.bool))
print(allowed)
hidden = scores.masked_fill(~allowed, float("-inf"))
print(hidden)
causal = F.softmax(hidden / math.sqrt(size_out), dim=-1)
print(causal)
late = weights * allowed
late = late / late.sum(dim=-1, keepdim=True)
print("masking later and dividing again gives the same:", torch.allclose(late, causal, atol=1e-6))
for word, row in zip(sentence, causal):
    best = row.argmax().item()
    print(f"{word:>6} -> {sentence[best]:<6}", " ".join(f"{w:.2f}" for w in row))
print(F.dropout(causal, 0.5))
print((causal @ v)[-1], torch.allclose((causal @ v)[0], v[0]))
entropy = -(weights * weights.log()).sum(dim=-1)
for word, e in zip(sentence, entropy):
    print(f"{word:>6} spreads over {math.exp(e):.2f} words")
