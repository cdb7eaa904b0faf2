class Animal:
    sound = "..."

    def __init__(self, name):
        self.name = name

    def speak(self):
        return f"{self.name} says {self.sound}"

    def describe(self):
        return "I am " + self.speak()


class Dog(Animal):
    sound = "woof"

    def __init__(self, name, age):
        super().__init__(name)
        self.age = age

    def describe(self):
        return super().describe() + f", aged {self.age}"


class Puppy(Dog):
    def __init__(self, name):
        super(Puppy, self).__init__(name, 0)

    def speak(self):
        return Dog.speak(self).replace("woof", "yip")


for a in (Animal("it"), Dog("Rex", 3), Puppy("Bo")):
    print(a.describe(), isinstance(a, Dog), type(a).__name__)
print(issubclass(Puppy, Animal), issubclass(Dog, Puppy), isinstance(Puppy("x"), (int, Animal)))
print([c.__name__ for c in Puppy.__mro__], Puppy.__bases__[0].__name__)


class A:
    def who(self):
        return "A"


class B(A):
    def who(self):
        return "B" + super().who()


class C(A):
    def who(self):
        return "C" + super().who()


class D(B, C):
    def who(self):
        return "D" + super().who()


print(D().who(), [c.__name__ for c in D.__mro__])
