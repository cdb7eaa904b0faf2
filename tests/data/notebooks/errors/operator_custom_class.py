class Vec:
    def __init__(self, x):
        self.x = x

    def __add__(self, other):
        return Vec(self.x + other.x)


print((Vec(1) + Vec(2)).x)
print((Vec(1) * 2).x)
