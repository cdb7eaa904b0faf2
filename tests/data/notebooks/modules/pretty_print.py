from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from pprint import pformat, pp, pprint, PrettyPrinter
import types

cfg = {"model": {"d_model": 512, "n_heads": 8, "layers": [1, 2, 3], "activation": "gelu"}, "optim": {"lr": 3e-4, "betas": (0.9, 0.95), "weight_decay": 0.1}, "data": "a" * 50}
pprint(cfg)
pprint(cfg, width=40)
pprint(cfg, depth=1)
pprint(list(range(50)))
pprint(list(range(50)), compact=True)
pprint(list(range(30)), width=30, compact=True, indent=4)
pprint({"b": 1, "a": [2] * 30})
pp({"b": 1, "a": 2})
pprint({"b": 1, "a": 2}, sort_dicts=False)
print(pformat(("x",) * 20))
pprint("the quick brown fox jumps over the lazy dog and then runs away from the very angry bear in the forest")
pprint({"text": "the quick brown fox jumps over the lazy dog and then runs away from the very angry bear"})
pprint(["short", "the quick brown fox jumps over the lazy dog\nand then runs away from the very angry bear in the forest " * 2])
pprint({3, 1, 2})
pprint(set(range(40)))
pprint(frozenset(["aaaaaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "cccccccccccccccccccccccccc"]))
pprint(OrderedDict((f"key{i}", i * 1000) for i in range(8)))
pprint(defaultdict(list, {f"key{i}": [i] * 5 for i in range(6)}))
pprint(Counter("abracadabra alakazam hocus pocus"))
pprint(deque(range(40)))
pprint(deque(range(40), maxlen=50))
pprint(types.SimpleNamespace(alpha=list(range(20)), beta="x" * 40, gamma=None))
P = namedtuple("P", "x y")
pprint([P(1, 2)] * 12)


@dataclass
class C:
    name: str
    values: list = field(default_factory=list)
    hidden: int = field(default=3, repr=False)


pprint(C("short"))
pprint(C("long", list(range(30))))
pprint([C("a" * 30), {"k": C("b" * 40, [1] * 20)}])
x = [1]
x.append(x)
print(pformat(x)[:20])
pprint({1: "a", "b": 2, (1, 2): None, None: 1.5})
pprint([])
pprint({}), pprint(())
PrettyPrinter(indent=2, width=30).pprint({"a": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], "bb": {"ccc": "dddddddddddddddddd", "e": 1}})
pprint(1), pprint("s"), pprint(None), pprint(1.5)
pprint([[1.123456789] * 8] * 3)
pprint(123456789, underscore_numbers=True)
