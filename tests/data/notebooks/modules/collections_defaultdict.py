from collections import defaultdict, OrderedDict, namedtuple, deque

groups = defaultdict(list)
for word in ["apple", "avocado", "bean", "cherry", "cabbage"]:
    groups[word[0]].append(word)
print(dict(groups), groups["z"], len(groups))
counts = defaultdict(int)
for ch in "banana":
    counts[ch] += 1
print(counts, counts["q"], sorted(counts.items()))
nested = defaultdict(lambda: defaultdict(float))
nested["a"]["b"] += 1.5
print(nested["a"]["b"], nested["x"]["y"], list(nested))
Point = namedtuple("Point", ["x", "y"])
p = Point(1, y=2)
print(p, p.x, p[1], p._replace(x=5), p == (1, 2), Point._fields, p._asdict())
x, y = p
print(x + y, [*p], Point("a", None))
Batch = namedtuple("Batch", "inputs targets")
print(Batch(inputs=[1], targets=[0]))
q = deque([1, 2, 3], maxlen=3)
q.append(4)
q.appendleft(0)
print(q, q.pop(), q.popleft(), list(q), len(q))
d = deque("abc")
d.rotate(1)
print(d, d[0])
o = OrderedDict([("b", 1), ("a", 2)])
o.move_to_end("b")
print(o, list(o))
