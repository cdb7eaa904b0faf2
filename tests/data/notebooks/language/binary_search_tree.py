class Tree:
    def __init__(self):
        self.root = None
        self.size = 0

    def add(self, key, value=None):
        self.root, added = self._add(self.root, key, value)
        self.size += added

    def _add(self, node, key, value):
        if node is None:
            return {"key": key, "value": value, "left": None, "right": None}, 1
        if key == node["key"]:
            node["value"] = value
            return node, 0
        side = "left" if key < node["key"] else "right"
        node[side], added = self._add(node[side], key, value)
        return node, added

    def __iter__(self):
        def walk(node):
            if node:
                yield from walk(node["left"])
                yield node["key"], node["value"]
                yield from walk(node["right"])
        return walk(self.root)

    def __contains__(self, key):
        node = self.root
        while node:
            if key == node["key"]:
                return True
            node = node["left" if key < node["key"] else "right"]
        return False

    def depth(self):
        def deep(n):
            return 0 if n is None else 1 + max(deep(n["left"]), deep(n["right"]))
        return deep(self.root)


t = Tree()
for i, k in enumerate([50, 30, 70, 20, 40, 60, 80, 30]):
    t.add(k, i)
print(list(t), t.size, t.depth(), 40 in t, 45 in t)
words = Tree()
for w in "to be or not to be".split():
    words.add(w, len(w))
print([k for k, _ in words], words.size, dict(words))
