from typing import Dict, List, Optional, Tuple, Union, Callable, Any

x: int = 5
name: str
values: List[float] = [1.0, 2.0]
table: Dict[str, Tuple[int, ...]] = {"a": (1, 2)}
maybe: Optional[int] = None
print(x, values, table, maybe)


def scale(values: List[float], k: float = 2.0) -> List[float]:
    out: List[float] = []
    for v in values:
        out.append(v * k)
    return out


def apply(f: Callable[[int], int], v: Union[int, float]) -> Any:
    return f(v)


class Config:
    size: int = 4
    label: Optional[str] = None
    later: float

    def __init__(self, rate: float) -> None:
        self.rate: float = rate


print(scale(values), apply(lambda v: v + 1, 2), Config.size, Config(0.1).rate, hasattr(Config, "later"))


def modern(a: list[int], b: dict[str, int] | None = None, *args: int) -> tuple[int, ...]:
    return tuple(a)


print(modern([1, 2]))
try:
    name
except NameError as e:
    print(e)
