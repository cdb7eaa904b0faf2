from a import None
