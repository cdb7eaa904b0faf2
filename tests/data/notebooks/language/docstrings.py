"""Module docstring
over two lines."""


def f():
    "one line"
    return 1


def g():
    """
    Several lines.

    With a blank one.
    """


def h():
    # a comment is no docstring
    x = "nor is this"
    return x


class C:
    """A class with words."""

    def method(self):
        """Method words."""


print(__doc__)
print(f.__doc__, repr(g.__doc__), h.__doc__, C.__doc__, C.method.__doc__, C().method.__doc__, h())
"""a string on its own does nothing"""
f"neither does {f()}"
...
1 + 1
