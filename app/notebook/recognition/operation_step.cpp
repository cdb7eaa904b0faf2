// SPDX-License-Identifier: MIT
#include "app/notebook/recognition/operation_step.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace normscope::notebook::recognition {
namespace {

using protocol::Record;
using protocol::RecordGraph;
using protocol::Work;
using trace::Primitive;
using trace::WrittenStep;
using Dims = std::vector<std::size_t>;
using Names = std::pair<std::string_view, Primitive>;

// Of one operand.
constexpr auto kOfOne = std::to_array<Names>({{"abs", Primitive::kMagnitude},
                                              {"square", Primitive::kSquare},
                                              {"sqrt", Primitive::kSquareRoot},
                                              {"rsqrt", Primitive::kReciprocalRoot},
                                              {"reciprocal", Primitive::kReciprocal},
                                              {"exp", Primitive::kExponential},
                                              {"log", Primitive::kLogarithm},
                                              {"tanh", Primitive::kHyperbolicTangent},
                                              {"sigmoid", Primitive::kSigmoid},
                                              {"relu", Primitive::kRectify}});

// Of two operands, and of one and a number.
struct OfTwo {
  std::string_view name;
  Primitive of_steps;
  Primitive of_number;
};
constexpr auto kOfTwo = std::to_array<OfTwo>({
    {"add", Primitive::kAdd, Primitive::kAddConstant},
    {"sub", Primitive::kSubtract, Primitive::kAddConstant},
    {"mul", Primitive::kMultiply, Primitive::kMultiplyConstant},
    {"div", Primitive::kDivide, Primitive::kDivideConstant},
    {"maximum", Primitive::kLarger, Primitive::kAtLeast},
    {"clamp_min", Primitive::kLarger, Primitive::kAtLeast},
});

// Powers that PyTorch computes otherwise than as powers.
constexpr auto kPowers = std::to_array<std::pair<double, Primitive>>({
    {2, Primitive::kSquare},
    {0.5, Primitive::kSquareRoot},
    {-0.5, Primitive::kReciprocalRoot},
    {-1, Primitive::kReciprocal},
});

std::optional<Primitive> found(std::span<const Names> table, std::string_view name) {
  const auto row = std::ranges::find(table, name, &Names::first);
  return row == table.end() ? std::nullopt : std::optional(row->second);
}

bool flag(const Record& record, std::string_view name) {
  const auto* const value = record.attribute(name);
  return value != nullptr && *value == protocol::RecordAttribute::Value(true);
}

// A matrix whose rows are the columns of its operand.
bool is_turned(const Record& record) {
  if (protocol::work_of(record.operation) != Work::kTurned || record.shape.size() != 2) {
    return false;
  }
  const auto* const dims = record.attribute("dims");
  if (dims != nullptr) {
    const auto* const order = std::get_if<std::vector<std::int64_t>>(dims);
    return order != nullptr && tensor::resolve_dimension(order->front(), 2).value_or(0) == 1;
  }
  return record.number_of("dim0") != record.number_of("dim1") || record.operation == "t";
}

class Maker {
 public:
  Maker(const RecordGraph& graph, const Record& record) : graph_(graph), record_(record) {}

  std::vector<WrittenStep> make() {
    const auto work = protocol::work_of(record_.operation);
    if (!work || record_.dtype != arrays::Dtype::kFloat32) return {};
    if (!of(*work)) steps_.clear();
    return std::move(steps_);
  }

 private:
  const Record& from(std::size_t operand) const {
    return graph_.records[static_cast<std::size_t>(record_.operands[operand])];
  }
  int operand(std::size_t at) const { return operand_of_record(record_.operands[at]); }

  int push(Primitive primitive, int a, int b = -1, double c = 0) {
    WrittenStep& step = steps_.emplace_back();
    step.primitive = primitive;
    step.a = a;
    step.b = b;
    step.c = c;
    return static_cast<int>(steps_.size()) - 1;
  }

  int statistic(Primitive primitive, int a, const Dims& dims, double c = 1, bool of_size = false) {
    const int at = push(primitive, a, -1, c);
    steps_.back().dims = dims;
    steps_.back().of_size = of_size;
    return at;
  }

  // Adds the steps of an operation of this kind; false where no primitives express it.
  bool of(Work work) {
    switch (work) {
      case Work::kElementwise:
        return of_elements();
      case Work::kReduction:
        return reduction();
      case Work::kWhole:
        return whole();
      case Work::kProduct:
      case Work::kLinear:
        return product();
      case Work::kSame:
        // A conversion to another type is no step: its values are given.
        return from(0).dtype == record_.dtype && view();
      case Work::kRepeated:
        return view();
      case Work::kPart:
        return record_.operation == "slice" && record_.shape == from(0).shape && view();  // x[:]
      case Work::kTurned:
      case Work::kStacked:
        return false;
    }
    return false;
  }

  bool view() {
    push(Primitive::kRepeat, operand(0));
    steps_.back().shape = record_.shape;
    return true;
  }

  // The one numeric argument of the operation; nothing where it has several.
  std::optional<double> number() const {
    std::optional<double> only;
    for (const auto& [name, value] : record_.attributes) {
      if (name == "alpha" && record_.number_of(name) == 1.0) continue;
      const auto number = record_.number_of(name);
      const bool known = name == "other" || name == "self" || name == "min" || name == "value";
      if (!known || !number || only) return std::nullopt;
      only = number;
    }
    return only;
  }

  bool of_elements() {
    const std::string_view name = record_.operation;
    if (const auto one = found(kOfOne, name)) return push(*one, operand(0)) >= 0;
    if (name == "neg") return push(Primitive::kMultiplyConstant, operand(0), -1, -1) >= 0;
    if (name == "silu") {
      const int share = push(Primitive::kSigmoid, operand(0));
      return push(Primitive::kMultiply, operand(0), share) >= 0;
    }
    if (name == "clamp") return clamp();
    if (record_.operands.size() == 2) {
      const auto* const row = std::ranges::find(kOfTwo, name, &OfTwo::name);
      const bool plain = record_.attributes.empty() || record_.number_of("alpha") == 1.0;
      if (row == kOfTwo.end() || !plain) return false;
      return push(row->of_steps, operand(0), operand(1)) >= 0;
    }
    const auto c = number();
    return c && record_.operands.size() == 1 && with_number(name, *c);
  }

  bool with_number(std::string_view name, double c) {
    const int a = operand(0);
    const bool first = name == "rsub" || record_.attribute("self") != nullptr;
    if (name == "pow") {
      if (first) return false;
      for (const auto& [power, primitive] : kPowers) {
        if (power == c) return push(primitive, a) >= 0;
      }
      return push(Primitive::kPower, a, -1, c) >= 0;
    }
    if (name == "rsub" || (name == "sub" && first)) {
      return push(Primitive::kAddConstant, push(Primitive::kMultiplyConstant, a, -1, -1), -1, c) >=
             0;
    }
    if (name == "div" && first) {
      const int constant = push(Primitive::kConstant, -1, -1, c);
      return push(Primitive::kDivide, constant, a) >= 0;
    }
    const bool same = name == "mul" && c == 1;  // of 1 / x
    if (same) return view();
    const auto* const row = std::ranges::find(kOfTwo, name, &OfTwo::name);
    if (row == kOfTwo.end()) return false;
    return push(row->of_number, a, -1, name == "sub" ? -c : c) >= 0;
  }

  // Bounded below by a number; no primitive bounds above.
  bool clamp() {
    const auto least = record_.number_of("min");
    if (!least || record_.operands.size() != 1 || record_.attribute("max") != nullptr) return false;
    return push(Primitive::kAtLeast, operand(0), -1, *least) >= 0;
  }

  bool reduction() {
    const std::string_view name = record_.operation;
    const Dims dims = protocol::dims_of(record_, from(0).shape.size()).value_or(Dims{});
    const bool kept = flag(record_, "keepdim");
    const int a = operand(0);
    const auto ends = [&](int at) {
      steps_[static_cast<std::size_t>(at)].keepdim = kept;
      return true;
    };
    const auto sum = [&](int of) { return statistic(Primitive::kSumOver, of, dims); };
    if (name == "sum") return ends(sum(a));
    if (name == "mean") return ends(statistic(Primitive::kSumOver, a, dims, 0, true));
    if (name == "amax" || name == "max") return ends(statistic(Primitive::kMaximum, a, dims));
    if (name == "amin" || name == "min") return ends(statistic(Primitive::kMinimum, a, dims));
    if (name == "var" || name == "std") {
      const double correction = record_.number_of("correction").value_or(1);
      const int variance = statistic(Primitive::kVariance, a, dims, -correction, true);
      ends(variance);
      return name == "var" || push(Primitive::kRootOfSquares, variance) >= 0;
    }
    if (name == "norm") {
      const double p = record_.number_of("p").value_or(2);
      if (p != 1 && p != 2) return false;
      const int total = sum(push(p == 1 ? Primitive::kMagnitude : Primitive::kSquare, a));
      ends(total);
      return p == 1 || push(Primitive::kRootOfSquares, total) >= 0;
    }
    if (name != "logsumexp") return false;
    const auto [largest, total] = exponentials(dims);
    const int log = push(Primitive::kLogarithm, total);
    push(Primitive::kAdd, log, largest);
    return kept || without(dims);
  }

  // Without the dimensions that were kept.
  bool without(const Dims& dims) {
    tensor::Shape shape = from(0).shape;
    for (std::size_t d = dims.size(); d-- > 0;) {
      shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(dims[d]));
    }
    push(Primitive::kRepeat, static_cast<int>(steps_.size()) - 1);
    steps_.back().shape = std::move(shape);
    return true;
  }

  // The maximum and the sum of exponentials; two steps before the sum are the shifted numbers and
  // their exponentials.
  std::pair<int, int> exponentials(const Dims& dims) {
    const int largest = statistic(Primitive::kMaximum, operand(0), dims);
    const int shifted = push(Primitive::kSubtract, operand(0), largest);
    const int exponential = push(Primitive::kExponential, shifted);
    return {largest, statistic(Primitive::kSumOver, exponential, dims)};
  }

  bool whole() {
    const std::string_view name = record_.operation;
    if (name == "layer_norm") return layer_norm();
    if (name != "softmax" && name != "log_softmax") return false;
    const Dims dims = protocol::dims_of(record_, from(0).shape.size()).value_or(Dims{});
    const int sum = exponentials(dims).second;
    if (name == "softmax") return push(Primitive::kDivide, sum - 1, sum) >= 0;
    return push(Primitive::kSubtract, sum - 2, push(Primitive::kLogarithm, sum)) >= 0;
  }

  bool layer_norm() {
    const auto* const attribute = record_.attribute("normalized_shape");
    const auto* const sizes =
        attribute != nullptr ? std::get_if<std::vector<std::int64_t>>(attribute) : nullptr;
    const std::size_t rank = from(0).shape.size();
    if (sizes == nullptr || sizes->size() > rank) return false;
    Dims dims;
    for (std::size_t d = rank - sizes->size(); d < rank; ++d) dims.push_back(d);
    const bool scaled = flag(record_, "weight");
    const bool shifted = flag(record_, "bias");
    if (record_.operands.size() != 1U + (scaled ? 1U : 0U) + (shifted ? 1U : 0U)) return false;
    const int mean = statistic(Primitive::kSumOver, operand(0), dims, 0, true);
    const int centred = push(Primitive::kSubtract, operand(0), mean);
    const int variance = statistic(Primitive::kVariance, operand(0), dims, 0, true);
    const int radicand =
        push(Primitive::kAddConstant, variance, -1, record_.number_of("eps").value_or(1e-5));
    int last = push(Primitive::kMultiply, centred, push(Primitive::kReciprocalRoot, radicand));
    if (scaled) last = push(Primitive::kMultiply, last, operand(1));
    if (shifted) push(Primitive::kAdd, last, operand(scaled ? 2 : 1));
    return true;
  }

  // Rows times columns, of one matrix as the second factor.
  bool product() {
    const Record& second = from(1);
    if (second.shape.size() != 2 || from(0).shape.empty()) return false;
    if (record_.operation == "linear") {
      const int product = push(Primitive::kMatrixProduct, operand(0), operand(1));
      return record_.operands.size() < 3 || push(Primitive::kAdd, product, operand(2)) >= 0;
    }
    if (is_turned(second)) {
      return push(Primitive::kMatrixProduct, operand(0),
                  operand_of_record(second.operands.front())) >= 0;
    }
    return push(Primitive::kPlainProduct, operand(0), operand(1)) >= 0;
  }

  const RecordGraph& graph_;
  const Record& record_;
  std::vector<WrittenStep> steps_{};
};

}  // namespace

std::vector<WrittenStep> steps_of(const RecordGraph& graph, int at) {
  return Maker(graph, graph.records[static_cast<std::size_t>(at)]).make();
}

}  // namespace normscope::notebook::recognition
