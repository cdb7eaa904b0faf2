// SPDX-License-Identifier: MIT
#include "core/ops/operation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace normscope::ops {
namespace {

std::vector<NamedOperation> make_operations() {
  std::vector<NamedOperation> all;
  for (const auto& row : normalization_names()) {
    all.push_back({row.name, NormOptions{.kind = row.value}});
  }
  all.push_back({"softmax", SoftmaxOptions{}});
  all.push_back({"log-softmax", SoftmaxOptions{.log = true}});
  for (const auto& row : relative_names()) {
    all.push_back({row.name, RelativeOptions{.kind = row.value}});
  }
  return all;
}

bool same_name(const Operation& a, const Operation& b) {
  return std::visit(
      [&b](const auto& options) {
        const auto* const other = std::get_if<std::remove_cvref_t<decltype(options)>>(&b);
        return other != nullptr && same_operation(options, *other);
      },
      a);
}

}  // namespace

std::span<const NamedOperation> operations() {
  static const std::vector<NamedOperation> all = make_operations();
  return all;
}

std::string list_operations(std::string_view separator) {
  std::string list;
  for (const NamedOperation& operation : operations()) {
    if (!list.empty()) list += separator;
    list += operation.name;
  }
  return list;
}

std::optional<Operation> find_operation(std::string_view name) {
  const auto found = std::ranges::find(operations(), name, &NamedOperation::name);
  return found == operations().end() ? std::nullopt : std::optional(found->options);
}

std::string_view operation_name(const Operation& operation) {
  const auto found = std::ranges::find_if(operations(), [&](const NamedOperation& known) {
    return same_name(known.options, operation);
  });
  return found->name;
}

std::string arguments_of(const Operation& operation) {
  const auto arguments =
      std::visit([](const auto& options) { return option_arguments(options); }, operation);
  return arguments ? std::string(operation_name(operation)) + *arguments : std::string();
}

std::string short_words(const Operation& operation) {
  return std::visit([](const auto& options) { return short_words(options); }, operation);
}
std::string full_words(const Operation& operation, std::string_view over) {
  return std::visit([over](const auto& options) { return full_words(options, over); }, operation);
}
std::string class_words(const Operation& operation) {
  return std::visit([](const auto& options) { return class_words(options); }, operation);
}

base::Expected<void> check_shape(const tensor::Shape& x, const Operation& operation) {
  const auto nothing = [](const auto& /*plan*/) {};
  if (const auto* const norm = std::get_if<NormOptions>(&operation)) {
    return plan_norm(x, *norm).map(nothing);
  }
  if (const auto* const relative = std::get_if<RelativeOptions>(&operation)) {
    return plan_relative(x, nullptr, nullptr, *relative).map(nothing);
  }
  return plan_softmax(x, std::get<SoftmaxOptions>(operation)).map(nothing);
}

bool same_on_paper(const Operation& a, const Operation& b) {
  return std::visit(
      [&b](const auto& options) {
        const auto* const other = std::get_if<std::remove_cvref_t<decltype(options)>>(&b);
        return other != nullptr && on_paper(options) == on_paper(*other);
      },
      a);
}

bool has_parameters(const Operation& operation) {
  const auto* const relative = std::get_if<RelativeOptions>(&operation);
  return relative != nullptr ? !is_over_dimension(*relative)
                             : std::holds_alternative<NormOptions>(operation);
}

bool is_identity(const Operation& operation) {
  const auto* const norm = std::get_if<NormOptions>(&operation);
  return norm != nullptr && is_identity(*norm);
}

bool sums_in_float(const Operation& operation) {
  const auto* const norm = std::get_if<NormOptions>(&operation);
  const auto* const softmax = std::get_if<SoftmaxOptions>(&operation);
  return norm != nullptr ? cancels(*norm) : softmax != nullptr && overflows(*softmax);
}

}  // namespace normscope::ops
