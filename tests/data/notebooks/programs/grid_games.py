GRID = """
#######
#S.#..#
#..#.##
#.##..#
#....E#
#######
""".strip().splitlines()
from collections import deque


def find(ch):
    return next((r, row.index(ch)) for r, row in enumerate(GRID) if ch in row)


def bfs(start, goal):
    q, prev = deque([start]), {start: None}
    while q:
        r, c = cur = q.popleft()
        if cur == goal:
            break
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            nxt = r + dr, c + dc
            if GRID[nxt[0]][nxt[1]] != "#" and nxt not in prev:
                prev[nxt] = cur
                q.append(nxt)
    path = []
    while cur:
        path.append(cur)
        cur = prev[cur]
    return path[::-1]


path = bfs(find("S"), find("E"))
print(len(path), path)
for r, row in enumerate(GRID):
    print("".join("*" if (r, c) in path and ch == "." else ch for c, ch in enumerate(row)))


def life(cells):
    near = {}
    for r, c in cells:
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                if dr or dc:
                    near[r + dr, c + dc] = near.get((r + dr, c + dc), 0) + 1
    return {p for p, n in near.items() if n == 3 or n == 2 and p in cells}


cells = {(0, 1), (1, 2), (2, 0), (2, 1), (2, 2)}
for g in range(3):
    print(g, sorted(cells))
    cells = life(cells)
board = [[" "] * 3 for _ in range(3)]
for i, (r, c) in enumerate([(1, 1), (0, 0), (0, 2), (2, 0), (1, 0), (1, 2)]):
    board[r][c] = "XO"[i % 2]
print("\n-+-+-\n".join("|".join(row) for row in board))
wins = [*board, *zip(*board), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
print(any(set(w) == {"X"} for w in wins), any(set(w) == {"O"} for w in wins))
