// SPDX-License-Identifier: MIT
// The module datetime as far as it reckons with days and seconds; there are no time zones but UTC.
#include <string>

#include "app/notebook/runtime/calendar_text.hpp"
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kDatetime = R"py(
class date:
    def __new__(cls, year, month, day):
        _check_date(year, month, day)
        self = object.__new__(cls)
        self._date = (year, month, day)
        return self

    year = property(lambda self: self._date[0])
    month = property(lambda self: self._date[1])
    day = property(lambda self: self._date[2])

    @classmethod
    def today(cls):
        return cls.fromordinal(719163 + int(_time.time()) // 86400)

    @classmethod
    def fromordinal(cls, n):
        return cls(*_from_ordinal(n))

    @classmethod
    def fromisoformat(cls, text):
        parts = text.split("-")
        if len(text) != 10 or len(parts) != 3 or not all([p.isdigit() for p in parts]):
            raise ValueError(f"Invalid isoformat string: {text!r}")
        return cls(*map(int, parts))

    def toordinal(self):
        return _ordinal(*self._date)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def replace(self, year=None, month=None, day=None):
        return type(self)(year or self.year, month or self.month, day or self.day)

    def isoformat(self):
        return "%04d-%02d-%02d" % self._date

    __str__ = isoformat

    def __repr__(self):
        return "datetime.date(%d, %d, %d)" % self._date

    def strftime(self, format):
        return _formatted(format, self._date, 0, 0, 0, 0, None)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def ctime(self):
        return self.strftime("%c")

    def __add__(self, other):
        return type(self).fromordinal(self.toordinal() + other.days) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        if isinstance(other, date) and not isinstance(other, datetime):
            return timedelta(self.toordinal() - other.toordinal())
        return NotImplemented

    def _key(self):
        return self._date

    def _same(self, other):
        return isinstance(other, date) and isinstance(self, datetime) == isinstance(other, datetime)

    def _mixed(self, other):
        if isinstance(other, date):
            raise TypeError(f"can't compare {type(self).__module__}.{type(self).__name__} to {type(other).__module__}.{type(other).__name__}")
        return NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __eq__(self, other):
        return self._key() == other._key() if self._same(other) else False if isinstance(other, date) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if self._same(other) else self._mixed(other)

    def __le__(self, other):
        return self._key() <= other._key() if self._same(other) else self._mixed(other)

    def __gt__(self, other):
        return self._key() > other._key() if self._same(other) else self._mixed(other)

    def __ge__(self, other):
        return self._key() >= other._key() if self._same(other) else self._mixed(other)


class time:
    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        _check_time(hour, minute, second, microsecond)
        self = object.__new__(cls)
        self._time, self.tzinfo = (hour, minute, second, microsecond), tzinfo
        return self

    hour = property(lambda self: self._time[0])
    minute = property(lambda self: self._time[1])
    second = property(lambda self: self._time[2])
    microsecond = property(lambda self: self._time[3])

    def isoformat(self):
        text = "%02d:%02d:%02d" % self._time[:3]
        return text + (".%06d" % self._time[3] if self._time[3] else "")

    __str__ = isoformat

    def __repr__(self):
        parts = self._time
        while len(parts) > 2 and not parts[-1]:
            parts = parts[:-1]
        return "datetime.time(" + ", ".join(map(str, parts)) + ")"

    def strftime(self, format):
        return _formatted(format, (1900, 1, 1), *self._time, self.tzinfo)

    def __eq__(self, other):
        return self._time == other._time if isinstance(other, time) else NotImplemented

    def __lt__(self, other):
        return self._time < other._time if isinstance(other, time) else NotImplemented

    def __hash__(self):
        return hash(self._time)


class datetime(date):
    def __new__(cls, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        _check_date(year, month, day)
        _check_time(hour, minute, second, microsecond)
        self = object.__new__(cls)
        self._date, self._time, self.tzinfo = (year, month, day), (hour, minute, second, microsecond), tzinfo
        return self

    hour = property(lambda self: self._time[0])
    minute = property(lambda self: self._time[1])
    second = property(lambda self: self._time[2])
    microsecond = property(lambda self: self._time[3])

    @classmethod
    def _of(cls, us, tzinfo=None):
        days, us = divmod(us, 86400000000)
        seconds, us = divmod(us, 1000000)
        minutes, second = divmod(seconds, 60)
        hour, minute = divmod(minutes, 60)
        return cls(*_from_ordinal(days), hour, minute, second, us, tzinfo)

    def _us(self):
        seconds = (self.hour * 60 + self.minute) * 60 + self.second
        return self.toordinal() * 86400000000 + seconds * 1000000 + self.microsecond

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.fromtimestamp(_time.time())

    today = utcnow

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        us = 719163 * 86400000000 + round(timestamp * 1000000)
        return cls._of(us + (tz.utcoffset(None)._us if tz is not None else 0), tz)

    utcfromtimestamp = fromtimestamp

    @classmethod
    def combine(cls, date, time, tzinfo=None):
        return cls(*date._date, *time._time, tzinfo)

    @classmethod
    def fromisoformat(cls, text):
        try:
            day, clock = date.fromisoformat(text[:10]), text[11:]
            hours, _, part = clock.partition(".")
            parts = list(map(int, hours.split(":"))) if hours else []
            return cls(*day._date, *parts, *([0] * (3 - len(parts)) + [int(part.ljust(6, "0"))] if part else []))
        except ValueError:
            raise ValueError(f"Invalid isoformat string: {text!r}") from None

    @classmethod
    def strptime(cls, text, format):
        import re
        patterns = {"Y": r"(?P<Y>\d{4})", "m": r"(?P<m>1[0-2]|0?[1-9])", "d": r"(?P<d>3[01]|[12]\d|0?[1-9]| [1-9])",
                    "H": r"(?P<H>2[0-3]|[01]\d|\d)", "M": r"(?P<M>[0-5]\d|\d)", "S": r"(?P<S>[0-5]\d|\d)",
                    "f": r"(?P<f>\d{1,6})", "y": r"(?P<y>\d\d)", "I": r"(?P<I>1[0-2]|0?[1-9])", "p": "(?P<p>[AaPp][Mm])",
                    "b": "(?P<b>" + "|".join([m[:3] for m in _MONTHS]) + ")", "B": "(?P<B>" + "|".join(_MONTHS) + ")",
                    "a": "(?:" + "|".join([d[:3] for d in _DAYS]) + ")", "A": "(?:" + "|".join(_DAYS) + ")", "%": "%"}
        pattern = re.sub(r"%(.)", lambda m: patterns[m[1]] if m[1] in patterns else m[0], re.sub(r"([^\w%\s])", r"\\\1", format))
        found = re.match(re.sub(r"\s+", r"\\s+", pattern), text, re.I)
        if found is None:
            raise ValueError(f"time data {text!r} does not match format {format!r}")
        if found.end() != len(text):
            raise ValueError(f"unconverted data remains: {text[found.end():]}")
        g = found.groupdict()
        year = int(g["Y"]) if g.get("Y") else 1900
        if g.get("y"):
            year = int(g["y"]) + (2000 if int(g["y"]) < 69 else 1900)
        month = int(g.get("m") or 1)
        if g.get("b"):
            month = [m[:3].lower() for m in _MONTHS].index(g["b"].lower()) + 1
        if g.get("B"):
            month = [m.lower() for m in _MONTHS].index(g["B"].lower()) + 1
        hour = int(g.get("H") or 0)
        if g.get("I"):
            hour = int(g["I"]) % 12 + (12 if (g.get("p") or "").lower() == "pm" else 0)
        return cls(year, month, int(g.get("d") or 1), hour, int(g.get("M") or 0), int(g.get("S") or 0),
                   int((g.get("f") or "0").ljust(6, "0")))

    def timestamp(self):
        offset = self.tzinfo.utcoffset(None)._us if self.tzinfo is not None else 0
        return (self._us() - offset - 719163 * 86400000000) / 1000000

    def date(self):
        return date(*self._date)

    def time(self):
        return time(*self._time)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, **zone):
        given = (year, month, day, hour, minute, second, microsecond)
        parts = [old if new is None else new for new, old in zip(given, self._date + self._time)]
        return type(self)(*parts, zone.get("tzinfo", self.tzinfo))

    def isoformat(self, sep="T", timespec="auto"):
        text = "%04d-%02d-%02d" % self._date + sep + "%02d:%02d" % self._time[:2]
        if timespec not in ("minutes", "hours"):
            text += ":%02d" % self.second
        if timespec == "hours":
            text = text[:-3]
        if timespec == "milliseconds":
            text += ".%03d" % (self.microsecond // 1000)
        elif timespec == "microseconds" or (timespec == "auto" and self.microsecond):
            text += ".%06d" % self.microsecond
        return text + (_offset_text(self.tzinfo.utcoffset(self)) if self.tzinfo is not None else "")

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        parts = self._date + self._time
        while len(parts) > 5 and not parts[-1]:
            parts = parts[:-1]
        zone = f", tzinfo={self.tzinfo!r}" if self.tzinfo is not None else ""
        return "datetime.datetime(" + ", ".join(map(str, parts)) + zone + ")"

    def strftime(self, format):
        return _formatted(format, self._date, *self._time, self.tzinfo)

    def __add__(self, other):
        return type(self)._of(self._us() + other._us, self.tzinfo) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return type(self)._of(self._us() - other._us, self.tzinfo)
        if isinstance(other, datetime):
            if (self.tzinfo is None) != (other.tzinfo is None):
                raise TypeError("can't subtract offset-naive and offset-aware datetimes")
            return timedelta(microseconds=self._key() - other._key())
        return NotImplemented

    def _key(self):
        return self._us() - (self.tzinfo.utcoffset(self)._us if self.tzinfo is not None else 0)

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, datetime) else False if isinstance(other, date) else NotImplemented

    def __hash__(self):
        return hash(self._key())


date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(1)
datetime.min, datetime.max = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)
)py";

}  // namespace

NativeModule datetime_module() {
  static const std::string kText = std::string(kCalendarText) + std::string(kDatetime);
  return prelude_module("datetime", kText);
}

}  // namespace normscope::notebook::runtime
