// SPDX-License-Identifier: MIT
#include "app/exercises/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "app/exercises/guess.hpp"
#include "app/exercises/parting.hpp"
#include "core/text/translate.hpp"
#include "core/variants/separate.hpp"

namespace normscope::exercises {

using variants::kVisibleDifference;

namespace {

constexpr std::array<base::Name<FaultKind>, 9> kFaultKinds{{
    {FaultKind::kForbidden, "forbidden"},
    {FaultKind::kNotRun, "not-run"},
    {FaultKind::kError, "error"},
    {FaultKind::kChanges, "changes"},
    {FaultKind::kCount, "count"},
    {FaultKind::kShape, "shape"},
    {FaultKind::kNotFinite, "not-finite"},
    {FaultKind::kVisible, "visible"},
    {FaultKind::kDigits, "digits"},
}};

// The inputs of a judgement are the same every time, so that an answer is judged as before.
constexpr std::uint64_t kSeed = 1;
// Inputs of each level and shape.
constexpr int kOfEach = 2;
// What is left for explaining the fault.
constexpr int kLastCalls = 4;

// How an output differs from what it has to be; nothing: it does not.
std::optional<FaultKind> difference(const Output& yours, const RightOutput& right) {
  if (yours.shape != right.output.shape) return FaultKind::kShape;
  std::optional<FaultKind> worst;
  for (std::size_t at = 0; at < yours.numbers.size(); ++at) {
    const double y = yours.numbers[at];
    const double r = right.output.numbers[at];
    if (y == r || (std::isnan(y) && std::isnan(r))) continue;
    if (!std::isfinite(y) || !std::isfinite(r)) return FaultKind::kNotFinite;
    const double gap = std::abs(y - r);
    if (gap <= right.tolerance[at]) continue;
    const auto kind = gap > kVisibleDifference ? FaultKind::kVisible : FaultKind::kDigits;
    worst = std::min(worst.value_or(kind), kind);
  }
  return worst;
}

class Judge {
 public:
  Judge(const Problem& problem, std::string_view source,
        const notebook::client::KernelOptions& kernel, std::stop_token stop)
      : problem_(problem), source_(source), caller_(kernel, problem), stop_(std::move(stop)) {}

  Expected<Judgement> run() {
    const auto started = caller_.start(stop_);
    if (!started) return tl::unexpected(started.error());
    Judgement judgement;
    auto at_once = at_source();
    if (!at_once) return tl::unexpected(at_once.error());
    judgement.fault = *std::move(at_once);
    if (judgement.fault) return judgement;
    auto fault = first_fault(judgement.inputs);
    if (!fault) return tl::unexpected(fault.error());
    judgement.fault = *std::move(fault);
    if (judgement.fault && !is_over_) {
      const Inputs first = judgement.fault->inputs;
      const auto shrunk = shrink(*judgement.fault);
      if (!shrunk) return tl::unexpected(shrunk.error());
      const auto explained = explain(*judgement.fault, first);
      if (!explained) return tl::unexpected(explained.error());
    }
    judgement.calls = calls_;
    return judgement;
  }

 private:
  // What is wrong before the function is called.
  Expected<std::optional<Fault>> at_source() {
    const auto defined = caller_.define(source_, stop_);
    if (!defined.error.empty()) {
      return Fault{.kind = FaultKind::kNotRun, .what = defined.error, .line = defined.line};
    }
    const auto uses = caller_.forbidden(source_, stop_);
    if (!uses) return tl::unexpected(uses.error());
    if (uses->empty()) return std::nullopt;
    return Fault{
        .kind = FaultKind::kForbidden, .what = uses->front().name, .line = uses->front().line};
  }

  // The fault with these inputs; nothing: none.
  Expected<std::optional<Fault>> fault_with(const Inputs& inputs) {
    if (stop_.stop_requested())
      return base::fail(base::ErrorKind::kCancelled, tr("it was stopped"));
    auto right = right_outputs(problem_, inputs, caller_, stop_);
    if (!right) return tl::unexpected(right.error());
    ++calls_;
    CallResult call = caller_.call(inputs, stop_);
    is_over_ = is_over_ || call.is_over;
    Fault fault{.kind = FaultKind::kError, .what = call.error, .line = call.line, .inputs = inputs};
    if (!call.error.empty()) return fault;
    if (call.outputs.size() != right->size()) {
      fault.kind = FaultKind::kCount;
      fault.what = std::to_string(call.outputs.size());
      return fault;
    }
    for (std::size_t at = 0; at < right->size(); ++at) {
      const auto kind = difference(call.outputs[at], (*right)[at]);
      if (!kind) continue;
      fault.kind = *kind;
      fault.output = at;
      fault.yours = std::move(call.outputs[at]);
      fault.right = std::move((*right)[at]);
      return fault;
    }
    if (call.changed.empty()) return std::nullopt;
    fault.kind = FaultKind::kChanges;
    fault.what = inputs[call.changed.front()].name;
    return fault;
  }

  Expected<std::optional<Fault>> first_fault(int& tried) {
    random::Generator generator(kSeed);
    for (std::size_t level = 0; level < levels_of(problem_); ++level) {
      for (std::size_t shapes = 0; shapes < shapes_of(problem_); ++shapes) {
        for (int each = 0; each < kOfEach && calls_ < kMostCalls; ++each) {
          ++tried;
          auto fault = fault_with(make_inputs(problem_, level, shapes, generator));
          if (!fault || *fault) return fault;
        }
      }
    }
    return std::nullopt;
  }

  // Takes the first of these inputs that show the same kind of fault; whether there is one.
  Expected<bool> take_first(Fault& fault, const std::vector<Inputs>& all) {
    for (const Inputs& inputs : all) {
      if (calls_ >= kMostCalls - kLastCalls || is_over_) return false;
      if (!tried_.insert(key_of(inputs)).second) continue;
      auto found = fault_with(inputs);
      if (!found) return tl::unexpected(found.error());
      if (!*found || (*found)->kind != fault.kind) continue;
      fault = **std::move(found);
      return true;
    }
    return false;
  }

  Expected<void> shrink(Fault& fault) {
    for (;;) {
      auto taken = take_first(fault, smaller_inputs(fault.inputs));
      if (taken && !*taken) taken = take_first(fault, simpler_inputs(problem_, fault.inputs));
      if (!taken) return tl::unexpected(taken.error());
      if (!*taken) return {};
    }
  }

  // Few and simple numbers agree by chance: what the function is, and where it parts, is found with
  // many numbers, or where those show no fault with the first that did.
  Expected<void> explain(Fault& fault, const Inputs& first) {
    if (!fault.yours || fault.kind == FaultKind::kShape) return {};
    random::Generator generator(kSeed);
    const Inputs many = make_large_inputs(problem_, generator);
    const auto with_many = fault_with(many);
    if (!with_many) return tl::unexpected(with_many.error());
    const bool shown =
        *with_many && (*with_many)->kind == fault.kind && (*with_many)->output == fault.output;
    fault.parted = find_parting(caller_, shown ? many : first, fault.inputs, fault.output,
                                problem_.outputs[fault.output], stop_);
    const CallResult call = caller_.call(many, stop_);
    ++calls_;
    if (fault.output < call.outputs.size()) {
      fault.guess = guess_of(problem_, many, call.outputs, fault.output);
    }
    return {};
  }

  static std::vector<float> key_of(const Inputs& inputs) {
    std::vector<float> key;
    for (const Argument& argument : inputs) {
      for (const std::int64_t size : argument.shape) key.push_back(static_cast<float>(size));
      key.insert(key.end(), argument.values.begin(), argument.values.end());
    }
    return key;
  }

  const Problem& problem_;
  std::string_view source_;
  Caller caller_;
  std::stop_token stop_;
  std::set<std::vector<float>> tried_{};
  int calls_ = 0;
  bool is_over_ = false;
};

}  // namespace

std::span<const base::Name<FaultKind>> fault_kind_names() {
  return kFaultKinds;
}

Expected<Judgement> judge(const Problem& problem, std::string_view source,
                          const notebook::client::KernelOptions& kernel,
                          const std::stop_token& stop) {
  return Judge(problem, source, kernel, stop).run();
}

Expected<std::string> check_problem(const Problem& problem,
                                    const notebook::client::KernelOptions& kernel) {
  // The solution is judged as a learner's would be.
  const auto solved = judge(problem, problem.solution, kernel);
  if (!solved) return tl::unexpected(solved.error());
  if (solved->fault) {
    const Fault& fault = *solved->fault;
    return tr("the solution of {function} is not right ({fault} {what})",
              arg("function", problem.function),
              arg("fault", base::name_of(fault_kind_names(), fault.kind)), arg("what", fault.what));
  }
  const auto begun = judge(problem, problem.start, kernel);
  if (!begun) return tl::unexpected(begun.error());
  if (!begun->fault)
    return tr("{function} is right before anything is written", arg("function", problem.function));
  return std::string();
}

}  // namespace normscope::exercises
