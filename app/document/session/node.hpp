// SPDX-License-Identifier: MIT
// One node in the JSON of a session, read strictly. The first fault is kept, with its place, and
// every later read returns a default: a reader can read everything and check for a fault once.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::document {

class SessionNode {
 public:
  using Fault = std::optional<base::Error>;

  /// Both must outlive the node.
  SessionNode(const nlohmann::json& value, std::string place, Fault& fault);

  /// Requires an object with exactly these keys, and allows some more.
  void expect_keys(const std::vector<std::string_view>& keys,
                   const std::vector<std::string_view>& optional = {}) const;
  /// The value of a key; a fault when it is missing.
  SessionNode at(std::string_view key) const;
  bool has(std::string_view key) const;
  std::vector<SessionNode> items() const;
  bool is_list() const { return value_->is_array(); }

  std::string text() const;
  bool flag() const;
  /// A number, or "nan", "inf", "-inf".
  double number() const;
  /// A float32: a number, "nan", "inf" or "-inf", or "nan(7fc00001)" with the bits of a NaN.
  float value() const;
  std::int64_t whole() const;
  std::uint64_t count() const;
  tensor::Shape shape() const;

  template <class Enum>
  Enum one_of(std::span<const base::Name<Enum>> table) const {
    const auto found = base::value_of(table, text());
    if (!found) fail("must be one of " + base::list_names(table));
    return found.value_or(table.front().value);
  }

  /// Keeps "PLACE SENTENCE" as the fault, unless there is one already.
  void fail(std::string_view sentence) const;
  /// Keeps an error as the fault, with the place in front.
  void fail(const base::Error& error) const;
  bool failed() const { return fault_->has_value(); }

 private:
  void expected(std::string_view what) const;

  const nlohmann::json* value_;
  std::string place_;
  Fault* fault_;
};

/// errors  Malformed: not JSON, a key twice in one object, a number beyond double
base::Expected<nlohmann::json> parse_json(std::string_view text, const std::stop_token& stop = {});

}  // namespace normscope::document
