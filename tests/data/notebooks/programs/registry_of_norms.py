from abc import ABC, abstractmethod
from typing import Dict, List, Type
import torch


class Normalizer(ABC):
    registry: Dict[str, Type["Normalizer"]] = {}

    def __init_subclass__(cls, name=None, **kwargs):
        super().__init_subclass__(**kwargs)
        Normalizer.registry[name or cls.__name__.lower()] = cls

    def __init__(self, eps=1e-5):
        self.eps = eps
        self._calls = 0

    @abstractmethod
    def stats(self, x):
        ...

    def __call__(self, x):
        self._calls += 1
        mu, var = self.stats(x)
        return (x - mu) / torch.sqrt(var + self.eps)

    @property
    def calls(self):
        return self._calls

    def __repr__(self):
        return f"{type(self).__name__}(eps={self.eps!r})"

    def __eq__(self, other):
        return type(self) is type(other) and self.eps == other.eps


class Layer(Normalizer, name="ln"):
    def stats(self, x):
        return x.mean(-1, keepdim=True), x.var(-1, unbiased=False, keepdim=True)


class Batch(Normalizer, name="bn"):
    def stats(self, x):
        return x.mean(0, keepdim=True), x.var(0, unbiased=False, keepdim=True)


class Root(Normalizer):
    def stats(self, x):
        return 0.0, x.pow(2).mean(-1, keepdim=True)


try:
    Normalizer()
except TypeError as e:
    print(e)
x = torch.tensor([[1., 2., 4.], [3., 3., 9.]])
for name, cls in Normalizer.registry.items():
    n = cls(eps=1e-6)
    print(f"{name:<5}", n, n(x).tolist(), n.calls)
print(Layer() == Layer(), Layer() == Layer(1e-3), Layer() != Batch(), issubclass(Root, Normalizer), Root.__mro__)
print(Normalizer.__abstractmethods__, hasattr(Layer, "stats"), Layer.stats.__qualname__)
print(sorted(Normalizer.registry, key=len), [c.__name__ for c in (Layer, Batch, Root)])
try:
    {Layer(): 1}
except TypeError as e:
    print("unhashable:", e)
