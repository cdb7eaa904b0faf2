// SPDX-License-Identifier: MIT
#include "app/notebook/notebook_kernel/link.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "app/notebook/notebook_kernel/variables.hpp"
#include "core/text/utf8.hpp"

namespace normscope::notebook::kernel {
namespace {

// Printed text waits this long for more, in milliseconds: too short to be seen, and a loop that
// prints numbers one by one fills a message.
constexpr int kOutputDelay = 10;
// Text that is sent at once.
constexpr std::size_t kOutputBytes = std::size_t{32} << 10;

}  // namespace

Link::Link(int socket, std::atomic<bool>& stop)
    : socket_(socket),
      stop_(stop),
      reader_(socket),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void Link::start() {
  main_ = pthread_self();
  // Signals go to the thread that runs Python.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::jthread([this] { read(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Link::read() {
  bool waiting = false;  // output waits for more
  while (true) {
    std::array<pollfd, 2> on{{{socket_, POLLIN, 0}, {waiting ? -1 : wake_, POLLIN, 0}}};
    const int ready = poll(on.data(), on.size(), waiting ? kOutputDelay : -1);
    if (waiting && ready == 0) {
      waiting = false;
      std::uint64_t count = 0;
      [[maybe_unused]] const auto done = ::read(wake_, &count, sizeof(count));
      flush();
      continue;
    }
    if (on[1].revents != 0) waiting = true;
    if (on[0].revents == 0) continue;
    // The app has ended, or sent something malformed: nobody waits for this process any more.
    if (!reader_.read_some().value_or(false)) _exit(0);
    while (true) {
      auto frame = reader_.next();
      if (!frame) _exit(0);
      if (!*frame) break;
      auto request = protocol::request_from((*frame)->text);
      if (!request) _exit(0);
      take({*std::move(request), std::move((*frame)->descriptor)});
    }
  }
}

void Link::take(Question question) {
  if (const auto* const interrupt = std::get_if<protocol::Interrupt>(&question.request)) {
    const std::lock_guard lock(run_mutex_);
    // A run that has not begun yet is interrupted when it does.
    interrupted_ = interrupt->run;
    if (run_ == interrupted_) interrupt_run();
    return;
  }
  const std::lock_guard lock(questions_mutex_);
  if (auto* const line = std::get_if<protocol::TypedLine>(&question.request)) {
    line_ = std::move(*line);
  } else {
    questions_.push_back(std::move(question));
  }
  asked_.notify_all();
}

Question Link::next() {
  std::unique_lock lock(questions_mutex_);
  asked_.wait(lock, [this] { return !questions_.empty(); });
  Question question = std::move(questions_.front());
  questions_.pop_front();
  return question;
}

void Link::answer(const protocol::Reply& reply) {
  const bool ends = std::holds_alternative<protocol::Finished>(reply);
  std::unique_lock picture(picture_mutex_, std::defer_lock);
  if (ends) picture.lock();
  const std::lock_guard lock(output_mutex_);
  if (ends) shows_ = false;
  flush_locked();
  send_locked(reply);
}

void Link::begin(int run) {
  {
    const std::lock_guard lock(output_mutex_);
    printed_ = 0;
    told_ = false;
    shows_ = true;
    pictures_ = 0;
    picture_bytes_ = 0;
  }
  const std::lock_guard lock(run_mutex_);
  run_ = run;
  stop_ = false;
  if (interrupted_ == run) interrupt_run();
}

void Link::interrupt_run() {
  // The flag after the signal: a loop that ends because of the flag then finds the signal pending.
  pthread_kill(main_, SIGINT);
  stop_ = true;
  // Who waits for a line waits no more.
  const std::lock_guard lock(questions_mutex_);
  ++interrupts_;
  asked_.notify_all();
}

void Link::end() {
  const std::lock_guard lock(run_mutex_);
  run_ = 0;
  stop_ = false;
}

bool Link::write(protocol::Stream stream, std::string_view text) {
  const std::lock_guard lock(output_mutex_);
  const std::size_t room = protocol::kMostOutputBytes - printed_;
  const bool fits = text.size() <= room;
  if (!fits) {
    while (!text.empty() && (text.size() > room || text::first_invalid(text))) {
      text = text.substr(0, std::min(text.size() - 1, room));
    }
  }
  printed_ += text.size();
  if (!fits && text.empty() && !told_) {
    flush_locked();
    send_locked(protocol::Output{stream, {}});
    told_ = true;
  }
  if (text.empty()) return fits;
  if (output_.stream != stream) flush_locked();
  const bool first = output_.text.empty();
  output_.stream = stream;
  output_.text += text;
  if (output_.text.size() >= kOutputBytes) {
    flush_locked();
  } else if (first) {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto done = ::write(wake_, &one, sizeof(one));
  }
  return fits;
}

base::Expected<void> Link::show(const protocol::Picture& picture, const void* pixels,
                                std::size_t bytes) {
  const auto wanted = protocol::picture_bytes(picture);
  if (!wanted) return tl::unexpected(wanted.error());
  if (static_cast<std::size_t>(*wanted) != bytes) {
    return base::fail(base::ErrorKind::kInvalidArgument, "these are not the picture's pixels");
  }
  const std::lock_guard one(picture_mutex_);
  {
    const std::lock_guard lock(output_mutex_);
    if (!shows_) {
      return base::fail(base::ErrorKind::kInvalidArgument, "pictures are shown while a cell runs");
    }
    picture_bytes_ += *wanted;
    if (++pictures_ > protocol::kMostPictures || picture_bytes_ > protocol::kMostPicturesBytes) {
      return base::fail(base::ErrorKind::kTooLarge,
                        "the cell was stopped: it showed more pictures than a cell may");
    }
    flush_locked();
    send_locked(picture);
  }
  if (bytes == 0) return {};
  const Question question = next();
  if (!std::holds_alternative<protocol::TakePicture>(question.request)) _exit(0);
  auto filled = fill_and_seal(question.descriptor, pixels, bytes);
  if (!filled) {
    answer(protocol::Failed{filled.error().sentence});
    return filled;
  }
  answer(protocol::Taken{arrays::Dtype::kUint8, *wanted});
  return {};
}

std::optional<std::string> Link::read_line() {
  const std::lock_guard one(input_mutex_);
  const int number = ++lines_asked_;
  int interrupts = 0;
  {
    const std::lock_guard lock(questions_mutex_);
    interrupts = interrupts_;
  }
  {
    const std::lock_guard lock(output_mutex_);
    if (!shows_) return std::nullopt;
    flush_locked();
    send_locked(protocol::Asked{number});
  }
  std::unique_lock lock(questions_mutex_);
  // A line that was asked for before an interrupt may come after it.
  const auto has_come = [&] { return line_ && line_->number == number; };
  asked_.wait(lock, [&] { return has_come() || interrupts_ != interrupts; });
  if (!has_come()) return std::nullopt;
  return std::exchange(line_, std::nullopt)->text;
}

void Link::flush() {
  const std::lock_guard lock(output_mutex_);
  flush_locked();
}

void Link::flush_locked() {
  if (output_.text.empty()) return;
  const protocol::Output output{output_.stream, std::exchange(output_.text, {})};
  send_locked(output);
}

void Link::send_locked(const protocol::Reply& reply) const {
  if (!protocol::send_frame(socket_, to_json(reply))) _exit(0);
}

}  // namespace normscope::notebook::kernel
