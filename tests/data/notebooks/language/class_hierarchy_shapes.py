class Shape:
    count = 0

    def __init__(self, name):
        self.name = name
        type(self).count += 1
        Shape.created = getattr(Shape, "created", 0) + 1

    def area(self):
        raise NotImplementedError(f"{type(self).__name__} has no area")

    def __str__(self):
        return f"{self.name} of area {self.area():.2f}"

    def __lt__(self, other):
        return self.area() < other.area()


class Rectangle(Shape):
    def __init__(self, w, h, name="rectangle"):
        super().__init__(name)
        self.w, self.h = w, h

    def area(self):
        return self.w * self.h


class Square(Rectangle):
    def __init__(self, side):
        super().__init__(side, side, name="square")


class Circle(Shape):
    pi = 3.14159

    def __init__(self, r):
        super().__init__("circle")
        self.r = r

    def area(self):
        return self.pi * self.r ** 2


class Odd(Shape):
    pass


shapes = [Circle(1), Square(2), Rectangle(1, 3.5)]
for s in sorted(shapes):
    print(s)
print(max(shapes), min(shapes), [s.name for s in shapes], Shape.created, Square.count, Circle.count, Shape.count)
print(sum(s.area() for s in shapes), [isinstance(s, Rectangle) for s in shapes])
try:
    print(Odd("odd"))
except NotImplementedError as e:
    print("error:", e)
