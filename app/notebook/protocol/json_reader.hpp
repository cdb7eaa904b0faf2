// SPDX-License-Identifier: MIT
// Reading members of a JSON object whose writer is not trusted: each is asked for with its type and
// its bounds, and the first that is missing or wrong is remembered, so that a message is read in
// one go and checked once.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::notebook::protocol {

class JsonReader {
 public:
  using Json = nlohmann::json;

  /// `fault` collects the first error of this reader and of those made from it.
  JsonReader(const Json& object, std::optional<std::string>& fault)
      : object_(object), fault_(fault) {}

  bool has(const char* key) const { return object_.is_object() && object_.contains(key); }
  std::string text(const char* key) const;
  std::optional<std::string> optional_text(const char* key) const;
  bool flag(const char* key) const;
  double number(const char* key) const;
  std::int64_t integer(const char* key, std::int64_t least, std::int64_t most) const;
  std::uint64_t natural(const char* key) const;
  int small(const char* key) const;  // from 0 to 2^30
  tensor::Shape shape(const char* key) const;
  /// The elements of a list of at most `most`; empty when it is none.
  std::span<const Json> list(const char* key, std::size_t most) const;
  JsonReader object(const char* key) const { return {member(key), fault_}; }
  JsonReader item(const Json& json) const { return {json, fault_}; }

  template <class Enum>
  Enum named(const char* key, std::span<const base::Name<Enum>> names) const {
    const auto value = base::value_of(names, text(key));
    if (!value) wrong(key);
    return value.value_or(Enum{});
  }

  void wrong(const char* key) const;

 private:
  const Json& member(const char* key) const;

  const Json& object_;
  std::optional<std::string>& fault_;
};

/// The JSON of a message.
/// errors  Malformed: longer than kMostMessageBytes, no JSON, nested too deeply, no object
base::Expected<nlohmann::json> parse_message(std::string_view text);

}  // namespace normscope::notebook::protocol
