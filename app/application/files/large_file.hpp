// SPDX-License-Identifier: MIT
// Opens a file that takes long on a background thread, while the window goes on. The newest request
// wins.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "app/open_save/open_file.hpp"
#include "app/results/background.hpp"

namespace normscope::application {

class LargeFile {
 public:
  /// `wake` is called on the background thread when the file has been read.
  explicit LargeFile(std::function<void()> wake) : wake_(std::move(wake)) {}

  /// Begins to open a file, instead of one that is being opened, as it was chosen. Until it is
  /// taken or given up, the probe belongs to the background thread.
  void begin(std::shared_ptr<open_save::Probe> probe, const open_save::Choice& choice = {},
             const document::FilePlaces& places = {});

  /// Gives up the file that is being read.
  void stop();

  /// Whether a file is being read.
  bool busy() const { return reader_ && !taken_ && reader_->busy(); }
  /// The same, and whether one has been read and was not taken yet.
  bool awaited() const { return !taken_; }
  /// The share of it that has been read, from 0 to 1.
  double progress() const { return progress_; }

  /// The file that has been read, or the error; once.
  std::optional<open_save::Attempt> take();

 private:
  using Reader = results::Background<std::shared_ptr<open_save::Attempt>>;

  std::function<void()> wake_;
  std::uint64_t number_ = 0;  // of the newest request
  bool taken_ = true;         // or stopped
  std::atomic<double> progress_ = 0;
  std::unique_ptr<Reader> reader_{};  // made for the first large file; last, as its thread writes
};                                    // the progress

}  // namespace normscope::application
