// SPDX-License-Identifier: MIT
#include "app/application/dialogs/python_dialog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/open_save/places.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/io/quote.hpp"
#include "core/text/ascii.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using ui::Context;

void PythonDialog::open(std::vector<cells::FoundPython> found,
                        const std::optional<cells::OwnPython>& now, std::filesystem::path home,
                        Take take) {
  found_ = std::move(found);
  home_ = std::move(home);
  take_ = std::move(take);
  row_ = 0;
  path_.clear();
  complaint_.clear();
  form_.open();
  if (!now) return;
  const auto same = [&](const auto& each) { return each.python.program == now->program; };
  auto at = std::ranges::find_if(found_, same);
  if (at == found_.end()) at = found_.insert(at, {tr("As chosen"), *now});
  row_ = static_cast<std::size_t>(at - found_.begin()) + 1;
}

void PythonDialog::draw_rows(Context& ui) {
  const ui::ArrowGroup rows(ui, "python/rows");
  for (std::size_t row = 0; row <= found_.size(); ++row) {
    const bool own = row > 0;
    const std::string words = own ? cells::python_words(found_[row - 1].python)
                                  : fmt::format("PyTorch {}", cells::kBuiltinTorch);
    const std::string_view where = own ? tr(found_[row - 1].where) : tr("Built in");
    if (ui::menu_row(ui, fmt::format("python/row/{}", row), where, words,
                     path_.empty() && row == row_)) {
      row_ = row;
      path_.clear();
      complaint_.clear();
    }
  }
}

// Whether the choice holds; else the dialog says why not.
bool PythonDialog::accept() {
  if (path_.empty()) {
    take_(row_ > 0 ? std::optional(found_[row_ - 1].python) : std::nullopt);
    return true;
  }
  auto python = notebook::client::own_python(open_save::typed_path(path_, home_), home_);
  if (python) {
    take_(*std::move(python));
    return true;
  }
  complaint_ = text::whole_sentence(io::printable(python.error().sentence));
  if (!python.error().hint.empty())
    complaint_ = text::in_a_row(complaint_, text::whole_sentence(python.error().hint));
  return false;
}

void PythonDialog::draw(Context& ui) {
  ui::Dialog dialog = form_.begin(ui, tr("Which Python runs these cells?"));
  if (!dialog) return;
  ui::paragraph(ui,
                tr("The cells begin again in it, with its own packages. It is confined as the "
                   "built-in one is, and remembered for these cells on this computer."),
                ui::Tone::kMuted, "python/words");
  ui::space(ui, 8);
  draw_rows(ui);
  const bool listed = path_.empty() && row_ > 0;
  ui::caption(ui,
              listed ? io::printable(found_[row_ - 1].python.program.string())
                     : tr("The built-in one runs the cells wherever no other was chosen."),
              "python/program");
  ui::space(ui, 8);
  ui::label(ui, tr("Another"));
  const ui::TextEdit edit = browse_.field(ui, "python/path", path_, [this]() -> FileQuestion {
    return {.id = "python/file",
            .title = tr("Choose a Python"),
            .words = std::string(
                tr("Its program, such as bin/python3 in the folder of an environment.")),
            .accept = tr("Choose"),
            .filters = {{tr("All files")}},
            .suggested = path_};
  });
  if (edit.changed) complaint_.clear();
  ui::caption(ui, tr("Its program, or the folder of its environment."), "python/hint");
  ui::space(ui, 6);
  if (!complaint_.empty()) {
    ui::paragraph(ui, complaint_, ui::Tone::kError, "python/complaint");
    ui::space(ui, 6);
  }
  constexpr std::array<Form::Button, 1> kAccept{{{"accept", tr_later("Use this Python"), {}, 150}}};
  const bool pressed = form_.draw_buttons(ui, dialog, kAccept, true).has_value();
  if ((pressed || (edit.submitted && !path_.empty())) && accept()) {
    dialog.close();
  } else if (!complaint_.empty() && (pressed || edit.submitted)) {
    FileDialog::edit_again(ui.focus, "python/path", "python/accept");
  }
  (void)browse_.draw(ui, [this](const ChosenFile& chosen) -> base::Expected<void> {
    path_ = chosen.path.string();
    complaint_.clear();
    return {};
  });
}

}  // namespace normscope::application
