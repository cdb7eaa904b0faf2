from dataclasses import dataclass, field, asdict, astuple, fields, replace, FrozenInstanceError
from typing import List, Optional, Tuple, Union
import json


@dataclass
class ModelConfig:
    d_model: int = 512
    n_heads: int = 8
    dropout: float = 0.1
    layers: List[int] = field(default_factory=lambda: [1, 2])
    name: Optional[str] = None
    head_dim: int = field(init=False, repr=False)

    def __post_init__(self):
        if self.d_model % self.n_heads:
            raise ValueError(f"{self.d_model} % {self.n_heads} != 0")
        self.head_dim = self.d_model // self.n_heads


@dataclass(frozen=True, order=True)
class Point:
    x: float
    y: float = 0.0

    def __add__(self, o):
        return Point(self.x + o.x, self.y + o.y)


@dataclass
class Small(ModelConfig):
    extra: str = "s"


c = ModelConfig(d_model=64, n_heads=4)
print(c, c.head_dim)
print(asdict(c), astuple(Point(1, 2)))
print(json.dumps(asdict(c), indent=2))
print([(f.name, f.type if isinstance(f.type, str) else getattr(f.type, "__name__", str(f.type)), f.init) for f in fields(c)])
print(replace(c, name="x"), c == ModelConfig(64, 4), c != Small(64, 4))
print(Point(1, 2) < Point(1, 3), sorted([Point(3), Point(1, 5), Point(1)]), Point(1) + Point(2, 2), hash(Point(1)) == hash(Point(1)), {Point(1): "a"}[Point(1.0)])
try:
    Point(1).x = 5
except FrozenInstanceError as e:
    print(type(e).__name__, e)
for bad in (lambda: ModelConfig(10, 3), lambda: ModelConfig(nope=1), lambda: Point(), lambda: Point(1) < 3):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
print(Small(), Small.__mro__[1].__name__, ModelConfig.__doc__)
a, b = ModelConfig(), ModelConfig()
a.layers.append(9)
print(a.layers, b.layers)
