// SPDX-License-Identifier: MIT
// The modules sys, io, time and warnings as far as they are plain values: nothing of the machine
// that runs them can be read or changed but its clock.
#include "app/notebook/runtime/modules.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>

#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kSys = R"py(
class _VersionInfo(tuple):
    major = property(lambda self: self[0])
    minor = property(lambda self: self[1])
    micro = property(lambda self: self[2])
    releaselevel = property(lambda self: self[3])
    serial = property(lambda self: self[4])

    def __repr__(self):
        return "sys.version_info(major=%d, minor=%d, micro=%d, releaselevel=%r, serial=%d)" % tuple(self)


class _FloatInfo:
    max = 1.7976931348623157e+308
    max_exp = 1024
    max_10_exp = 308
    min = 2.2250738585072014e-308
    min_exp = -1021
    min_10_exp = -307
    dig = 15
    mant_dig = 53
    epsilon = 2.220446049250313e-16
    radix = 2
    rounds = 1

    def __repr__(self):
        return ("sys.float_info(max=1.7976931348623157e+308, max_exp=1024, max_10_exp=308, "
                "min=2.2250738585072014e-308, min_exp=-1021, min_10_exp=-307, dig=15, mant_dig=53, "
                "epsilon=2.220446049250313e-16, radix=2, rounds=1)")


class _Output:
    encoding = "utf-8"

    def __init__(self, write, name):
        self._write = write
        self.name = name

    def write(self, s):
        if not isinstance(s, str):
            raise TypeError(f"write() argument must be str, not {type(s).__name__}")
        self._write(s)
        return len(s)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        pass

    def isatty(self):
        return False

    def writable(self):
        return True


version_info = _VersionInfo((3, 11, 2, "final", 0))
version = "3.11.2 (main) [normscope]"
hexversion = 0x030b02f0
platform = "linux"
byteorder = "little"
maxsize = 9223372036854775807
maxunicode = 1114111
float_info = _FloatInfo()
argv = [""]
stdout = __stdout__ = _Output(_print, "<stdout>")
_said = []
stderr = __stderr__ = _Output(_said.append, "<stderr>")


def exit(status=None, /):
    raise SystemExit if status is None else SystemExit(status)


def getrecursionlimit():
    return 1000


def intern(string, /):
    return string


def getdefaultencoding():
    return "utf-8"
)py";

constexpr std::string_view kIo = R"py(
class StringIO:
    def __init__(self, initial_value="", newline="\n"):
        self._before = initial_value or ""
        self._size = len(self._before)
        self._parts = []
        self._at = 0
        self.closed = False

    # What was written at the end waits in parts until somebody reads.
    @property
    def _text(self):
        if self._parts:
            self._before += "".join(self._parts)
            self._parts = []
        return self._before

    @_text.setter
    def _text(self, text):
        self._parts = []
        self._before = text
        self._size = len(text)

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file")

    def write(self, s):
        self._check()
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")
        if self._at == self._size:
            self._parts.append(s)
            self._size += len(s)
            self._at += len(s)
            return len(s)
        before = self._text[:self._at]
        before += "\0" * (self._at - len(before))
        self._text = before + s + self._text[self._at + len(s):]
        self._at += len(s)
        return len(s)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def getvalue(self):
        self._check()
        return self._text

    def read(self, size=-1):
        self._check()
        end = len(self._text) if size is None or size < 0 else self._at + size
        part = self._text[self._at:end]
        self._at += len(part)
        return part

    def readline(self, size=-1):
        self._check()
        end = self._text.find("\n", self._at)
        end = len(self._text) if end < 0 else end + 1
        if size is not None and size >= 0:
            end = min(end, self._at + size)
        part = self._text[self._at:end]
        self._at = max(self._at, end)
        return part

    def readlines(self, hint=-1):
        return list(self)

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def seek(self, pos, whence=0):
        self._check()
        if whence == 2:
            pos = len(self._text)
        elif whence == 0 and pos < 0:
            raise ValueError(f"Negative seek position {pos}")
        elif whence == 1:
            pos = self._at
        self._at = pos
        return pos

    def tell(self):
        self._check()
        return self._at

    def truncate(self, size=None):
        size = self._at if size is None else size
        self._text = self._text[:size]
        return size

    def flush(self):
        pass

    def close(self):
        self.closed = True

    def readable(self):
        return True

    def writable(self):
        return True

    def seekable(self):
        return True

    def isatty(self):
        return False

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()
)py";

constexpr std::string_view kTime = R"py(
def sleep(secs, /):
    if secs < 0:
        raise ValueError("sleep length must be non-negative")
    _sleep(secs)


def perf_counter_ns():
    return int(perf_counter() * 1e9)


def time_ns():
    return int(time() * 1e9)


def monotonic_ns():
    return int(monotonic() * 1e9)
)py";

constexpr std::string_view kWarnings = R"py(
def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    assert action in ("error", "ignore", "always", "default", "module", "once"), f"invalid action: {action!r}"
    _filters.insert(0, (action, message, category))


def simplefilter(action, category=Warning, lineno=0, append=False):
    filterwarnings(action, "", category)


def resetwarnings():
    _filters.clear()


_filters = []


def warn(message, category=None, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = type(message)
    if category is None:
        category = UserWarning
    made = message if isinstance(message, Warning) else category(message)
    for action, start, kind in _filters:
        if issubclass(category, kind) and str(made).startswith(start):
            if action == "ignore":
                return
            if action == "error":
                raise made
            break
    if _records:
        _records[-1].append(WarningMessage(made, category))
        return
    import sys
    sys.stderr.write(f"{category.__name__}: {made}\n")


class WarningMessage:
    def __init__(self, message, category):
        self.message = message
        self.category = category


_records = []


class catch_warnings:
    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._action = action
        self._category = category

    def __enter__(self):
        self._saved = _filters[:]
        if self._action is not None:
            simplefilter(self._action, self._category)
        if self._record:
            _records.append([])
            return _records[-1]

    def __exit__(self, *exc_info):
        _filters[:] = self._saved
        if self._record:
            _records.pop()
)py";

NativeMember clock_function(std::string_view name, double (*read)()) {
  return {name, [name, read](Vm& vm, const Args& args) {
            return check_count(vm, args, name, 0, 0) ? Value::real(read()) : Value();
          }};
}

template <class Clock>
double seconds_of() {
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// In short pieces, so that a person can interrupt it.
Value sleep_for(Vm& vm, const Args& args) {
  constexpr double kLongest = 60;
  constexpr int kTicksOfPiece = 1 << 16;
  const auto seconds = to_float(vm, args[0]);
  if (!seconds) return {};
  if (*seconds > kLongest) {
    return vm.raise_not_supported("time.sleep() for more than a minute", "a shorter time");
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(*seconds);
  while (std::chrono::steady_clock::now() < end) {
    const std::chrono::duration<double> left = end - std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::min(left, std::chrono::duration<double>(0.02)));
    for (int n = 0; n < kTicksOfPiece; ++n) {
      if (!vm.tick()) return {};
    }
  }
  return Value::none();
}

}  // namespace

NativeModule sys_module() {
  return prelude_module("sys", kSys, {{"_print", [](Vm& vm, const Args& args) {
                                         return vm.print(text_of(args[0])) ? Value::none()
                                                                           : Value();
                                       }}});
}
NativeModule io_module() {
  return prelude_module("io", kIo);
}
NativeModule time_module() {
  return prelude_module(
      "time", kTime,
      {clock_function("time", seconds_of<std::chrono::system_clock>),
       clock_function("perf_counter", seconds_of<std::chrono::steady_clock>),
       clock_function("monotonic", seconds_of<std::chrono::steady_clock>),
       clock_function("process_time",
                      [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }),
       {"_sleep", sleep_for}});
}
NativeModule warnings_module() {
  return prelude_module("warnings", kWarnings);
}

}  // namespace normscope::notebook::runtime
