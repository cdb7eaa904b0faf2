// SPDX-License-Identifier: MIT
// A position in a text that is parsed. The cursor moves forward only, and its errors name line and
// column, so that the user finds the error in a hundred pasted lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/text/translate.hpp"

namespace normscope::tensor {

class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) {}

  std::size_t position() const { return at_; }
  bool at_end() const { return at_ == text_.size(); }
  /// Whether this character comes next.
  bool sees(char character) const { return !at_end() && text_[at_] == character; }

  void skip_blanks();
  bool take(char character);
  bool take(std::string_view expected);
  /// Reads up to the next blank or one of "[](),="; may be empty.
  std::string_view take_word();
  /// Moves past the next `character`; returns false and does not move when there is none.
  bool take_through(char character);

  /// The next word for an error sentence, quoted and cut: "'abc'", or "the end of the text".
  std::string describe_next() const;

  /// "line 2, column 5" of a position, both from 1; a column is a character, not a byte.
  std::string place(std::size_t position) const;

  /// An error of kind Malformed at a position: "line 2, column 5: " and the sentence.
  tl::unexpected<base::Error> fail_at(std::size_t position, std::string_view sentence,
                                      std::string hint = {}) const;
  /// An error of kind Malformed at the current position. The sentence says what was expected, with
  /// the next word as {found}.
  template <class... Args>
  tl::unexpected<base::Error> fail_expecting(std::string_view sentence, const Args&... args) const {
    const std::string found = describe_next();
    return fail_at(at_, text::tr(sentence, text::arg("found", found), args...));
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// A piece of text for an error sentence: quoted, at most 40 characters, unprintable ones as '?'.
std::string quoted(std::string_view piece);

}  // namespace normscope::tensor
