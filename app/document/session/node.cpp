// SPDX-License-Identifier: MIT
#include "app/document/session/node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/text/json.hpp"
#include "core/text/translate.hpp"

namespace normscope::document {

using nlohmann::json;

namespace {

const json kNothing;

JsonType type_of(const json& value) {
  switch (value.type()) {
    case json::value_t::object:
      return JsonType::kObject;
    case json::value_t::array:
      return JsonType::kList;
    case json::value_t::string:
      return JsonType::kText;
    case json::value_t::boolean:
      return JsonType::kFlag;
    case json::value_t::number_integer:
    case json::value_t::number_unsigned:
    case json::value_t::number_float:
      return JsonType::kNumber;
    case json::value_t::null:
    case json::value_t::binary:
    case json::value_t::discarded:
      break;
  }
  return JsonType::kNull;
}

constexpr std::size_t kTypes = 6;
using OfEachType = std::array<std::string_view, kTypes>;

// What is said of a value that is of another type: a row for each type that was expected, in the
// order of the types, and in it a sentence for each type that came.
constexpr std::array<OfEachType, kTypes - 1> kOtherType{{
    {"", tr_later("{place} must be an object, but is a list"),
     tr_later("{place} must be an object, but is text"),
     tr_later("{place} must be an object, but is true or false"),
     tr_later("{place} must be an object, but is a number"),
     tr_later("{place} must be an object, but is null")},
    {tr_later("{place} must be a list, but is an object"), "",
     tr_later("{place} must be a list, but is text"),
     tr_later("{place} must be a list, but is true or false"),
     tr_later("{place} must be a list, but is a number"),
     tr_later("{place} must be a list, but is null")},
    {tr_later("{place} must be text, but is an object"),
     tr_later("{place} must be text, but is a list"), "",
     tr_later("{place} must be text, but is true or false"),
     tr_later("{place} must be text, but is a number"),
     tr_later("{place} must be text, but is null")},
    {tr_later("{place} must be true or false, but is an object"),
     tr_later("{place} must be true or false, but is a list"),
     tr_later("{place} must be true or false, but is text"), "",
     tr_later("{place} must be true or false, but is a number"),
     tr_later("{place} must be true or false, but is null")},
    {tr_later("{place} must be a number, but is an object"),
     tr_later("{place} must be a number, but is a list"),
     tr_later("{place} must be a number, but is text"),
     tr_later("{place} must be a number, but is true or false"), "",
     tr_later("{place} must be a number, but is null")},
}};
constexpr OfEachType kNoSession{"",
                                tr_later("a session must be an object, but is a list"),
                                tr_later("a session must be an object, but is text"),
                                tr_later("a session must be an object, but is true or false"),
                                tr_later("a session must be an object, but is a number"),
                                tr_later("a session must be an object, but is null")};
constexpr OfEachType kNotWhole{tr_later("{place} must be a whole number, but is an object"),
                               tr_later("{place} must be a whole number, but is a list"),
                               tr_later("{place} must be a whole number, but is text"),
                               tr_later("{place} must be a whole number, but is true or false"),
                               tr_later("{place} must be a whole number, but is {value}"),
                               tr_later("{place} must be a whole number, but is null")};
constexpr OfEachType kNoCount{
    tr_later("{place} must be a whole number of 0 or more, but is an object"),
    tr_later("{place} must be a whole number of 0 or more, but is a list"),
    tr_later("{place} must be a whole number of 0 or more, but is text"),
    tr_later("{place} must be a whole number of 0 or more, but is true or false"),
    tr_later("{place} must be a whole number of 0 or more, but is {value}"),
    tr_later("{place} must be a whole number of 0 or more, but is null")};

std::string_view of_type(const OfEachType& sentences, const json& value) {
  return sentences.at(static_cast<std::size_t>(type_of(value)));
}

constexpr text::JsonSentences kBeyondBounds{
    .levels = tr_later("its lists and objects nest deeper than {most} levels"),
    .containers = tr_later("its lists and objects are more than {most}"),
    .values = tr_later("its values are more than {most}"),
    .text = tr_later("its texts are longer than {most} bytes")};

std::optional<double> special_value(std::string_view text) {
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

// A NaN with given bits: "nan(ffc00000)".
std::optional<float> nan_of_bits(std::string_view word) {
  constexpr std::string_view kPrefix = "nan(";
  if (!word.starts_with(kPrefix) || !word.ends_with(')')) return std::nullopt;
  word = word.substr(kPrefix.size(), word.size() - kPrefix.size() - 1);
  std::uint32_t bits = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), bits, 16);
  const auto value = std::bit_cast<float>(bits);
  const bool whole = read.ec == std::errc{} && read.ptr == word.data() + word.size();
  return whole && std::isnan(value) ? std::optional(value) : std::nullopt;
}

std::string not_json_from(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = std::ranges::count(before, '\n') + 1;
  const auto start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
  return tr("not JSON from line {line}, column {column} on", arg("line", line),
            arg("column", before.size() - start + 1));
}

}  // namespace

SessionNode::SessionNode(const json& value, std::string place, Fault& fault)
    : value_(&value), place_(std::move(place)), fault_(&fault) {}

void SessionNode::keep(std::string sentence) const {
  *fault_ = base::Error{ErrorKind::kMalformed, std::move(sentence)};
}

void SessionNode::fail(const base::Error& error) const {
  if (failed()) return;
  *fault_ = error;
  (*fault_)->sentence = fmt::format("{}: {}", place_, error.sentence);
}

void SessionNode::expected(JsonType type) const {
  const bool session = place_.empty();
  fail(of_type(session ? kNoSession : kOtherType.at(static_cast<std::size_t>(type)), *value_));
}

void SessionNode::expect_keys(const std::vector<std::string_view>& keys,
                              const std::vector<std::string_view>& optional) const {
  if (!value_->is_object()) return expected(JsonType::kObject);
  for (const std::string_view key : keys) at(key);
  for (const auto& [key, unused] : value_->items()) {
    if (std::ranges::find(keys, key) != keys.end()) continue;
    if (std::ranges::find(optional, key) != optional.end()) continue;
    const SessionNode unknown(kNothing, place_.empty() ? key : place_ + "." + key, *fault_);
    unknown.fail(tr_later("{place} is no key that this program knows"));
  }
}

bool SessionNode::has(std::string_view key) const {
  return value_->is_object() && value_->contains(std::string(key));
}

SessionNode SessionNode::at(std::string_view key) const {
  SessionNode child(kNothing, place_.empty() ? std::string(key) : fmt::format("{}.{}", place_, key),
                    *fault_);
  if (!value_->is_object()) {
    expected(JsonType::kObject);
  } else if (const auto found = value_->find(key); found != value_->end()) {
    child.value_ = &*found;
  } else {
    child.fail(tr_later("{place} is missing"));
  }
  return child;
}

std::vector<SessionNode> SessionNode::items() const {
  std::vector<SessionNode> nodes;
  if (!value_->is_array()) {
    expected(JsonType::kList);
    return nodes;
  }
  nodes.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i) {
    nodes.emplace_back((*value_)[i], fmt::format("{}[{}]", place_, i), *fault_);
  }
  return nodes;
}

std::string SessionNode::text() const {
  if (value_->is_string()) return value_->get<std::string>();
  expected(JsonType::kText);
  return {};
}

bool SessionNode::flag() const {
  if (value_->is_boolean()) return value_->get<bool>();
  expected(JsonType::kFlag);
  return false;
}

double SessionNode::number() const {
  if (value_->is_number()) return value_->get<double>();
  if (value_->is_string()) {
    if (const auto known = special_value(value_->get_ref<const std::string&>())) return *known;
    fail(tr_later("{place} must be a number or one of nan, inf, -inf"));
  } else {
    expected(JsonType::kNumber);
  }
  return 0;
}

float SessionNode::value() const {
  if (value_->is_string()) {
    if (const auto nan = nan_of_bits(value_->get_ref<const std::string&>())) return *nan;
  }
  const double value = number();
  // Half a unit beyond the largest float: numbers below round to the largest float, as its shortest
  // text does.
  constexpr double kBeyond = 0x1.ffffffp127;
  if (std::isfinite(value) && std::abs(value) >= kBeyond) {
    fail(tr_later("{place} is beyond float32: {value}"), arg("value", value));
    return 0;
  }
  return static_cast<float>(value);
}

std::int64_t SessionNode::whole() const {
  const bool fits = !value_->is_number_unsigned() ||
                    value_->get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max();
  if (value_->is_number_integer() && fits) return value_->get<std::int64_t>();
  fail(of_type(kNotWhole, *value_), arg("value", value_->dump()));
  return 0;
}

std::uint64_t SessionNode::count() const {
  if (value_->is_number_unsigned()) return value_->get<std::uint64_t>();
  fail(of_type(kNoCount, *value_), arg("value", value_->dump()));
  return 0;
}

tensor::Shape SessionNode::shape() const {
  tensor::Shape shape;
  for (const SessionNode& size : items()) shape.push_back(size.whole());
  if (failed()) return {0};
  if (const auto valid = tensor::element_count(shape); !valid) {
    fail(valid.error());
    return {0};
  }
  return shape;
}

base::Expected<json> parse_json(std::string_view text, const std::stop_token& stop) {
  constexpr std::size_t kMostText = std::size_t{1} << 16;  // of a name, a path or a formula
  const text::JsonBounds bounds{.text = kMostText, .stop = stop};
  auto root = text::read_json(text, bounds);
  if (root) return *std::move(root);
  using Kind = text::JsonFault::Kind;
  const text::JsonFault& fault = root.error();
  const auto malformed = [](std::string sentence) {
    return base::fail(ErrorKind::kMalformed, std::move(sentence));
  };
  switch (fault.kind) {
    case Kind::kSyntax:
      return malformed(not_json_from(text, fault.byte));
    case Kind::kEnds:
      return malformed(tr("the text ends before its JSON does"));
    case Kind::kRange:
      return malformed(tr("a number in the text is beyond double precision"));
    case Kind::kTwice:
      return malformed(tr("the key {key} stands twice in one object", arg("key", fault.key)));
    case Kind::kStopped:
      return base::fail(ErrorKind::kCancelled, tr("reading was stopped"));
    default:
      return malformed(fault.sentence(bounds, kBeyondBounds));
  }
}

}  // namespace normscope::document
