def queens(n, row=0, columns=(), solutions=None):
    if solutions is None:
        solutions = []
    if row == n:
        solutions.append(columns)
        return solutions
    for c in range(n):
        if all(c != q and abs(c - q) != row - r for r, q in enumerate(columns)):
            queens(n, row + 1, columns + (c,), solutions)
    return solutions


for n in range(1, 7):
    print(n, len(queens(n)))
for solution in queens(4):
    for c in solution:
        print(" ".join("Q" if c == i else "." for i in range(4)))
    print()


def subsets(items):
    if not items:
        yield ()
        return
    head, *tail = items
    for s in subsets(tail):
        yield s
        yield (head, *s)


print(sorted(subsets([1, 2, 3])), len(list(subsets("abcde"))))


def change(amount, coins=(50, 20, 10, 5)):
    if amount == 0:
        return 1
    if amount < 0 or not coins:
        return 0
    return change(amount - coins[0], coins) + change(amount, coins[1:])


print(change(100), [change(v) for v in (5, 7, 20)])
