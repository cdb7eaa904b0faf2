from dataclasses import dataclass
from typing import Generic, TypeVar, Union, Callable, NamedTuple, Protocol, Any

T = TypeVar("T")
E = TypeVar("E")


@dataclass(frozen=True)
class Ok(Generic[T]):
    value: T

    def map(self, f: Callable[[T], Any]) -> "Ok":
        return Ok(f(self.value))


@dataclass(frozen=True)
class Err(Generic[E]):
    error: E

    def map(self, f):
        return self


Result = Union[Ok, Err]


class Shape(Protocol):
    def area(self) -> float: ...


class Sq(NamedTuple):
    side: float = 1.0

    def area(self) -> float:
        return self.side ** 2


def parse(s: str) -> Result:
    try:
        return Ok(float(s))
    except ValueError as e:
        return Err(str(e))


for s in ("3.5", "x", "1e3"):
    r = parse(s).map(lambda v: v * 2)
    print(r, isinstance(r, Ok))
print(Sq(2).area(), Sq(), Sq(3) == (3,), Sq._field_defaults, Ok[int], Result, T, Ok(1) == Ok(1), {Ok(1), Ok(1)}, parse.__annotations__)
