// SPDX-License-Identifier: MIT
// Reading members of a JSON object whose writer is not trusted: each is asked for with its type and
// its bounds, and the first that is missing or wrong is remembered, so that a message is read in
// one go and checked once.
#pragma once

#include <concepts>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/notebook/protocol/messages.hpp"
#include "app/notebook/protocol/record_graph.hpp"
#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::notebook::protocol {

/// A walk over the members of a message (message_members.hpp) that sets them.
class JsonReader {
 public:
  using Json = nlohmann::json;

  /// `fault` collects the first error of this reader and of those made from it.
  JsonReader(const Json& object, std::optional<std::string>& fault)
      : object_(object), fault_(fault) {}

  void operator()(const char* key, std::string& value) const;  // a word
  void text(const char* key, std::string& value, std::size_t most = kMostOutputBytes) const;
  void text(const char* key, std::optional<std::string>& value) const {
    if (has(key)) text(key, value.emplace());
  }
  void operator()(const char* key, bool& value) const;
  void operator()(const char* key, double& value) const;
  void operator()(const char* key, int& value) const;           // from 0 to 2^30
  void operator()(const char* key, std::int64_t& value) const;  // from 0
  void operator()(const char* key, std::uint64_t& value) const;
  void operator()(const char* key, tensor::Shape& value) const;
  template <class T>
  void operator()(const char* key, std::optional<T>& value) const {
    if (has(key)) (*this)(key, value.emplace());
  }
  template <class T>
  requires std::is_aggregate_v<T>
  void operator()(const char* key, T& value) const {
    members(JsonReader(member(key), fault_), value);
  }

  void within(const char* key, std::integral auto& value, std::int64_t least,
              std::int64_t most) const {
    value = static_cast<std::remove_reference_t<decltype(value)>>(integer(key, least, most));
  }
  template <class Enum>
  void named(const char* key, Enum& value,
             std::span<const base::Name<std::type_identity_t<Enum>>> names) const {
    std::string name;
    (*this)(key, name);
    const auto found = base::value_of(names, name);
    if (!found) wrong(key);
    value = found.value_or(Enum{});
  }
  /// A list of at least and at most so many.
  template <class T>
  void list(const char* key, std::vector<T>& values, std::size_t least, std::size_t most) const {
    for (const Json& item : items(key, least, most)) {
      members(JsonReader(item, fault_), values.emplace_back());
    }
  }
  /// A word of a table: `known` returns the table's own text of it, or an empty one.
  void word(const char* key, std::string_view& value,
            std::string_view (*known)(std::string_view)) const;
  /// Numbers from 0, at least and at most so many.
  void positions(const char* key, std::vector<int>& values, std::size_t least,
                 std::size_t most) const;
  /// Whole numbers of any size, at most one a dimension.
  void numbers(const char* key, std::vector<std::int64_t>& values) const;
  void value(const char* key, RecordAttribute::Value& value) const;
  /// Called when the members of a record are read: a record of an unknown operation becomes an
  /// input.
  static void rest(Record& record);

 private:
  bool has(const char* key) const { return object_.is_object() && object_.contains(key); }
  const Json& member(const char* key) const;
  std::int64_t integer(const char* key, std::int64_t least, std::int64_t most) const;
  std::span<const Json> items(const char* key, std::size_t least, std::size_t most) const;
  void wrong(const char* key) const;

  const Json& object_;
  std::optional<std::string>& fault_;
};

/// The JSON of a message.
/// errors  Malformed: beyond the bounds, no JSON, nested too deeply, no object
base::Expected<nlohmann::json> parse_message(std::string_view text, const AnswerBounds& bounds);

}  // namespace normscope::notebook::protocol
