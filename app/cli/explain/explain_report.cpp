// SPDX-License-Identifier: MIT
#include "app/cli/explain/explain_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/ops/operation.hpp"
#include "core/text/joined.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

using Json = nlohmann::ordered_json;
using variants::Explanation;

constexpr std::size_t kMostShown = 8;

// The table's columns but the last, which needs no padding.
using Cells = std::array<std::string, 6>;

std::string affine_cell(const Explanation& e) {
  if (e.gamma && e.beta) return text::listed("gamma", "beta");
  if (e.gamma) return "gamma";
  return e.beta ? "beta" : "-";
}

Cells row_of(const std::string& rank, const Explanation& e) {
  return {rank,
          e.preset.empty() ? "-" : e.preset,
          fmt::format("{:.3g}", e.largest_error),
          fmt::format("{:.3g}", e.ulps),
          affine_cell(e),
          fmt::format("{} [{}]", e.words,
                      e.arguments.empty() ? tr("not by compute") : std::string_view(e.arguments))};
}

std::string aligned(const std::vector<Cells>& rows) {
  std::array<std::size_t, std::tuple_size_v<Cells>> widths{};
  for (const Cells& row : rows) {
    for (std::size_t k = 0; k + 1 < row.size(); ++k) {
      widths[k] = std::max(widths[k], row[k].size());
    }
  }
  std::string table;
  for (const Cells& row : rows) {
    for (std::size_t k = 0; k + 1 < row.size(); ++k) {
      table += fmt::format("{:<{}}  ", row[k], widths[k]);
    }
    table += row.back() + "\n";
  }
  return table;
}

std::string values_line(std::string_view name, const tensor::Tensor& values) {
  std::string line = fmt::format("{}:", name);
  const auto shown = values.values().first(std::min(values.values().size(), kMostShown));
  for (const float value : shown) line += fmt::format(" {}", text::float_to_text(value));
  if (values.values().size() > kMostShown) {
    line += " ... " + tr("({n} values)", arg("n", text::grouped_digits(values.size())));
  }
  return line + "\n";
}

// As on the command line, but with underscores; what a name there switches off stands by its key.
std::string json_key(const ops::OptionInfo& option) {
  std::string key(option.name.empty() || option.negated ? option.key : option.name);
  std::ranges::replace(key, '-', '_');
  return key;
}

Json json_of(const compute::Operation& operation) {
  Json json;
  json["kind"] = ops::operation_name(operation);
  const auto add = [&json](const auto& options) {
    for (const auto& option : option_list(options)) {
      const bool absent = option.optional && option.is_standard(options);
      if (option.names_operation || absent) continue;
      std::visit([&](const auto& value) { json[json_key(option)] = value; }, option.get(options));
    }
  };
  std::visit(add, operation);
  return json;
}

Json json_of(const std::optional<tensor::Tensor>& values) {
  if (!values) return nullptr;
  return {{"shape", values->shape()},
          {"values", std::vector<float>(values->values().begin(), values->values().end())}};
}

template <class T>
Json json_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json json_of(const Explanation& e) {
  Json json;
  json["operation"] = e.kind.empty() ? json_of(e.operation) : Json{{"kind", e.kind}};
  json["words"] = e.words;
  json["compute"] = e.arguments.empty() ? Json(nullptr) : Json(e.arguments);
  json["preset"] = e.preset.empty() ? Json(nullptr) : Json(e.preset);
  json["fit"] = base::name_of(variants::fit_names(), e.fit);
  json["gamma"] = json_of(e.gamma);
  json["beta"] = json_of(e.beta);
  json["largest_error"] = e.largest_error;
  json["ulps"] = e.ulps;
  json["allowed_error"] = e.allowed_error;
  json["bits"] = e.bits;
  json["range"] = e.range ? Json{{"low", e.range->low}, {"high", e.range->high}} : Json(nullptr);
  return json;
}

Json json_of(const std::vector<Explanation>& all) {
  Json json = Json::array();
  for (const Explanation& e : all) json.push_back(json_of(e));
  return json;
}

}  // namespace

std::string explanations_table(const variants::Explanations& answer) {
  std::vector<Cells> rows{
      {tr("rank"), tr("preset"), tr("error"), "ULP", tr("solved"), tr("operation [compute ...]")}};
  for (std::size_t k = 0; k < answer.ranked.size(); ++k) {
    rows.push_back(row_of(fmt::format("{}", k + 1), answer.ranked[k]));
    if (k > 0) continue;
    for (const Explanation& same : answer.same_on_these_data) rows.push_back(row_of("=", same));
  }
  std::string table = aligned(rows) + "\n";
  if (!answer.ranked.empty()) {
    const Explanation& best = answer.ranked.front();
    if (best.gamma) table += values_line("gamma", *best.gamma);
    if (best.beta) table += values_line("beta", *best.beta);
  }
  return table + answer.sentence + "\n";
}

std::string explanations_json(const variants::Explanations& answer) {
  Json json;
  json["verdict"] = base::name_of(variants::fit_names(), answer.verdict);
  json["sentence"] = answer.sentence;
  json["bound"] = answer.bound;
  json["arithmetic"] = base::name_of(variants::arithmetic_names(), answer.arithmetic);
  json["searched"] = answer.searched;
  json["x_decimals"] = json_or_null(answer.x_decimals);
  json["y_decimals"] = json_or_null(answer.y_decimals);
  json["y_format"] = base::name_of(variants::number_format_names(), answer.y_format);
  json["ranked"] = json_of(answer.ranked);
  json["same_on_these_data"] = json_of(answer.same_on_these_data);
  json["forms"] = Json::array();
  for (const auto& [form, equal, error] : answer.forms) {
    json["forms"].push_back({{"form", form}, {"equal", equal}, {"largest_error", error}});
  }
  json["plans"] = answer.plans;
  json["suspicion"] = nullptr;
  if (answer.suspicion) {
    json["suspicion"] = {{"explanation", json_of(answer.suspicion->explanation)},
                         {"wrong", answer.suspicion->wrong},
                         {"places", answer.suspicion->places}};
  }
  return json.dump() + "\n";
}

}  // namespace normscope::cli
