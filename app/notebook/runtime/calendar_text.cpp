// SPDX-License-Identifier: MIT
#include "app/notebook/runtime/calendar_text.hpp"

namespace normscope::notebook::runtime {

const std::string_view kCalendarText = R"py(
import time as _time

MINYEAR, MAXYEAR = 1, 9999
_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in(year, month):
    return 29 if month == 2 and _is_leap(year) else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def _days_before(year):
    year -= 1
    return year * 365 + year // 4 - year // 100 + year // 400


def _ordinal(year, month, day):
    return _days_before(year) + sum([_days_in(year, m) for m in range(1, month)]) + day


def _from_ordinal(n):
    if not 1 <= n <= 3652059:
        raise OverflowError("date value out of range")
    year = (n * 400) // 146097 + 1
    while _days_before(year) >= n:
        year -= 1
    while _days_before(year + 1) < n:
        year += 1
    day, month = n - _days_before(year), 1
    while day > _days_in(year, month):
        day -= _days_in(year, month)
        month += 1
    return year, month, day


class timedelta:
    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        whole, part = 0, 0
        for value, unit in ((days, 86400000000), (seconds, 1000000), (microseconds, 1), (milliseconds, 1000),
                            (minutes, 60000000), (hours, 3600000000), (weeks, 604800000000)):
            if not isinstance(value, (int, float)):
                name = {86400000000: "days", 1000000: "seconds", 1: "microseconds", 1000: "milliseconds",
                        60000000: "minutes", 3600000000: "hours", 604800000000: "weeks"}[unit]
                raise TypeError(f"unsupported type for timedelta {name} component: {type(value).__name__}")
            if isinstance(value, float):
                top, bottom = value.as_integer_ratio()
                part += top * unit / bottom if bottom != 1 else top * unit
            else:
                whole += value * unit
        self._us = whole + round(part)
        if abs(self._us // 86400000000) > 999999999:
            raise OverflowError(f"days={self._us // 86400000000}; must have magnitude <= 999999999")

    days = property(lambda self: self._us // 86400000000)
    seconds = property(lambda self: self._us % 86400000000 // 1000000)
    microseconds = property(lambda self: self._us % 1000000)

    def total_seconds(self):
        return self._us / 1000000

    def __repr__(self):
        parts = [f"{name}={value}" for name, value in (("days", self.days), ("seconds", self.seconds),
                                                      ("microseconds", self.microseconds)) if value]
        return f"datetime.timedelta({', '.join(parts) or '0'})"

    def __str__(self):
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02d}:{seconds:02d}"
        if self.days:
            text = f"{self.days} day{'s' if abs(self.days) != 1 else ''}, {text}"
        return text + (f".{self.microseconds:06d}" if self.microseconds else "")

    def _of(self, us):
        return timedelta(microseconds=us)

    def __add__(self, other):
        return self._of(self._us + other._us) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return self._of(self._us - other._us) if isinstance(other, timedelta) else NotImplemented

    def __neg__(self):
        return self._of(-self._us)

    def __pos__(self):
        return self

    def __abs__(self):
        return self._of(abs(self._us))

    def __mul__(self, other):
        if isinstance(other, int):
            return self._of(self._us * other)
        if isinstance(other, float):
            top, bottom = other.as_integer_ratio()
            return self._of(_nearest(self._us * top, bottom))
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._us / other._us
        if isinstance(other, int):
            return self._of(_nearest(self._us, other))
        if isinstance(other, float):
            top, bottom = other.as_integer_ratio()
            return self._of(_nearest(self._us * bottom, top))
        return NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._us // other._us
        return self._of(self._us // other) if isinstance(other, int) else NotImplemented

    def __mod__(self, other):
        return self._of(self._us % other._us) if isinstance(other, timedelta) else NotImplemented

    def __bool__(self):
        return self._us != 0

    def __hash__(self):
        return hash(self._us)

    def __eq__(self, other):
        return self._us == other._us if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._us < other._us if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._us <= other._us if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        return self._us > other._us if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        return self._us >= other._us if isinstance(other, timedelta) else NotImplemented


def _nearest(a, b):
    if b < 0:
        a, b = -a, -b
    low, rest = divmod(a, b)
    return low + (rest * 2 > b or (rest * 2 == b and low % 2))


class tzinfo:
    pass


class timezone(tzinfo):
    def __init__(self, offset, name=None):
        self._offset, self._name = offset, name

    def utcoffset(self, dt):
        return self._offset

    def tzname(self, dt):
        return str(self)

    def __str__(self):
        return self._name or ("UTC" if not self._offset else "UTC" + _offset_text(self._offset))

    def __repr__(self):
        return "datetime.timezone.utc" if not self._offset else f"datetime.timezone({self._offset!r})"

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)


def _offset_text(offset, between=":"):
    sign = "-" if offset._us < 0 else "+"
    minutes = abs(offset._us) // 60000000
    return f"{sign}{minutes // 60:02d}{between}{minutes % 60:02d}"


timezone.utc = timezone(timedelta(0))
UTC = timezone.utc


def _check_date(year, month, day):
    for value in (year, month, day):
        if not isinstance(value, int):
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    if not 1 <= year <= 9999:
        raise ValueError(f"year {year} is out of range")
    if not 1 <= month <= 12:
        raise ValueError("month must be in 1..12")
    if not 1 <= day <= _days_in(year, month):
        raise ValueError("day is out of range for month")


def _check_time(hour, minute, second, microsecond):
    for value, limit, name in ((hour, 23, "hour"), (minute, 59, "minute"), (second, 59, "second"),
                               (microsecond, 999999, "microsecond")):
        if not isinstance(value, int):
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
        if not 0 <= value <= limit:
            raise ValueError(f"{name} must be in 0..{limit}")


# What strftime knows of a date and a time.
def _formatted(text, d, hour, minute, second, microsecond, zone):
    out, n = [], 0
    yday = _ordinal(d[0], d[1], d[2]) - _days_before(d[0])
    wday = (_ordinal(*d) + 6) % 7
    while n < len(text):
        if text[n] != "%" or n + 1 == len(text):
            out.append(text[n])
            n += 1
            continue
        c = text[n + 1]
        n += 2
        simple = {
            "Y": f"{d[0]}", "m": f"{d[1]:02d}", "d": f"{d[2]:02d}", "H": f"{hour:02d}", "M": f"{minute:02d}",
            "S": f"{second:02d}", "f": f"{microsecond:06d}", "y": f"{d[0] % 100:02d}", "b": _MONTHS[d[1] - 1][:3],
            "h": _MONTHS[d[1] - 1][:3], "B": _MONTHS[d[1] - 1], "a": _DAYS[wday][:3], "A": _DAYS[wday],
            "j": f"{yday:03d}", "w": str((wday + 1) % 7), "u": str(wday + 1), "I": f"{(hour + 11) % 12 + 1:02d}",
            "p": "AM" if hour < 12 else "PM", "%": "%", "n": "\n", "t": "\t", "e": f"{d[2]:2d}",
            "F": f"{d[0]}-{d[1]:02d}-{d[2]:02d}", "T": f"{hour:02d}:{minute:02d}:{second:02d}",
            "R": f"{hour:02d}:{minute:02d}", "D": f"{d[1]:02d}/{d[2]:02d}/{d[0] % 100:02d}",
            "x": f"{d[1]:02d}/{d[2]:02d}/{d[0] % 100:02d}", "X": f"{hour:02d}:{minute:02d}:{second:02d}",
            "c": f"{_DAYS[wday][:3]} {_MONTHS[d[1] - 1][:3]} {d[2]:2d} {hour:02d}:{minute:02d}:{second:02d} {d[0]}",
            "U": f"{(yday + 6 - (wday + 1) % 7) // 7:02d}", "W": f"{(yday + 6 - wday) // 7:02d}",
            "z": "" if zone is None else _offset_text(zone.utcoffset(None), ""), "Z": "" if zone is None else str(zone),
        }
        out.append(simple.get(c, "%" + c))
    return "".join(out)


)py";

}  // namespace normscope::notebook::runtime
