// SPDX-License-Identifier: MIT
#include "app/application/dialogs/write_form.hpp"

#include <fmt/format.h>

#include <new>
#include <system_error>
#include <utility>

#include "app/application/dialogs/complaint.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::application {

void WriteForm::open(ui::Context& ui, std::string complaint) {
  complaint_ = std::move(complaint);
  agreed_.reset();
  ui::open_popup(ui, id_);
  ui.focus.set(id_ + "/path");
}

void WriteForm::draw_path(ui::Context& ui, std::string title,
                          std::vector<open_save::FileFilter> filters) {
  ui::label(ui, "File");
  const ui::TextEdit edit = browse_.field(ui, id_ + "/path", path, [&]() -> FileQuestion {
    return {.id = id_ + "/file",
            .title = std::move(title),
            .accept = "Choose",
            .saves = true,
            .filters = std::move(filters),
            .suggested = path};
  });
  submitted_ = edit.submitted;
}

std::optional<std::size_t> WriteForm::draw_buttons(ui::Context& ui, ui::Dialog& dialog,
                                                   std::span<const Button> buttons, bool possible) {
  if (!complaint_.empty()) {
    ui::paragraph(ui, complaint_, ui::Tone::kError, id_ + "/complaint");
    ui::space(ui, 4);
  }
  if (ui::button(ui, id_ + "/cancel", "Cancel", ui::ButtonLook::kPlain, {.width = 110})) {
    dialog.close();
  }
  const bool writing = writer_.busy();
  const bool ready = possible && !path.empty() && !writing;
  const std::size_t last = buttons.size() - 1;
  std::optional<std::size_t> pressed;
  if (ready && submitted_) pressed = last;
  for (std::size_t i = 0; i < buttons.size(); ++i) {
    ui::beside(ui);
    if (ui::button(ui, fmt::format("{}/{}", id_, buttons[i].id), buttons[i].label,
                   i == last ? ui::ButtonLook::kPrimary : ui::ButtonLook::kPlain,
                   {.help = buttons[i].help, .enabled = ready, .width = 110})) {
      pressed = i;
    }
  }
  if (writing) {
    ui::beside(ui);
    ui::paragraph(ui, "Writing...", ui::Tone::kMuted, id_ + "/writing");
  }
  return pressed;
}

void WriteForm::write_or_ask(std::vector<std::filesystem::path> files, Work work) {
  std::erase_if(files, [&](const std::filesystem::path& file) {
    std::error_code failed;
    return file == agreed_ || !std::filesystem::is_regular_file(file, failed);
  });
  const auto write = [this, work = std::move(work)] {
    complaint_.clear();
    writer_.request(++asked_, [work](const std::stop_token&) -> base::Expected<std::string> {
      try {
        return work();
      } catch (const std::bad_alloc&) {
        return base::fail(base::ErrorKind::kTooLarge, "there is not enough memory to write it");
      }
    });
  };
  if (files.empty()) return write();
  replace_.ask(replace_question(replace_words(files), write));
}

std::optional<std::string> WriteForm::draw_rest(ui::Context& ui, ui::Dialog& dialog) {
  (void)browse_.draw(ui, [this](const ChosenFile& chosen) -> base::Expected<void> {
    path = chosen.path.string();
    // The desktop's dialog has asked whether the file may be replaced.
    agreed_ = chosen.may_replace ? std::optional(chosen.path) : std::nullopt;
    return {};
  });
  replace_.draw(ui);
  const auto answer = writer_.latest();
  if (answer == nullptr || answer->number == seen_) return std::nullopt;
  seen_ = answer->number;
  ui.pacing.activity();
  if (!answer->value) {
    complaint_ = complaint(answer->value.error(), FileUse::kWritten);
    FileDialog::edit_again(ui.focus, id_ + "/path", id_ + "/accept");
    return std::nullopt;
  }
  dialog.close();
  return *answer->value;
}

}  // namespace normscope::application
