// SPDX-License-Identifier: MIT
// Any text as one of the files that the program keeps for a person: preferences, recent files, the
// progress in a lesson, the header of a kept session. What is accepted is the same after it is
// written and read once more.
#include "app/open_save/preferences.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "app/open_save/kept_session.hpp"
#include "app/open_save/progress_file.hpp"
#include "app/open_save/recent_files.hpp"

using namespace normscope;
using namespace normscope::open_save;

namespace {

// Reads a text, writes what was read and reads it again.
template <class Read, class Write>
void check(std::string_view text, Read read, Write write) {
  const auto first = read(text);
  if (!first) {
    if (first.error().sentence.empty()) std::abort();
    return;
  }
  // Texts are compared: a NaN does not equal itself.
  const std::string written = write(*first);
  const auto second = read(written);
  if (!second || write(*second) != written) std::abort();
}

// A wrong value counts as its default, so that what is written has no fault.
void check_preferences(std::string_view text) {
  const auto first = preferences_from_json(text);
  if (!first) {
    if (first.error().sentence.empty()) std::abort();
    return;
  }
  const auto second = preferences_from_json(to_json(first->preferences));
  if (!second || !second->faults.empty() || !(second->preferences == first->preferences)) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view kLesson = "first-steps";
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_preferences(text);
  check(text, recent_from_json,
        [](const std::vector<RecentFile>& files) { return to_json(files); });
  check(
      text, [&](std::string_view from) { return progress_from_json(from, kLesson); },
      [&](const lessons::Progress& progress) { return to_json(progress, kLesson); });
  check(text, kept_header, [](const KeptHeader& header) { return kept_text(header, "{}"); });
  return 0;
}
