# Blocks by indentation: spaces, tabs, comments at odd columns, blank lines.
value = 3
if value > 1:
    print("first level")
    if value > 2:
          print("six more columns")
          # a comment that sits elsewhere
  # and one further left
          print("still in the same block")

    print("back again")
else:
	print("never")
if value:
	print("with a tab")
	if value == 3:
		print("with two tabs")
for letter in "ab": print(letter)
for i in range(2): print(i); print(i * 10)
if value == 3: pass
print("done")
