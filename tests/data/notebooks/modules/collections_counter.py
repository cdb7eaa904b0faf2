from collections import Counter

c = Counter("mississippi")
print(c, c["s"], c["z"], c.most_common(2), sum(c.values()), len(c))
c.update("miss")
print(c.most_common(), sorted(c), "m" in c, dict(c))
c["new"] += 1
print(c["new"], Counter([1, 1, 2]) + Counter([2, 3]), Counter(a=3, b=1) - Counter(a=1, b=2))
words = "the cat the dog the end".split()
for word, n in Counter(words).most_common():
    print(word, n)
print(list(Counter("aab").elements()), Counter(), Counter({"x": 2}), Counter("ab") == Counter("ba"))
