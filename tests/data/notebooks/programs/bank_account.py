class InsufficientFunds(Exception):
    pass


class Account:
    interest = 0.02

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("deposits are positive")
        self.balance += amount
        self.history.append(("deposit", amount))

    def withdraw(self, amount):
        if amount > self.balance:
            raise InsufficientFunds(f"{self.owner} has {self.balance}, wants {amount}")
        self.balance -= amount
        self.history.append(("withdraw", amount))

    def __repr__(self):
        return f"{type(self).__name__}({self.owner!r}, {self.balance})"


class Savings(Account):
    interest = 0.05

    def add_interest(self):
        self.deposit(self.balance * self.interest)


a, s = Account("ann"), Savings("bob", 100)
a.deposit(50)
for amount in (20, 500):
    try:
        a.withdraw(amount)
        print("withdrew", amount)
    except InsufficientFunds as e:
        print("refused:", e)
s.add_interest()
print(a, s, a.history, s.history)
try:
    s.deposit(-1)
except ValueError as e:
    print(e)
print([x.owner for x in sorted([s, a], key=lambda acc: acc.balance)])
