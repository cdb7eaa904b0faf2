break x
