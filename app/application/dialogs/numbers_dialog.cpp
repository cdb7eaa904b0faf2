// SPDX-License-Identifier: MIT
#include "app/application/dialogs/numbers_dialog.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/application/dialogs/complaint.hpp"
#include "app/open_save/save_numbers.hpp"
#include "app/results/cells.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::application {

using results::Evaluation;
using ui::Context;

namespace {

constexpr std::string_view kNumbersId = "numbers";
constexpr float kNumbersWidth = 560;  // points
constexpr std::array<std::string_view, 3> kEndings{".npy", ".csv", ".safetensors"};
constexpr std::size_t kAllSteps = 2;  // the format that holds several arrays
constexpr ui::Help kStepHelp{"Step", "Whose numbers are saved: all of them, in float32.", "",
                             "All steps go into one .safetensors, each under its name."};
constexpr ui::Help kEndingHelp{
    "Format",
    "NumPy reads .npy, a spreadsheet .csv, where leading dimensions become rows, and PyTorch and "
    "others .safetensors.",
    "numpy.load(\"normalized.npy\")", "Open the file here again: it is the same array."};

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

}  // namespace

void NumbersDialog::begin(const Evaluation& shown, std::size_t step) {
  step_ = step;
  complaint_.clear();
  replace_.begin();
  if (path_.empty()) path_ = kEndings.front();
  name_file(shown);
}

// The file is called after the step, in the folder and the format that were chosen before.
void NumbersDialog::name_file(const Evaluation& shown) {
  const std::filesystem::path before = path_;
  std::string ending = format_of(path_) < kEndings.size() ? before.extension().string() : "";
  if (ending.empty()) ending = kEndings.front();
  const bool all = step_ >= shown.cards.size();
  if (all) ending = kEndings.at(kAllSteps);
  const std::string name = all ? "steps" : as_file_name(shown.cards[step_].id);
  path_ = (before.parent_path() / (name + ending)).string();
}

// True when Enter was pressed in the file field.
bool NumbersDialog::draw_options(Context& ui, const Evaluation& shown, std::size_t in_sight) {
  std::vector<std::string_view> steps;
  for (std::size_t i = 0; i < in_sight; ++i) steps.emplace_back(shown.cards[i].title);
  if (in_sight == shown.cards.size()) steps.emplace_back("All steps");
  ui::label(ui, "Step", kStepHelp);
  if (const auto step = ui::choice(ui, "numbers/step", steps, step_, {.help = kStepHelp})) {
    step_ = *step;
    name_file(shown);
  }
  const bool all = step_ >= shown.cards.size();
  ui::label(ui, "Format", kEndingHelp);
  if (const auto format = ui::segments(ui, "numbers/format", kEndings, format_of(path_),
                                       {.help = kEndingHelp, .enabled = !all})) {
    path_ =
        std::filesystem::path(path_).replace_extension(std::string(kEndings.at(*format))).string();
  }
  ui::label(ui, "File");
  const ui::TextEdit edit = browse_.field(ui, "numbers/path", path_, [this]() -> FileQuestion {
    return {.id = "numbers/file",
            .title = "Save the numbers as",
            .accept = "Choose",
            .saves = true,
            .filters = open_save::filters_of_numbers(),
            .suggested = path_};
  });
  if (all) {
    ui::caption(ui, fmt::format("{} arrays", shown.cards.size()), "numbers/words");
  } else {
    ui::caption(ui,
                "Shape " + tensor::shape_to_text(results::shape_of_card(shown, step_)) +
                    (is_there(path_) ? "; this file is there already" : ""),
                "numbers/words");
  }
  return edit.submitted;
}

void NumbersDialog::write(std::shared_ptr<const Evaluation> shown) {
  complaint_.clear();
  const auto save = [shown = std::move(shown), step = step_, path = path_]() -> Outcome {
    const auto saved = step < shown->cards.size() ? open_save::save_step(path, *shown, step)
                                                  : open_save::save_steps(path, *shown);
    if (!saved) return tl::unexpected(saved.error());
    return "saved the numbers to " + path;
  };
  writer_.request(++asked_, [save](const std::stop_token&) -> Outcome {
    try {
      return save();
    } catch (const std::bad_alloc&) {
      return base::fail(base::ErrorKind::kTooLarge, "there is not enough memory to save them");
    }
  });
}

std::optional<std::string> NumbersDialog::take_outcome(Context& ui, ui::Dialog& dialog) {
  const auto answer = writer_.latest();
  if (answer == nullptr || answer->number == seen_) return std::nullopt;
  seen_ = answer->number;
  ui.pacing.activity();
  if (!answer->value) {
    complaint_ = complaint(answer->value.error(), FileUse::kWritten);
    FileDialog::edit_again(ui.focus, "numbers/path", "numbers/accept");
    return std::nullopt;
  }
  dialog.close();
  return *answer->value;
}

std::optional<std::string> NumbersDialog::draw(Context& ui, const workspace::Workspace& workspace) {
  const auto shown = workspace.shown;
  const bool possible = shown != nullptr && !shown->failure && !shown->cards.empty();
  if (std::exchange(opening_, false) && possible) {
    begin(*shown, workspace.focus_card());
    ui::open_popup(ui, kNumbersId);
    ui.focus.set("numbers/path");
  }
  if (!ui::is_popup_open(kNumbersId)) return std::nullopt;
  ui::Dialog dialog(ui, kNumbersId, "Save the numbers", kNumbersWidth);
  if (!dialog || !possible) return std::nullopt;
  const bool submitted = draw_options(ui, *shown, workspace.shown_cards());
  (void)browse_.draw(ui, [this](const ChosenFile& chosen) -> base::Expected<void> {
    path_ = chosen.path.string();
    replace_.note(chosen);
    return {};
  });
  if (!complaint_.empty()) {
    ui::paragraph(ui, complaint_, ui::Tone::kError, "numbers/complaint");
  }
  ui::space(ui, 12);
  if (ui::button(ui, "numbers/cancel", "Cancel", ui::ButtonLook::kPlain, {.width = 110})) {
    dialog.close();
  }
  ui::beside(ui);
  const bool writing = writer_.busy();
  const bool ready = !path_.empty() && !writing;
  const bool pressed = ui::button(ui, "numbers/accept", writing ? "Saving..." : "Save",
                                  ui::ButtonLook::kPrimary, {.enabled = ready, .width = 110});
  if (ready && (pressed || submitted)) {
    replace_.write_or_ask({path_}, [this, shown] { write(shown); });
  }
  (void)replace_.draw(ui);
  return take_outcome(ui, dialog);
}

}  // namespace normscope::application
