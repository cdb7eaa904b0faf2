// SPDX-License-Identifier: MIT
#include "app/notebook/protocol/json_reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/limits.hpp"
#include "core/text/json.hpp"

namespace normscope::notebook::protocol {

const nlohmann::json& JsonReader::member(const char* key) const {
  static const Json kNull;
  if (has(key)) return *object_.find(key);
  wrong(key);
  return kNull;
}

void JsonReader::wrong(const char* key) const {
  if (!fault_) fault_ = key;
}

void JsonReader::operator()(const char* key, std::string& value) const {
  text(key, value, kMostNameBytes);
}

void JsonReader::text(const char* key, std::string& value, std::size_t most) const {
  // A character that the kernel has cut became a replacement character, of three bytes.
  constexpr std::size_t kCut = 2;
  const auto* const found = member(key).get_ptr<const std::string*>();
  if (found == nullptr || found->size() > most + kCut) return wrong(key);
  value = *found;
}

void JsonReader::operator()(const char* key, bool& value) const {
  const auto* const flag = member(key).get_ptr<const bool*>();
  if (flag == nullptr) return wrong(key);
  value = *flag;
}

void JsonReader::operator()(const char* key, double& value) const {
  const Json& found = member(key);
  value = found.is_number() ? found.get<double>() : NAN;
  if (!std::isfinite(value)) wrong(key);
}

void JsonReader::operator()(const char* key, int& value) const {
  within(key, value, 0, 1 << 30);
}

void JsonReader::operator()(const char* key, std::int64_t& value) const {
  within(key, value, 0, std::numeric_limits<std::int64_t>::max());
}

void JsonReader::operator()(const char* key, std::uint64_t& value) const {
  const Json& found = member(key);
  if (!found.is_number_unsigned()) return wrong(key);
  value = found.get<std::uint64_t>();
}

void JsonReader::operator()(const char* key, tensor::Shape& value) const {
  for (const Json& size : items(key, 0, base::kMaxRank)) {
    if (!size.is_number_integer()) return wrong(key);
    value.push_back(size.get<std::int64_t>());
  }
  if (!tensor::element_count(value)) wrong(key);
}

void JsonReader::word(const char* key, std::string_view& value,
                      std::string_view (*known)(std::string_view)) const {
  std::string text;
  (*this)(key, text);
  value = known(text);
}

void JsonReader::positions(const char* key, std::vector<int>& values, std::size_t least,
                           std::size_t most) const {
  for (const Json& item : items(key, least, most)) {
    const bool fits = item.is_number_unsigned() && item.get<std::uint64_t>() < (1U << 30);
    if (!fits) return wrong(key);
    values.push_back(item.get<int>());
  }
}

void JsonReader::numbers(const char* key, std::vector<std::int64_t>& values) const {
  for (const Json& item : items(key, 0, base::kMaxRank)) {
    if (!item.is_number_integer()) return wrong(key);
    values.push_back(item.get<std::int64_t>());
  }
}

void JsonReader::value(const char* key, RecordAttribute::Value& value) const {
  const Json& found = member(key);
  if (found.is_boolean()) {
    value = found.get<bool>();
  } else if (found.is_number_integer()) {
    value = found.get<std::int64_t>();
  } else if (found.is_number()) {
    value = found.get<double>();
  } else if (found.is_array()) {
    numbers(key, value.emplace<std::vector<std::int64_t>>());
  } else if (found == "inf" || found == "-inf") {
    value = static_cast<double>(found == "inf" ? INFINITY : -INFINITY);
  } else if (found == "nan") {
    value = static_cast<double>(NAN);
  } else {
    wrong(key);
  }
}

void JsonReader::rest(Record& record) {
  const auto unknown = [](const RecordAttribute& each) { return each.name.empty(); };
  if (!record.operation.empty() && !std::ranges::any_of(record.attributes, unknown)) return;
  record.operation = {};
  record.operands.clear();
  record.attributes.clear();
}

std::int64_t JsonReader::integer(const char* key, std::int64_t least, std::int64_t most) const {
  const Json& found = member(key);
  // An unsigned number above the largest int64 wraps to a negative one, which is outside of all
  // bounds that messages have.
  const bool whole = found.is_number_integer();
  const std::int64_t value = whole ? found.get<std::int64_t>() : 0;
  const bool wraps = found.is_number_unsigned() && value < 0;
  if (whole && !wraps && value >= least && value <= most) return value;
  wrong(key);
  return least;
}

std::span<const nlohmann::json> JsonReader::items(const char* key, std::size_t least,
                                                  std::size_t most) const {
  const auto* const found = member(key).get_ptr<const Json::array_t*>();
  if (found != nullptr && found->size() >= least && found->size() <= most) return *found;
  wrong(key);
  return {};
}

base::Expected<nlohmann::json> parse_message(std::string_view text, const AnswerBounds& bounds) {
  const auto malformed = [](const char* why) {
    return base::fail(base::ErrorKind::kMalformed, why);
  };
  if (text.size() > bounds.bytes) return malformed("a message is too long");
  using Fault = text::JsonFault::Kind;
  auto json = text::read_json(text, {.levels = kMostLevels, .values = bounds.values});
  if (!json && json.error().kind == Fault::kLevels) {
    return malformed("a message is nested too deeply");
  }
  if (!json && json.error().kind == Fault::kValues)
    return malformed("a message has too many parts");
  if (!json || !json->is_object()) return malformed("a message is no JSON object");
  return *std::move(json);
}

}  // namespace normscope::notebook::protocol
