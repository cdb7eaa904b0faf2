# SPDX-License-Identifier: MIT
"""Reads and works the window as a screen reader does, through the bus of assistive technologies.

Nothing is seen and no key is pressed: every step is an action or a value of the tree.
usage: reader.py PROGRAM FOLDER
"""

import subprocess
import sys
import time
from pathlib import Path

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

PATIENCE = 60  # seconds, on a busy machine
CONTROLS = {"push button", "toggle button", "check box", "link", "combo box", "radio button",
            "slider", "entry", "spin button", "list item", "menu item", "table", "table cell",
            "dialog", "chart"}  # fmt: skip
heard = []  # (event, role, name)


def fail(sentence):
    sys.exit(f"failed: {sentence}")


def wait_for(what, sentence):
    """What `what` gives once that is true."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        while GLib.MainContext.default().iteration(False):
            pass
        try:
            if found := what():
                return found
        except GLib.Error:  # a widget went while it was asked
            pass
        time.sleep(0.05)
    fail(sentence)


def hear(event):
    try:
        heard.append((event.type, event.source.get_role_name(), event.source.get_name()))
    except GLib.Error:  # it went before it could be asked
        pass


def set_enabled(on):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    value = GLib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", GLib.Variant("b", on)))
    bus.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", value,
                  None, Gio.DBusCallFlags.NONE, -1)  # fmt: skip


def application():
    desktop = Atspi.get_desktop(0)
    desktop.clear_cache()
    for at in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(at)
        if child and child.get_name() == "Normscope":
            child.set_cache_mask(Atspi.Cache.NONE)
            return child
    return None


def walk(node):
    yield node
    for at in range(node.get_child_count()):
        if child := node.get_child_at_index(at):
            yield from walk(child)


def find(name):
    """The widget of this id, or nothing."""
    app = application()
    if app is None:
        return None
    for node in walk(app):
        if node.get_accessible_id() == name:
            return node
    return None


def need(name):
    return wait_for(lambda: find(name), f"no widget {name} came")


def press(name):
    node = wait_for(lambda: (found := find(name)) and has(found, Atspi.StateType.ENABLED) and found,
                    f"{name} cannot be pressed")  # fmt: skip
    if not node.get_action_iface().do_action(0):
        fail(f"{name} does nothing")


def has(node, state):
    return node.get_state_set().contains(state)


def type_into(name, text):
    if not need(name).get_editable_text_iface().set_text_contents(text):
        fail(f"{name} takes no text")
    wait_for(lambda: need(name).get_text_iface().get_text(0, -1) == text, f"{name} has other text")
    wait_for(lambda: any(event == "object:text-caret-moved" and role in ("entry", "spin button")
                         for event, role, _ in heard), "the caret was not told")  # fmt: skip


def put(name, number):
    need(name).get_value_iface().set_current_value(number)


def is_told(words):
    wait_for(lambda: any(event.startswith("object:state-changed:showing") and
                         role == "notification" and words in name
                         for event, role, name in heard), f"nobody was told '{words}'")  # fmt: skip


def check_names(where):
    """Every control has a name, and every cell says where it is."""
    nodes = list(walk(application()))
    unnamed = [node.get_accessible_id() for node in nodes
               if node.get_role_name() in CONTROLS and not node.get_name()]  # fmt: skip
    if unnamed:
        fail(f"{where}: without a name are {unnamed}")
    return len(nodes)


def answer_number(number):
    type_into("lesson/predict/0/field", number)
    press("lesson/predict/0/answer")


def answer_choice(at):
    press(f"lesson/predict/0/choice/{at}")


def choose_nine_digits():
    press("stage/digits")
    rows = lambda: [node for node in walk(application()) if node.get_name() == "9 digits" and
                    node.get_role_name() == "list item"]  # fmt: skip
    wait_for(rows, "no list of digits came")[0].get_action_iface().do_action(0)


def select_and_answer():
    press("stage/normalized/cell/1/0")
    wait_for(lambda: has(need("stage/normalized/cell/1/0"), Atspi.StateType.SELECTED),
             "the cell is not selected")  # fmt: skip
    press("lesson/predict/0/answer")


# The questions and acts of lesson 1, step by step.
LESSON = [
    [lambda: answer_number("5")],
    [lambda: answer_number("8"), lambda: put("stage/input/cell/0/4", 14)],
    [lambda: answer_number("2"), lambda: press("stage/strip/squared")],
    [lambda: answer_number("1.5")],
    [lambda: answer_choice(1), lambda: put("stage/input/cell/0/4", 2000)],
    [lambda: answer_choice(2)],
    [select_and_answer, choose_nine_digits],
    [lambda: answer_choice(2), lambda: press("inspector/eps/on")],
    [lambda: answer_choice(1), lambda: put("stage/gamma/cell/0/4", 3)],
    [],
]


def go_through_lesson():
    press("welcome/lesson/first-look")
    for step, acts in enumerate(LESSON, 1):
        place = lambda: need("lesson/step").get_name().endswith(f"step {step} of {len(LESSON)}")
        wait_for(place, f"step {step} did not come")
        is_told(need("lesson/title").get_name())
        if acts:
            acts[0]()
            is_told(need("lesson/predict/0/verdict").get_name())
        for act in acts[1:]:
            act()
            wait_for(lambda: has(need("lesson/act/0"), Atspi.StateType.CHECKED),
                     f"step {step}: what is to be done is not ticked off")  # fmt: skip
        check_names(f"step {step}")
        if step < len(LESSON):
            press("lesson/next")
    need("lesson/go-on")
    print(f"lesson 1: all {len(LESSON)} steps by actions and values")


def check_cell():
    press("stage/normalized/cell/0/3")
    node = wait_for(lambda: (found := need("stage/normalized/cell/0/3")) and
                    has(found, Atspi.StateType.FOCUSED) and found, "the cell has no focus")  # fmt: skip
    wait_for(lambda: any(event == "object:state-changed:focused" and role == "table cell"
                         for event, role, _ in heard), "the focus was not announced")  # fmt: skip
    if not node.get_name().startswith("normalized, row 0, column 3, "):
        fail(f"the cell says '{node.get_name()}'")
    if node.get_description() != "from centred divided by standard deviation":
        fail(f"the cell is made '{node.get_description()}'")
    table = node.get_table_cell().get_table()
    if (table.get_table_iface().get_n_rows(), table.get_table_iface().get_n_columns()) != (3, 5):
        fail("the table has another size")
    for header, words in ((table.get_table_iface().get_column_header(3), "column 3"),
                          (table.get_table_iface().get_row_header(0), "row 0")):  # fmt: skip
        if header is None or header.get_name() != words:
            fail(f"the header of {words} is '{header and header.get_name()}'")
    print(f"cell: {node.get_name()}, {node.get_description()}")


def check_formula():
    said = [node.get_name() for node in walk(application()) if node.get_role_name() == "math"]
    if not said or any("\\" in words for words in said):
        fail(f"the formulas say {said}")
    print(f"formula: {max(said, key=len)}")


def write_batch(path, side):
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({side}, {side}), }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    row = b"".join(int(0x3F800000 + 997 * i).to_bytes(4, "little") for i in range(side))
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() +
                     row * side)  # fmt: skip


def count_nodes(program, folder, side):
    path = Path(folder) / f"x{side}.npy"
    write_batch(path, side)
    process = subprocess.Popen([program, str(path)])
    try:
        need("stage/input/cell/0/0")
        wait_for(lambda: find("stage/normalized/cell/0/0") or find("stage/output/cell/0/0"),
                 "no result came")  # fmt: skip
        time.sleep(1)
        nodes = check_names(f"{side} x {side}")
        rows = need("stage/input").get_table_iface().get_n_rows()
        if rows != side:
            fail(f"the table has {rows} rows")
        return nodes
    finally:
        process.terminate()
        process.wait()
        wait_for(lambda: application() is None, "the program stays on the bus")


def main(program, folder):
    set_enabled(False)
    process = subprocess.Popen([program])
    try:
        time.sleep(3)
        if application():
            fail("the program is on the bus though nobody reads")
        set_enabled(True)
        # Listening keeps every event for the end of the test.
        listener = Atspi.EventListener.new(hear)
        for event in ("object:state-changed:showing", "object:state-changed:focused",
                      "object:text-caret-moved"):  # fmt: skip
            listener.register(event)
        wait_for(application, "the program did not come to the bus")
        need("welcome/lesson/first-look")
        print(f"start page: {check_names('start page')} nodes")
        go_through_lesson()
        check_cell()
        check_formula()
        press("menu/help")
        need("menu/help/about")
        check_names("a menu")
        press("menu/help/about")
        need("about/title")
        check_names("a dialog")
        set_enabled(False)
        wait_for(lambda: application() is None, "the program stays on the bus though nobody reads")
        set_enabled(True)
        wait_for(application, "the program did not come back to the bus")
    finally:
        process.terminate()
        process.wait()
    wait_for(lambda: application() is None, "the program stays on the bus")
    small, large = (count_nodes(program, folder, side) for side in (100, 1000))
    if large > 1.2 * small:
        fail(f"{large} nodes for a million numbers, {small} for ten thousand")
    print(f"nodes: {small} for 100 x 100 numbers, {large} for 1000 x 1000")


main(*sys.argv[1:])
