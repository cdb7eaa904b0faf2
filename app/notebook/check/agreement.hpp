// SPDX-License-Identifier: MIT
// How a text that a notebook holds and the text that it prints now agree. A printed number can be
// the same number in other characters: another version of PyTorch prints zeros wider, and one unit
// in the last place decides between "1." and "1.0000".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/ipynb/notebook_file.hpp"
#include "core/base/names.hpp"

namespace normscope::notebook::check {

/// From best to worst.
enum class Agreement : std::uint8_t {
  kIdentical,     // to the last character
  kEqualNumbers,  // the same numbers and words, written or spaced otherwise
  kDifferent,
  kNotStored,  // the file holds no output of the cell
  kNotRun,     // the cell ended in an error that the file does not hold
};

/// "identical", "equal numbers", "different", "not stored", "not run".
std::span<const base::Name<Agreement>> agreement_names();

/// math    equal numbers: without white space both texts are the same sequence of numbers and
///         characters, and each number has the same value; -0.0 equals 0.0, nan is a word
Agreement compare(std::string_view stored, std::string_view now);

/// What one run of a cell gave.
struct CellRun {
  std::string printed;                // standard output
  std::optional<std::string> result;  // the repr of its last expression; none: there is none
  std::optional<std::string> error;   // "ValueError: message", where it ended in an exception

  bool operator==(const CellRun&) const = default;
};

/// The type of the error of a cell that ran for too long.
inline constexpr std::string_view kOutOfTime = "TimeLimit";

/// Whether a run ended because something cannot run here: a part of PyTorch that our torch lacks, a
/// module that is not installed, a file that is not there, the network, kOutOfTime.
bool lies_outside(const CellRun& run);

/// What the file says a run of the cell gave. Pictures and standard error are left out: no run here
/// gives either. What display() showed as text counts as printed.
CellRun stored_run(const ipynb::NotebookCell& cell);

/// The worst agreement of the parts.
Agreement compare(const CellRun& stored, const CellRun& now);

/// All of a run as one text, as a reader sees it below the cell.
std::string text_of(const CellRun& run);

}  // namespace normscope::notebook::check
