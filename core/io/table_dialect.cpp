// SPDX-License-Identifier: MIT
#include "core/io/table_dialect.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/io/table_cells.hpp"

namespace normscope::io {
namespace {

// Enough lines to see a separator that every row has, enough cells to tell a decimal comma from a
// separating one; a header of a million names must not be judged in full five times.
constexpr std::size_t kSampleLines = 8;
constexpr int kSampleCells = 256;

std::vector<std::string_view> first_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  LineReader reader(text);
  while (lines.size() < kSampleLines && reader.next()) {
    if (!reader.blank()) lines.push_back(reader.line());
  }
  return lines;
}

// How much sense the first lines make with a separator.
struct Sense {
  bool separates = false;
  bool even = true;  // all lines have the same number of cells
  int numbers = 0;
  int cells = 0;

  bool more_than(const Sense& other) const {
    if (even != other.even) return even;
    return numbers * other.cells > other.numbers * cells;
  }
};

Sense sense_of(const std::vector<std::string_view>& lines, char separator) {
  Sense sense;
  int width = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CellReader cells(lines[i], separator);
    NumberReader reader(separator != ',');
    int count = 0;
    int numbers = 0;
    auto step = cells.next();
    for (; step == CellReader::Step::kCell && count < kSampleCells; step = cells.next()) {
      // An empty cell makes sense: it is a fault to report, not a sign of another separator.
      const CellKind kind = reader.read(cells.cell());
      if (kind == CellKind::kNumber || kind == CellKind::kEmpty) ++numbers;
      ++count;
    }
    const bool broken = step != CellReader::Step::kCell && step != CellReader::Step::kEnd;
    if (broken) ++count;
    if (i == 0) width = count;
    sense.even = sense.even && count == width;
    sense.separates = sense.separates || count > 1;
    // The first of several lines may be a header, where numbers are not to be expected.
    if (i == 0 && lines.size() > 1) continue;
    sense.numbers += numbers;
    sense.cells += count;
  }
  return sense;
}

// pandas names columns without names 0, 1, 2, ... and numbers the rows alike.
bool is_pandas_default(std::string_view first, std::string_view second, char separator) {
  CellReader rows(second, separator);
  if (rows.next() != CellReader::Step::kCell || rows.cell() != "0") return false;
  CellReader names(first, separator);
  if (names.next() != CellReader::Step::kCell || !names.cell().empty()) return false;
  std::int64_t count = 0;
  while (names.next() == CellReader::Step::kCell) {
    if (names.cell() != fmt::format_int(count).str()) return false;
    ++count;
  }
  return count > 0;
}

}  // namespace

char find_separator(std::string_view text) {
  const std::vector<std::string_view> lines = first_lines(text);
  char best = '\0';
  Sense most;
  for (const char separator : std::array{'\t', ';', '|', ',', ' '}) {
    const Sense sense = sense_of(lines, separator);
    if (!sense.separates) continue;
    if (best == '\0' || sense.more_than(most)) {
      best = separator;
      most = sense;
    }
  }
  return best;
}

FirstRow judge_first_row(std::string_view first, std::string_view second, char separator) {
  if (is_pandas_default(first, second, separator)) return {true, true};
  CellReader cells(first, separator);
  NumberReader numbers(separator != ',');
  bool text = false;
  bool first_empty = false;
  std::int64_t count = 0;
  while (cells.next() == CellReader::Step::kCell) {
    switch (numbers.read(cells.cell())) {
      case CellKind::kNumber:
      case CellKind::kOtherMark:
      case CellKind::kMissing:
        return {};
      case CellKind::kEmpty:
        first_empty = first_empty || count == 0;
        break;
      case CellKind::kText:
        text = true;
        break;
      case CellKind::kAlmost:
        break;
    }
    ++count;
  }
  return {text, text && first_empty};
}

}  // namespace normscope::io
