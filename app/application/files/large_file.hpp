// SPDX-License-Identifier: MIT
// Opens a file that takes long on a background thread, while the window goes on. The newest request
// wins.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "app/open_save/open_file.hpp"
#include "app/results/background.hpp"

namespace normscope::application {

class LargeFile {
 public:
  /// Bytes from which a file is large: a smaller array is read within a frame.
  static constexpr std::uintmax_t kFrom = std::uintmax_t{4} << 20;

  /// `wake` is called on the background thread when the file has been read.
  explicit LargeFile(std::function<void()> wake) : wake_(std::move(wake)) {}

  /// Whether a file holds numbers and is large; not a pipe or a device, whose size is unknown.
  static bool is_large(const std::filesystem::path& place);
  /// Whether opening a file may take longer than a frame: numbers or a session that are large, a
  /// session or a figure that asks for many numbers or names files, which are read to their end,
  /// and a pipe, whose writer may be silent.
  static bool takes_long(const std::filesystem::path& place);

  /// Begins to open a file, instead of one that is being opened, as it was chosen.
  /// errors  as io::check_tensor_file: what the beginning of a large file of numbers tells is known
  ///         at once
  base::Expected<void> begin(const std::filesystem::path& path,
                             const open_save::Choice& choice = {},
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
