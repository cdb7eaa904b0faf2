class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next


class LinkedList:
    def __init__(self, *values):
        self.head = None
        for v in reversed(values):
            self.head = Node(v, self.head)

    def __iter__(self):
        node = self.head
        while node:
            yield node.value
            node = node.next

    def reverse(self):
        previous, node = None, self.head
        while node is not None:
            node.next, previous, node = previous, node, node.next
        self.head = previous
        return self

    def __repr__(self):
        return " -> ".join(map(repr, self)) + " -> None"


l = LinkedList(1, "two", 3.0)
print(l, len(list(l)))
print(l.reverse(), 3.0 in l)


class Stack(list):
    def push(self, x):
        self.append(x)
        return self

    @property
    def top(self):
        return self[-1] if self else None


s = Stack()
print(s.push(1).push(2), s.top, s.pop(), s.top, len(s), isinstance(s, list), Stack().top)


def balanced(text):
    stack, close = [], {")": "(", "]": "[", "}": "{"}
    for c in text:
        if c in close.values():
            stack.append(c)
        elif c in close:
            if not stack or stack.pop() != close[c]:
                return False
    return not stack


for t in ("(a[b]{c})", "(]", "((", ""):
    print(repr(t), balanced(t))
