// SPDX-License-Identifier: MIT
// Calls a learner's function, and the solution that it is held against, in a kernel: cells go in,
// lines of text come out. What the kernel says is a stranger's, and is read as such.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/exercises/inputs.hpp"
#include "app/exercises/problem.hpp"
#include "app/notebook/client/client.hpp"
#include "core/base/error.hpp"
#include "core/tensor/shape.hpp"
#include "core/trace/primitive.hpp"

namespace normscope::exercises {

/// The numbers of an output.
struct Output {
  tensor::Shape shape{};
  std::vector<double> numbers{};
  bool operator==(const Output&) const = default;
};

/// What a call gave. With an error there are no outputs.
struct CallResult {
  std::string error{};   // "TypeError: ..."; empty: none
  int line = 0;          // of the source, where the error arose; 0: unknown
  bool is_over = false;  // the kernel has ended, or no longer answers in time
  std::vector<Output> outputs{};
  std::vector<std::size_t> changed{};  // the arguments whose numbers it has changed
};

/// A step of the recorded chain that made an output.
struct MadeStep {
  int line = 0;                         // of the source that made it; 0: none of its lines
  std::string text{};                   // that line
  std::string name{};                   // to which the line assigns it: "variance"; empty: to none
  std::vector<std::size_t> operands{};  // positions of earlier steps
  trace::Primitive primitive = trace::Primitive::kGiven;
  std::optional<Output> value{};  // nothing: it is inside of a step
};

/// Numbers that a line of a function made.
struct MadeLine {
  int line = 0;
  std::string text{};  // the line
  Output value{};
};

/// A use of a forbidden name.
struct ForbiddenUse {
  int line = 0;
  std::string name{};
};

class Caller {
 public:
  /// `problem` must outlive this.
  Caller(notebook::client::KernelOptions kernel, const Problem& problem);

  /// Starts the kernel with the solution.
  /// errors  Unavailable, Unsupported: as Client::start; Malformed: the solution does not run
  base::Expected<void> start(const std::stop_token& stop);
  /// Runs a learner's source, which has to define the function.
  CallResult define(std::string_view source, const std::stop_token& stop);
  /// The forbidden names that the function of a source that runs uses.
  /// errors  Unavailable: the kernel does not say
  base::Expected<std::vector<ForbiddenUse>> forbidden(std::string_view source,
                                                      const std::stop_token& stop);
  /// Calls the learner's function in float32.
  CallResult call(const Inputs& inputs, const std::stop_token& stop);
  enum class Precision { kFloat32, kFloat64 };
  /// The solution's outputs of each of these inputs.
  /// errors  Malformed: the solution raises something, or gives no outputs; Unavailable: the kernel
  ///         has ended
  base::Expected<std::vector<std::vector<Output>>> solve(std::span<const Inputs> all,
                                                         Precision precision,
                                                         const std::stop_token& stop);

  /// The steps that made an output for these inputs, of the learner's function or of the solution;
  /// nothing where no operations were recorded, as of NumPy's.
  std::optional<std::vector<MadeStep>> learner_steps(const Inputs& inputs, std::size_t output,
                                                     const std::stop_token& stop);
  /// What each line of the learner's function made for these inputs, whatever it computes with;
  /// nothing of a function whose lines run more than once.
  std::vector<MadeLine> learner_lines(const Inputs& inputs, const std::stop_token& stop);
  std::optional<std::vector<MadeStep>> solution_steps(const Inputs& inputs, std::size_t output,
                                                      const std::stop_token& stop);

 private:
  // A source that ran: what its lines are, and which run of the kernel it was.
  struct Ran {
    std::string source{};
    int run = 0;
  };
  // Runs a cell, which may not compute for ever, under this name: records know lines by the name of
  // the text that they are in.
  static constexpr std::string_view kCall = "the call";
  notebook::client::Outcome run(std::string_view source, const std::stop_token& stop,
                                std::string_view name = kCall);
  std::optional<std::vector<MadeStep>> steps(std::string_view function, const Ran& ran,
                                             const Inputs& inputs, std::size_t output,
                                             const std::stop_token& stop);
  std::string call_text(std::string_view caller, std::string_view function, const Inputs& inputs,
                        std::string_view more) const;

  const Problem& problem_;
  notebook::client::Client client_;
  Ran learner_{};
  Ran solution_{};
};

/// The call as a person writes it: "layer_norm(x, eps=0.1)", with the numbers of its numbers.
std::string call_words(const Problem& problem, const Inputs& inputs);

}  // namespace normscope::exercises
