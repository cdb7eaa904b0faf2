# Cosine similarities, nearest words and analogies with a made-up table.
import torch
import torch.nn.functional as F

table = {
    "king": [0.9, 0.8, 0.1, 0.7],
    "queen": [0.9, 0.1, 0.8, 0.7],
    "man": [0.1, 0.9, 0.1, 0.3],
    "woman": [0.1, 0.1, 0.9, 0.3],
    "apple": [0.0, 0.1, 0.1, -0.9],
    "pear": [0.05, 0.12, 0.1, -0.8],
}
words = list(table)
vectors = torch.tensor([table[w] for w in words])
print(vectors.shape, vectors)
lengths = vectors.norm(dim=1, keepdim=True)
print(lengths)
unit = vectors / lengths
print(unit.norm(dim=1))
cosines = unit @ unit.T
print(cosines)
for i, word in enumerate(words):
    order = cosines[i].argsort(descending=True)
    nearest = [words[j] for j in order[1:3]]
    print(f"{word:>6}: {', '.join(nearest)}")


def lookup(word):
    return vectors[words.index(word)]


def closest(vector, exclude=()):
    scores = unit @ (vector / vector.norm())
    best, best_score = None, -2.0
    for word, score in zip(words, scores.tolist()):
        if word not in exclude and score > best_score:
            best, best_score = word, score
    return best, best_score


word, score = closest(lookup("king") - lookup("man") + lookup("woman"), exclude={"king", "man", "woman"})
print(word, f"{score:.4f}")
print(closest(lookup("apple"), exclude=["apple"])[0], closest(-lookup("apple"))[0])
attention = F.softmax(cosines / 0.1, dim=-1)
print(attention)
print(torch.allclose(attention.sum(-1), torch.ones(len(words))))
blend = attention @ vectors
print((blend - vectors).norm(dim=1))
centered = vectors - vectors.mean(0)
print(vectors.mean(0), centered.mean(0).abs() < 1e-6)
covariance = centered.T @ centered / (len(words) - 1)
print(covariance, covariance.diag(), torch.allclose(covariance.diag(), vectors.var(0)))
for a in range(len(words)):
    row = "".join("#" if cosines[a, b] > 0.9 else "+" if cosines[a, b] > 0.5 else "." for b in range(len(words)))
    print(f"{words[a]:>6} {row}")
pairs = sorted(((cosines[a, b].item(), words[a], words[b]) for a in range(len(words)) for b in range(a)), reverse=True)
for score, a, b in pairs[:5]:
    print(f"{a} and {b}: {score:.4f}")
print("least alike:", pairs[-1][1:], f"{pairs[-1][0]:.4f}")
mean_word = unit.mean(0)
print([f"{w}: {s:.3f}" for w, s in zip(words, (unit @ mean_word).tolist())])
