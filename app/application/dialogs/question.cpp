// SPDX-License-Identifier: MIT
#include "app/application/dialogs/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

namespace {

constexpr std::size_t kMostNames = 3;  // of files to be replaced

void run(const std::function<void()>& what) {
  if (what) what();
}

}  // namespace

void QuestionDialog::ask(Question question) {
  question_ = std::move(question);
  asks_ = opening_ = true;
}

void QuestionDialog::draw(ui::Context& ui) {
  if (!asks_) return;
  const auto part = [this](std::string_view name) {
    return fmt::format("{}/{}", question_.id, name);
  };
  if (std::exchange(opening_, false)) {
    ui::open_popup(ui, question_.id);
    ui.focus.set(part(question_.answers[question_.at_hand].id));
  }
  if (!ui::is_popup_open(question_.id)) {  // by Escape
    asks_ = false;
    ui.pacing.activity();
    return run(std::exchange(question_, {}).given_up);
  }
  ui::Dialog dialog(ui, question_.id, question_.title, question_.width);
  if (!dialog) return;
  ui::paragraph(ui, question_.words, ui::Tone::kText, part("words"));
  if (!question_.hint.empty()) {
    ui::space(ui, 6);
    ui::paragraph(ui, question_.hint, ui::Tone::kMuted, part("hint"));
  }
  ui::space(ui, 12);
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < question_.answers.size(); ++i) {
    const Question::Answer& answer = question_.answers[i];
    const auto look = i == question_.at_hand ? ui::ButtonLook::kPrimary : ui::ButtonLook::kPlain;
    if (i > 0) ui::beside(ui);
    if (ui::button(ui, part(answer.id), answer.label, look, {.width = answer.width})) chosen = i;
  }
  const bool settles = chosen ? question_.answers[*chosen].settles : !question_.holds();
  if (!settles) {
    if (chosen) run(question_.answers[*chosen].run);
    return;
  }
  dialog.close();
  asks_ = false;
  const Question settled = std::exchange(question_, {});  // the answer may ask the next one
  if (chosen) run(settled.answers[*chosen].run);
}

std::string replace_words(std::span<const std::filesystem::path> files) {
  std::vector<std::string> names;
  for (const auto& file : files.first(std::min(files.size(), kMostNames))) {
    names.push_back(file.filename().string());
  }
  const auto count = static_cast<std::int64_t>(files.size());
  const std::string listed = text::listed(names);
  if (files.size() > kMostNames) {
    return tr("{n} files are there already, and what they hold would be lost: {files} and more.",
              arg("n", count), arg("files", listed));
  }
  return tr_n("{files} is there already, and what it holds would be lost.",
              "{n} files are there already, and what they hold would be lost: {files}.", count,
              arg("n", count), arg("files", listed));
}

Question replace_question(std::string words, std::function<void()> replace,
                          std::function<void()> given_up) {
  return {.id = "dialog/replace",
          .title = tr("Replace the file?"),
          .words = std::move(words),
          .answers = {{"accept", tr("Replace"), std::move(replace)},
                      {"cancel", tr("Cancel"), given_up}},
          .at_hand = 1,
          .given_up = given_up,
          .width = 560};
}

}  // namespace normscope::application
