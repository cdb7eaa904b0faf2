class Point:
    """A point in the plane."""
    dimension = 2

    def __init__(self, x, y=0):
        self.x = x
        self.y = y

    def norm(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5

    def move(self, dx, dy):
        self.x += dx
        self.y += dy
        return self


p = Point(3, 4)
print(p.x, p.y, p.norm(), p.dimension, Point.dimension)
print(p.move(1, 1).norm(), p.x, Point.__doc__, Point.__name__)
q = Point(1)
q.dimension = 3
q.extra = "new"
print(q.y, q.dimension, Point.dimension, p.dimension, q.extra, hasattr(p, "extra"))
Point.dimension = 5
print(p.dimension, q.dimension)
print(Point.norm(p), type(p), type(p) is Point, isinstance(p, Point), p.__class__.__name__)
print(p.__dict__, vars(q))
method = p.norm
print(method())
del q.extra
print(hasattr(q, "extra"), p == p, p == Point(4, 5))


class Empty:
    pass


e = Empty()
e.value = [1]
print(e.value, Empty, Empty.__mro__)
