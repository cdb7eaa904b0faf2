def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


MOVES = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}
position, visited = (0, 0), {(0, 0): 1}
path = "NNESSWWNEE" * 2
for step, letter in enumerate(path):
    position = add(position, MOVES[letter])
    visited[position] = visited.get(position, 0) + 1
    if step % 5 == 4:
        print(step + 1, position, len(visited))
print(max(visited.items(), key=lambda kv: (kv[1], kv[0])))
xs, ys = [p[0] for p in visited], [p[1] for p in visited]
for y in range(max(ys), min(ys) - 1, -1):
    print("".join(str(visited.get((x, y), ".")) for x in range(min(xs), max(xs) + 1)))
distance = sum(abs(c) for c in position)
turns = sum(a != b for a, b in zip(path, path[1:]))
print(distance, turns, path.count("N") - path.count("S"), sorted(set(path)))
opposite = dict(zip("NSEW", "SNWE"))
back = "".join(opposite[c] for c in reversed(path))
for letter in back:
    position = add(position, MOVES[letter])
print(position == (0, 0), back[:6])
