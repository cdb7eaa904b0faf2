// SPDX-License-Identifier: MIT
#include "core/io/table_dialect.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/io/table_fields.hpp"

namespace normscope::io {
namespace {

// Enough lines to recognize a separator that every row has, enough fields to tell a decimal comma
// from a separating one. The bound on fields keeps a header of a million names from being read in
// full once for each of the five separators.
constexpr std::size_t kSampleLines = 8;
constexpr int kSampleFields = 256;

std::vector<std::string_view> first_lines(std::string_view text, std::int64_t skipped) {
  std::vector<std::string_view> lines;
  LineReader reader(text, skipped);
  while (lines.size() < kSampleLines && reader.next()) {
    if (!reader.blank()) lines.push_back(reader.line());
  }
  return lines;
}

// How well a separator splits the first lines into numbers.
struct SeparatorScore {
  bool separates = false;  // a line has more than one field
  bool even = true;        // all lines have the same number of fields
  int numbers = 0;
  int fields = 0;

  bool better_than(const SeparatorScore& other) const {
    if (even != other.even) return even;
    return numbers * other.fields > other.numbers * fields;
  }
};

SeparatorScore score_separator(const std::vector<std::string_view>& lines, char separator) {
  SeparatorScore score;
  NumberReader reader(separator != ',');
  int width = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    FieldReader fields(lines[i], separator);
    int count = 0;
    int numbers = 0;
    auto step = fields.next();
    for (; step == FieldReader::Step::kField && count < kSampleFields; step = fields.next()) {
      // An empty field counts as a number: it is an error to report, not a sign of another
      // separator.
      const FieldKind kind = reader.read(fields.field());
      if (kind == FieldKind::kNumber || kind == FieldKind::kEmpty) ++numbers;
      ++count;
    }
    const bool broken = step != FieldReader::Step::kField && step != FieldReader::Step::kEnd;
    if (broken) ++count;
    if (i == 0) width = count;
    score.even = score.even && count == width;
    score.separates = score.separates || count > 1;
    // The first of several lines may be a header without numbers.
    if (i == 0 && lines.size() > 1) continue;
    score.numbers += numbers;
    score.fields += count;
  }
  return score;
}

// Whether the table has pandas' default labels: columns 0, 1, 2, ... and a first row 0.
bool is_pandas_default(std::string_view first, std::string_view second, char separator) {
  FieldReader rows(second, separator);
  if (rows.next() != FieldReader::Step::kField || rows.field() != "0") return false;
  FieldReader names(first, separator);
  if (names.next() != FieldReader::Step::kField || !names.field().empty()) return false;
  std::int64_t count = 0;
  while (names.next() == FieldReader::Step::kField) {
    if (names.field() != fmt::format_int(count).str()) return false;
    ++count;
  }
  return count > 0;
}

}  // namespace

char find_separator(std::string_view text, std::int64_t skipped) {
  if (const auto stated = stated_separator(without_mark(text))) return *stated;
  const std::vector<std::string_view> lines = first_lines(text, skipped);
  char best = '\0';
  SeparatorScore best_score;
  for (const char separator : std::array{'\t', ';', '|', ',', ' '}) {
    const SeparatorScore score = score_separator(lines, separator);
    if (!score.separates) continue;
    if (best == '\0' || score.better_than(best_score)) {
      best = separator;
      best_score = score;
    }
  }
  return best;
}

FirstRow classify_first_row(std::string_view first, std::string_view second, char separator) {
  if (is_pandas_default(first, second, separator)) return {true, true};
  FieldReader fields(first, separator);
  NumberReader numbers(separator != ',');
  bool text = false;
  bool first_empty = false;
  std::int64_t count = 0;
  while (fields.next() == FieldReader::Step::kField) {
    switch (numbers.read(fields.field())) {
      case FieldKind::kNumber:
      case FieldKind::kOtherMark:
      case FieldKind::kMissing:
        return {};
      case FieldKind::kEmpty:
        first_empty = first_empty || count == 0;
        break;
      case FieldKind::kText:
        text = true;
        break;
      case FieldKind::kMalformed:
        break;
    }
    ++count;
  }
  return {text, text && first_empty};
}

}  // namespace normscope::io
