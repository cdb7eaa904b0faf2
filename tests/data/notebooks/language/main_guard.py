"""A module's docstring."""


def main():
    """Runs everything."""
    print("running as", __name__)
    return 0


print(__doc__)
if __name__ == "__main__":
    main()
if __name__ != "__main__":
    print("never")
print(main.__doc__, main.__name__)
