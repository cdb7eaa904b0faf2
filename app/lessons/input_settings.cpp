// SPDX-License-Identifier: MIT
#include "app/lessons/input_settings.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/lessons/scene.hpp"
#include "core/tensor/parse.hpp"
#include "core/text/translate.hpp"

namespace normscope::lessons {

using document::Distribution;

namespace {

constexpr std::int64_t kAnySeed = std::numeric_limits<std::int64_t>::max();

// Collects the numbers of nested lists; the first list of each level sets the shape.
class Nested {
 public:
  explicit Nested(TomlFaults& faults) : faults_(faults) {}

  bool read(const toml::node& node, std::size_t depth) {
    if (const auto* list = node.as_array()) {
      const auto size = static_cast<std::int64_t>(list->size());
      if (depth == shape_.size() && values_.empty()) shape_.push_back(size);
      if (size == 0 || depth >= shape_.size() || shape_[depth] != size) return ragged(node);
      return std::ranges::all_of(*list,
                                 [&](const toml::node& child) { return read(child, depth + 1); });
    }
    if (depth != shape_.size()) return ragged(node);
    if (const auto* value = node.as_floating_point()) {
      values_.push_back(static_cast<float>(value->get()));
    } else if (const auto* whole = node.as_integer()) {
      values_.push_back(static_cast<float>(whole->get()));
    } else {
      faults_.refuse(node, ErrorKind::kMalformed, tr("values must be numbers"));
      return false;
    }
    return true;
  }

  base::Expected<tensor::Tensor> tensor() && {
    return tensor::Tensor::from_values(std::move(shape_), std::move(values_));
  }

 private:
  bool ragged(const toml::node& node) {
    faults_.refuse(node, ErrorKind::kMalformed,
                   tr("the lists of values must be of one length, not 0"));
    return false;
  }

  TomlFaults& faults_;
  tensor::Shape shape_;
  std::vector<float> values_;
};

template <class T>
std::optional<T> value_or_fault(base::Expected<T> value, const toml::node& node,
                                TomlFaults& faults) {
  if (value) return *std::move(value);
  faults.refuse(node, value.error().kind, value.error().sentence, value.error().hint);
  return std::nullopt;
}

std::uint64_t place_in_stream(TomlTable& settings, std::string_view key, std::int64_t most) {
  return static_cast<std::uint64_t>(settings.whole(key, 0, most).value_or(0));
}

// The seed is required: without it the numbers could not be reproduced.
std::uint64_t read_seed(TomlTable& settings) {
  const auto seed = settings.whole("seed", 0, kAnySeed);
  if (!seed) settings.refuse("seed", tr("'seed' is missing: a whole number, as in manual_seed"));
  return static_cast<std::uint64_t>(seed.value_or(0));
}

document::Random read_recipe(TomlTable& settings, Distribution distribution) {
  document::Random random{.distribution = distribution};
  random.seed = read_seed(settings);
  random.position = place_in_stream(settings, "position", kMaxLessonPosition);
  if (distribution == Distribution::kUniform || distribution == Distribution::kIntegers) {
    random.a = settings.number("low").value_or(random.a);
    random.b = settings.number("high").value_or(random.b);
  } else if (distribution == Distribution::kNormal) {
    random.a = settings.number("mean").value_or(random.a);
    random.b = settings.number("deviation").value_or(random.b);
  }
  return random;
}

}  // namespace

std::optional<tensor::Tensor> read_values(const toml::node& node, TomlFaults& faults) {
  if (const auto* text = node.as_string()) {
    return value_or_fault(tensor::parse_text(text->get()), node, faults);
  }
  Nested nested(faults);
  if (!nested.read(node, 0)) return std::nullopt;
  return value_or_fault(std::move(nested).tensor(), node, faults);
}

std::optional<document::Input> read_input(const toml::table& table, TomlFaults& faults) {
  TomlTable settings(table, faults);
  document::Input input{.name = settings.text("name").value_or("x")};
  if (input.name.empty()) settings.refuse("name", tr("'name' must not be empty"));
  const toml::node* values = settings.any("values");
  const auto distribution = settings.choice("distribution", document::distribution_names());
  std::optional<tensor::Tensor> numbers;
  if (distribution) {
    if (values != nullptr) {
      settings.refuse("values", tr("an input has either values or a distribution, not both"));
    }
    const auto shape = settings.sizes("shape");
    if (!shape) settings.refuse("shape", tr("'shape' is missing: a list of sizes such as [2, 5]"));
    const document::Random recipe = read_recipe(settings, *distribution);
    settings.finish();
    if (faults.error) return std::nullopt;
    const auto count = tensor::element_count(*shape);
    if (!count || *count > kMaxLessonElements) {
      settings.refuse("shape",
                      tr("an input has at most {most} numbers", arg("most", kMaxLessonElements)));
      return std::nullopt;
    }
    input.origin = recipe;
    numbers = value_or_fault(document::make_values(input.origin, *shape), table, faults);
  } else {
    settings.finish();
    if (values == nullptr) {
      settings.refuse("values", tr("an input needs values, or a distribution with shape and seed"));
    }
    if (faults.error) return std::nullopt;
    numbers = read_values(*values, faults);
    if (numbers && numbers->rank() == 0) {
      settings.refuse("values", tr("an input is at least a list of numbers"));
    }
  }
  if (faults.error || !numbers) return std::nullopt;
  input.values = document::Array(*std::move(numbers));
  return input;
}

std::optional<std::vector<document::Layer>> read_layers(const toml::array& list,
                                                        TomlFaults& faults) {
  std::vector<document::Layer> layers;
  for (const toml::node& node : list) {
    const auto* word = node.as_string();
    if (word != nullptr && word->get() == "relu") {
      layers.emplace_back(document::ReluLayer{});
    } else if (const toml::table* table = node.as_table()) {
      TomlTable settings(*table, faults);
      document::LinearLayer linear;
      const auto out = settings.whole("linear", 1, kMaxLessonElements);
      if (!out) settings.refuse("linear", tr("'linear' is missing: the number of output features"));
      linear.out_features = out.value_or(1);
      linear.seed = read_seed(settings);
      linear.position = place_in_stream(settings, "position", kMaxLessonPosition);
      settings.finish();
      layers.emplace_back(linear);
    } else {
      faults.refuse(node, ErrorKind::kMalformed,
                    tr("a layer must be \"relu\" or { linear = 6, ... }"));
    }
    if (faults.error) return std::nullopt;
  }
  return layers;
}

}  // namespace normscope::lessons
