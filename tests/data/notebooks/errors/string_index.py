word = "norm"
print(word[3])
print(word[4])
