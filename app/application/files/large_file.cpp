// SPDX-License-Identifier: MIT
#include "app/application/files/large_file.hpp"

#include <system_error>
#include <utility>

#include "app/open_save/file_kind.hpp"
#include "core/io/tensor_file.hpp"

namespace normscope::application {

namespace fs = std::filesystem;

bool LargeFile::is_large(const fs::path& place) {
  const fs::path path = io::array_place(place).file;
  std::error_code failed;
  if (!fs::is_regular_file(path, failed) || fs::file_size(path, failed) < kFrom) return false;
  const auto kind = open_save::file_kind(path);
  return kind && *kind == open_save::FileKind::kNumbers;
}

bool LargeFile::takes_long(const fs::path& place) {
  const fs::path path = io::array_place(place).file;
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  if (fs::is_fifo(status) || fs::is_socket(status)) return true;
  if (!fs::is_regular_file(status)) return false;
  const bool large = fs::file_size(path, failed) >= kFrom;
  const auto kind = open_save::file_kind(path);
  if (!kind) return false;
  switch (*kind) {
    case open_save::FileKind::kNumbers:
      return large;
    case open_save::FileKind::kSession:
    case open_save::FileKind::kKeptSession:
    case open_save::FileKind::kFigure:
      return large || open_save::asks_for_much(path);
    case open_save::FileKind::kLesson:
    case open_save::FileKind::kNotebook:
    case open_save::FileKind::kScript:
      break;
  }
  return false;
}

base::Expected<void> LargeFile::begin(const fs::path& path, const open_save::Choice& choice,
                                      const document::FilePlaces& places) {
  if (std::holds_alternative<std::monostate>(choice) && is_large(path)) {
    if (auto checked = io::check_tensor_file(path); !checked) return checked;
  }
  if (!reader_) reader_ = std::make_unique<Reader>(wake_);
  taken_ = false;
  reader_->cancel();
  progress_ = 0;
  reader_->request(++number_, [this, path, choice, places](const std::stop_token& stop) {
    const auto progress = [this, &stop](double share) {
      if (!stop.stop_requested()) progress_ = share;
    };
    return std::make_shared<open_save::Attempt>(
        open_save::try_to_open(path, places, choice, {stop, progress, true}));
  });
  return {};
}

void LargeFile::stop() {
  taken_ = true;
  if (reader_) reader_->cancel();
}

std::optional<open_save::Attempt> LargeFile::take() {
  if (taken_ || reader_->busy()) return std::nullopt;
  taken_ = true;
  // The reader keeps the pointer, but not the numbers.
  return std::move(*reader_->latest()->value);
}

}  // namespace normscope::application
