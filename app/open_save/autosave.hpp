// SPDX-License-Identifier: MIT
// Keeps the unsaved changes of a document in a file, so that a crash does not take them. A thread
// writes copies that the window hands over: documents are values, and nothing is shared with the
// one that is edited.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "app/document/document.hpp"
#include "app/open_save/kept_session.hpp"

namespace normscope::open_save {

class Autosave {
 public:
  using Clock = std::chrono::steady_clock;

  /// How long changes are gathered before they are written. A write is followed by a rest of kRest
  /// times the processor's time that it took: ten million changed numbers are not written every
  /// second, and a processor is busy with it for a tenth of the time. What was only waited for, as
  /// a slow disk is, needs no rest: a crash should not take more than the last second.
  static constexpr std::chrono::milliseconds kGather{500};
  static constexpr int kRest = 9;
  /// A document whose text is longer is not kept: a quarter of a small laptop's memory.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 30;

  /// Writes into a file of this folder, made with the first change. `wake` is called on the thread
  /// when there is a new failure; it must not throw.
  Autosave(std::filesystem::path folder, std::function<void()> wake,
           std::chrono::milliseconds gather = kGather);
  /// Writes what is waiting; the file stays, and another start finds it.
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// Keeps this version of the document, soon, in place of the one before.
  void keep(KeptHeader header, document::Document document);
  /// There is nothing to keep any more: the document was saved, or its changes given up. Removes
  /// the file.
  void drop();
  /// Goes on in the file of a session that was restored; the own file is removed.
  void take_over(KeptSession session);
  /// Waits until everything was written.
  void wait();

  /// The reason of a failure that was not told yet: the disk is full. The next change is tried
  /// again.
  std::optional<std::string> take_failure();

 private:
  struct Version {
    KeptHeader header{};
    document::Document document{};
    Clock::time_point due{};
  };

  std::optional<Version> next(const std::stop_token& ended);
  void perform(const Version& version);
  // errors  TooLarge: more than kMostBytes, or no memory; as new_kept_session and io::write_file
  base::Expected<void> write(const Version& version);
  void remove_file();

  std::filesystem::path folder_;
  std::function<void()> wake_;
  std::chrono::milliseconds gather_;
  std::mutex mutex_;
  std::condition_variable_any asked_;
  std::condition_variable idle_;
  std::optional<Version> waiting_{};
  bool writing_ = false;
  bool dropped_ = false;  // while writing: the file is removed after it
  Clock::time_point rested_{};
  std::string failure_{};                // of the last write
  std::optional<std::string> untold_{};  // failure
  std::optional<KeptSession> file_{};    // used by the thread alone while it writes
  std::jthread thread_{};  // last, so that it ends before the members that it uses are destroyed
};

}  // namespace normscope::open_save
