// SPDX-License-Identifier: MIT
#include "app/handout/contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/handout/paginate.hpp"
#include "app/handout/setter.hpp"
#include "app/handout/step_stage.hpp"
#include "app/handout/tables.hpp"
#include "app/handout/tasks.hpp"
#include "core/text/translate.hpp"

namespace normscope::handout {

namespace {

using formula::Face;
using lessons::BlockKind;
using lessons::Inline;
using lessons::Step;

/// The least height that is left on a page on which a step begins, or the
/// hints.
constexpr double kStepRoom = 100;
constexpr double kHintsRoom = 60;
/// Code of at most this many lines stays on one page; of longer code this many lines do.
constexpr std::size_t kWholeCode = 16;
constexpr std::size_t kLeastCode = 4;
constexpr double kBeforeStep = 3.2 * kGap;

bool is_task(BlockKind kind) {
  return kind == BlockKind::kPrediction || kind == BlockKind::kAct || kind == BlockKind::kHint ||
         kind == BlockKind::kExercise;
}

// Long code may be parted, but neither its head nor its end stands alone.
void keep_code(std::vector<Line>& lines) {
  if (lines.size() <= kWholeCode) return keep_whole(lines);
  for (std::size_t i = 0; i + 1 < kLeastCode; ++i) {
    lines[i].keeps_next = true;
    lines[lines.size() - 2 - i].keeps_next = true;
  }
}

// The height of a figure that is as wide as the column.
double height_of(const figures::Figure& figure) {
  constexpr double kPanel = 82;
  constexpr double kHead = 60;
  constexpr double kMost = 430;
  if (figure.arrangement == figures::Arrangement::kFlow) return 300;
  std::size_t rows = figure.panels.size();
  if (figure.arrangement == figures::Arrangement::kGrid && figure.columns > 0) {
    rows = (rows + figure.columns - 1) / figure.columns;
  }
  return std::min(kHead + kPanel * static_cast<double>(std::max<std::size_t>(rows, 1)), kMost);
}

class Contents {
 public:
  Contents(const lessons::Lesson& lesson, bool answers, const formula::Measure& measure)
      : lesson_(lesson), answers_(answers), setter_(measure) {}

  base::Expected<std::vector<Block>> all() {
    put_title();
    for (std::size_t i = 0; i < lesson_.steps.size(); ++i) put_step(i);
    put_then();
    put_hints();
    put_solutions();
    if (failure_) return tl::unexpected(*failure_);
    return std::move(blocks_);
  }

 private:
  Block& add(std::vector<Line> lines, double before = kGap) {
    if (lines.empty()) lines.emplace_back();
    blocks_.push_back({.lines = std::move(lines), .before = before});
    return blocks_.back();
  }

  // The last block's end stays on the page of what follows.
  void keep_last() { blocks_.back().lines.back().keeps_next = true; }

  void put_title() {
    add(setter_.paragraph(lesson_.title, {.size = kTitleSize, .bold = true}));
    keep_whole(blocks_.back().lines);
    if (answers_) {
      add(setter_.paragraph(tr("With answers"), {.size = kTextSize, .color = kTask, .bold = true}),
          2);
    }
    if (!lesson_.about.empty()) add(setter_.paragraph(lesson_.about), 4);
    add(setter_.paragraph(lesson_.source, {.size = kSmallSize, .color = kMuted}), 5);
    Line rule{.height = 1};
    rule.paths.push_back({{{0, 0.5}, {kColumn, 0.5}}, {kRule, 0.8}});
    add({std::move(rule)}, 1.4 * kGap);
  }

  void put_heading(const std::string& text, double room) {
    Block& block = add(setter_.paragraph(text, {.size = kHeadingSize, .bold = true}), kBeforeStep);
    for (Line& line : block.lines) line.keeps_next = true;
    block.room = room;
  }

  void put_step(std::size_t index) {
    const Step& step = lesson_.steps[index];
    put_heading(fmt::format("{}. {}", index + 1, step.title), kStepRoom);
    bool stage = lesson_.sets_stage;  // still to be put: the first task needs it
    for (std::size_t i = 0; i < step.blocks.size(); ++i) {
      const lessons::Block& block = step.blocks[i];
      if (is_task(block.kind) && std::exchange(stage, false)) {
        put_stage(step);
        blocks_.back().lines.back().prefers_next = true;
      }
      const bool output_follows =
          i + 1 < step.blocks.size() && step.blocks[i + 1].language == "output";
      put_block(block, step, static_cast<int>(index) + 1, output_follows);
    }
    if (stage) put_stage(step);
  }

  void put_block(const lessons::Block& block, const Step& step, int step_number,
                 bool output_follows) {
    const auto number = static_cast<std::size_t>(block.number);
    switch (block.kind) {
      case BlockKind::kParagraph:
        return put_paragraph(block);
      case BlockKind::kItem:
        return put_item(block);
      case BlockKind::kFormula:
        add({setter_.formula(block.text, kIndent * (block.depth + 1))}, 1.2 * kGap);
        return;
      case BlockKind::kCode:
        return put_code(block, output_follows);
      case BlockKind::kPrediction:
        blocks_.push_back(question(step.predictions[number], ++questions_, answers_, setter_));
        return;
      case BlockKind::kAct:
        blocks_.push_back(to_do(step.acts[number], setter_));
        return;
      case BlockKind::kHint:
        hints_.push_back({step_number, &block.inlines});
        keep_last();
        add(setter_.paragraph(tr("Hint {n} is at the end.", arg("n", hints_.size())),
                              {.size = kSmallSize, .color = kMuted}),
            0.6 * kGap);
        return;
      case BlockKind::kExercise:
        keep_ends(add(setter_.paragraph(step.exercises[number].task)).lines);
        keep_last();
        keep_code(add(setter_.code(step.exercises[number].problem.start, true), 1.2 * kGap).lines);
        if (answers_) solutions_.push_back({step_number, &step.exercises[number].problem.solution});
        return;
    }
  }

  void put_paragraph(const lessons::Block& block) {
    Block& put = add(setter_.paragraph(block.inlines, {.indent = kIndent * block.depth}));
    keep_ends(put.lines);
    // What a colon announces stands on the same page.
    const bool announces = !block.inlines.empty() && block.inlines.back().text.ends_with(':');
    if (announces) keep_last();
  }

  void put_item(const lessons::Block& block) {
    const double indent = kIndent * block.depth;
    Block& put = add(setter_.paragraph(block.inlines, {.indent = indent}), 0.6 * kGap);
    keep_ends(put.lines);
    Line& first = put.lines.front();
    const double baseline = first.texts.empty() ? kTextSize : first.texts.front().origin.y;
    const std::string mark = block.number > 0 ? fmt::format("{}.", block.number) : "\u2022";
    first.texts.insert(first.texts.begin(),
                       setter_.run(mark, {indent - 14, baseline}, Face::kText, kTextSize));
  }

  void put_code(const lessons::Block& block, bool output_follows) {
    const bool output = block.language == "output";
    Block& put = add(
        output ? setter_.printed(block.text) : setter_.code(block.text, block.language == "python"),
        output ? 0 : 1.2 * kGap);
    keep_code(put.lines);
    put.padding = 6;
    if (output) {
      put.bar = kRule;
    } else {
      put.ground = kGround;
    }
    put.lines.back().prefers_next = output_follows && !output;
  }

  void put_stage(const Step& step) {
    // The answers are shown anyway.
    auto stage = stage_of(step.document, step.has_figure, answers_ ? "" : step.reveals);
    if (!stage) {
      failure_ = stage.error();
      return;
    }
    std::vector<Line> tables = set_tables(std::move(stage->tables), setter_);
    for (std::size_t i = 0; i < tables.size(); ++i) {
      if (i > 0) blocks_.back().lines.back().prefers_next = true;
      add({std::move(tables[i])}, i == 0 ? 1.8 * kGap : 2 * kGap);
    }
    for (figures::Figure& figure : stage->figures) put_figure(std::move(figure));
  }

  // A figure that is the same as the one before is not repeated.
  void put_figure(figures::Figure figure) {
    if (last_figure_ && *last_figure_ == figure) return;
    last_figure_ = std::make_shared<const figures::Figure>(std::move(figure));
    add({{.height = height_of(*last_figure_), .figure = last_figure_}}, 1.8 * kGap);
  }

  // What the lesson says at its end to those who want to go on.
  void put_then() {
    if (lesson_.then.empty()) return;
    put_heading(tr("One more thing to try"), kHintsRoom);
    keep_ends(add(setter_.paragraph(lesson_.then)).lines);
  }

  void put_hints() {
    if (hints_.empty()) return;
    put_heading(tr("Hints"), kHintsRoom);
    for (std::size_t i = 0; i < hints_.size(); ++i) {
      std::vector<Inline> text = {
          {.text = fmt::format(
               "{} ", tr("Hint {n} (step {step}).", arg("n", i + 1), arg("step", hints_[i].step))),
           .strong = true}};
      text.insert(text.end(), hints_[i].text->begin(), hints_[i].text->end());
      keep_ends(add(setter_.paragraph(text)).lines);
    }
  }

  void put_solutions() {
    if (solutions_.empty()) return;
    put_heading(tr("Solutions"), kHintsRoom);
    for (const Solution& solution : solutions_) {
      keep_ends(
          add(setter_.paragraph(tr("Step {n}", arg("n", solution.step)), {.bold = true})).lines);
      keep_last();
      keep_code(add(setter_.code(*solution.code, true), 1.2 * kGap).lines);
    }
  }

  struct Solution {
    int step = 0;
    const std::string* code = nullptr;
  };

  struct Hint {
    int step = 0;
    const std::vector<Inline>* text = nullptr;
  };

  const lessons::Lesson& lesson_;
  bool answers_;
  Setter setter_;
  std::vector<Block> blocks_{};
  int questions_ = 0;
  std::vector<Hint> hints_{};
  std::vector<Solution> solutions_{};
  std::shared_ptr<const figures::Figure> last_figure_{};
  std::optional<base::Error> failure_{};  // for want of memory
};

}  // namespace

base::Expected<std::vector<Block>> contents(const lessons::Lesson& lesson, bool answers,
                                            const formula::Measure& measure) {
  return Contents(lesson, answers, measure).all();
}

}  // namespace normscope::handout
