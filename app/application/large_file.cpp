// SPDX-License-Identifier: MIT
#include "app/application/large_file.hpp"

#include <new>
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

base::Expected<void> LargeFile::begin(const fs::path& path, const open_save::Choice& choice) {
  if (std::holds_alternative<std::monostate>(choice)) {
    if (auto checked = io::check_tensor_file(path); !checked) return checked;
  }
  if (!reader_) reader_ = std::make_unique<Reader>(wake_);
  taken_ = false;
  reader_->cancel();
  progress_ = 0;
  reader_->request(++number_, [this, path, choice](const std::stop_token& stop) {
    const auto progress = [this, &stop](double share) {
      if (!stop.stop_requested()) progress_ = share;
    };
    try {
      return std::make_shared<Opened>(open_save::open_chosen(path, choice, {stop, progress, true}));
    } catch (const std::bad_alloc&) {
      return std::make_shared<Opened>(
          base::fail(base::ErrorKind::kTooLarge, "there is not enough memory for its numbers"));
    }
  });
  return {};
}

void LargeFile::stop() {
  taken_ = true;
  if (reader_) reader_->cancel();
}

std::optional<LargeFile::Opened> LargeFile::take() {
  if (taken_ || reader_->busy()) return std::nullopt;
  taken_ = true;
  // The reader keeps the pointer, but not the numbers.
  return std::move(*reader_->latest()->value);
}

}  // namespace normscope::application
