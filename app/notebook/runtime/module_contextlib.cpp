// SPDX-License-Identifier: MIT
// The module contextlib.
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kContextlib = R"py(
import functools as _functools


class AbstractContextManager:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return None


class ContextDecorator:
    def _recreate_cm(self):
        return self

    def __call__(self, function):
        @_functools.wraps(function)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return function(*args, **kwds)
        return inner


class _GeneratorContextManager(ContextDecorator, AbstractContextManager):
    def __init__(self, function, args, kwds):
        self.gen = function(*args, **kwds)
        self.func, self.args, self.kwds = function, args, kwds
        self.__doc__ = function.__doc__

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)

    def __enter__(self):
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, kind, value, trace):
        if kind is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if value is None:
            value = kind()
        try:
            self.gen.throw(value)
        except StopIteration as stop:
            return stop is not value
        except RuntimeError as error:
            if error is value:
                return False
            if isinstance(value, StopIteration) and error.__cause__ is value:
                return False
            raise
        except BaseException as error:
            if error is not value:
                raise
            return False
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(func):
    @_functools.wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper


class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, kind, value, trace):
        return kind is not None and issubclass(kind, self._exceptions)


class nullcontext(AbstractContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass


class redirect_stdout(AbstractContextManager):
    def __init__(self, new_target):
        self._new = new_target
        self._old = []

    def __enter__(self):
        import sys
        self._old.append(sys.stdout)
        sys.stdout = self._new
        return self._new

    def __exit__(self, kind, value, trace):
        import sys
        sys.stdout = self._old.pop()


class ExitStack(AbstractContextManager):
    def __init__(self):
        self._exits = []

    def enter_context(self, cm):
        cls = type(cm)
        if not hasattr(cls, "__enter__") or not hasattr(cls, "__exit__"):
            raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the context manager protocol")
        result = cls.__enter__(cm)
        self._exits.append(cm.__exit__)
        return result

    def push(self, exit):
        self._exits.append(exit.__exit__ if hasattr(type(exit), "__exit__") else exit)
        return exit

    def callback(self, callback, /, *args, **kwds):
        def leave(kind, value, trace):
            callback(*args, **kwds)
        self._exits.append(leave)
        return callback

    def pop_all(self):
        other = type(self)()
        other._exits = self._exits
        self._exits = []
        return other

    def close(self):
        self.__exit__(None, None, None)

    def __exit__(self, *details):
        received = details[0] is not None
        suppressed = False
        pending = None
        while self._exits:
            leave = self._exits.pop()
            try:
                if leave(*details):
                    suppressed = True
                    pending = None
                    details = (None, None, None)
            except BaseException as error:
                if error.__context__ is None and details[1] is not None:
                    error.__context__ = details[1]
                details = (type(error), error, None)
                pending = error
        if pending is not None:
            raise pending
        return received and suppressed
)py";

}  // namespace

NativeModule contextlib_module() {
  return lazy_module("contextlib", kContextlib);
}

}  // namespace normscope::notebook::runtime
