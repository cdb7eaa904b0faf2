// SPDX-License-Identifier: MIT
#include "app/notebook/client/client.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "app/notebook/client/font_list.hpp"
#include "app/notebook/client/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::notebook::client {

using base::ErrorKind;
using protocol::Reply;
using protocol::Stream;
using text::arg;
using text::tr;

namespace {

protocol::CellError error_of(const base::Error& error, bool interrupted) {
  protocol::CellError shown;
  shown.type = interrupted ? "KeyboardInterrupt" : "KernelError";
  shown.message = error.sentence;
  shown.traceback = fmt::format("{}: {}\n", shown.type, error.sentence);
  shown.interrupted = interrupted;
  return shown;
}

// Milliseconds until then, rounded up, as poll takes them; -1: without an end.
int milliseconds_until(std::optional<std::chrono::steady_clock::time_point> then) {
  if (!then) return -1;
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(*then - std::chrono::steady_clock::now());
  return static_cast<int>(
      std::clamp<std::int64_t>(left.count(), 0, std::numeric_limits<int>::max()));
}

std::optional<std::chrono::steady_clock::time_point> earlier(
    std::optional<std::chrono::steady_clock::time_point> a,
    std::optional<std::chrono::steady_clock::time_point> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

}  // namespace

Client::Client(KernelOptions options)
    : options_(std::move(options)), stopped_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void Client::restart() {
  reader_.reset();
  process_.reset();
  ready_.reset();
  ended_.reset();
  run_ = 0;
  has_fonts_ = false;
  typed_.clear();
}

// Gives the kernel the list of fonts before the first cell that plots: making it takes seconds.
void Client::give_fonts(std::string_view source) {
  if (has_fonts_ || options_.makes_fonts || !wants_fonts(source)) return;
  has_fonts_ = true;
  give_font_list(options_, process_->folder());
}

base::Expected<void> Client::send(std::string_view text, int descriptor) {
  if (protocol::send_frame(process_->socket(), text, descriptor)) return {};
  return lose({}, options_.heeds_within);
}

// Ends a kernel that is gone or has broken the protocol.
tl::unexpected<base::Error> Client::lose(std::string sentence, std::chrono::milliseconds patience) {
  if (process_) {
    std::string found = process_->end(patience);
    if (sentence.empty()) sentence = std::move(found);
  }
  reader_.reset();
  process_.reset();
  ended_ =
      base::Error{ErrorKind::kUnavailable,
                  tr("{problem}; the variables of the cells are lost", arg("problem", sentence)),
                  std::string(tr("restart the cells to go on"))};
  return tl::unexpected(*ended_);
}

tl::unexpected<base::Error> Client::broke(std::string_view problem) {
  return lose(
      tr("the kernel was ended, for it broke the rules: {problem}", arg("problem", problem)),
      std::chrono::milliseconds(0));
}

base::Expected<protocol::Ready> Client::start() {
  if (ended_) return tl::unexpected(*ended_);
  if (ready_) return *ready_;
  auto process = Process::start(options_);
  if (!process) {
    ended_ = process.error();
    return tl::unexpected(*ended_);
  }
  process_.emplace(*std::move(process));
  reader_.emplace(process_->socket());
  Wait begin;
  begin.until = answer_time();
  auto reply = await_reply(begin);
  if (!reply) return tl::unexpected(reply.error());
  if (const auto* const refused = std::get_if<protocol::Refused>(&*reply)) {
    const protocol::Refused why = *refused;
    restart();
    ended_ =
        why.confinement
            ? base::Error{ErrorKind::kUnsupported,
                          tr("cells cannot be confined: {reason}", arg("reason", why.sentence)),
                          std::string(tr("a file that you trust can run without, by --trust"))}
            : base::Error{ErrorKind::kUnavailable,
                          tr("cells cannot run: {reason}", arg("reason", why.sentence))};
    return tl::unexpected(*ended_);
  }
  const auto* const ready = std::get_if<protocol::Ready>(&*reply);
  // A kernel that claims no confinement was not asked to be trusted.
  if (ready == nullptr || ready->confinement.trusted != options_.trusted) {
    return broke(tr("it began with another message"));
  }
  ready_ = *ready;
  return *ready_;
}

base::Expected<Reply> Client::ask(const protocol::Request& request, int descriptor) {
  const auto started = start();
  if (!started) return tl::unexpected(started.error());
  if (const auto sent = send(to_json(request), descriptor); !sent) {
    return tl::unexpected(sent.error());
  }
  Wait begin;
  begin.bounds = protocol::bounds_of(request);
  begin.until = answer_time();
  return await_reply(begin);
}

base::Expected<Reply> Client::await_reply(Wait& wait) {
  while (true) {
    auto reply = next_reply(wait);
    if (!reply) return tl::unexpected(reply.error());
    if (*reply) return **std::move(reply);
    const auto more = wait_for_bytes(wait);
    if (!more) return tl::unexpected(more.error());
  }
}

// The next answer that has come whole; text that cells printed is taken on the way.
base::Expected<std::optional<Reply>> Client::next_reply(Wait& wait) {
  while (true) {
    auto frame = reader_->next(wait.bounds.bytes);
    if (!frame) return broke(frame.error().sentence);
    if (!*frame) return std::nullopt;
    if ((*frame)->descriptor.open()) return broke(tr("it sent a descriptor that nobody asked for"));
    auto reply = protocol::reply_from((*frame)->text, wait.bounds);
    if (!reply) return broke(reply.error().sentence);
    const auto part = is_part_of_run(*reply, wait);
    if (!part) return tl::unexpected(part.error());
    if (!*part) return *std::move(reply);
  }
}

// What a cell prints and shows is taken on the way to its answer.
base::Expected<bool> Client::is_part_of_run(const Reply& reply, Wait& wait) {
  base::Expected<void> taken;
  if (const auto* const output = std::get_if<protocol::Output>(&reply)) {
    taken = take_output(*output, wait);
  } else if (const auto* const picture = std::get_if<protocol::Picture>(&reply)) {
    taken = begin_picture(*picture, wait);
  } else if (const auto* const asked = std::get_if<protocol::Asked>(&reply)) {
    taken = begin_line(*asked, wait);
  } else if (wait.picture_file.open()) {
    taken = end_picture(reply, wait);
  } else {
    return false;
  }
  if (!taken) return tl::unexpected(taken.error());
  return true;
}

// Asks for the pixels, where there are some.
base::Expected<void> Client::begin_picture(const protocol::Picture& picture, Wait& wait) {
  const auto bytes = protocol::picture_bytes(picture);
  if (!bytes) return broke(bytes.error().sentence);
  picture_bytes_ += *bytes;
  const bool counts = wait.outcome != nullptr && !wait.picture_file.open() &&
                      wait.outcome->pictures.size() < protocol::kMostPictures &&
                      picture_bytes_ <= protocol::kMostPicturesBytes;
  // Also refuses NaN.
  if (!counts || !(picture.scale > 0)) {
    return broke(tr("it showed a picture out of turn"));
  }
  wait.outcome->pictures.push_back({picture.text,
                                    picture.after_value,
                                    picture.width,
                                    picture.height,
                                    picture.number,
                                    picture.scale,
                                    {}});
  if (*bytes == 0) {
    if (wait.on_picture != nullptr && *wait.on_picture) {
      (*wait.on_picture)(wait.outcome->pictures.back());
    }
    return {};
  }
  auto file = make_memory_file(*bytes);
  if (!file) return broke(file.error().sentence);
  wait.picture_file = *std::move(file);
  return send(to_json(protocol::TakePicture{}), wait.picture_file.number());
}

base::Expected<void> Client::end_picture(const Reply& reply, Wait& wait) {
  Picture& picture = wait.outcome->pictures.back();
  const io::Descriptor file = std::exchange(wait.picture_file, {});
  const std::int64_t bytes = picture.width * picture.height * 4;
  if (reply != Reply(protocol::Taken{arrays::Dtype::kUint8, bytes})) {
    return broke(tr("it gave no pixels"));
  }
  auto pixels = read_bytes(file, bytes);
  if (!pixels) return broke(pixels.error().sentence);
  picture.pixels = *std::move(pixels);
  if (wait.on_picture != nullptr && *wait.on_picture) (*wait.on_picture)(picture);
  return {};
}

// The cell waits for a line: that is there already, or will be typed, or there is no more.
base::Expected<void> Client::begin_line(const protocol::Asked& asked, Wait& wait) {
  if (wait.outcome == nullptr) return broke(tr("it asked for a line out of turn"));
  wait.asked = asked.number;
  auto line = typed_.next();
  if (line || wait.input < 0) return give_line(wait, std::move(line));
  if (wait.on_input != nullptr && *wait.on_input) (*wait.on_input)(std::nullopt);
  return {};
}

base::Expected<void> Client::read_line(Wait& wait) {
  const bool more = typed_.read(wait.input);
  auto line = typed_.next(!more);
  if (!line && more) return {};
  return give_line(wait, std::move(line));
}

base::Expected<void> Client::give_line(Wait& wait, std::optional<std::string> line) {
  const protocol::TypedLine answer{*std::exchange(wait.asked, std::nullopt), std::move(line)};
  if (auto sent = send(to_json(answer)); !sent) return sent;
  if (answer.text && wait.on_input != nullptr && *wait.on_input) (*wait.on_input)(*answer.text);
  return {};
}

base::Expected<void> Client::take_output(const protocol::Output& output, Wait& wait) {
  if (output.text.empty() && !wait.until) {
    wait.printed_all = true;
    wait.until = Clock::now() + options_.heeds_within;
  }
  printed_ += output.text.size();
  // The kernel itself stops a cell at that bound. A replacement character takes three bytes.
  if (printed_ > 3 * protocol::kMostOutputBytes) return broke(tr("it printed without an end"));
  if (wait.outcome != nullptr) {
    auto& text = output.stream == Stream::kOut ? wait.outcome->output : wait.outcome->complaints;
    text += output.text;
  }
  if (wait.on_output != nullptr && *wait.on_output) (*wait.on_output)(output.stream, output.text);
  return {};
}

base::Expected<void> Client::wait_for_bytes(Wait& wait) {
  const auto now = Clock::now();
  if (wait.until && now >= *wait.until) {
    const std::string_view sentence =
        wait.interrupted   ? tr("the cell did not heed the interrupt and its kernel was ended")
        : wait.printed_all ? tr("the cell went on to print past 8 MiB, after it was stopped, and "
                                "its kernel was ended")
                           : tr("the kernel did not answer and was ended");
    return lose(std::string(sentence), std::chrono::milliseconds(0));
  }
  if (wait.interrupt_at && now >= *wait.interrupt_at) {
    const auto computed = process_->processor_time();
    if (computed && *computed < wait.computes_until && now < wait.latest) {
      wait.interrupt_at = std::min(now + (wait.computes_until - *computed), wait.latest);
      return {};
    }
    if (wait.outcome != nullptr) wait.outcome->took_too_long = true;
    return interrupt(wait);
  }
  const bool watch_stop = wait.stop != nullptr && !wait.interrupted;
  const bool watch_input = wait.asked.has_value() && !wait.interrupted;
  std::array<pollfd, 3> on{{{process_->socket(), POLLIN, 0},
                            {watch_stop ? stopped_.number() : -1, POLLIN, 0},
                            {watch_input ? wait.input : -1, POLLIN, 0}}};
  const int ready =
      poll(on.data(), on.size(), milliseconds_until(earlier(wait.until, wait.interrupt_at)));
  if (ready <= 0) return {};
  if (on[1].revents != 0) return interrupt(wait);
  if (on[2].revents != 0) return read_line(wait);
  const auto more = reader_->read_some();
  if (!more) return broke(more.error().sentence);
  if (!*more) return lose({}, options_.heeds_within);
  return {};
}

base::Expected<void> Client::interrupt(Wait& wait) {
  wait.interrupted = true;
  wait.interrupt_at.reset();
  wait.until = Clock::now() + options_.heeds_within;
  return send(to_json(protocol::Interrupt{run_}));
}

// Asks for a run, and waits for its end or the token.
base::Expected<protocol::Finished> Client::finish(const protocol::Request& request, Wait& wait,
                                                  const std::stop_token& stop) {
  wait.bounds = protocol::bounds_of(request);
  printed_ = 0;
  picture_bytes_ = 0;
  std::uint64_t count = 0;
  [[maybe_unused]] const auto emptied = ::read(stopped_.number(), &count, sizeof(count));
  const std::stop_callback wake(stop, [this] {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto done = ::write(stopped_.number(), &one, sizeof(one));
  });
  if (const auto sent = send(to_json(request)); !sent) return tl::unexpected(sent.error());
  wait.stop = &stop;
  auto reply = await_reply(wait);
  if (!reply) return tl::unexpected(reply.error());
  auto* const finished = std::get_if<protocol::Finished>(&*reply);
  if (finished == nullptr) return broke(tr("it answered another question"));
  return std::move(*finished);
}

std::optional<Picture> Client::draw_again(int number, double scale, const std::stop_token& stop) {
  if (!process_) return std::nullopt;
  Outcome outcome;
  Wait while_drawing;
  while_drawing.outcome = &outcome;
  while_drawing.interrupt_at = answer_time();
  const auto finished = finish(protocol::DrawPicture{++run_, number, scale}, while_drawing, stop);
  const bool drawn =
      finished && outcome.pictures.size() == 1 && !outcome.pictures.front().pixels.empty();
  return drawn ? std::optional(std::move(outcome.pictures.front())) : std::nullopt;
}

Outcome Client::run(const Cell& cell, const std::stop_token& stop, const OnOutput& on_output,
                    const OnPicture& on_picture, const OnInput& on_input) {
  Outcome outcome;
  Wait while_running;
  const auto failed = [&](const base::Error& error) {
    outcome.error = error_of(error, while_running.interrupted);
    outcome.kernel_ended = true;
    return outcome;
  };
  if (const auto started = start(); !started) return failed(started.error());
  give_fonts(cell.source);
  while_running.on_output = &on_output;
  while_running.on_picture = &on_picture;
  while_running.on_input = &on_input;
  while_running.input = cell.input;
  while_running.outcome = &outcome;
  if (cell.at_most) {
    while_running.interrupt_at = Clock::now() + *cell.at_most;
    const auto computed = process_->processor_time();
    if (cell.counts_computing && computed) {
      while_running.computes_until = *computed + *cell.at_most;
      while_running.latest = Clock::now() + kBusiest * *cell.at_most;
    }
  }
  auto finished = finish(
      protocol::RunCell{++run_, std::string(cell.source), cell.file, cell.mode, cell.picture_scale},
      while_running, stop);
  if (!finished) return failed(finished.error());
  outcome.value = std::move(finished->value);
  outcome.plain = std::move(finished->plain);
  outcome.error = std::move(finished->error);
  outcome.notes = std::move(finished->notes);
  return outcome;
}

base::Expected<std::vector<protocol::Variable>> Client::variables() {
  auto reply = ask(protocol::ListVariables{});
  if (!reply) return tl::unexpected(reply.error());
  auto* const list = std::get_if<protocol::Variables>(&*reply);
  if (list == nullptr) return broke(tr("it answered another question"));
  return std::move(list->variables);
}

// Asks for numbers, which come in a memory file of exactly their size.
base::Expected<std::vector<float>> Client::take(const protocol::Request& request,
                                                const protocol::Taken& wanted) {
  const auto file = make_memory_file(wanted.elements * arrays::item_size(wanted.dtype));
  if (!file) return tl::unexpected(file.error());
  auto reply = ask(request, file->number());
  if (!reply) return tl::unexpected(reply.error());
  if (const auto* const failed = std::get_if<protocol::Failed>(&*reply)) {
    return base::fail(ErrorKind::kNotFound, failed->sentence);
  }
  if (*reply != Reply(wanted)) return broke(tr("it answered another question"));
  auto values = read_numbers(*file, wanted.dtype, wanted.elements);
  if (!values) return broke(values.error().sentence);
  return values;
}

base::Expected<tensor::Tensor> Client::numbers(const protocol::Variable& variable) {
  const auto bytes = protocol::taken_bytes(variable.dtype, variable.shape);
  if (!bytes) return tl::unexpected(bytes.error());
  auto values =
      take(protocol::TakeArray{variable.name}, {variable.dtype, tensor::product(variable.shape)});
  if (!values) return tl::unexpected(values.error());
  return tensor::Tensor::from_values(variable.shape, *std::move(values));
}

base::Expected<std::optional<protocol::RecordGraph>> Client::records(const std::string& name) {
  auto reply = ask(protocol::DescribeRecords{name});
  if (!reply) return tl::unexpected(reply.error());
  if (std::holds_alternative<protocol::Nothing>(*reply)) return std::nullopt;
  auto* const graph = std::get_if<protocol::RecordGraph>(&*reply);
  if (graph == nullptr) return broke(tr("it answered another question"));
  return std::move(*graph);
}

base::Expected<std::vector<tensor::Tensor>> Client::values(const protocol::RecordGraph& graph,
                                                           const std::vector<int>& records) {
  const auto elements = protocol::taken_elements(graph, records);
  if (!elements) return tl::unexpected(elements.error());
  const auto values = take(protocol::TakeRecords{records}, {arrays::Dtype::kFloat32, *elements});
  if (!values) return tl::unexpected(values.error());
  std::vector<tensor::Tensor> tensors;
  auto next = values->begin();
  for (const int at : records) {
    const tensor::Shape& shape = graph.records[static_cast<std::size_t>(at)].shape;
    const auto end = next + tensor::product(shape);
    auto made = tensor::Tensor::from_values(shape, std::vector<float>(next, end));
    if (!made) return tl::unexpected(made.error());
    tensors.push_back(*std::move(made));
    next = end;
  }
  return tensors;
}

}  // namespace normscope::notebook::client
