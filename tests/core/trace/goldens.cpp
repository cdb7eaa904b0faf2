// SPDX-License-Identifier: MIT
#include "tests/core/trace/goldens.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <utility>

#include "tests/support/support.hpp"

namespace normscope::trace::goldens {

using nlohmann::json;
using tensor::Shape;
using tensor::Tensor;

namespace {

std::uint32_t bits_of(float value) {
  // Which NaN an operation gives is up to the processor.
  return std::isnan(value) ? 0x7fc00000U : std::bit_cast<std::uint32_t>(value);
}

// The recorded form of values: the bits of each, or their 32-bit FNV-1a hash.
std::string recorded(std::span<const float> values, bool hashed) {
  std::string text;
  std::uint32_t digest = 0x811c9dc5U;
  for (const float value : values) {
    const std::uint32_t word = bits_of(value);
    if (!hashed) text += fmt::format("{:08x}", word);
    for (unsigned shift = 0; shift < 32; shift += 8) {
      digest = (digest ^ ((word >> shift) & 0xffU)) * 0x01000193U;
    }
  }
  return hashed ? fmt::format("#{:08x}", digest) : text;
}

template <class Enum>
Enum choice(const json& options, const char* key, std::span<const base::Name<Enum>> names,
            Enum otherwise) {
  if (!options.contains(key)) return otherwise;
  return base::value_of(names, options[key].get<std::string>()).value();
}

}  // namespace

TensorRef sequence(const Shape& shape, std::int64_t salt, float offset) {
  auto x = NORMSCOPE_VALUE_OR_FAIL(Tensor::full(shape, 0.0F));
  auto place = static_cast<std::uint32_t>(1000 * salt);
  for (float& value : x.values()) {
    const std::uint32_t scattered = ++place * 2654435761U;  // 2^32 / the golden ratio
    value = static_cast<float>(scattered >> 8) * 0x1p-22F - 2.0F + offset;
  }
  return std::make_shared<const Tensor>(std::move(x));
}

const json& file() {
  static const json all = testing::read_json_data("trace/trace.json");
  return all;
}

TensorRef input_of(const json& golden) {
  const json& given = golden.at("input");
  if (!given.contains("special")) {
    return sequence(given.at("shape").get<Shape>(), given.at("salt").get<std::int64_t>(),
                    given.value("offset", 0.0F));
  }
  const auto words = file().at("special").get<std::string>();
  std::vector<float> values;
  for (std::size_t at = 0; at < words.size(); at += 8) {
    values.push_back(testing::from_bits(words.substr(at, 8)));
  }
  const auto rows = static_cast<std::int64_t>(values.size()) / 4;
  return std::make_shared<const Tensor>(testing::make({rows, 4}, std::move(values)));
}

ops::NormOptions norm_options(const json& golden, const Shape& shape) {
  const json& given = golden.at("options");
  ops::NormOptions options;
  options.kind = choice(given, "kind", ops::normalization_names(), options.kind);
  options.normalized_shape.assign(shape.end() - given.value("trailing", 1), shape.end());
  options.groups = given.value("groups", 1);
  options.epsilon = given.value("eps", 1e-5);
  options.epsilon_placement =
      choice(given, "placement", ops::epsilon_placement_names(), options.epsilon_placement);
  options.estimator = choice(given, "variance", ops::variance_estimator_names(), options.estimator);
  options.algorithm =
      choice(given, "algorithm", ops::variance_algorithm_names(), options.algorithm);
  options.centring = given.value("centring", true);
  options.returned = choice(given, "returned", ops::returned_names(), options.returned);
  return options;
}

ops::SoftmaxOptions softmax_options(const json& golden) {
  const json& given = golden.at("options");
  ops::SoftmaxOptions options;
  options.algorithm = choice(given, "algorithm", ops::softmax_algorithm_names(), options.algorithm);
  options.temperature = given.value("temperature", 1.0);
  options.log = given.value("log", false);
  options.dim = given.value("dim", -1);
  return options;
}

TensorRef parameter(const json& golden, const char* name, const Shape& shape) {
  const json& options = golden.at("options");
  if (!options.contains(name)) return nullptr;
  return sequence(shape, options[name].get<std::int64_t>());
}

std::string difference(const Trace& trace, const json& golden) {
  const json& expected = golden.at("steps");
  const std::vector<int> steps = trace.program().main_steps();
  std::string names;
  for (const int at : steps) names += trace.program().step(at).name + ", ";
  if (steps.size() != expected.size() + 1 || trace.steps()[0].name != "input") {
    return "the steps are " + names;
  }
  const Shape& element_shape = trace.steps().back().shape;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Step& step = trace.program().step(steps[i + 1]);
    const json& row = expected[i];
    if (step.name != row[0].get<std::string>()) return "the steps are " + names;
    const Shape shape = row.size() == 3 ? golden.at("reduced").get<Shape>() : element_shape;
    if (step.shape != shape) {
      return step.name + " has the shape " + tensor::shape_to_text(step.shape);
    }
    const Tensor values = NORMSCOPE_VALUE_OR_FAIL(trace.whole(steps[i + 1]));
    const auto wanted = row[1].get<std::string>();
    const std::string got = recorded(values.values(), wanted.starts_with('#'));
    if (got != wanted) return fmt::format("{} is {}, not {}", step.name, got, wanted);
  }
  return {};
}

}  // namespace normscope::trace::goldens
