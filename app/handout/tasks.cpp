// SPDX-License-Identifier: MIT
#include "app/handout/tasks.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "app/handout/paginate.hpp"
#include "core/text/translate.hpp"

namespace normscope::handout {

namespace {

using formula::Face;
using lessons::Inline;
using lessons::Prediction;

constexpr double kTaskIndent = 14;  // of a task's text, from its bar
constexpr double kBox = 8.5;        // the side of a box to tick
constexpr double kBoxRoom = 18;     // from a box' left edge to its text
constexpr double kLineWidth = 0.8;  // of boxes and empty lines
constexpr double kEmptyNumber = 130;
constexpr double kEmptyIndex = 44;
constexpr double kAir = 4;  // between the parts of a task

void append(std::vector<Line>& lines, std::vector<Line> more) {
  for (Line& line : more) lines.push_back(std::move(line));
}

// A box to tick at the left of a line of text, ticked or not.
void put_box(Line& line, double x, bool ticked) {
  const double bottom = line.texts.empty() ? kTextSize : line.texts.front().origin.y;
  const double top = bottom - kBox;
  line.paths.push_back(
      {{{x, top}, {x + kBox, top}, {x + kBox, bottom}, {x, bottom}, {x, top}, {x + kBox, top}},
       {kInk, kLineWidth}});
  if (!ticked) return;
  line.paths.push_back(
      {{{x + 1.6, bottom - 4.2}, {x + 3.6, bottom - 1.8}, {x + 9.5, top - 1.5}}, {kInk, 1.8}});
}

class Task {
 public:
  Task(std::string_view label, const Setter& setter) : setter_(setter) {
    Line& line = block_.lines.emplace_back();
    line.height = 1.45 * kSmallSize;
    line.texts.push_back(setter.run(std::string(label), {kTaskIndent, kSmallSize}, Face::kTextBold,
                                    kSmallSize, kTask));
  }

  void text(const std::vector<Inline>& prose, const Prose& style = {.indent = kTaskIndent}) {
    if (prose.empty()) return;
    append(block_.lines, setter_.paragraph(prose, style));
  }
  void air() { block_.lines.push_back({.height = kAir}); }
  // A page may end here.
  void may_part() { parts_.push_back(block_.lines.size() - 1); }

  void boxed(const std::vector<Inline>& prose, bool ticked, bool bold = false) {
    std::vector<Line> lines =
        setter_.paragraph(prose, {.indent = kTaskIndent + kBoxRoom, .bold = bold});
    if (lines.empty()) return;
    put_box(lines.front(), kTaskIndent, ticked);
    append(block_.lines, std::move(lines));
  }

  // "Answer ________"; the names of the parts of an answer, with the room for each.
  void empty(const std::vector<std::string>& names, double room) {
    constexpr double kHigh = 2.1 * kTextSize;
    Line& line = block_.lines.emplace_back();
    line.height = kHigh;
    double x = kTaskIndent;
    for (const std::string& name : names) {
      const double baseline = 0.75 * kHigh;
      line.texts.push_back(setter_.run(name, {x, baseline}, Face::kText, kTextSize));
      x += setter_.width(name + " ", Face::kText, kTextSize);
      line.paths.push_back({{{x, baseline + 2}, {x + room, baseline + 2}}, {kInk, kLineWidth}});
      x += room + kTextSize;
    }
  }

  Block take() {
    block_.before = 1.4 * kGap;
    block_.padding = 6;
    block_.ground = kTaskGround;
    block_.bar = kTask;
    keep_whole(block_.lines);
    for (const std::size_t part : parts_) block_.lines[part].keeps_next = false;
    return std::move(block_);
  }

 private:
  const Setter& setter_;
  Block block_{};
  std::vector<std::size_t> parts_{};
};

// The place for the answer, or the answer.
class AnswerPart {
 public:
  AnswerPart(Task& task, bool answers) : task_(task), answers_(answers) {}

  void operator()(const lessons::NumberQuestion& asked) const {
    if (!answers_) return task_.empty({tr("Answer:")}, kEmptyNumber);
    answer(asked.text);
  }
  void operator()(const lessons::CellQuestion& asked) const {
    if (!answers_) return task_.empty({tr("Answer: row"), tr("column")}, kEmptyIndex);
    answer(tr("row {row}, column {column}", arg("row", asked.cell.row),
              arg("column", asked.cell.column)));
  }
  void operator()(const lessons::ChoiceQuestion& asked) const {
    for (const lessons::Choice& choice : asked.choices) {
      // With the reasons a question may be as high as a page.
      if (answers_ && &choice != asked.choices.data()) task_.may_part();
      task_.air();
      task_.boxed(choice.text, answers_ && choice.right, answers_ && choice.right);
      if (!answers_) continue;
      task_.text(choice.why,
                 {.size = kSmallSize, .color = kMuted, .indent = kTaskIndent + kBoxRoom});
    }
  }

 private:
  void answer(const std::string& text) const {
    task_.air();
    task_.text({{.text = fmt::format("{} ", tr("Answer:"))}, {.text = text, .strong = true}});
  }

  Task& task_;
  bool answers_;
};

}  // namespace

Block question(const Prediction& prediction, int number, bool answers, const Setter& setter) {
  Task task(tr("Question {n}", arg("n", number)), setter);
  task.text(prediction.ask);
  std::visit(AnswerPart(task, answers), prediction.question);
  if (answers && !prediction.reveal.empty()) {
    if (std::holds_alternative<lessons::ChoiceQuestion>(prediction.question)) task.may_part();
    task.air();
    task.text(prediction.reveal);
  }
  return task.take();
}

Block to_do(const lessons::Act& act, const Setter& setter) {
  Task task(tr("To do"), setter);
  task.boxed(act.what, false);
  return task.take();
}

}  // namespace normscope::handout
