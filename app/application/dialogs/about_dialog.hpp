// SPDX-License-Identifier: MIT
// Help, About: what this program is and what it found on this computer, to be copied into a report.
// A background thread looks for devices, which takes a while.
#pragma once

#include <functional>
#include <string>

#include "app/results/background.hpp"
#include "app/ui/context.hpp"

namespace normscope::application {

class AboutDialog {
 public:
  /// `wake` is called on the background thread when the report is there. `window` is what the
  /// report says of the window, lines that end with "\n".
  AboutDialog(std::function<void()> wake, std::string window);

  void open(ui::Context& ui);

  /// Draws the dialog while it is open; true when the report was copied.
  /// map  about/text, about/copy, about/close
  bool draw(ui::Context& ui);

 private:
  std::string report() const;

  std::string window_;
  results::Background<std::string> reader_;  // last: its thread ends first
};

}  // namespace normscope::application
