from enum import Enum, IntEnum, Flag, auto, unique


class Norm(Enum):
    LAYER = "layer"
    RMS = "rms"
    BATCH = "batch"

    @classmethod
    def parse(cls, s):
        try:
            return cls(s.lower())
        except ValueError:
            options = ", ".join(m.value for m in cls)
            raise ValueError(f"unknown norm {s!r}, choose from: {options}") from None

    @property
    def needs_mean(self):
        return self is not Norm.RMS

    def __str__(self):
        return f"norm:{self.value}"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()


@unique
class Color(Enum):
    RED = auto()
    GREEN = auto()


print(Norm.LAYER, repr(Norm.RMS), Norm("batch"), Norm["RMS"], [m.name for m in Norm], len(Norm))
print(Norm.parse("LAYER").needs_mean, Norm.RMS.needs_mean, Norm.RMS in Norm, isinstance(Norm.RMS, Norm))
try:
    Norm.parse("foo")
except ValueError as e:
    print(e)
try:
    Norm("zzz")
except ValueError as e:
    print(e)
print(Level.LOW < Level.HIGH, Level.HIGH + 1, Level(2), f"{Level.LOW}", repr(Level.LOW), sorted(Level, reverse=True))
print(Perm.R | Perm.W, (Perm.R | Perm.W) & Perm.W, Perm.X in (Perm.R | Perm.X), Perm(3), bool(Perm(0)))
print(list(Color), Color.RED.value, {Color.RED: "r"}[Color.RED], Color.RED == 1, Color.GREEN.name.title())
print(Norm.__members__, Norm.LAYER is Norm("layer"))
