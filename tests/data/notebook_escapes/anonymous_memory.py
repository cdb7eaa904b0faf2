# Maps memory past the limit.
# expected: OSError|MemoryError
import mmap

kept = [mmap.mmap(-1, 1 << 30) for _ in range(100)]
