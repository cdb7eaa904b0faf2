// SPDX-License-Identifier: MIT
#include "app/application/dialogs/complaint.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "core/base/names.hpp"
#include "core/text/ascii.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

namespace {

// What to do about a file that could not be opened.
std::string_view next_step(base::ErrorKind kind) {
  static constexpr std::array<base::Name<ErrorKind>, 5> kNames{{
      {base::ErrorKind::kNotFound,
       tr_later("look for the file where it may have been moved to, or open another one")},
      {base::ErrorKind::kUnreadable,
       tr_later("see whether you may read the file, and whether its disk is still there")},
      {base::ErrorKind::kMalformed,
       tr_later("the file may be damaged or cut off: fetch it again, or open another one")},
      {base::ErrorKind::kUnsupported,
       tr_later("save the numbers as .npy, .npz, .safetensors or .csv, and open that")},
      {base::ErrorKind::kTooLarge,
       tr_later("save a part of it to a file of its own, and open that")},
  }};
  const std::string_view named = base::name_of<ErrorKind>(kNames, kind);
  return named.empty() ? tr("open another file") : tr(named);
}

base::Error about(const std::filesystem::path& path, base::Error error, std::string_view kept,
                  std::string_view next) {
  const std::string own = error.hint.empty() ? std::string(next) : error.hint;
  return {error.kind, fmt::format("{}: {}", path.filename().string(), error.sentence),
          text::listed_apart(kept, own)};
}

}  // namespace

base::Error not_opened(const std::filesystem::path& path, base::Error error) {
  const std::string_view next = next_step(error.kind);
  return about(path, std::move(error), tr("what is open here stays as it was"), next);
}

base::Error not_saved(const std::filesystem::path& path, base::Error error) {
  return about(path, std::move(error), tr("your changes are still here"),
               tr("save them to another place with Save as"));
}

std::string in_full(const base::Error& error) {
  std::string words = text::whole_sentence(error.sentence);
  if (!error.hint.empty()) words = text::in_a_row(words, text::whole_sentence(error.hint));
  return words;
}

std::string complaint(base::Error error, FileUse use) {
  if (error.hint.empty()) {
    error.hint = use == FileUse::kRead
                     ? next_step(error.kind)
                     : tr("nothing was written: choose another place or another name");
  }
  return in_full(error);
}

}  // namespace normscope::application
