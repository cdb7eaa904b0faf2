import typing
from typing import Any, Callable, Dict, Generic, Iterable, Iterator, List, Literal, NamedTuple, Optional, Sequence, Set, Tuple, TypeVar, Union

Vector = List[float]
Shape = Tuple[int, ...]
T = TypeVar("T")


def dot(a: Vector, b: Vector) -> float:
    return sum(x * y for x, y in zip(a, b))


def first(items: Sequence[T], default: Optional[T] = None) -> Optional[T]:
    return items[0] if items else default


def evens(n: int) -> Iterator[int]:
    for i in range(0, n, 2):
        yield i


def mode(kind: Literal["sum", "mean"] = "mean", f: Callable[..., Any] = max) -> Union[str, int]:
    return kind


class Sample(NamedTuple):
    name: str
    score: float = 0.0


print(dot([1, 2], [3, 4]), first([]), first([9]), first([], "d"), list(evens(7)), mode("sum"))
s = Sample("a", 1.5)
print(s, s.name, s[1], Sample("b"), s._replace(score=2))
options: typing.Dict[str, typing.Any] = {"eps": 1e-5}
print(options)
