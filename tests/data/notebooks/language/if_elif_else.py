def grade(score):
    if score >= 90:
        return "A"
    elif score >= 80:
        return "B"
    elif score >= 70:
        return "C"
    else:
        return "F"


for s in (95, 90, 85, 72, 10):
    print(s, grade(s))
x = 15
if x % 3 == 0 and x % 5 == 0:
    print("FizzBuzz")
elif x % 3 == 0:
    print("Fizz")
if x > 10:
    if x > 20:
        print("big")
    else:
        print("medium")
if not x: print("zero")
elif x < 0: print("negative")
else: print("positive")
if x == 1 or \
   x == 15:
    print("joined line")
if (x > 1 and
        x < 20):
    print("in parentheses")
if None: pass
elif []: pass
else: print("nothing true")
