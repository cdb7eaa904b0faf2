d = {"b": 2, "a": 1}
d["c"] = 3
print(d, len(d), d["a"], d.get("x"), d.get("x", 0), "a" in d, 2 in d)
print(list(d), list(d.keys()), list(d.values()), list(d.items()))
print(d.keys(), d.values(), d.items())
for k, v in d.items():
    print(k, "->", v)
d.update({"a": 10, "z": 26})
d.update(y=25)
print(d, d.pop("b"), d.pop("none", "default"), d)
d.setdefault("list", []).append(1)
d.setdefault("list", []).append(2)
print(d, d.popitem(), d)
del d["z"]
print(d, sorted(d), sorted(d.items(), key=lambda kv: kv[1]), max(d, key=d.get))
print({1: "int", 1.0: "float"}, {True: "t", 1: "one"}, {(1, 2): "tuple", None: 0})
print(dict(a=1, b=2), dict([("x", 1), ("y", 2)]), dict(zip("ab", [1, 2])), {**d, "k": 1})
print({"a": 1} == {"a": 1.0}, {"a": 1, "b": 2} == {"b": 2, "a": 1}, {} == [])
print({"a": 1} | {"b": 2, "a": 3}, dict.fromkeys("abc", 0), dict.fromkeys([1, 2]))
counts = {}
for ch in "mississippi":
    counts[ch] = counts.get(ch, 0) + 1
print(counts, sum(counts.values()))
nested = {"outer": {"inner": [1, 2, {"deep": True}]}}
print(nested["outer"]["inner"][2]["deep"], nested)
copy = dict(counts)
copy.clear()
print(copy, len(counts), list(reversed(counts)))
