// SPDX-License-Identifier: MIT
// The question whether a file that is there already may be replaced: the same for sessions,
// figures, saved numbers and handouts.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/application/dialogs/file_dialog.hpp"
#include "app/ui/context.hpp"

namespace normscope::application {

class ReplaceDialog {
 public:
  enum class Answer { kNone, kReplace, kCancelled };

  /// Opens the dialog in the next draw. The words say what would be lost.
  void ask(std::string words);
  bool asks() const { return asks_; }

  /// A new choice of files begins: nothing is agreed to.
  void begin() { agreed_.reset(); }
  /// Takes over what was agreed to in the dialog that chose the file: the desktop's asks by itself.
  void note(const ChosenFile& chosen);
  /// Calls `write`: at once, or, where some of the files are there already, in the draw in which
  /// the user agrees.
  void write_or_ask(std::vector<std::filesystem::path> files, std::function<void()> write);

  /// Draws the dialog while it is open. Escape cancels.
  /// map  dialog/replace/words, /accept, /cancel
  Answer draw(ui::Context& ui);

 private:
  std::string words_{};
  std::function<void()> write_{};
  std::optional<std::filesystem::path> agreed_{};  // the file that may be replaced
  bool asks_ = false;
  bool opening_ = false;
};

/// "numbers.npy is there already, and what it holds would be lost."
std::string replace_words(std::span<const std::filesystem::path> files);

}  // namespace normscope::application
