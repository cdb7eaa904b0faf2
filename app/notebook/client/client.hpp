// SPDX-License-Identifier: MIT
// A notebook that runs, seen from the app: cells go in, what they print and show comes out, and
// their variables stay in a kernel between them. The kernel starts with the first question. It may
// end, hang or lie: then the app has a sentence for the person, and restart() begins anew.
//
// No thread reads beside the caller's: run() waits for the socket and for the stop token at once,
// and between cells nothing is sent but what was asked for (text that a cell's own threads print
// then waits in the socket).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/client/input_lines.hpp"
#include "app/notebook/client/process.hpp"
#include "app/notebook/protocol/frames.hpp"
#include "app/notebook/protocol/messages.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::notebook::client {

/// A figure that a cell showed.
struct Picture {
  std::string text;  // "<Figure size 640x480 with 1 Axes>"
  bool after_value = false;
  std::int64_t width = 0;  // in pixels; 0: no pixels were wanted
  std::int64_t height = 0;
  int number = 0;                      // for draw_again()
  double scale = 1;                    // of these pixels for each of the figure's own
  std::vector<std::uint8_t> pixels{};  // as protocol::Picture has them
};

struct Outcome {
  std::string output;                // what was printed
  std::string complaints;            // what was written to sys.stderr
  std::optional<std::string> value;  // the last expression, as IPython shows it
  std::optional<std::string> plain;  // the same as repr() gives it, where that differs
  std::optional<protocol::CellError> error;
  std::vector<Picture> pictures{};
  std::string notes{};         // which lines were not run, a line for each
  bool kernel_ended = false;   // the variables are lost; error says why
  bool took_too_long = false;  // the cell was stopped at its limit of time
};

/// A cell whose computing counts is interrupted after so many times `at_most` in any case: it waits
/// for something, or the machine is busier than any that a person works at.
inline constexpr int kBusiest = 12;

struct Cell {
  std::string_view source;
  std::string file;  // its name in tracebacks
  protocol::CellMode mode = protocol::CellMode::kNotebook;
  std::optional<std::chrono::milliseconds> at_most{};  // then it is interrupted
  bool counts_computing = false;  // `at_most` is of the kernel's processor time: see kBusiest
  double picture_scale = 0;       // pixels of a picture for each of its own; 0: none are wanted
  int input = -1;  // a descriptor whose lines it reads as its standard input; -1: there are none
};

/// Not for several threads at once.
class Client {
 public:
  using OnOutput = std::function<void(protocol::Stream stream, std::string_view text)>;
  using OnPicture = std::function<void(const Picture& picture)>;
  /// Nothing: the cell waits for a line; else the line that it got.
  using OnInput = std::function<void(std::optional<std::string_view> line)>;

  explicit Client(KernelOptions options);
  ~Client() = default;
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Starts the kernel, if none runs, and says how it is confined.
  /// errors  Unavailable: no program, or one that does not start, in its own sentence; Unsupported:
  ///         the system cannot confine cells, and nothing else lacks
  base::Expected<protocol::Ready> start();

  /// Runs a cell. `on_output` gets what it prints as it comes, `on_picture` what it shows,
  /// `on_input` what it reads. A token that is stopped interrupts the cell; one that does not heed
  /// it loses the kernel.
  /// errors  none: a kernel that cannot be had, or ends, is the error of the outcome
  Outcome run(const Cell& cell, const std::stop_token& stop = {}, const OnOutput& on_output = {},
              const OnPicture& on_picture = {}, const OnInput& on_input = {});

  /// A picture of an earlier cell on another scale, drawn anew as it was shown; nothing where the
  /// kernel has not kept its figure, or has ended. A run of its own, which a token can stop.
  std::optional<Picture> draw_again(int number, double scale, const std::stop_token& stop = {});

  /// The variables of the cells, but for those with names of more than 1000 bytes.
  /// errors  Unavailable: there is no kernel any more; its reason
  base::Expected<std::vector<protocol::Variable>> variables();
  /// The numbers of a variable that variables() listed, as float32.
  /// errors  as above; TooLarge: more than protocol::kMostTakenBytes; NotFound: no such variable
  base::Expected<tensor::Tensor> numbers(const protocol::Variable& variable);
  /// How the array of a variable came about; nothing where no operation that is known made it.
  /// errors  Unavailable, as above
  base::Expected<std::optional<protocol::RecordGraph>> records(const std::string& name);
  /// The values of some records of the graph that was asked for last.
  /// errors  as above; TooLarge: more than protocol::kMostTakenBytes; NotFound: the array has
  ///         changed since
  base::Expected<std::vector<tensor::Tensor>> values(const protocol::RecordGraph& graph,
                                                     const std::vector<int>& records);

  /// Ends the kernel; the next question starts another, with an empty notebook.
  void restart();
  /// What the kernel said at its start; nothing: none has started.
  const std::optional<protocol::Ready>& ready() const { return ready_; }
  /// Why the kernel is gone, until restart().
  const std::optional<base::Error>& ended() const { return ended_; }
  /// How many runs there were since the kernel started: the number of the last.
  int runs() const { return run_; }
  /// The kernel's process; 0: none runs.
  pid_t process() const { return process_ ? process_->id() : 0; }

 private:
  using Clock = std::chrono::steady_clock;
  // What ends a wait before the answer.
  struct Wait {
    std::optional<Clock::time_point> until{};
    std::optional<Clock::time_point> interrupt_at{};
    std::chrono::nanoseconds
        computes_until{};        // of the kernel's processor time; 0: it is not asked
    Clock::time_point latest{};  // of interrupt_at, where it is
    protocol::AnswerBounds bounds{};
    const std::stop_token* stop = nullptr;
    const OnOutput* on_output = nullptr;
    const OnPicture* on_picture = nullptr;
    const OnInput* on_input = nullptr;
    int input = -1;                 // as Cell has it
    std::optional<int> asked{};     // the number of the Asked that is to be answered
    io::Descriptor picture_file{};  // open: the pixels of the last picture are awaited
    Outcome* outcome = nullptr;
    bool interrupted = false;
    bool printed_all = false;  // the cell printed more than it may
  };

  void give_fonts(std::string_view source);
  // errors  Unavailable: the kernel has ended, or was ended because it broke the rules; take alone:
  //         NotFound, TooLarge, as values
  base::Expected<protocol::Finished> finish(const protocol::Request& request, Wait& wait,
                                            const std::stop_token& stop);
  base::Expected<void> send(std::string_view text, int descriptor = -1);
  base::Expected<std::vector<float>> take(const protocol::Request& request,
                                          const protocol::Taken& wanted);
  base::Expected<protocol::Reply> ask(const protocol::Request& request, int descriptor = -1);
  base::Expected<protocol::Reply> await_reply(Wait& wait);
  base::Expected<std::optional<protocol::Reply>> next_reply(Wait& wait);
  base::Expected<void> wait_for_bytes(Wait& wait);
  base::Expected<void> interrupt(Wait& wait);
  base::Expected<void> take_output(const protocol::Output& output, Wait& wait);
  base::Expected<void> begin_picture(const protocol::Picture& picture, Wait& wait);
  base::Expected<void> end_picture(const protocol::Reply& reply, Wait& wait);
  base::Expected<void> begin_line(const protocol::Asked& asked, Wait& wait);
  base::Expected<void> read_line(Wait& wait);
  base::Expected<void> give_line(Wait& wait, std::optional<std::string> line);
  base::Expected<bool> is_part_of_run(const protocol::Reply& reply, Wait& wait);
  tl::unexpected<base::Error> lose(std::string sentence, std::chrono::milliseconds patience);
  tl::unexpected<base::Error> broke(std::string_view problem);
  Clock::time_point answer_time() const { return Clock::now() + options_.answers_within; }

  KernelOptions options_;
  io::Descriptor stopped_;  // an eventfd: the stop token was stopped
  std::optional<Process> process_{};
  std::optional<protocol::FrameReader> reader_{};
  std::optional<protocol::Ready> ready_{};
  std::optional<base::Error> ended_{};
  int run_ = 0;
  bool has_fonts_ = false;          // the kernel has matplotlib's list of fonts
  std::size_t printed_ = 0;         // in the current run, in bytes
  InputLines typed_{};              // what no cell has asked for yet
  std::int64_t picture_bytes_ = 0;  // likewise
};

}  // namespace normscope::notebook::client
