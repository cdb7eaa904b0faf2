class Money:
    def __init__(self, amount):
        self.amount = amount

    def __repr__(self):
        return f"{self.amount:.2f}€"

    def __add__(self, other):
        if isinstance(other, Money):
            return Money(self.amount + other.amount)
        if isinstance(other, (int, float)):
            return Money(self.amount + other)
        return NotImplemented

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return Money(other - self.amount)

    def __pow__(self, n):
        return Money(self.amount ** n)

    def __floordiv__(self, n):
        return Money(self.amount // n)

    def __mod__(self, n):
        return self.amount % n

    def __le__(self, other):
        return self.amount <= other.amount

    def __ge__(self, other):
        return self.amount >= other.amount

    def __hash__(self):
        return hash(self.amount)

    def __eq__(self, other):
        return self.amount == other.amount

    def __int__(self):
        return int(self.amount)

    def __float__(self):
        return float(self.amount)

    def __format__(self, spec):
        return format(self.amount, spec or ".1f") + " EUR"


m = Money(5)
print(m + 1, 1 + m, sum([Money(1), Money(2)]), 10 - m, m ** 2, m // 2, m % 3)
print(m <= Money(5), m >= Money(6), m == Money(5), m != Money(5), len({Money(1), Money(1)}))
print(int(m), float(m), f"{m}", f"{m:.3f}", format(m, "06.2f"))
try:
    m + "text"
except TypeError as e:
    print(e)
try:
    m < m
except TypeError as e:
    print(e)
