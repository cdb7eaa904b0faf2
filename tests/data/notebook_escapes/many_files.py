# Opens files without an end.
# expected: OSError
kept = []
while True:
    kept.append(open(f"file {len(kept)}", "w"))
