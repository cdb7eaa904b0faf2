// SPDX-License-Identifier: MIT
#include "app/cells/cell_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/text/joined.hpp"
#include "core/text/lines.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::cells {

using notebook::check::Agreement;
using notebook::client::Outcome;

namespace {

// The most lines of an output that the panel shows, because all of it is drawn in every frame.
constexpr std::size_t kMostLines = 400;
// The most bytes of one line.
constexpr std::size_t kMostLineBytes = 2'000;

std::string_view without_end(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

std::string shown_line(std::string_view line) {
  return text::shortened(line, kMostLineBytes);
}

// The shown part of a text, and the number of omitted lines.
struct Truncated {
  std::string shown{};
  std::int64_t omitted_lines = 0;
};

Truncated truncated(std::string_view text) {
  Truncated part;
  for (std::size_t lines = 0; !text.empty() && lines < kMostLines; ++lines) {
    if (part.shown.size() > kMostShownBytes) break;
    part.shown += shown_line(text::take_line(text)) + "\n";
  }
  part.omitted_lines = std::count(text.begin(), text.end(), '\n');
  if (!text.empty() && !text.ends_with('\n')) ++part.omitted_lines;
  return part;
}

OutputCheck checked(std::string_view expected, std::string_view got) {
  OutputCheck check;
  check.agreement = notebook::check::compare(expected, got);
  if (check.agreement == Agreement::kIdentical) return check;
  std::string_view wanted;
  std::string_view came;
  bool ended = false;
  do {
    ended = expected.empty() && got.empty();
    wanted = text::take_line(expected);
    came = text::take_line(got);
    ++check.line;
  } while (wanted == came && !ended);
  check.expected = shown_line(wanted);
  check.got = shown_line(came);
  return check;
}

}  // namespace

CellResult cell_result(int number, const Outcome& outcome,
                       const std::optional<std::string>& expected) {
  CellResult result{number, CellState::kDone};
  notebook::check::CellRun run{outcome.output, outcome.value, {}};
  Truncated part = truncated(notebook::check::text_of(run));
  result.output = std::move(part.shown);
  if (part.omitted_lines > 0) {
    result.cut = tr_n("and {n} more line", "and {n} more lines", part.omitted_lines,
                      arg("n", text::grouped_digits(part.omitted_lines)));
  }
  result.notes = without_end(truncated(outcome.notes).shown);
  if (outcome.error) {
    const auto& error = *outcome.error;
    result.state = outcome.kernel_ended ? CellState::kEnded
                   : error.interrupted  ? CellState::kStopped
                                        : CellState::kError;
    result.error = truncated(error.traceback).shown;
    result.lacks_file = error.lacks_file;
    run.error = error.message.empty() ? error.type : error.type + ": " + error.message;
  }
  if (expected && result.state != CellState::kStopped && result.state != CellState::kEnded) {
    const std::string got = notebook::check::text_of(run);
    result.check = checked(without_end(*expected), without_end(got));
  }
  return result;
}

CellPicture cell_picture(notebook::client::Picture picture) {
  CellPicture made{std::move(picture.text), picture.width, picture.height, picture.scale};
  made.number = picture.number;
  made.hash = hash_of(picture.pixels);
  made.pixels = std::move(picture.pixels);
  return made;
}

CellResult running_result(int number, std::string_view printed, bool asks) {
  CellResult result{number, CellState::kRunning};
  if (asks) {
    const std::size_t line = printed.rfind('\n') + 1;
    result.asks = shown_line(printed.substr(line));
    printed = printed.substr(0, line);
  }
  result.output = truncated(printed).shown;
  return result;
}

CellResult no_kernel_result(int number, const base::Error& reason,
                            const std::optional<std::string>& expected) {
  // The window has another way than the command line, which the hint names.
  const bool unconfined = reason.kind == base::ErrorKind::kUnsupported;
  CellResult result{number, unconfined ? CellState::kUnconfined : CellState::kNoKernel};
  result.output = truncated(expected.value_or("")).shown;
  result.error = unconfined || reason.hint.empty()
                     ? reason.sentence
                     : text::listed_apart(reason.sentence, reason.hint);
  return result;
}

}  // namespace normscope::cells
