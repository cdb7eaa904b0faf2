// SPDX-License-Identifier: MIT
// Judges a learner's function by its numbers alone: it is tried with inputs of growing danger, and
// the first on which it fails is made as small as it can be.
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/exercises/caller.hpp"
#include "app/exercises/inputs.hpp"
#include "app/exercises/problem.hpp"
#include "app/exercises/right.hpp"
#include "core/base/error.hpp"
#include "core/base/names.hpp"

namespace normscope::exercises {

/// The most calls of the learner's function for one judgement, whatever it is.
inline constexpr int kMostCalls = 200;

/// What is wrong with an answer, from what is seen first.
enum class FaultKind {
  kForbidden,  // it uses a name that it may not use
  kNotRun,     // the source does not run, or defines no such function
  kError,      // the function raises something
  kChanges,    // it changes the numbers of an argument
  kCount,      // it gives another number of outputs
  kShape,      // an output has another shape
  kNotFinite,  // a NaN or an infinity where the right output has something else, or the reverse
  kVisible,    // a number differs by more than a unit of the fourth decimal
  kDigits,     // one differs by less, but by more than roundings
};
std::span<const base::Name<FaultKind>> fault_kind_names();

/// Where the learner's steps part from the solution's.
struct Parted {
  std::vector<std::string> agreed{};  // the solution's steps that the learner's code has as well
  int line = 0;                       // of the learner's source; 0: none of its steps is wrong
  std::string text{};                 // that line
  std::optional<Output> yours{};      // what it gives for the smallest inputs
  std::string step{};                 // the solution's step that is missing; empty: unknown
  std::optional<Output> right{};      // what that gives
  // The positions of the two steps in their chains.
  std::optional<std::size_t> yours_at{};
  std::optional<std::size_t> right_at{};
};

struct Fault {
  FaultKind kind{};
  std::string what{};      // of what is no difference of numbers: the error, the name, the argument
  int line = 0;            // of the source; 0: unknown
  Inputs inputs{};         // the smallest that were found
  std::size_t output = 0;  // which differs
  std::optional<Output> yours{};       // that output
  std::optional<RightOutput> right{};  // and what it has to be
  std::optional<Parted> parted{};
  std::string guess{};  // which operation the function is instead: "layer norm, unbiased variance"
};

struct Judgement {
  std::optional<Fault> fault{};  // nothing: the function is right
  int calls = 0;                 // of the learner's function
  int inputs = 0;                // with which it was tried before one failed
};

/// Judges a source.
/// errors  as Caller::start and right_outputs; Cancelled: a stop was requested
base::Expected<Judgement> judge(const Problem& problem, std::string_view source,
                                const notebook::client::KernelOptions& kernel,
                                const std::stop_token& stop = {});

/// Whether a problem itself is sound: its solution is right, and what the learner begins with is
/// not. A sentence where it is not; empty: it is.
/// errors  as judge
base::Expected<std::string> check_problem(const Problem& problem,
                                          const notebook::client::KernelOptions& kernel);

}  // namespace normscope::exercises
