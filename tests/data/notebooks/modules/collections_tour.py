from collections import Counter, defaultdict, deque, namedtuple, OrderedDict, ChainMap

words = "the quick brown fox jumps over the lazy dog the end".split()
cnt = Counter(words)
print(cnt, cnt.most_common(2), cnt["missing"], sum(cnt.values()), list(cnt.elements())[:4])
cnt.update(["dog"])
print(cnt["dog"], cnt - Counter({"the": 2}), cnt & Counter(dog=1, the=9), Counter("ab") + Counter("bc"), Counter("ab") | Counter("bb"))
index = defaultdict(list)
for i, w in enumerate(words):
    index[w].append(i)
print(dict(index))
print(index)
d = deque(maxlen=3)
for i in range(5):
    d.append(i)
    print(d, end=" ")
print()
d.rotate(1)
d.appendleft(9)
print(d, d.popleft(), list(d), d[0])
Token = namedtuple("Token", ["kind", "value", "pos"], defaults=[0])
t = Token("NUM", 3)
print(t, t.kind, t[1], t._replace(pos=7), t._asdict(), Token._fields, t == ("NUM", 3, 0))
kind, *rest = t
print(kind, rest)
od = OrderedDict([("a", 1), ("b", 2)])
od.move_to_end("a")
print(od, od.keys(), list(od.items()), od.popitem(), od == {"b": 2})
cm = ChainMap({"x": 1}, {"x": 2, "y": 3})
print(cm["x"], cm["y"], dict(cm))
nested = defaultdict(lambda: defaultdict(int))
nested["a"]["b"] += 1
print({k: dict(v) for k, v in nested.items()})
print(Counter(a=3, b=1).total(), Counter(a=1) == Counter(a=1, b=0), sorted(cnt.items(), key=lambda kv: (-kv[1], kv[0]))[:3])
