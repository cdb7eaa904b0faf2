// SPDX-License-Identifier: MIT
// Where in a notebook's source an array was made: a chain may go through the lines of many cells.
#pragma once

namespace normscope::notebook::recognition {

struct Place {
  int run = 0;   // which of the notebook's runs, from 1; 0: made by no cell
  int line = 0;  // of the text that ran, from 1; 0: made by no cell
  bool operator==(const Place&) const = default;
};

}  // namespace normscope::notebook::recognition
