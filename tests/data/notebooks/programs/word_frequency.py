from collections import Counter

text = """To normalize or not to normalize, that is the question.
Whether it is nobler in the layer to suffer the shifts of outrageous activations."""
words = [w.strip(".,").lower() for w in text.split()]
counts = Counter(words)
print(len(words), len(counts))
for word, n in sorted(counts.items(), key=lambda p: (-p[1], p[0]))[:6]:
    print(f"{word:<12}{n:>3} {'#' * n}")
lengths = {}
for w in words:
    lengths.setdefault(len(w), set()).add(w)
for n in sorted(lengths):
    print(n, sorted(lengths[n]))
longest = max(words, key=len)
print(longest, len(longest), sum(map(len, words)) / len(words))
vocabulary = {w: i for i, w in enumerate(sorted(counts))}
ids = [vocabulary[w] for w in words[:5]]
inverse = {i: w for w, i in vocabulary.items()}
print(ids, [inverse[i] for i in ids])
