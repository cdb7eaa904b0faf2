// SPDX-License-Identifier: MIT
#include "app/handout/html/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/figures/paint/markup.hpp"
#include "app/handout/html/prose.hpp"
#include "app/handout/html/tasks.hpp"
#include "app/handout/step_stage.hpp"
#include "core/base/embedded.hpp"
#include "core/text/translate.hpp"

namespace normscope::handout {

std::span<const base::EmbeddedFile> page_files();  // page.css and page.js, embedded by CMake

namespace {

using figures::escaped;
using figures::Within;
using lessons::BlockKind;
using lessons::Step;

// What the script says of answers, by the names that it has for the sentences.
constexpr std::array<std::pair<const char*, std::string_view>, 12> kSaid{{
    {"right", tr_later("Right.")},
    {"exact", tr_later("Right: {answer}.")},
    {"near", tr_later("Right: you said {said}, it is {answer}.")},
    {"other", tr_later("You said {said}; it is {answer}.")},
    {"more", tr_later("You said {said}; it is {answer}, {size} more.")},
    {"less", tr_later("You said {said}; it is {answer}, {size} less.")},
    {"otherCell", tr_later("You chose row {row}, column {column}; it is {answer}.")},
    {"otherChoice", tr_later("Not this one.")},
    {"choose", tr_later("Choose one.")},
    {"type", tr_later("Type a number.")},
    {"score", tr_later("{done} of {n} questions answered, {right} right at the first try.")},
    {"box", tr_later("{name}, box {n}")},
}};

std::string said_json() {
  nlohmann::ordered_json json;
  for (const auto& [name, sentence] : kSaid) json[name] = tr(sentence);
  return json.dump();
}

std::string_view page_file(std::string_view name) {
  return std::ranges::find(page_files(), name, &base::EmbeddedFile::name)->bytes;
}

bool belongs_below_stage(BlockKind kind) {
  return kind == BlockKind::kPrediction || kind == BlockKind::kAct || kind == BlockKind::kHint ||
         kind == BlockKind::kExercise;
}

class HtmlPage {
 public:
  HtmlPage(const lessons::Lesson& lesson, bool answers, const figures::FontMeasure& fonts)
      : lesson_(lesson), answers_(answers), fonts_(fonts) {}

  base::Expected<std::string> all() {
    put_head();
    for (std::size_t i = 0; i < lesson_.steps.size(); ++i) put_step(i);
    if (!lesson_.then.empty()) {
      put("<section><h2>{}</h2><p>{}</p></section>\n", escaped(tr("One more thing to try")),
          escaped(lesson_.then));
    }
    put("<p id=\"score\" role=\"status\"></p>\n</main>\n<script>\nconst sentences = "
        "{};\n</script>\n"
        "<script>\n{}</script>\n</body>\n</html>\n",
        said_json(), page_file("page.js"));
    if (failure_) return tl::unexpected(*failure_);
    return std::move(html_);
  }

 private:
  template <class... Parts>
  void put(fmt::format_string<Parts...> format, Parts&&... parts) {
    html_ += fmt::format(format, std::forward<Parts>(parts)...);
  }

  // The page says to the browser that nothing may be loaded.
  void put_head() {
    const std::string title = escaped(lesson_.title);
    put("<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
        "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n<header><h1>{}</h1>\n",
        escaped(lesson_.language, Within::kAttribute), title, page_file("page.css"), title);
    if (!lesson_.about.empty()) put("<p class=\"about\">{}</p>\n", escaped(lesson_.about));
    put("<p class=\"source\">{}</p></header>\n<nav aria-label=\"{}\"><ol>", escaped(lesson_.source),
        escaped(tr("Steps"), Within::kAttribute));
    for (std::size_t i = 0; i < lesson_.steps.size(); ++i) {
      put("<li><a href=\"#step-{}\">{}</a></li>", i + 1, escaped(lesson_.steps[i].title));
    }
    put("</ol></nav>\n");
  }

  void put_step(std::size_t index) {
    const Step& step = lesson_.steps[index];
    put("<section aria-labelledby=\"step-{0}\"><h2 id=\"step-{0}\">{0}. {1}</h2>\n", index + 1,
        escaped(step.title));
    bool stage = lesson_.sets_stage;  // still to be put: the first task needs it
    for (const lessons::Block& block : step.blocks) {
      enter(block);
      if (belongs_below_stage(block.kind) && std::exchange(stage, false)) put_stage(step);
      put_block(block, step);
    }
    leave_lists(0);
    if (stage) put_stage(step);
    put_uncovered(step);
    put("</section>\n");
  }

  // Opens and closes lists, so that the block lies in as many as it says.
  void enter(const lessons::Block& block) {
    const auto depth = static_cast<std::size_t>(block.depth);
    leave_lists(depth);
    if (block.kind != BlockKind::kItem) return;
    const std::string_view list = block.number > 0 ? "ol" : "ul";
    if (lists_.size() == depth && !lists_.empty() && lists_.back() != list) leave_lists(depth - 1);
    if (lists_.size() == depth) {
      put("</li>\n");
    } else {
      lists_.push_back(list);
      put("<{}{}>\n", list, block.number > 1 ? fmt::format(" start=\"{}\"", block.number) : "");
    }
    put("<li>");
  }
  void leave_lists(std::size_t depth) {
    for (; lists_.size() > depth; lists_.pop_back()) put("</li></{}>\n", lists_.back());
  }

  void put_block(const lessons::Block& block, const Step& step) {
    const auto number = static_cast<std::size_t>(block.number);
    switch (block.kind) {
      case BlockKind::kParagraph:
        return put("<p>{}</p>\n", html_of(block.inlines, fonts_));
      case BlockKind::kItem:
        return put("{}", html_of(block.inlines, fonts_));
      case BlockKind::kFormula:
        return put("<div class=\"display\">{}</div>\n",
                   html_formula(block.text, formula::Style::kDisplay, fonts_));
      case BlockKind::kCode:
        return put_code(block);
      case BlockKind::kPrediction:
        return put_question(step.predictions[number]);
      case BlockKind::kAct:
        return put("{}", html_act(step.acts[number], fonts_));
      case BlockKind::kHint:
        return put("<details class=\"hint\"><summary>{}</summary><p>{}</p></details>\n",
                   escaped(tr("Hint")), html_of(block.inlines, fonts_));
      case BlockKind::kExercise:
        put("<p class=\"exercise\">{}</p>\n", html_of(step.exercises[number].task, fonts_));
        put("<pre class=\"code\" data-name=\"{}\"><code>{}</code></pre>\n",
            escaped(tr("Code"), Within::kAttribute),
            html_code(step.exercises[number].problem.start, true));
        return put(
            "<details class=\"solution\"{}><summary>{}</summary>"
            "<pre class=\"code\" data-name=\"{}\"><code>{}</code></pre></details>\n",
            answers_ ? " open" : "", escaped(tr("A solution")),
            escaped(tr("Code"), Within::kAttribute),
            html_code(step.exercises[number].problem.solution, true));
    }
  }

  void put_code(const lessons::Block& block) {
    const bool output = block.language == "output";
    put("<pre class=\"{}\" data-name=\"{}\"><code>{}</code></pre>\n", output ? "output" : "code",
        escaped(output ? tr("Output") : tr("Code"), Within::kAttribute),
        html_code(block.text, block.language == "python"));
  }

  void put_question(const lessons::Prediction& prediction) {
    std::string shown;
    if (prediction.shows) shown = stage_html(*prediction.shows, false, "");
    put("{}", html_question(prediction, ++questions_, answers_, shown, fonts_));
  }

  // Until its questions are answered a step shows as much of the stage as the window would.
  void put_stage(const Step& step) {
    covered_ = stage_html(step.document, step.has_figure, answers_ ? "" : step.reveals);
    html_ += covered_;
  }
  // Then what the answers are on, and the figure.
  void put_uncovered(const Step& step) {
    if (answers_ || step.reveals.empty() || !lesson_.sets_stage) return;
    document::Document document = step.document;
    for (const lessons::Prediction& prediction : step.predictions) {
      if (!prediction.uncovers.empty()) document.view.step = prediction.uncovers;
    }
    const std::string shown = stage_html(document, step.has_figure, "");
    if (shown == covered_) return;
    put("<details class=\"uncovered\"><summary>{}</summary>{}</details>\n",
        escaped(tr("The stage after the answers")), shown);
  }

  std::string stage_html(const document::Document& document, bool figure,
                         const std::string& reveals) {
    const auto stage = stage_of(document, figure, reveals);
    if (!stage) {
      failure_ = stage.error();
      return {};
    }
    std::string html;
    for (const Table& table : stage->tables) html += html_table(table);
    for (const figures::Figure& shown : stage->figures) {
      const auto made = html_figure(shown, fonts_);
      if (!made) failure_ = made.error();
      if (made) html += *made;
    }
    return html;
  }

  const lessons::Lesson& lesson_;
  bool answers_;
  const figures::FontMeasure& fonts_;
  std::string html_{};
  std::vector<std::string_view> lists_{};  // that are open
  int questions_ = 0;
  std::string covered_{};  // what the step's stage shows before its answers
  std::optional<base::Error> failure_{};
};

}  // namespace

base::Expected<std::string> make_page(const lessons::Lesson& lesson, bool answers,
                                      const figures::FontMeasure& fonts) {
  return HtmlPage(lesson, answers, fonts).all();
}

}  // namespace normscope::handout
