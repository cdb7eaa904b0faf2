from collections import Counter, defaultdict


def get_stats(vocab):
    pairs = defaultdict(int)
    for word, freq in vocab.items():
        symbols = word.split()
        for i in range(len(symbols) - 1):
            pairs[symbols[i], symbols[i + 1]] += freq
    return pairs


def merge_vocab(pair, v_in):
    v_out = {}
    bigram, replacement = " ".join(pair), "".join(pair)
    for word in v_in:
        parts, out, i = word.split(), [], 0
        while i < len(parts):
            if i + 1 < len(parts) and (parts[i], parts[i + 1]) == pair:
                out.append(replacement)
                i += 2
            else:
                out.append(parts[i])
                i += 1
        v_out[" ".join(out)] = v_in[word]
    return v_out


corpus = "low low low low low lower lower newest newest newest newest newest newest widest widest widest"
vocab = {" ".join(w) + " </w>": c for w, c in Counter(corpus.split()).items()}
print(vocab)
for i in range(8):
    pairs = get_stats(vocab)
    if not pairs:
        break
    best = max(pairs, key=pairs.get)
    vocab = merge_vocab(best, vocab)
    print(f"{i:2d} {best!r:20} count={pairs[best]}")
print(vocab)
print(sorted({t for w in vocab for t in w.split()}, key=lambda t: (-len(t), t)))
print(dict(get_stats(vocab)))
print(Counter("".join(corpus.split())).most_common(5))
print(get_stats({"a b": 1}))
