// SPDX-License-Identifier: MIT
#include "app/application/files/large_file.hpp"

#include <utility>

namespace normscope::application {

void LargeFile::begin(std::shared_ptr<open_save::Probe> probe, const open_save::Choice& choice,
                      const document::FilePlaces& places) {
  if (!reader_) reader_ = std::make_unique<Reader>(wake_);
  taken_ = false;
  reader_->cancel();
  progress_ = 0;
  reader_->request(++number_,
                   [this, probe = std::move(probe), choice, places](const std::stop_token& stop) {
                     const auto progress = [this, &stop](double share) {
                       if (!stop.stop_requested()) progress_ = share;
                     };
                     return std::make_shared<open_save::Attempt>(
                         open_save::try_to_open(*probe, choice, places, {stop, progress, true}));
                   });
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
