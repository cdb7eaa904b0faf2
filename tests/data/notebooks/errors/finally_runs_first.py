def work():
    try:
        print("working")
        return {}["key"]
    finally:
        print("tidying up")


try:
    print("outer")
    work()
finally:
    print("last words")
