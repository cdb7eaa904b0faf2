// SPDX-License-Identifier: MIT
#include "tests/app/notebook/evaluated_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>

#include "tests/app/notebook/sent_records.hpp"

namespace normscope::testing {
namespace {

using notebook::recognition::ProgramStep;
using notebook::recognition::StepKind;
using tensor::Shape;

struct Values {
  Shape shape;
  std::vector<double> all;
};

// The index of a row-major position.
Shape index_of(std::int64_t at, const Shape& shape) {
  Shape index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0; at /= shape[d]) index[d] = at % shape[d];
  return index;
}

// The element that broadcasting has at an index, counted from the last dimension.
double at(const Values& of, const Shape& index) {
  std::int64_t position = 0;
  for (std::size_t d = 0; d < of.shape.size(); ++d) {
    const std::int64_t i = index[index.size() - of.shape.size() + d];
    position = position * of.shape[d] + (of.shape[d] == 1 ? 0 : i);
  }
  return of.all[static_cast<std::size_t>(position)];
}

double unary(std::string_view operation, double a) {
  static const std::map<std::string_view, double (*)(double)> kTable{
      {"neg", [](double x) { return -x; }},
      {"abs", [](double x) { return std::abs(x); }},
      {"square", [](double x) { return x * x; }},
      {"sqrt", [](double x) { return std::sqrt(x); }},
      {"rsqrt", [](double x) { return 1 / std::sqrt(x); }},
      {"reciprocal", [](double x) { return 1 / x; }},
      {"exp", [](double x) { return std::exp(x); }},
      {"log", [](double x) { return std::log(x); }},
      {"tanh", [](double x) { return std::tanh(x); }},
      {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }},
      {"relu", [](double x) { return x > 0 ? x : 0; }},
  };
  return kTable.at(operation)(a);
}

double binary(std::string_view operation, double a, double b) {
  static const std::map<std::string_view, double (*)(double, double)> kTable{
      {"add", [](double x, double y) { return x + y; }},
      {"sub", [](double x, double y) { return x - y; }},
      {"mul", [](double x, double y) { return x * y; }},
      {"div", [](double x, double y) { return x / y; }},
      {"pow", [](double x, double y) { return std::pow(x, y); }},
      {"maximum", [](double x, double y) { return std::max(x, y); }},
      {"minimum", [](double x, double y) { return std::min(x, y); }},
      {"gt", [](double x, double y) { return x > y ? 1.0 : 0.0; }},
  };
  return kTable.at(operation)(a, b);
}

double reduced(const ProgramStep& step, const std::vector<double>& group) {
  const auto n = static_cast<double>(group.size());
  const double sum = std::accumulate(group.begin(), group.end(), 0.0);
  const double largest = *std::ranges::max_element(group);
  if (step.operation == "sum") return sum;
  if (step.operation == "mean") return sum / n;
  if (step.operation == "amax") return largest;
  if (step.operation == "amin") return *std::ranges::min_element(group);
  double squares = 0;
  double exponentials = 0;
  double powers = 0;
  for (const double value : group) {
    squares += (value - sum / n) * (value - sum / n);
    exponentials += std::exp(value - largest);
    powers += std::pow(std::abs(value), step.constant.value_or(2.0));
  }
  if (step.operation == "logsumexp") return largest + std::log(exponentials);
  if (step.operation == "norm") return std::pow(powers, 1 / step.constant.value_or(2.0));
  const double variance = squares / (n - step.constant.value_or(1.0));
  if (step.operation == "var") return variance;
  if (step.operation == "std") return std::sqrt(variance);
  throw std::out_of_range(std::string(step.operation));
}

// The elements of a group: all that agree with an index outside of these dimensions.
std::vector<double> group_at(const Values& of, const ProgramStep& step, const Shape& index) {
  std::vector<double> group;
  for (std::size_t i = 0; i < of.all.size(); ++i) {
    const Shape other = index_of(static_cast<std::int64_t>(i), of.shape);
    bool same = true;
    for (std::size_t d = 0; d < of.shape.size(); ++d) {
      same = same && (std::ranges::binary_search(step.dims, d) || other[d] == index[d]);
    }
    if (same) group.push_back(of.all[i]);
  }
  return group;
}

// Of a reduction's result the index in its operand, 0 along what was reduced.
Shape whole_index(const ProgramStep& step, const Shape& index, std::size_t rank) {
  if (step.keepdim) return index;
  Shape whole(rank, 0);
  std::size_t next = 0;
  for (std::size_t d = 0; d < rank; ++d) {
    if (!std::ranges::binary_search(step.dims, d)) whole[d] = index[next++];
  }
  return whole;
}

// Of group_norm the numbers of a sample in the channels of one group.
std::vector<double> channels_at(const Values& of, const ProgramStep& step, const Shape& index) {
  const std::int64_t size = of.shape[1] / step.groups;
  std::vector<double> group;
  for (std::size_t i = 0; i < of.all.size(); ++i) {
    const Shape other = index_of(static_cast<std::int64_t>(i), of.shape);
    if (other[0] == index[0] && other[1] / size == index[1] / size) group.push_back(of.all[i]);
  }
  return group;
}

double normalized(const ProgramStep& step, const std::vector<const Values*>& from,
                  const Shape& index) {
  const double value = at(*from[0], index);
  const std::vector<double> group =
      step.groups > 0 ? channels_at(*from[0], step, index) : group_at(*from[0], step, index);
  const double largest = *std::ranges::max_element(group);
  double sum = 0;
  for (const double each : group) sum += std::exp(each - largest);
  if (step.operation == "softmax") return std::exp(value - largest) / sum;
  if (step.operation == "log_softmax") return value - largest - std::log(sum);
  ProgramStep mean = step;
  mean.operation = "mean";
  ProgramStep variance = step;
  variance.operation = "var";
  variance.constant = 0.0;
  const double unit = (value - reduced(mean, group)) /
                      std::sqrt(reduced(variance, group) + step.constant.value_or(0.0));
  const bool by_channel = step.operation != "layer_norm";
  const Shape place = by_channel ? Shape{index[1]} : index;
  return unit * (from.size() > 1 ? at(*from[1], place) : 1) +
         (from.size() > 2 ? at(*from[2], place) : 0);
}

// Rows times columns; a vector is a row on the left and a column on the right.
double product(const ProgramStep& step, const Values& a, const Values& b, const Shape& index) {
  const bool linear = step.operation == "linear";
  const bool row = a.shape.size() > 1;
  const bool column = b.shape.size() > 1;
  double sum = 0;
  for (std::int64_t k = 0; k < a.shape.back(); ++k) {
    const std::size_t tail = (row ? 1U : 0U) + (column ? 1U : 0U);
    Shape left(index.begin(), index.end() - static_cast<std::ptrdiff_t>(tail));
    Shape right = left;
    if (row) left.push_back(index[index.size() - tail]);
    left.push_back(k);
    right.push_back(linear ? index.back() : k);
    if (column) right.push_back(linear ? k : index.back());
    sum += at(a, left) * at(b, right);
  }
  return sum;
}

double element(const ProgramStep& step, const std::vector<const Values*>& from, const Shape& index,
               std::int64_t position) {
  const Values& first = *from[0];
  const std::string_view operation = step.operation;
  const auto* const row = notebook::protocol::operation_of(operation);
  using notebook::protocol::Work;
  if (operation == "where")
    return at(first, index) != 0 ? at(*from[1], index) : at(*from[2], index);
  if (row->work == Work::kElementwise) {
    const double a = at(first, index);
    if (from.size() > 1) return binary(operation, a, at(*from[1], index));
    if (!step.constant) return unary(operation, a);
    return step.constant_first ? binary(operation, *step.constant, a)
                               : binary(operation, a, *step.constant);
  }
  if (row->work == Work::kReduction) {
    return reduced(step, group_at(first, step, whole_index(step, index, first.shape.size())));
  }
  if (row->work == Work::kProduct) return product(step, first, *from[1], index);
  if (row->work == Work::kLinear) {
    return product(step, first, *from[1], index) + (from.size() > 2 ? at(*from[2], index) : 0);
  }
  if (row->work == Work::kSame) return first.all[static_cast<std::size_t>(position)];
  if (row->work == Work::kRepeated) return at(first, index);
  if (operation == "permute") {
    Shape before(index.size());
    for (std::size_t d = 0; d < index.size(); ++d) before[step.dims[d]] = index[d];
    return at(first, before);
  }
  if (operation == "sort") {
    std::vector<double> group = group_at(first, step, index);
    std::ranges::sort(group);
    if (step.constant == 1.0) std::ranges::reverse(group);
    return group[static_cast<std::size_t>(index[step.dims[0]])];
  }
  if (operation != "softmax" && operation != "log_softmax" && !operation.ends_with("_norm")) {
    throw std::out_of_range(std::string(operation));
  }
  return normalized(step, from, index);
}

}  // namespace

std::string text_of(const Program& program) {
  std::string text;
  for (const ProgramStep& step : program) {
    if (!text.empty()) text += "; ";
    if (step.kind != StepKind::kComputed) {
      text += step.kind == StepKind::kInput ? "input " : "parameter ";
      text += tensor::shape_to_text(step.shape);
      continue;
    }
    text += fmt::format("{} {}", step.operation, fmt::join(step.operands, " "));
    if (!step.dims.empty()) text += fmt::format(" over {}", fmt::join(step.dims, ","));
    if (step.keepdim) text += " kept";
    if (step.constant)
      text += fmt::format(": {}{}", *step.constant, step.constant_first ? " first" : "");
  }
  return text;
}

std::vector<std::vector<double>> evaluated(const Program& program,
                                           const std::vector<tensor::Tensor>& given) {
  std::vector<Values> values;
  std::size_t next = 0;
  for (const ProgramStep& step : program) {
    Values made{step.shape, {}};
    if (step.kind != StepKind::kComputed) {
      const auto& all = given.at(next++).values();
      made.all.assign(all.begin(), all.end());
    } else {
      std::vector<const Values*> from;
      for (const int operand : step.operands) {
        from.push_back(&values.at(static_cast<std::size_t>(operand)));
      }
      for (std::int64_t i = 0; i < tensor::product(step.shape); ++i) {
        made.all.push_back(element(step, from, index_of(i, step.shape), i));
      }
    }
    values.push_back(std::move(made));
  }
  std::vector<std::vector<double>> all;
  all.reserve(values.size());
  for (Values& each : values) all.push_back(std::move(each.all));
  return all;
}

void expect_values(const Program& program, const notebook::protocol::Records& records) {
  std::vector<int> given;
  for (const ProgramStep& step : program) {
    if (step.kind != StepKind::kComputed) given.push_back(step.record);
  }
  const auto values = evaluated(program, taken(records, given));
  for (std::size_t i = 0; i < program.size(); ++i) {
    const int record = program[i].record;
    if (record < 0 || !records.graph.records[static_cast<std::size_t>(record)].held) continue;
    const tensor::Tensor array = taken(records, {record}).front();
    ASSERT_EQ(array.size(), static_cast<std::int64_t>(values[i].size())) << "step " << i;
    for (std::size_t k = 0; k < values[i].size(); ++k) {
      // Some twenty roundings of float32, of sums of numbers below ten.
      const double bound = 1e-5 * (1 + std::abs(values[i][k]));
      ASSERT_NEAR(array.values()[k], values[i][k], bound)
          << "step " << i << " of " << text_of(program);
    }
  }
}

}  // namespace normscope::testing
