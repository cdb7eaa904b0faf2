// SPDX-License-Identifier: MIT
#include "app/application/error_dialog.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <string>
#include <string_view>
#include <utility>

#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/text/ascii.hpp"

namespace normscope::application {

namespace {

constexpr std::string_view kErrorDialog = "error";
constexpr float kErrorWidth = 560;  // points

// What to do about a file that could not be opened.
std::string_view next_step(base::ErrorKind kind) {
  switch (kind) {
    case base::ErrorKind::kNotFound:
      return "look for the file with Open, where it may have been moved to";
    case base::ErrorKind::kUnreadable:
      return "see whether you may read the file, and whether its disk is still there";
    case base::ErrorKind::kMalformed:
      return "the file may be damaged or cut off: fetch it again, or open another one";
    case base::ErrorKind::kUnsupported:
      return "save the numbers as .npy, .npz, .safetensors or .csv, and open that";
    case base::ErrorKind::kTooLarge:
      return "save a part of it to a file of its own, and open that";
    case base::ErrorKind::kInvalidArgument:
    case base::ErrorKind::kUnwritable:
    case base::ErrorKind::kUnavailable:
    case base::ErrorKind::kCancelled:
      break;
  }
  return "open another file";
}

base::Error about(const std::filesystem::path& path, base::Error error, std::string_view kept,
                  std::string_view next) {
  const std::string own = error.hint.empty() ? std::string(next) : error.hint;
  return {error.kind, fmt::format("{}: {}", path.filename().string(), error.sentence),
          fmt::format("{}; {}", kept, own)};
}

}  // namespace

base::Error not_opened(const std::filesystem::path& path, base::Error error) {
  const std::string_view next = next_step(error.kind);
  return about(path, std::move(error), "what is open here stays as it was", next);
}

base::Error not_saved(const std::filesystem::path& path, base::Error error) {
  return about(path, std::move(error), "your changes are still here",
               "save them to another place with Save as");
}

bool ErrorDialog::draw(ui::Context& ui, workspace::Workspace& workspace) {
  if (std::exchange(opening_, false) && workspace.error) {
    ui::open_popup(ui, kErrorDialog);
    ui.focus.set("error/close");
  }
  ui::Dialog dialog(ui, kErrorDialog, "What happened", kErrorWidth);
  if (!dialog) return false;
  if (!workspace.error) {  // it was settled meanwhile
    dialog.close();
    return false;
  }
  const std::string words = workspace.error->sentence + ".";
  const std::string& hint = workspace.error->hint;
  ui::paragraph(ui, words, ui::Tone::kText, "error/words");
  if (!hint.empty()) {
    ui::space(ui, 6);
    ui::paragraph(ui, text::capitalized(hint) + ".", ui::Tone::kMuted, "error/hint");
  }
  ui::space(ui, 12);
  const bool copied = ui::button(ui, "error/copy", "Copy", ui::ButtonLook::kPlain, {.width = 110});
  if (copied) ImGui::SetClipboardText(words.c_str());
  ui::beside(ui);
  if (ui::button(ui, "error/close", "Close", ui::ButtonLook::kPrimary, {.width = 110})) {
    dialog.close();
    workspace.error.reset();
  }
  return copied;
}

}  // namespace normscope::application
