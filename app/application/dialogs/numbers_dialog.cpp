// SPDX-License-Identifier: MIT
#include "app/application/dialogs/numbers_dialog.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/open_save/save_numbers.hpp"
#include "app/results/sheet/cells.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "app/workspace/stage_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using results::Evaluation;
using ui::Context;

namespace {

constexpr std::array<std::string_view, 3> kEndings{".npy", ".csv", ".safetensors"};
constexpr std::size_t kAllSteps = 2;  // the format that holds several arrays
constexpr ui::Help kStepHelp{tr_later("Step"),
                             tr_later("Whose numbers are saved: all of them, in float32."), "",
                             tr_later("All steps go into one .safetensors, each under its name.")};
constexpr ui::Help kEndingHelp{
    tr_later("Format"),
    tr_later("NumPy reads .npy, a spreadsheet .csv, where leading dimensions become rows, and "
             "PyTorch and others .safetensors."),
    "numpy.load(\"normalized.npy\")", tr_later("Open the file here again: it is the same array.")};

// "layer1.output" for a file: the ids of cards have letters, digits, blanks and signs.
std::string as_file_name(std::string_view id) {
  std::string name;
  for (const char c : id) name += c == ' ' || c == '/' || c == '+' ? '-' : c;
  return name;
}

std::size_t format_of(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  for (std::size_t i = 0; i < kEndings.size(); ++i) {
    if (kEndings.at(i) == ending) return i;
  }
  return kEndings.size();
}

bool is_there(const std::string& path) {
  std::error_code failed;
  return std::filesystem::is_regular_file(path, failed);
}

bool has_numbers(const workspace::Workspace& workspace) {
  const auto& shown = workspace.shown;
  return shown != nullptr && !shown->failure && !shown->cards.empty();
}

base::Expected<std::string> save(const Evaluation& shown, std::size_t step,
                                 const std::string& path) {
  const auto saved = step < shown.cards.size() ? open_save::save_step(path, shown, step)
                                               : open_save::save_steps(path, shown);
  if (!saved) return tl::unexpected(saved.error());
  return tr("saved the numbers to {file}", arg("file", path));
}

}  // namespace

void NumbersDialog::open(const workspace::Workspace& workspace) {
  if (!has_numbers(workspace)) return;
  step_ = focus_card(workspace);
  if (form_.path.empty()) form_.path = kEndings.front();
  name_file(*workspace.shown);
  form_.open();
}

// The file is called after the step, in the folder and the format that were chosen before.
void NumbersDialog::name_file(const Evaluation& shown) {
  const std::filesystem::path before = form_.path;
  std::string ending = format_of(form_.path) < kEndings.size() ? before.extension().string() : "";
  if (ending.empty()) ending = kEndings.front();
  const bool all = step_ >= shown.cards.size();
  if (all) ending = kEndings.at(kAllSteps);
  const std::string name = all ? "steps" : as_file_name(shown.cards[step_].id);
  form_.path = (before.parent_path() / (name + ending)).string();
}

void NumbersDialog::draw_options(Context& ui, const Evaluation& shown, std::size_t in_sight) {
  std::vector<std::string_view> steps;
  for (std::size_t i = 0; i < in_sight; ++i) steps.emplace_back(shown.cards[i].title);
  if (in_sight == shown.cards.size()) steps.emplace_back(tr("All steps"));
  ui::label(ui, tr("Step"), kStepHelp);
  if (const auto step = ui::choice(ui, "numbers/step", steps, step_, {.help = kStepHelp})) {
    step_ = *step;
    name_file(shown);
  }
  const bool all = step_ >= shown.cards.size();
  ui::label(ui, tr("Format"), kEndingHelp);
  if (const auto format = ui::segments(ui, "numbers/format", kEndings, format_of(form_.path),
                                       {.help = kEndingHelp, .enabled = !all})) {
    form_.path = std::filesystem::path(form_.path)
                     .replace_extension(std::string(kEndings.at(*format)))
                     .string();
  }
  form_.draw_path(ui, tr("Save the numbers as"), open_save::filters_of_numbers());
  if (all) {
    const auto count = static_cast<std::int64_t>(shown.cards.size());
    ui::caption(ui, tr_n("{n} array", "{n} arrays", count, arg("n", count)), "numbers/words");
  } else {
    const std::string shape = tensor::shape_to_text(results::shape_of_card(shown, step_));
    ui::caption(ui,
                is_there(form_.path)
                    ? tr("Shape {shape}; this file is there already", arg("shape", shape))
                    : tr("Shape {shape}", arg("shape", shape)),
                "numbers/words");
  }
}

std::optional<std::string> NumbersDialog::draw(Context& ui, const workspace::Workspace& workspace) {
  const auto& shown = workspace.shown;
  ui::Dialog dialog = form_.begin(ui, tr("Save the numbers"));
  if (!dialog || !has_numbers(workspace)) return std::nullopt;
  draw_options(ui, *shown, shown_cards(workspace));
  ui::space(ui, 12);
  constexpr std::array<Form::Button, 1> kButtons{{{"accept", tr_later("Save")}}};
  if (form_.draw_buttons(ui, dialog, kButtons, true)) {
    form_.write_or_ask({form_.path}, [shown, step = step_, path = form_.path] {
      return save(*shown, step, path);
    });
  }
  return form_.draw_rest(ui, dialog);
}

}  // namespace normscope::application
