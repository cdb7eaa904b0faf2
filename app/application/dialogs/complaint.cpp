// SPDX-License-Identifier: MIT
#include "app/application/dialogs/complaint.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "core/text/ascii.hpp"

namespace normscope::application {

namespace {

// What to do about a file that could not be opened.
std::string_view next_step(base::ErrorKind kind) {
  switch (kind) {
    case base::ErrorKind::kNotFound:
      return "look for the file where it may have been moved to, or open another one";
    case base::ErrorKind::kUnreadable:
      return "see whether you may read the file, and whether its disk is still there";
    case base::ErrorKind::kMalformed:
      return "the file may be damaged or cut off: fetch it again, or open another one";
    case base::ErrorKind::kUnsupported:
      return "save the numbers as .npy, .npz, .safetensors or .csv, and open that";
    case base::ErrorKind::kTooLarge:
      return "save a part of it to a file of its own, and open that";
    case base::ErrorKind::kInvalidArgument:
    case base::ErrorKind::kUnwritable:
    case base::ErrorKind::kUnavailable:
    case base::ErrorKind::kCancelled:
      break;
  }
  return "open another file";
}

base::Error about(const std::filesystem::path& path, base::Error error, std::string_view kept,
                  std::string_view next) {
  const std::string own = error.hint.empty() ? std::string(next) : error.hint;
  return {error.kind, fmt::format("{}: {}", path.filename().string(), error.sentence),
          fmt::format("{}; {}", kept, own)};
}

}  // namespace

base::Error not_opened(const std::filesystem::path& path, base::Error error) {
  const std::string_view next = next_step(error.kind);
  return about(path, std::move(error), "what is open here stays as it was", next);
}

base::Error not_saved(const std::filesystem::path& path, base::Error error) {
  return about(path, std::move(error), "your changes are still here",
               "save them to another place with Save as");
}

std::string in_full(const base::Error& error) {
  std::string words = text::whole_sentence(error.sentence);
  if (!error.hint.empty()) words += fmt::format(" {}", text::whole_sentence(error.hint));
  return words;
}

std::string complaint(base::Error error, FileUse use) {
  if (error.hint.empty()) {
    error.hint = use == FileUse::kRead
                     ? next_step(error.kind)
                     : "nothing was written: choose another place or another name";
  }
  return in_full(error);
}

}  // namespace normscope::application
