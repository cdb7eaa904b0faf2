// SPDX-License-Identifier: MIT
// The dialog that compares the document with the PyTorch of this computer, step by step. A
// background thread runs PyTorch; closing the dialog ends it.
#pragma once

#include <cstdint>
#include <functional>

#include "app/results/background.hpp"
#include "app/ui/context.hpp"
#include "app/verification/verification.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class VerifyDialog {
 public:
  /// `wake` is called on the background thread when PyTorch has answered.
  explicit VerifyDialog(std::function<void()> wake) : runner_(std::move(wake)) {}

  /// Opens the dialog, and begins.
  void open(ui::Context& ui, const workspace::Workspace& workspace);

  /// Draws the dialog while it is open.
  /// map  verify/sentence, verify/row/N, verify/again, verify/stop, verify/close
  void draw(ui::Context& ui, const workspace::Workspace& workspace);

 private:
  using Answer = base::Expected<verification::Verification>;

  void begin(const document::Document& document);
  static void draw_rows(ui::Context& ui, const verification::Verification& verification);
  void draw_answer(ui::Context& ui) const;

  bool shown_ = false;
  std::uint64_t asked_ = 0;
  results::Background<Answer> runner_;  // last: its thread ends before the others are destroyed
};

}  // namespace normscope::application
