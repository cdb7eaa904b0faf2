// SPDX-License-Identifier: MIT
#include "app/notebook/protocol/json_reader.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/notebook/protocol/messages.hpp"
#include "core/base/limits.hpp"
#include "core/text/json_levels.hpp"

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

std::string JsonReader::text(const char* key) const {
  const Json& found = member(key);
  if (const auto* const text = found.get_ptr<const std::string*>()) return *text;
  wrong(key);
  return {};
}

std::optional<std::string> JsonReader::optional_text(const char* key) const {
  if (!has(key)) return std::nullopt;
  return text(key);
}

bool JsonReader::flag(const char* key) const {
  const Json& found = member(key);
  if (const auto* const flag = found.get_ptr<const bool*>()) return *flag;
  wrong(key);
  return false;
}

double JsonReader::number(const char* key) const {
  const Json& found = member(key);
  const double value = found.is_number() ? found.get<double>() : NAN;
  if (!std::isfinite(value)) wrong(key);
  return value;
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

std::uint64_t JsonReader::natural(const char* key) const {
  const Json& found = member(key);
  if (found.is_number_unsigned()) return found.get<std::uint64_t>();
  wrong(key);
  return 0;
}

int JsonReader::small(const char* key) const {
  return static_cast<int>(integer(key, 0, 1 << 30));
}

tensor::Shape JsonReader::shape(const char* key) const {
  tensor::Shape shape;
  for (const Json& size : list(key, base::kMaxRank)) {
    if (!size.is_number_integer()) {
      wrong(key);
      return {};
    }
    shape.push_back(size.get<std::int64_t>());
  }
  if (!tensor::element_count(shape)) wrong(key);
  return shape;
}

std::span<const nlohmann::json> JsonReader::list(const char* key, std::size_t most) const {
  const Json& found = member(key);
  const auto* const items = found.get_ptr<const Json::array_t*>();
  if (items == nullptr || items->size() > most) {
    wrong(key);
    return {};
  }
  return *items;
}

base::Expected<nlohmann::json> parse_message(std::string_view text) {
  const auto malformed = [](const char* why) {
    return base::fail(base::ErrorKind::kMalformed, why);
  };
  if (text.size() > kMostMessageBytes) return malformed("a message is too long");
  if (text::nests_deeper(text, kMostLevels)) return malformed("a message is nested too deeply");
  auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return malformed("a message is no JSON object");
  return json;
}

}  // namespace normscope::notebook::protocol
