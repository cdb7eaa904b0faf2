// SPDX-License-Identifier: MIT
// The one form of all questions: words, and answers as buttons beside each other. The answer at
// hand has the focus. Whether a file may be replaced is asked in the same words everywhere.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/ui/context.hpp"

namespace normscope::application {

struct Question {
  struct Answer {
    std::string id;
    std::string_view label;
    std::function<void()> run{};
    float width = 110;    // points
    bool settles = true;  // the dialog closes
  };
  std::string id;  // of the dialog: "dialog/trust"
  std::string_view title;
  std::string words;
  std::string hint{};             // below the words
  std::vector<Answer> answers{};  // from left to right
  std::size_t at_hand = 0;
  std::function<void()> given_up{};                   // by Escape
  std::function<bool()> holds = [] { return true; };  // where not, the dialog closes
  float width = 460;                                  // points
};

class QuestionDialog {
 public:
  /// Asks in the next draw.
  void ask(Question question);
  /// Another dialog takes its place: nothing is answered.
  void withdraw() { asks_ = false; }

  /// Draws the question while it is open, and runs the answer.
  /// map  ID/words, ID/hint, ID/ANSWER
  void draw(ui::Context& ui);

 private:
  Question question_{};
  bool asks_ = false;
  bool opening_ = false;
};

/// "numbers.npy is there already, and what it holds would be lost."
std::string replace_words(std::span<const std::filesystem::path> files);

/// The question whether files that are there already may be replaced.
/// map  dialog/replace/words, /accept, /cancel
Question replace_question(std::string words, std::function<void()> replace,
                          std::function<void()> given_up = {});

}  // namespace normscope::application
