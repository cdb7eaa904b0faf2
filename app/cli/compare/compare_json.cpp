// SPDX-License-Identifier: MIT
#include "app/cli/compare/compare_json.hpp"

#include <cstddef>
#include <cstdint>

#include "app/cli/json_text.hpp"
#include "core/ops/presets.hpp"

namespace normscope::cli {
namespace {

Json values_json(std::span<const float> values) {
  Json json = Json::array();
  for (const float value : values) json.push_back(number_json(static_cast<double>(value)));
  return json;
}

Json input_json(const ComparedInput& input) {
  if (input.file.empty()) return nullptr;
  return {{"file", input.file}, {"shape", input.shape}};
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json side_json(const Side& side) {
  return {{"argument", side.argument}, {"kind", base::name_of(side_kind_names(), side.kind)}};
}

Json largest_json(const Comparison& comparison) {
  const variants::Difference& difference = comparison.difference;
  if (difference.at < 0) return nullptr;
  return {{"at", index_json(comparison.of_a.shape(), difference.at)},
          {"a", number_json(static_cast<double>(difference.a))},
          {"b", number_json(static_cast<double>(difference.b))},
          {"absolute", number_json(difference.absolute)},
          {"ulps", number_json(difference.ulps)}};
}

Json steps_json(const std::optional<variants::Parting>& parting) {
  if (!parting) return nullptr;
  Json json{{"after", text_or_null(parting->after)},
            {"a", text_or_null(parting->a)},
            {"b", text_or_null(parting->b)},
            {"at", nullptr},
            {"values", nullptr}};
  if (parting->values) {
    json["at"] = index_json(parting->shape, parting->values->at);
    json["values"] = values_json(std::array{parting->values->a, parting->values->b});
  }
  return json;
}

Json separation_json(const std::optional<variants::Separation>& separation) {
  if (!separation) return nullptr;
  Json json{{"visibility", base::name_of(variants::visibility_names(), separation->visibility)},
            {"shape", nullptr},
            {"input", nullptr},
            {"a", nullptr},
            {"b", nullptr},
            {"same_on_paper", separation->same_on_paper},
            {"inputs_searched", separation->inputs_searched},
            {"sentence", separation->sentence}};
  if (separation->input) {
    json["shape"] = separation->input->shape();
    json["input"] = values_json(separation->input->values());
    json["a"] = values_json(separation->a.values());
    json["b"] = values_json(separation->b.values());
  }
  return json;
}

Json matrix_json(const variants::DifferenceMatrix& matrix, double variants::Difference::*member) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < matrix.refusals.size(); ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < matrix.refusals.size(); ++j) {
      const variants::Difference* difference = matrix.find(i, j);
      row.push_back(difference == nullptr ? Json(nullptr) : number_json(difference->*member));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string comparison_json(const Comparison& comparison) {
  return line_of({{"input", input_json(comparison.input)},
                  {"a", side_json(comparison.a)},
                  {"b", side_json(comparison.b)},
                  {"arithmetic", text_or_null(comparison.input.arithmetic)},
                  {"elements", comparison.of_a.size()},
                  {"differing", comparison.difference.differing},
                  {"not_finite", comparison.difference.not_finite},
                  {"largest", largest_json(comparison)},
                  {"steps_compared", comparison.steps_compared},
                  {"steps", steps_json(comparison.parting)},
                  {"separation", separation_json(comparison.separation)}});
}

std::string presets_json(const ComparedInput& input, const variants::DifferenceMatrix& matrix) {
  Json ids = Json::array();
  Json refusals = Json::object();
  for (std::size_t i = 0; i < matrix.refusals.size(); ++i) {
    const std::string id(ops::presets()[i].id);
    ids.push_back(id);
    if (matrix.refusals[i]) refusals[id] = matrix.refusals[i]->sentence;
  }
  return line_of({{"input", input_json(input)},
                  {"arithmetic", text_or_null(input.arithmetic)},
                  {"presets", ids},
                  {"absolute", matrix_json(matrix, &variants::Difference::absolute)},
                  {"ulps", matrix_json(matrix, &variants::Difference::ulps)},
                  {"refusals", refusals}});
}

}  // namespace normscope::cli
