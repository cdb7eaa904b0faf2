#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Reads pages of handouts in Debian's Chromium, as a reader does who has a keyboard alone.

usage: handout_page.py NORMSCOPE CHROMEDRIVER LESSON...

Of each lesson: every question is answered by Tab, letters and Enter, first wrong, then right, and the
page says so; the boxes open; nothing is wider than a screen of 320 pixels; nothing was loaded; each
table has its headers, and each picture a name. Where node knows axe-core, that judges the page, too.
Chromedriver speaks the WebDriver protocol: JSON over HTTP.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.request

TAB, ENTER, SPACE, DOWN = "\ue004", "\ue007", " ", "\ue015"
MOST_TABS = 2000  # of a page: far more than any has


class Browser:
    def __init__(self, driver, folder):
        self.process = subprocess.Popen(
            [driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            if "started successfully on port" in line:
                self.address = "http://127.0.0.1:" + line.rstrip().rstrip(".").split()[-1]
                break
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}"]
        options = {"args": arguments, "binary": "/usr/bin/chromium"}
        wanted = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}}
        self.session = self.ask("POST", "/session", wanted)["sessionId"]

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=600) as answer:
            return json.load(answer)["value"]

    def tell(self, path, body):
        return self.ask("POST", f"/session/{self.session}{path}", body)

    def run(self, script, *arguments):
        return self.tell("/execute/sync", {"script": script, "args": list(arguments)})

    def keys(self, text):
        downs = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.tell("/actions", {"actions": [{"type": "key", "id": "keys", "actions": downs}]})

    def close(self):
        try:
            self.ask("DELETE", f"/session/{self.session}")
        finally:
            self.process.terminate()
            self.process.wait()


QUESTIONS = """return [...document.querySelectorAll("form.question")].map(
    (form) => ({kind: form.dataset.kind, value: form.dataset.value,
                choices: form.querySelectorAll("input[type=radio]").length}));"""
FOCUS = """const at = document.activeElement;
const form = at.closest("form.question");
return {question: form ? [...document.querySelectorAll("form.question")].indexOf(form) : -1,
        tag: at.tagName.toLowerCase(), type: at.type || "",
        field: form ? [...form.querySelectorAll("input")].indexOf(at) : -1};"""
VERDICT = """const form = document.querySelectorAll("form.question")[arguments[0]];
return {text: form.querySelector(".verdict").textContent,
        open: form.querySelector("details.answer").open};"""
FAULTS = """const faults = [];
if (document.documentElement.scrollWidth > document.documentElement.clientWidth) {
  faults.push(`the page is ${document.documentElement.scrollWidth} pixels wide`);
}
for (const table of document.querySelectorAll("table")) {
  const columns = table.querySelectorAll("thead th[scope=col]").length;
  for (const row of table.querySelectorAll("tbody tr")) {
    if (row.querySelectorAll("th[scope=row]").length !== 1 || row.querySelectorAll("td").length !== columns) {
      faults.push("a row of a table without its headers");
    }
  }
  if (!table.caption) faults.push("a table without a caption");
}
for (const svg of document.querySelectorAll("svg[role=img]")) {
  const title = svg.querySelector(":scope > title");
  if (!(svg.getAttribute("aria-label") || (title && title.textContent))) faults.push("a picture without a name");
}
for (const entry of performance.getEntriesByType("resource")) faults.push("loaded " + entry.name);
return faults;"""


def answers_of(question):
    """What is typed: a wrong answer, and the right one."""
    if question["kind"] == "number":
        words = ("nan", "inf", "-inf")
        right = question["value"]
        return "12345.5", right if right in words else right.replace(".", ",")
    if question["kind"] == "cell":
        row, column = question["value"].split(",")
        return (str(int(row) + 7), column), (row, column)
    right = int(question["value"])
    return (right + 1) % question["choices"], right


class Reader:
    """A reader who has no mouse."""

    def __init__(self, browser):
        self.browser = browser
        self.tabs = 0

    def go_to(self, question, field):
        while True:
            at = self.browser.run(FOCUS)
            reached = at["question"] == question and at["tag"] == "input"
            if reached and (field is None or at["field"] == field):
                return
            self.tabs += 1
            if self.tabs > MOST_TABS:
                raise SystemExit(f"question {question + 1} is not reached by Tab")
            self.browser.keys(TAB)

    def answer(self, number, question, said):
        if question["kind"] == "choice":
            # The arrows go round; the first of them is reached by Tab.
            self.go_to(number, None)
            self.browser.keys(SPACE)
            for _ in range(question["choices"]):
                if self.browser.run(FOCUS)["field"] == said:
                    break
                self.browser.keys(DOWN)
        else:
            said = said if isinstance(said, tuple) else (said,)
            for field, text in enumerate(said):
                self.go_to(number, field)
                self.browser.run("document.activeElement.select()")
                self.browser.keys(text)
        self.browser.keys(ENTER)
        return self.browser.run(VERDICT, number)


def read(browser, name, page):
    browser.tell("/url", {"url": page.as_uri()})
    questions = browser.run(QUESTIONS)
    faults = []
    for which in (0, 1):  # wrong, right
        browser.run("document.activeElement.blur(); scrollTo(0, 0)")
        reader = Reader(browser)
        for number, question in enumerate(questions):
            verdict = reader.answer(number, question, answers_of(question)[which])
            good = verdict["text"].startswith("Right")
            if good != (which == 1) or not verdict["open"]:
                faults.append(f"question {number + 1}: {verdict['text']!r}")
        if which == 0:
            browser.run("scrollTo(0, 0)")
            browser.tell("/url", {"url": page.as_uri()})
    hidden = browser.run('return document.querySelectorAll("details[hidden]").length')
    if hidden:
        faults.append(f"{hidden} boxes stay closed after all answers")
    said = browser.run('return document.getElementById("score").textContent')
    wanted = f"{len(questions)} of {len(questions)} questions answered, {len(questions)} right"
    if questions and not said.startswith(wanted):
        faults.append(f"the score says {said!r}")
    faults += browser.run(FAULTS)
    return len(questions), faults


def axe_source():
    """The text of axe-core, where node finds it."""
    try:
        found = subprocess.run(["node", "-p", 'require.resolve("axe-core/axe.min.js")'], text=True,
                               capture_output=True, check=False, timeout=60)
    except OSError:
        return None
    return pathlib.Path(found.stdout.strip()).read_text() if found.returncode == 0 else None


def main():
    program, driver, *lessons = sys.argv[1:]
    failed = False
    axe = axe_source()
    print("axe-core judges the pages" if axe else "axe-core is not here: the pages are not judged by it")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(driver, os.path.join(folder, "profile"))
        try:
            browser.tell("/window/rect", {"width": 320, "height": 640})
            # A window is wider than its page, and never narrower than some 500 pixels.
            browser.tell("/goog/cdp/execute", {
                "cmd": "Emulation.setDeviceMetricsOverride",
                "params": {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": False}})
            for lesson in lessons:
                page = pathlib.Path(folder) / (pathlib.Path(lesson).stem + ".html")
                subprocess.run([program, "handout", lesson, "--output", page], check=True)
                started = time.monotonic()
                count, faults = read(browser, lesson, page)
                if axe:
                    browser.run(axe)
                    report = browser.tell("/execute/async", {"args": [], "script": """
                        const done = arguments[0];
                        axe.run().then((report) => done(report.violations.map(
                            (each) => `${each.id}: ${each.nodes[0].html.slice(0, 200)}`)));"""})
                    faults += report
                size = page.stat().st_size
                if size >= 400_000:
                    faults.append(f"it has {size} bytes")
                took = time.monotonic() - started
                print(f"{page.name}: {count} questions, {size} bytes, {took:.0f} s")
                for fault in faults:
                    print(f"  {fault}")
                    failed = True
        finally:
            browser.close()
    return 1 if failed else 0


sys.exit(main())
