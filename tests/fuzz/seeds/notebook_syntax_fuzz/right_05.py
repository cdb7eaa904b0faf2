# a comment

x = 1  # another


# and one at the end
if x:

    # indented comment
  # odd comment
    y

z
if x:
	y
	if z:
		w
x = {
    'a': [1, 2, 3],
    'b': (4, 5,
          6),
}
