class Circle:
    @property
    def area(self):
        return self.radius ** 2


c = Circle()
c.radius = 2
print(c.area)
c.area = 5
