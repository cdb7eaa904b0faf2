from datetime import date, datetime, time, timedelta, timezone
import datetime as dt

d = date(2024, 2, 28)
print(d, repr(d), d + timedelta(days=2), d.weekday(), d.isoweekday(), d.strftime("%A %d %B %Y, day %j"), d.toordinal(), date.fromordinal(738000), d.replace(day=1), d.isoformat())
print(date(2024, 3, 1) - d, (date(2024, 12, 25) - d).days, d < date(2025, 1, 1), date.fromisoformat("2023-11-05"), max(d, date(2020, 1, 1)), d == date(2024, 2, 28), {d: 1}[date(2024, 2, 28)])
t = datetime(2024, 1, 31, 13, 5, 9, 123456)
print(t, repr(t), t.date(), t.time(), t + timedelta(hours=11, minutes=55), t.isoformat(), t.isoformat(" ", "minutes"), t.strftime("%Y-%m-%d %H:%M:%S.%f %y %b %a %I:%M %p %% %U %W %c|%x|%X"), t.replace(hour=0, microsecond=0))
print(datetime(2024, 1, 1), repr(datetime(2024, 1, 1)), repr(datetime(2024, 1, 1, 5)), repr(time(5)), time(5, 6, 7), datetime.combine(d, time(12, 30)))
delta = datetime(2024, 3, 1) - datetime(2024, 2, 1, 12)
print(delta, repr(delta), delta.days, delta.seconds, delta.total_seconds(), delta * 2, delta / 2, delta // 3, -delta, abs(-delta), delta / timedelta(hours=1), delta > timedelta(days=28))
print(timedelta(seconds=3661), timedelta(days=-1), repr(timedelta(days=-1, seconds=5)), timedelta(hours=1.5), timedelta(weeks=1, milliseconds=5), timedelta(0), repr(timedelta(0)), str(timedelta(days=1, microseconds=1)), timedelta(seconds=0.1) * 3, timedelta(1) + timedelta(1), sum([timedelta(1), timedelta(2)], timedelta()))
print(datetime.strptime("2024-05-17 08:09:10", "%Y-%m-%d %H:%M:%S"), datetime.strptime("03 Mar 24, 1:05 PM", "%d %b %y, %I:%M %p"), datetime.fromisoformat("2024-05-17T08:09"), datetime.fromisoformat("2024-05-17"))
print(datetime.fromtimestamp(0, timezone.utc), datetime(1970, 1, 2, tzinfo=timezone.utc).timestamp(), datetime(2000, 1, 1, tzinfo=timezone(timedelta(hours=5, minutes=30))), timezone.utc)
print(type(datetime.now()).__name__, isinstance(t, date), datetime.now() > t, dt.date.today() > d, f"{t:%H:%M}", f"{d}", "{:%d.%m.%Y}".format(d))
for f in (lambda: date(2023, 2, 29), lambda: date(2023, 13, 1), lambda: datetime(2023, 1, 1, 25), lambda: date("a", 1, 1), lambda: datetime.strptime("x", "%Y"), lambda: datetime.strptime("2024 x", "%Y"), lambda: date.fromisoformat("nope"), lambda: timedelta("x"), lambda: date(0, 1, 1), lambda: d < t):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
for y in (1900, 2000, 2023, 2024):
    print(y, (date(y + 1, 1, 1) - date(y, 1, 1)).days, date(y, 12, 31).strftime("%j %U %W %w"))
