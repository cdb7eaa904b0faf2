// SPDX-License-Identifier: MIT
#include "app/open_save/autosave.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <new>
#include <system_error>
#include <utility>

#include "app/document/session/session.hpp"
#include "app/open_save/user_folders.hpp"
#include "core/text/translate.hpp"

namespace normscope::open_save {

namespace {

// The processor's time of this thread.
std::chrono::nanoseconds time_of_thread() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

Autosave::Autosave(std::filesystem::path folder, std::function<void()> wake,
                   std::chrono::milliseconds gather)
    : folder_(std::move(folder)), wake_(std::move(wake)), gather_(gather) {}

// Ended here, before the lock of the file is freed.
Autosave::~Autosave() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
}

void Autosave::keep(KeptHeader header, document::Document document) {
  {
    const std::lock_guard lock(mutex_);
    const auto due = waiting_ ? waiting_->due : Clock::now() + gather_;
    waiting_ = Version{std::move(header), std::move(document), due};
    dropped_ = false;
    if (!thread_.joinable()) {
      thread_ = std::jthread([this](const std::stop_token& ended) {
        while (const auto version = next(ended)) perform(*version);
      });
    }
  }
  asked_.notify_one();
}

void Autosave::drop() {
  const std::lock_guard lock(mutex_);
  waiting_.reset();
  dropped_ = true;
  if (!writing_) remove_file();
}

void Autosave::take_over(KeptSession session) {
  std::unique_lock lock(mutex_);
  waiting_.reset();
  idle_.wait(lock, [this] { return !writing_; });
  remove_file();
  file_ = std::move(session);
}

void Autosave::wait() {
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return !writing_ && !waiting_; });
}

std::optional<std::string> Autosave::take_failure() {
  const std::lock_guard lock(mutex_);
  return std::exchange(untold_, std::nullopt);
}

void Autosave::remove_file() {
  if (!file_) return;
  std::error_code ignored;  // a file that stays is offered at the next start
  std::filesystem::remove(file_->file, ignored);
  file_.reset();
}

// A stop lets what waits be written at once.
std::optional<Autosave::Version> Autosave::next(const std::stop_token& ended) {
  std::unique_lock lock(mutex_);
  while (true) {
    asked_.wait(lock, ended, [this] { return waiting_.has_value(); });
    if (!waiting_) return std::nullopt;
    const auto due = std::max(waiting_->due, rested_);
    asked_.wait_until(lock, ended, due, [this] { return !waiting_; });
    if (!waiting_) continue;  // it was dropped
    writing_ = true;
    return std::exchange(waiting_, std::nullopt);
  }
}

void Autosave::perform(const Version& version) {
  const auto since = time_of_thread();
  const Expected<void> written = write(version);
  const auto took = time_of_thread() - since;
  std::string failure = written ? std::string() : written.error().sentence;
  bool news = false;
  {
    const std::lock_guard lock(mutex_);
    writing_ = false;
    rested_ = Clock::now() + kRest * took;
    if (dropped_) remove_file();
    news = !failure.empty() && failure != failure_;
    failure_ = std::move(failure);
    if (news) untold_ = failure_;
  }
  idle_.notify_all();
  if (news) wake_();
}

Expected<void> Autosave::write(const Version& version) {
  try {
    const std::string text = kept_text(version.header, document::to_session(version.document));
    if (text.size() > kMostBytes) {
      return fail(ErrorKind::kTooLarge, tr("they take {n} MB", arg("n", text.size() / 1'000'000)));
    }
    if (!file_) {
      auto made = new_kept_session(folder_);
      if (!made) return tl::unexpected(made.error());
      file_ = *std::move(made);
    }
    return write_private_file(file_->file, text);
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::kTooLarge, tr("there is not enough memory"));
  }
}

}  // namespace normscope::open_save
