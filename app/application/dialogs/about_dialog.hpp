// SPDX-License-Identifier: MIT
// Help, About: what this program is and what it found on this computer, to be copied into a report.
// A background thread looks for devices, which takes a while.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/results/background.hpp"
#include "app/ui/context.hpp"

namespace normscope::application {

class AboutDialog {
 public:
  /// `wake` is called on the background thread when the report is there. `window` is what the
  /// report says of the window, lines that end with "\n".
  AboutDialog(std::function<void()> wake, std::string window);

  /// Opens the dialog in the next draw.
  void open() { opening_ = true; }

  /// Draws the dialog while it is open; true when the report was copied.
  /// map  about/text, about/copy, about/close
  bool draw(ui::Context& ui);

 private:
  std::string report() const;

  std::function<void()> wake_;
  std::string window_;
  bool opening_ = false;

  // Made when the dialog is first opened; last, as its thread must end first.
  std::unique_ptr<results::Background<std::string>> reader_{};
};

}  // namespace normscope::application
