// SPDX-License-Identifier: MIT
#include "app/application/dialogs/write_form.hpp"

#include <new>
#include <system_error>
#include <utility>

#include "app/application/dialogs/complaint.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

void WriteForm::open(std::string complaint) {
  complaint_ = std::move(complaint);
  agreed_.reset();
  form_.open();
}

void WriteForm::draw_path(ui::Context& ui, std::string_view title,
                          std::vector<open_save::FileFilter> filters) {
  ui::label(ui, tr("File"));
  const ui::TextEdit edit = browse_.field(ui, form_.part("path"), path, [&]() -> FileQuestion {
    return {.id = form_.part("file"),
            .title = std::string(title),
            .accept = tr("Choose"),
            .saves = true,
            .filters = std::move(filters),
            .suggested = path};
  });
  submitted_ = edit.submitted;
}

std::optional<std::size_t> WriteForm::draw_buttons(ui::Context& ui, ui::Dialog& dialog,
                                                   std::span<const Form::Button> buttons,
                                                   bool possible) {
  if (!complaint_.empty()) {
    ui::paragraph(ui, complaint_, ui::Tone::kError, form_.part("complaint"));
    ui::space(ui, 4);
  }
  const bool writing = writer_.busy();
  const bool ready = possible && !path.empty() && !writing;
  auto pressed = form_.draw_buttons(ui, dialog, buttons, ready);
  if (ready && submitted_) pressed = buttons.size() - 1;
  if (writing) {
    ui::beside(ui);
    ui::paragraph(ui, tr("Writing..."), ui::Tone::kMuted, form_.part("writing"));
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
        return base::fail(base::ErrorKind::kTooLarge, tr("there is not enough memory to write it"));
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
    FileDialog::edit_again(ui.focus, form_.part("path"), form_.part("accept"));
    return std::nullopt;
  }
  dialog.close();
  return *answer->value;
}

}  // namespace normscope::application
