// SPDX-License-Identifier: MIT
#include "app/notebook/check/agreement.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "core/text/translate.hpp"

namespace normscope::notebook::check {
namespace {

constexpr std::array<base::Name<Agreement>, 5> kNames{{
    {Agreement::kIdentical, text::tr_later("identical")},
    {Agreement::kEqualNumbers, text::tr_later("equal numbers")},
    {Agreement::kDifferent, text::tr_later("different")},
    {Agreement::kNotStored, text::tr_later("not stored")},
    {Agreement::kNotRun, text::tr_later("not run")},
}};

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word(char c) {
  return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// A piece of a text: a number with its value, or a character.
struct Piece {
  bool number = false;
  double value = 0;
  char character = 0;

  bool operator==(const Piece&) const = default;
};

// Takes the next piece off the front of `text`, or nothing at its end. A digit within a word, as in
// "float32", is a character.
std::optional<Piece> next_piece(std::string_view& text, char& before) {
  bool spaced = false;
  while (!text.empty() && is_space(text.front())) {
    text.remove_prefix(1);
    spaced = true;
  }
  if (text.empty()) return std::nullopt;
  if (spaced) before = ' ';
  const char c = text.front();
  const bool minus = c == '-' && !is_word(before);
  const std::size_t first = minus ? 1 : 0;
  const bool digits = text.size() > first && is_digit(text[first]);
  const bool point = text.size() > first + 1 && text[first] == '.' && is_digit(text[first + 1]);
  if ((digits || point) && !is_word(before) && before != '.') {
    Piece piece{true};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), piece.value);
    if (error == std::errc() || error == std::errc::result_out_of_range) {
      const auto length = static_cast<std::size_t>(end - text.data());
      const bool word_follows = length < text.size() && is_word(text[length]);
      if (!word_follows && error == std::errc()) {
        before = text[length - 1];
        text.remove_prefix(length);
        if (piece.value == 0) piece.value = 0;  // -0.0 is 0.0
        return piece;
      }
    }
  }
  before = c;
  text.remove_prefix(1);
  return Piece{false, 0, c};
}

bool equal_numbers(std::string_view a, std::string_view b) {
  char before_a = ' ';
  char before_b = ' ';
  while (true) {
    const auto piece_a = next_piece(a, before_a);
    const auto piece_b = next_piece(b, before_b);
    if (piece_a != piece_b) return false;
    if (!piece_a) return true;
  }
}

Agreement compare_parts(const std::optional<std::string>& stored,
                        const std::optional<std::string>& now) {
  if (stored.has_value() != now.has_value()) return Agreement::kDifferent;
  return stored ? compare(std::string_view(*stored), std::string_view(*now))
                : Agreement::kIdentical;
}

// Addresses of objects differ from run to run, and Jupyter leaves out a word: "<torch._C.Generator
// object at 0x7f10>" and "<torch._C.Generator at 0x7f20>" count as the same.
std::string without_addresses(std::string_view text) {
  constexpr std::string_view kAt = " at 0x";
  constexpr std::string_view kObject = " object";
  std::string result;
  for (std::size_t at = text.find(kAt); at != std::string_view::npos; at = text.find(kAt)) {
    std::string_view before = text.substr(0, at);
    if (before.ends_with(kObject)) before.remove_suffix(kObject.size());
    result += before;
    result += kAt;
    text.remove_prefix(at + kAt.size());
    const std::size_t end = text.find_first_not_of("0123456789abcdefABCDEF");
    text.remove_prefix(std::min(end, text.size()));
  }
  return result += text;
}

}  // namespace

std::span<const base::Name<Agreement>> agreement_names() {
  return kNames;
}

Agreement compare(std::string_view stored, std::string_view now) {
  if (stored == now || without_addresses(stored) == without_addresses(now)) {
    return Agreement::kIdentical;
  }
  return equal_numbers(stored, now) ? Agreement::kEqualNumbers : Agreement::kDifferent;
}

bool lies_outside(const CellRun& run) {
  if (!run.error) return false;
  constexpr std::array<std::string_view, 7> kOutside{"NotSupportedError", "ModuleNotFoundError",
                                                     "FileNotFoundError", "PermissionError",
                                                     "URLError",          "gaierror",
                                                     kOutOfTime};
  const std::string_view type = std::string_view(*run.error).substr(0, run.error->find(':'));
  return std::ranges::find(kOutside, type) != kOutside.end();
}

CellRun stored_run(const ipynb::NotebookCell& cell) {
  CellRun run;
  for (const ipynb::StoredOutput& output : cell.outputs) {
    switch (output.kind) {
      case ipynb::OutputKind::kStream:
        if (output.stream != "stderr") run.printed += output.text;
        break;
      case ipynb::OutputKind::kResult:
        if (output.has_text) run.result = output.text;
        break;
      case ipynb::OutputKind::kError:
        run.error = output.error_value.empty() ? output.error_name
                                               : output.error_name + ": " + output.error_value;
        break;
      case ipynb::OutputKind::kDisplay:
        if (output.only_text) run.printed += output.text + "\n";
        break;
    }
  }
  return run;
}

Agreement compare(const CellRun& stored, const CellRun& now) {
  return std::max({compare(std::string_view(stored.printed), std::string_view(now.printed)),
                   compare_parts(stored.result, now.result),
                   compare_parts(stored.error, now.error)});
}

std::string text_of(const CellRun& run) {
  std::string text = run.printed;
  for (const auto& part : {run.result, run.error}) {
    if (!part) continue;
    if (!text.empty() && text.back() != '\n') text += '\n';
    text += *part + "\n";
  }
  return text;
}

}  // namespace normscope::notebook::check
