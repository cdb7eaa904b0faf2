// SPDX-License-Identifier: MIT
// What the screen shows. Of the frames that an activity asks for most look like the one before; to
// fill their pixels again costs what the first one did, which without a gpu is most of the work.
#pragma once

#include <imgui.h>

#include <vector>

namespace normscope::ui {

class PresentedFrame {
 public:
  /// Takes the place of the frame before. Returns whether it looks different; textures keep their
  /// images while they have their names.
  bool replace(const ImDrawData& frame);
  /// What is on the screen is not known any more: the next frame differs.
  void forget() { drawn_.clear(); }

 private:
  std::vector<char> drawn_{};  // the bytes of the draw data
  std::vector<char> next_{};   // kept for its memory
};

}  // namespace normscope::ui
