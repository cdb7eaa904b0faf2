class Event:
    def __init__(self, time, name):
        self.time, self.name = time, name

    def __lt__(self, other):
        return (self.time, self.name) < (other.time, other.name)

    def __repr__(self):
        return f"{self.name}@{self.time}"


class Queue:
    def __init__(self):
        self.events = []

    def push(self, event):
        self.events.append(event)
        self.events.sort()

    def pop(self):
        return self.events.pop(0)

    def __bool__(self):
        return bool(self.events)


def simulate(until):
    queue, log, served = Queue(), [], 0
    queue.push(Event(0, "arrive"))
    waiting = 0
    busy = False
    while queue:
        event = queue.pop()
        if event.time > until:
            break
        log.append(str(event))
        if event.name == "arrive":
            waiting += 1
            queue.push(Event(event.time + 2, "arrive"))
        elif event.name == "leave":
            served += 1
            busy = False
        if waiting and not busy:
            waiting -= 1
            busy = True
            queue.push(Event(event.time + 3, "leave"))
    return log, served, waiting


for until in (3, 10):
    log, served, waiting = simulate(until)
    print(until, log, served, waiting)
print(sorted([Event(2, "b"), Event(1, "z"), Event(2, "a")]))
