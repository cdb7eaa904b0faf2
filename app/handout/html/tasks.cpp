// SPDX-License-Identifier: MIT
#include "app/handout/html/tasks.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <variant>

#include "app/figures/paint/markup.hpp"
#include "app/handout/html/prose.hpp"
#include "core/text/translate.hpp"

namespace normscope::handout {

namespace {

using figures::escaped;
using lessons::Prediction;

std::string place_words(const document::Selection& cell) {
  return tr("row {row}, column {column}", arg("row", cell.row), arg("column", cell.column));
}

// What the script reads of the form to judge an answer.
struct Judged {
  std::string operator()(const lessons::NumberQuestion& asked) const {
    return fmt::format(R"(data-kind="number" data-value="{}" data-within="{}" data-text="{}")",
                       asked.value, asked.within, escaped(asked.text));
  }
  std::string operator()(const lessons::CellQuestion& asked) const {
    return fmt::format(R"(data-kind="cell" data-value="{},{}" data-text="{}")", asked.cell.row,
                       asked.cell.column, escaped(place_words(asked.cell)));
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
    return field(tr("Your number"), "number");
  }
  std::string operator()(const lessons::CellQuestion& /*asked*/) const {
    return field(tr("Row"), "row") + field(tr("Column"), "column");
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
        escaped(label), name == "number" ? "text" : "numeric", name, number);
  }
};

// The right answer and, of choices, why the others are wrong.
struct Solution {
  const figures::FontMeasure& fonts;

  std::string operator()(const lessons::NumberQuestion& asked) const {
    return right(escaped(asked.text));
  }
  std::string operator()(const lessons::CellQuestion& asked) const {
    return right(escaped(place_words(asked.cell)));
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
    return fmt::format(R"(<p class="right">{} <strong>{}</strong></p>)", escaped(tr("Answer:")),
                       answer);
  }
};

}  // namespace

std::string html_question(const Prediction& prediction, int number, bool answers,
                          const std::string& shown, const figures::FontMeasure& fonts) {
  std::string html = fmt::format(
      R"(<form class="task question" {}><fieldset><legend>{}</legend><p>{}</p>{}</fieldset>)",
      std::visit(Judged(), prediction.question), escaped(tr("Question {n}", arg("n", number))),
      html_of(prediction.ask, fonts), std::visit(Fields{number, fonts}, prediction.question));
  html += fmt::format(R"(<button type="submit">{}</button><p class="verdict" role="status"></p>)",
                      escaped(tr("Answer")));
  html +=
      fmt::format(R"(<details class="answer"{}><summary>{}</summary>{})", answers ? " open" : "",
                  escaped(tr("The answer")), std::visit(Solution{fonts}, prediction.question));
  if (!prediction.reveal.empty()) html += "<p>" + html_of(prediction.reveal, fonts) + "</p>";
  return html + shown + "</details></form>\n";
}

std::string html_act(const lessons::Act& act, const figures::FontMeasure& fonts) {
  return fmt::format(
      R"(<div class="task"><label class="choice"><input type="checkbox"> <span><b>{}</b> {}</span></label></div>)"
      "\n",
      escaped(tr("In Normscope:")), html_of(act.what, fonts));
}

}  // namespace normscope::handout
