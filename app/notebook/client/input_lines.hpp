// SPDX-License-Identifier: MIT
// The lines that cells read: what has come at a descriptor, until a cell asks for it.
#pragma once

#include <optional>
#include <string>

namespace normscope::notebook::client {

class InputLines {
 public:
  /// Takes what has come, which it waits for. False: there is no more.
  bool read(int descriptor);
  /// The next line with its break. Of one that is longer than a cell prints, and at the end, what
  /// there is; nothing: it has not come whole.
  std::optional<std::string> next(bool at_end = false);
  void clear() { text_.clear(); }

 private:
  std::string text_{};
};

}  // namespace normscope::notebook::client
