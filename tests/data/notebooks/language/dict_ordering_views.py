d = {}
for w in ["gamma", "beta", "eps"]:
    d[w] = len(w)
print(d, list(d)[0], next(iter(d.values())))
d["gamma"] = 0
print(d)
del d["gamma"]
d["gamma"] = 5
print(d, [k for k in d if d[k] > 3], {v: k for k, v in d.items()})
keys = d.keys()
d["new"] = 1
print(keys, len(keys), "new" in keys, d.keys() & {"new", "old"}, d.items() >= {("new", 1)})
merged = {**{"a": 1, "b": 2}, **{"b": 3}}
print(merged, dict(merged, c=4), dict(sorted(merged.items(), reverse=True)))
try:
    for k in d:
        d[k + "!"] = 1
except RuntimeError as e:
    print(e)
grouped = {}
for n in range(10):
    grouped.setdefault(n % 3, []).append(n)
print(grouped, {k: sum(v) for k, v in grouped.items()}, max(grouped, key=lambda k: sum(grouped[k])))
matrix = {(i, j): i * j for i in range(3) for j in range(3) if i != j}
print(matrix, matrix[2, 1], (0, 0) in matrix)
