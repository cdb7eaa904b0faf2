// SPDX-License-Identifier: MIT
#include "tests/parity/cases.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/random/distributions.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {

using nlohmann::json;
using tensor::Shape;
using tensor::Tensor;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Tensor standard_normal(const Shape& shape, std::uint64_t seed) {
  random::Generator generator(seed);
  return NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, shape));
}

// The inputs of the table; each step is rounded to float32, as in PyTorch.
Tensor fill(const std::string& kind, const Shape& shape, std::uint64_t seed) {
  Tensor x = standard_normal(shape, seed);
  const auto values = x.values();
  const auto each = [values](auto f) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = f(values[i], i);
  };
  float& middle = values[values.size() / 2];
  if (kind == "offset 100") {
    each([](float v, std::size_t) { return v + 100.0F; });
  } else if (kind == "offset 10000") {
    each([](float v, std::size_t) { return v + 10000.0F; });
  } else if (kind == "ties") {
    each([](float v, std::size_t) { return std::nearbyint(v); });
  } else if (kind == "near 88") {
    each([](float v, std::size_t i) { return v * 0.5F + (i % 2 == 0 ? 88.0F : -88.0F); });
  } else if (kind == "wide") {
    each([](float v, std::size_t) { return v * 1000.0F; });
  } else if (kind == "denormal") {
    each([](float v, std::size_t) { return v * 1e-40F; });
  } else if (kind == "huge") {
    each([](float v, std::size_t) { return v * 1e30F; });
  } else if (kind == "constant") {
    each([](float, std::size_t) { return 3.25F; });
  } else if (kind == "all minus inf") {
    each([](float, std::size_t) { return -kInfinity; });
  } else if (kind == "nan") {
    middle = std::nanf("");
  } else if (kind == "inf") {
    middle = kInfinity;
  } else if (kind == "minus inf") {
    middle = -kInfinity;
  } else if (kind != "normal") {
    throw std::runtime_error("unknown fill " + kind);
  }
  return x;
}

template <class Enum>
Enum choice(std::span<const base::Name<Enum>> names, const json& word) {
  const auto value = base::value_of(names, word.get<std::string>());
  if (!value) throw std::runtime_error("unknown word " + word.dump());
  return *value;
}

double number(const json& value) {
  return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}

ops::NormOptions norm_options(const json& row) {
  ops::NormOptions options;
  options.kind = choice(ops::normalization_names(), row["operation"]);
  options.groups = 2;
  options.epsilon = row["epsilon"];
  options.epsilon_placement = choice(ops::epsilon_placement_names(), row["placement"]);
  options.estimator = choice(ops::variance_estimator_names(), row["variance"]);
  options.algorithm = choice(ops::variance_algorithm_names(), row["algorithm"]);
  options.centring = row["centring"];
  options.returned = choice(ops::returned_names(), row["returned"]);
  return options;
}

ops::SoftmaxOptions softmax_options(const json& row) {
  ops::SoftmaxOptions options;
  const std::string place = row["place"];
  options.dim = place == "last" ? -1 : place == "middle" ? 1 : 0;
  options.temperature = row["temperature"];
  options.algorithm = choice(ops::softmax_algorithm_names(), row["algorithm"]);
  options.log = row["operation"] == "log-softmax";
  return options;
}

Bound bound_of(const json& row) {
  const double torch_ulps = number(row["torch_ulps"]);
  const bool weak = row["algorithm"] == "one-pass" || row["algorithm"] == "naive";
  // Where PyTorch's float32 result of the same failing algorithm is clearly wrong, ours must be,
  // too.
  constexpr double kPlainlyWrong = 1e5;
  if (weak && torch_ulps > kPlainlyWrong) {
    return {100, "a weak algorithm outside its range must be seen failing", true};
  }
  Bound bound{2, "the goal: twice PyTorch's float32 error plus 2"};
  // An overflow of PyTorch's float32 gives no bound: double sums do not overflow.
  if (std::isfinite(torch_ulps)) bound.ulps += 2 * torch_ulps;
  if (weak) {
    // Two float32 sums of n terms in another order differ by n / 16 + 5 roundings each; in y that
    // counts (half of the variance's relative error, the share's whole) once, magnified by the
    // cancellation that torch_ulps already shows.
    const double n = row["columns"];
    bound.ulps += (n / 16 + 5) * std::max(1.0, torch_ulps);
    bound.reason += ", and the float32 sums of a weak algorithm in another order";
  }
  return bound;
}

std::vector<json> rows_of(const char* table) {
  auto rows = read_json_data(table).at("cases").get<std::vector<json>>();
  if (rows.empty()) throw std::runtime_error("the table of cases is empty");
  return rows;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.row << "\n  bound: " << c.bound.ulps << " ULP (" << c.bound.reason << ")";
}

Case make_case(const json& row) {
  const auto seed = row["seed"].get<std::uint64_t>();
  const Shape shape = row["shape"];
  Case c{row.dump(), {}, bound_of(row), {}};
  c.request.x = std::make_shared<const Tensor>(fill(row["fill"], shape, seed));
  if (row.contains("place")) {
    c.request.operation = softmax_options(row);
  } else {
    const ops::NormOptions options = norm_options(row);
    c.request.operation = options;
    const Shape affine = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm(shape, options)).affine_shape;
    if (row["gamma"]) {
      c.request.gamma = std::make_shared<const Tensor>(standard_normal(affine, seed + 100000));
    }
    if (row["beta"]) {
      c.request.beta = std::make_shared<const Tensor>(standard_normal(affine, seed + 200000));
    }
  }
  for (const json& value : row["float64"]) {
    c.float64.emplace_back(value[0].get<std::int64_t>(), number(value[1]));
  }
  return c;
}

std::vector<Case> load_cases() {
  std::vector<Case> cases;
  for (const json& row : rows_of("parity/cases.json")) cases.push_back(make_case(row));
  return cases;
}

std::vector<json> load_large_rows() {
  return rows_of("parity/large.json");
}

}  // namespace normscope::testing
