# SPDX-License-Identifier: MIT
def get_stats(ids):
    counts = {}
    for pair in zip(ids, ids[1:]):
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def merge(ids, pair, idx):
    newids = []
    i = 0
    while i < len(ids):
        if i < len(ids) - 1 and ids[i] == pair[0] and ids[i + 1] == pair[1]:
            newids.append(idx)
            i += 2
        else:
            newids.append(ids[i])
            i += 1
    return newids


text = "aaabdaaabac hello hello 안녕 😀"
tokens = list(text.encode("utf-8"))
print(tokens)
print(len(text), len(tokens))
stats = get_stats(tokens)
print(sorted(((v, k) for k, v in stats.items()), reverse=True)[:5])
merges = {}
ids = list(tokens)
for i in range(5):
    stats = get_stats(ids)
    pair = max(stats, key=stats.get)
    idx = 256 + i
    print(f"merging {pair} into a new token {idx}")
    ids = merge(ids, pair, idx)
    merges[pair] = idx
print(ids)
print(f"compression ratio: {len(tokens) / len(ids):.2f}X")
vocab = {idx: bytes([idx]) for idx in range(256)}
for (p0, p1), idx in merges.items():
    vocab[idx] = vocab[p0] + vocab[p1]


def decode(ids):
    tokens = b"".join(vocab[idx] for idx in ids)
    return tokens.decode("utf-8", errors="replace")


print(decode(ids))
print(decode([128]))
print(decode(ids) == text)
print(vocab[256], vocab[258])
