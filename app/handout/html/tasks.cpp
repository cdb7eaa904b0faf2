// SPDX-License-Identifier: MIT
#include "app/handout/html/tasks.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <variant>

#include "app/figures/paint/markup.hpp"
#include "app/handout/html/prose.hpp"

namespace normscope::handout {
namespace {

using figures::escaped;
using lessons::Prediction;

// What the script reads of the form to judge an answer.
struct Judged {
  std::string operator()(const lessons::NumberQuestion& asked) const {
    return fmt::format(R"(data-kind="number" data-value="{}" data-within="{}" data-text="{}")",
                       asked.value, asked.within, escaped(asked.text));
  }
  std::string operator()(const lessons::CellQuestion& asked) const {
    return fmt::format(R"(data-kind="cell" data-value="{},{}" data-text="row {}, column {}")",
                       asked.cell.row, asked.cell.column, asked.cell.row, asked.cell.column);
  }
  std::string operator()(const lessons::ChoiceQuestion& asked) const {
    std::size_t right = 0;
    while (right + 1 < asked.choices.size() && !asked.choices[right].right) ++right;
    return fmt::format(R"(data-kind="choice" data-value="{}")", right);
  }
};

// The fields of the answer.
struct Fields {
  int number;
  const figures::FontMeasure& fonts;

  std::string operator()(const lessons::NumberQuestion& /*asked*/) const {
    return field("Your number", "number");
  }
  std::string operator()(const lessons::CellQuestion& /*asked*/) const {
    return field("Row", "row") + field("Column", "column");
  }
  std::string operator()(const lessons::ChoiceQuestion& asked) const {
    std::string html;
    for (std::size_t i = 0; i < asked.choices.size(); ++i) {
      html += fmt::format(
          R"(<label class="choice"><input type="radio" name="answer-{}" value="{}"> <span>{}</span></label>)",
          number, i, html_of(asked.choices[i].text, fonts));
    }
    return html;
  }

 private:
  std::string field(std::string_view label, std::string_view name) const {
    return fmt::format(
        R"(<label class="field">{} <input type="text" inputmode="{}" autocomplete="off" name="{}-{}"></label>)",
        label, name == "number" ? "text" : "numeric", name, number);
  }
};

// The right answer and, of choices, why the others are wrong.
struct Solution {
  const figures::FontMeasure& fonts;

  std::string operator()(const lessons::NumberQuestion& asked) const {
    return right(escaped(asked.text));
  }
  std::string operator()(const lessons::CellQuestion& asked) const {
    return right(fmt::format("row {}, column {}", asked.cell.row, asked.cell.column));
  }
  std::string operator()(const lessons::ChoiceQuestion& asked) const {
    std::string html;
    for (std::size_t i = 0; i < asked.choices.size(); ++i) {
      const lessons::Choice& choice = asked.choices[i];
      if (choice.right) html.insert(0, right(html_of(choice.text, fonts)));
      if (choice.why.empty()) continue;
      html += fmt::format(R"(<p class="why" data-choice="{}"><em>{}:</em> {}</p>)", i,
                          html_of(choice.text, fonts), html_of(choice.why, fonts));
    }
    return html;
  }

 private:
  static std::string right(const std::string& answer) {
    return fmt::format(R"(<p class="right">Answer: <strong>{}</strong></p>)", answer);
  }
};

}  // namespace

std::string html_question(const Prediction& prediction, int number, bool answers,
                          const std::string& shown, const figures::FontMeasure& fonts) {
  std::string html = fmt::format(
      R"(<form class="task question" {}><fieldset><legend>Question {}</legend><p>{}</p>{}</fieldset>)",
      std::visit(Judged(), prediction.question), number, html_of(prediction.ask, fonts),
      std::visit(Fields{number, fonts}, prediction.question));
  html += R"(<button type="submit">Answer</button><p class="verdict" role="status"></p>)";
  html += fmt::format(R"(<details class="answer"{}><summary>The answer</summary>{})",
                      answers ? " open" : "", std::visit(Solution{fonts}, prediction.question));
  if (!prediction.reveal.empty()) html += "<p>" + html_of(prediction.reveal, fonts) + "</p>";
  return html + shown + "</details></form>\n";
}

std::string html_act(const lessons::Act& act, const figures::FontMeasure& fonts) {
  return fmt::format(
      R"(<div class="task"><label class="choice"><input type="checkbox"> <span><b>In Normscope:</b> {}</span></label></div>)"
      "\n",
      html_of(act.what, fonts));
}

}  // namespace normscope::handout
