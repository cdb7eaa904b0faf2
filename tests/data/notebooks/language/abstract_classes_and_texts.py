from abc import ABC, abstractmethod
from collections import ChainMap, Counter, OrderedDict
from dataclasses import dataclass, field
from typing import Callable, Dict, List, Optional, Tuple, Union


class Base(ABC):
    @property
    @abstractmethod
    def name(self): ...

    @abstractmethod
    def run(self): ...

    @staticmethod
    @abstractmethod
    def make(): ...


class Half(Base):
    def run(self): return 1


print(sorted(Base.__abstractmethods__), sorted(Half.__abstractmethods__), Base.__doc__)
try:
    Half()
except TypeError as e:
    print(e)


@dataclass
class Config:
    a: int
    b: List[int] = field(default_factory=list)
    c: Optional[str] = None
    d: float = field(default=1e-5, kw_only=True)
    e: "int" = 3


@dataclass
class Documented:
    """My own text."""
    x: int = 0


print(Config.__doc__, Documented.__doc__, sep="\n")
print(List[int].__name__, Optional[int].__name__, Union[int, str].__name__, Callable[[int], str].__name__, Dict[str, int].__origin__, Tuple[int, ...].__args__)
cm = ChainMap({"x": 1}, {"x": 2, "y": 3})
print(dict(cm), list(cm), cm.keys(), len(cm), "y" in cm, cm.get("z", 0), cm.new_child({"z": 9})["z"], cm.parents, sorted(cm.items()), {**cm})
cm["new"] = 5
print(cm.maps, cm == {"x": 1, "y": 3, "new": 5})
print(Counter(a=1) == Counter(a=1, b=0), Counter("ab") <= Counter("aab"), Counter("abc") < Counter("ab"), Counter(a=1) != Counter(a=2))
od = OrderedDict(a=1, b=2)
print(od.keys(), od.values(), od.items(), list(od.keys()), [*od], od.keys() & {"a"})
x = 10 ** 30
print((5).numerator, (5).denominator, x.denominator, x.real == x, x.imag, (2.5).real, (2.5).imag, True.numerator, x.numerator == x)
