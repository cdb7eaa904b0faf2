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
#include "core/text/translate.hpp"

namespace normscope::document {

/// The types of JSON's values.
enum class JsonType { kObject, kList, kText, kFlag, kNumber, kNull };

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
    if (!found) {
      fail(text::tr_later("{place} must be one of {names}"),
           text::arg("names", base::list_names(table)));
    }
    return found.value_or(table.front().value);
  }

  /// Keeps a sentence as the fault, unless there is one already: in English, with the node as
  /// {place}.
  template <class... Args>
  void fail(std::string_view sentence, const Args&... args) const {
    if (!failed()) keep(text::tr(sentence, text::arg("place", place_), args...));
  }
  /// Keeps an error as the fault, with the place in front.
  void fail(const base::Error& error) const;
  bool failed() const { return fault_->has_value(); }

 private:
  void keep(std::string sentence) const;
  void expected(JsonType type) const;

  const nlohmann::json* value_;
  std::string place_;
  Fault* fault_;
};

/// errors  Malformed: not JSON, a key twice in one object, a number beyond double
base::Expected<nlohmann::json> parse_json(std::string_view text, const std::stop_token& stop = {});

}  // namespace normscope::document
