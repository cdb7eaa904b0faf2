// SPDX-License-Identifier: MIT
// See machine.hpp: the stack, creation and elementwise steps.
#include "tests/app/notebook/arrays/machine.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/elementwise/elementwise.hpp"
#include "app/notebook/arrays/layers/layers.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "tests/app/notebook/arrays/values.hpp"

namespace normscope::notebook::arrays::testing {
namespace {

std::uint64_t bits_of(float value) {
  return std::isnan(value) ? 0x7fc00000U : std::bit_cast<std::uint32_t>(value);
}
std::uint64_t bits_of(double value) {
  return std::isnan(value) ? 0x7ff8000000000000U : std::bit_cast<std::uint64_t>(value);
}
template <class T>
std::uint64_t bits_of(T value) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

void collect(const nlohmann::json& nested, std::vector<double>& values) {
  if (nested.is_array()) {
    for (const auto& entry : nested) collect(entry, values);
  } else {
    values.push_back(to_double(number_of(nested)));
  }
}

}  // namespace

std::string digest(const Array& x) {
  std::uint64_t value = 0xcbf29ce484222325U;
  visit_dtype(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    for_each_in_order(x, [&](std::int64_t at) {
      value = (value ^ bits_of(x.template data<T>()[at])) * 0x100000001b3U;
    });
  });
  return fmt::format("{:016x}", value);
}

Scalar number_of(const nlohmann::json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number()) return value.get<double>();
  if (value == "inf") return std::numeric_limits<double>::infinity();
  if (value == "-inf") return -std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

Dtype dtype_named(const nlohmann::json& name) {
  return base::value_of<Dtype>(kDtypeNames, name.get<std::string>()).value();
}

std::vector<Array> Machine::pop(std::size_t count) {
  std::vector<Array> taken(stack_.end() - static_cast<std::ptrdiff_t>(count), stack_.end());
  stack_.resize(stack_.size() - count);
  return taken;
}

Array Machine::pop_one() {
  return pop(1)[0];
}

Expected<void> Machine::push(Expected<Array> result) {
  if (!result) return tl::unexpected(result.error());
  stack_.push_back(*std::move(result));
  return {};
}

Expected<void> Machine::push(Expected<std::vector<Array>> results) {
  if (!results) return tl::unexpected(results.error());
  for (Array& result : *results) stack_.push_back(std::move(result));
  return {};
}

Expected<void> Machine::run(const nlohmann::json& step) {
  const auto name = step[0].get<std::string>();
  const nlohmann::json arguments(std::vector<nlohmann::json>(step.begin() + 1, step.end()));
  for (const auto part : {&Machine::create, &Machine::compute, &Machine::reduce, &Machine::reshape,
                          &Machine::select, &Machine::layer}) {
    if (auto done = (this->*part)(name, arguments)) return *done;
  }
  throw std::runtime_error("no step is called " + name);
}

// A chain of names, each with its call. NOLINTNEXTLINE(readability-function-cognitive-complexity)
std::optional<Expected<void>> Machine::create(const std::string& name, const Arguments& a) {
  if (name == "values") {
    std::vector<double> values;
    collect(a[2], values);
    return push(from_values(context_, dtype_named(a[0]), a[1].get<Shape>(), values));
  }
  if (name == "rand") return push(rand(context_, a[0].get<Sizes>(), dtype_named(a[1])));
  if (name == "randn") {
    return push(normal(context_, a[0].get<Sizes>(), 0.0, 1.0, dtype_named(a[1])));
  }
  if (name == "wide") {
    const auto x = normal(context_, a[0].get<Sizes>(), 0.0, 1.0, Dtype::kFloat32);
    return push(x ? converted(context_, *x, Dtype::kFloat64) : x);
  }
  if (name == "randint")
    return push(randint(context_, a[0], a[1], a[2].get<Sizes>(), Dtype::kInt64));
  if (name == "randperm") return push(randperm(context_, a[0], Dtype::kInt64));
  if (name == "arange") {
    const bool one = a[0].size() == 1;
    const Scalar start = one ? Scalar(std::int64_t{0}) : number_of(a[0][0]);
    const Scalar step = a[0].size() == 3 ? number_of(a[0][2]) : Scalar(std::int64_t{1});
    return push(arange(context_, start, number_of(a[0][one ? 0 : 1]), step, dtype_named(a[1])));
  }
  if (name == "linspace") {
    return push(linspace(context_, a[0][0], a[0][1], a[0][2], dtype_named(a[1])));
  }
  if (name == "eye") {
    return push(eye(context_, a[0], a.size() > 1 ? a[1] : a[0], Dtype::kFloat32));
  }
  if (name == "requires_grad") {
    stack_.back().requires_grad = true;
    return Expected<void>{};
  }
  if (name == "print_options") {
    tensor::PrintOptions options;
    if (a[0].contains("profile")) {
      options = *base::value_of<tensor::PrintOptions>(tensor::kPrintProfiles,
                                                      a[0]["profile"].get<std::string>());
    }
    options.precision = a[0].value("precision", options.precision);
    options.threshold = a[0].value("threshold", options.threshold);
    options.edge_items = a[0].value("edgeitems", options.edge_items);
    options.line_width = a[0].value("linewidth", options.line_width);
    if (a[0].contains("sci_mode")) options.sci_mode = a[0]["sci_mode"].get<bool>();
    context_.print = options;
    return Expected<void>{};
  }
  if (name == "dup") return push(Expected<Array>(Array(stack_.back())));
  if (name == "drop") {
    pop_one();
    return Expected<void>{};
  }
  return std::nullopt;
}

std::optional<Expected<void>> Machine::compute(const std::string& name, const Arguments& a) {
  if (name == "clone") return push(clone(context_, pop_one()));
  if (name == "detach") return push(Expected<Array>(detach(context_, pop_one())));
  if (is_unary(name)) return push(unary(context_, name, pop_one()));
  if (is_binary(name)) {
    const auto x = pop(2);
    return push(binary(context_, name, x[0], x[1]));
  }
  if (name == "scalar") {
    const auto op = a[0].get<std::string>();
    const Operand number = number_of(a[1]);
    const Operand x = pop_one();
    return push(a[2] == "left" ? binary(context_, op, number, x) : binary(context_, op, x, number));
  }
  if (name == "in_place") {
    auto x = pop(2);
    const auto done = binary_in_place(context_, a[0].get<std::string>(), x[0], x[1]);
    if (!done) return done;
    return push(Expected<Array>(x[0]));
  }
  if (name == "clamp") {
    const auto bound = [](const nlohmann::json& value) {
      return value.is_null() ? std::nullopt : std::optional<Operand>(number_of(value));
    };
    return push(clamp(context_, pop_one(), bound(a[0]), bound(a[1])));
  }
  if (name == "where") {
    const auto x = pop(3);
    return push(where(context_, x[0], x[1], x[2]));
  }
  return std::nullopt;
}

}  // namespace normscope::notebook::arrays::testing
