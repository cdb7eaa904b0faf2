class Account:
    def __init__(self, balance):
        self.balance = balance

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError(f"only {self.balance} left")
        self.balance -= amount
        return self.balance


a = Account(10)
print(a.withdraw(3))
print(a.withdraw(8))
