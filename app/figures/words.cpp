// SPDX-License-Identifier: MIT
#include "app/figures/words.hpp"

#include "core/text/joined.hpp"

namespace normscope::figures {

std::string in_words(const Figure& figure) {
  std::string words;
  const auto add = [&](std::string text) {
    if (!text.empty() && !text.ends_with('.')) text += '.';
    words = text::in_a_row(words, text);
  };
  for (const Panel& panel : figure.panels) {
    add(text::labelled(panel.title, panel.detail));
    add(panel.message);
    for (const Mark& mark : panel.marks) add(mark.label);
  }
  for (const std::string& note : figure.notes) add(note);
  return words;
}

}  // namespace normscope::figures
