class Node:
    __slots__ = "value", "next"

    def __init__(self, value, next=None):
        self.value, self.next = value, next


class LinkedList:
    def __init__(self, items=()):
        self.head = None
        self._n = 0
        for i in reversed(list(items)):
            self.push(i)

    def push(self, v):
        self.head = Node(v, self.head)
        self._n += 1
        return self

    def __iter__(self):
        n = self.head
        while n:
            yield n.value
            n = n.next

    def __len__(self): return self._n
    def __repr__(self): return " -> ".join(map(repr, self)) or "<empty>"

    def reverse(self):
        prev, cur = None, self.head
        while cur:
            cur.next, prev, cur = prev, cur, cur.next
        self.head = prev
        return self

    def __getitem__(self, i):
        if isinstance(i, slice):
            return LinkedList(list(self)[i])
        if i < 0:
            i += len(self)
        for k, v in enumerate(self):
            if k == i:
                return v
        raise IndexError(f"index {i} out of range")


class Tree:
    def __init__(self, v, l=None, r=None): self.v, self.l, self.r = v, l, r

    def insert(self, v):
        side = "l" if v < self.v else "r"
        child = getattr(self, side)
        if child is None:
            setattr(self, side, Tree(v))
        else:
            child.insert(v)
        return self

    def inorder(self):
        yield from self.l.inorder() if self.l else ()
        yield self.v
        yield from self.r.inorder() if self.r else ()

    def depth(self): return 1 + max(self.l.depth() if self.l else 0, self.r.depth() if self.r else 0)

    def draw(self, prefix="", is_left=True, root=True):
        out = "" if not self.r else self.r.draw(prefix + ("    " if root or not is_left else "|   "), False, False)
        out += prefix + ("" if root else ("`-- " if is_left else ",-- ")) + str(self.v) + "\n"
        return out + ("" if not self.l else self.l.draw(prefix + ("    " if root or is_left else "|   "), True, False))


l = LinkedList("abc")
print(l, len(l), l.reverse(), l[0], l[-1], l[1:], LinkedList(), "b" in l, list(l), [*l], max(l))
try:
    l[9]
except IndexError as e:
    print(e)
try:
    Node(1).other = 2
except AttributeError as e:
    print(e)
t = Tree(5)
for v in (3, 8, 1, 4, 7, 9):
    t.insert(v)
print(list(t.inorder()), t.depth())
print(t.draw())
