"use strict";
// Judges answers as the program does. The first answer to a question counts.
const forms = [...document.querySelectorAll("form.question")];

// A sentence of the page's language with its values.
function say(name, values = {}) {
  return sentences[name].replace(/\{(\w+)\}/g, (all, value) => values[value]);
}

function numberOf(text) {
  const plain = text.trim().replace("\u2212", "-").replace(",", ".").toLowerCase();
  const words = {nan: NaN, inf: Infinity, infinity: Infinity, "-inf": -Infinity, "-infinity": -Infinity};
  if (plain in words) return words[plain];
  return plain === "" || Number.isNaN(Number(plain)) ? null : Number(plain);
}

function wanted(form) {
  const words = {nan: NaN, inf: Infinity, "-inf": -Infinity};
  const text = form.dataset.value;
  return text in words ? words[text] : Number(text);
}

// The answer of a form: what is said of it, and whether it is right; null while there is none.
const judges = {
  number(form) {
    const said = numberOf(form.querySelector("input").value);
    if (said === null) return null;
    const value = wanted(form);
    const gap = Math.abs(value - said);
    const right = Object.is(value, said) || value === said || gap <= Number(form.dataset.within);
    const answer = form.dataset.text;
    if (right) return {right, text: say(gap === 0 ? "exact" : "near", {said, answer})};
    const size = gap < 100 ? Number(gap.toPrecision(2)) : gap.toFixed(0);
    const verdict = !Number.isFinite(gap) ? "other" : value > said ? "more" : "less";
    return {right, text: say(verdict, {said, answer, size})};
  },
  cell(form) {
    const [row, column] = [...form.querySelectorAll("input")].map((input) => numberOf(input.value));
    if (row === null || column === null) return null;
    const right = `${row},${column}` === form.dataset.value;
    return {right, text: right ? say("right") : say("otherCell", {row, column, answer: form.dataset.text})};
  },
  choice(form) {
    const chosen = form.querySelector("input:checked");
    if (!chosen) return null;
    for (const why of form.querySelectorAll(".why")) why.hidden = why.dataset.choice !== chosen.value;
    const right = chosen.value === form.dataset.value;
    return {right, text: say(right ? "right" : "otherChoice")};
  },
};

function uncover(section) {
  const open = [...section.querySelectorAll("form.question")].some((form) => !form.dataset.first);
  const box = section.querySelector("details.uncovered");
  if (box && !open) {
    box.hidden = false;
    box.open = true;
  }
}

function score() {
  const done = forms.filter((form) => form.dataset.first);
  const right = done.filter((form) => form.dataset.first === "right").length;
  document.getElementById("score").textContent =
    say("score", {done: done.length, n: forms.length, right});
}

function judge(form) {
  const verdict = form.querySelector(".verdict");
  const judged = judges[form.dataset.kind](form);
  verdict.className = `verdict ${judged && judged.right ? "good" : "bad"}`;
  verdict.textContent = judged ? judged.text : say(form.dataset.kind === "choice" ? "choose" : "type");
  if (!judged) return;
  form.dataset.first = form.dataset.first || (judged.right ? "right" : "wrong");
  const answer = form.querySelector("details.answer");
  answer.hidden = false;
  answer.open = true;
  answer.classList.add("judged");
  // The right choice is named where another was chosen.
  answer.querySelector(".right").style.display = judged.right || form.dataset.kind !== "choice" ? "" : "block";
  uncover(form.closest("section"));
  score();
  boxes();
}

// What scrolls sideways is reached by the keyboard, and has a name.
function boxes() {
  document.querySelectorAll("[data-name]").forEach((box, index) => {
    const scrolls = box.scrollWidth > box.clientWidth;
    const label = say("box", {name: box.dataset.name, n: index + 1});
    for (const [name, value] of [["tabindex", "0"], ["role", "region"], ["aria-label", label]]) {
      if (scrolls) box.setAttribute(name, value);
      else box.removeAttribute(name);
    }
  });
}

for (const form of forms) {
  const answer = form.querySelector("details.answer");
  if (!answer.open) answer.hidden = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    judge(form);
  });
}
for (const box of document.querySelectorAll("details.uncovered")) {
  box.hidden = box.closest("section").querySelector("form.question") !== null;
}
addEventListener("resize", boxes);
boxes();
