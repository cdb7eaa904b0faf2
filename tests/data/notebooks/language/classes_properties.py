class Circle:
    def __init__(self, radius):
        self._radius = radius

    @property
    def radius(self):
        return self._radius

    @radius.setter
    def radius(self, value):
        if value < 0:
            raise ValueError("radius must not be negative")
        print("setting", value)
        self._radius = value

    @property
    def area(self):
        return 3 * self._radius ** 2

    @staticmethod
    def unit():
        return Circle(1)

    @classmethod
    def of_diameter(cls, d):
        return cls(d / 2)

    @classmethod
    def name(cls):
        return cls.__name__


class Ball(Circle):
    pass


c = Circle(2)
print(c.radius, c.area)
c.radius = 5
print(c.radius, c.area)
try:
    c.radius = -1
except ValueError as e:
    print("error:", e)
try:
    c.area = 3
except AttributeError as e:
    print("error:", e)
print(Circle.unit().area, c.unit().radius, Circle.of_diameter(3).radius)
print(Ball.of_diameter(4).name(), type(Ball.of_diameter(4)).__name__, Circle.name(), c.name())
