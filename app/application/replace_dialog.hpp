// SPDX-License-Identifier: MIT
// The question whether a file that is there already may be replaced: the same for sessions and for
// saved numbers.
#pragma once

#include <string>

#include "app/ui/context.hpp"

namespace normscope::application {

class ReplaceDialog {
 public:
  enum class Answer { kNone, kReplace, kCancelled };

  /// Opens the dialog in the next draw. The words say what would be lost.
  void ask(std::string words);
  bool asks() const { return asks_; }

  /// Draws the dialog while it is open. Escape cancels.
  /// map  dialog/replace/words, /accept, /cancel
  Answer draw(ui::Context& ui);

 private:
  std::string words_{};
  bool asks_ = false;
  bool opening_ = false;
};

/// "numbers.npy is there already, and what it holds would be lost."
std::string replace_words(const std::string& name);

}  // namespace normscope::application
