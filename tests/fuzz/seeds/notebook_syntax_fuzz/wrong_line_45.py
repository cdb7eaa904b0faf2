x!
