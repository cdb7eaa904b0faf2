def step(cells):
    counts = {}
    for x, y in cells:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    key = (x + dx, y + dy)
                    counts[key] = counts.get(key, 0) + 1
    return {c for c, n in counts.items() if n == 3 or (n == 2 and c in cells)}


def show(cells, w=6, h=5):
    for y in range(h):
        print("".join("#" if (x, y) in cells else "." for x in range(w)))
    print()


glider = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
for generation in range(4):
    print("generation", generation, len(glider))
    show(glider)
    glider = step(glider)
print(sorted(glider))
