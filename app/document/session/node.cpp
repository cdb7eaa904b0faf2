// SPDX-License-Identifier: MIT
#include "app/document/session/node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/text/json.hpp"

namespace normscope::document {

using base::ErrorKind;
using nlohmann::json;

namespace {

const json kNothing;

std::string_view type_name(const json& value) {
  switch (value.type()) {
    case json::value_t::object:
      return "an object";
    case json::value_t::array:
      return "a list";
    case json::value_t::string:
      return "text";
    case json::value_t::boolean:
      return "true or false";
    case json::value_t::number_integer:
    case json::value_t::number_unsigned:
    case json::value_t::number_float:
      return "a number";
    case json::value_t::null:
    case json::value_t::binary:
    case json::value_t::discarded:
      break;
  }
  return "null";
}

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

std::string place_in(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = std::ranges::count(before, '\n') + 1;
  const auto start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
  return fmt::format("line {}, column {}", line, before.size() - start + 1);
}

}  // namespace

SessionNode::SessionNode(const json& value, std::string place, Fault& fault)
    : value_(&value), place_(std::move(place)), fault_(&fault) {}

void SessionNode::fail(std::string_view sentence) const {
  if (failed()) return;
  const std::string_view where = place_.empty() ? "a session" : std::string_view(place_);
  *fault_ = base::Error{ErrorKind::kMalformed, fmt::format("{} {}", where, sentence)};
}

void SessionNode::fail(const base::Error& error) const {
  if (failed()) return;
  *fault_ = error;
  (*fault_)->sentence = fmt::format("{}: {}", place_, error.sentence);
}

void SessionNode::expected(std::string_view what) const {
  fail(fmt::format("must be {}, but is {}", what, type_name(*value_)));
}

void SessionNode::expect_keys(const std::vector<std::string_view>& keys,
                              const std::vector<std::string_view>& optional) const {
  if (!value_->is_object()) return expected("an object");
  for (const std::string_view key : keys) at(key);
  for (const auto& [key, unused] : value_->items()) {
    if (std::ranges::find(keys, key) != keys.end()) continue;
    if (std::ranges::find(optional, key) != optional.end()) continue;
    const SessionNode unknown(kNothing, place_.empty() ? key : place_ + "." + key, *fault_);
    unknown.fail("is no key that this program knows");
  }
}

bool SessionNode::has(std::string_view key) const {
  return value_->is_object() && value_->contains(std::string(key));
}

SessionNode SessionNode::at(std::string_view key) const {
  SessionNode child(kNothing, place_.empty() ? std::string(key) : fmt::format("{}.{}", place_, key),
                    *fault_);
  if (!value_->is_object()) {
    expected("an object");
  } else if (const auto found = value_->find(key); found != value_->end()) {
    child.value_ = &*found;
  } else {
    child.fail("is missing");
  }
  return child;
}

std::vector<SessionNode> SessionNode::items() const {
  std::vector<SessionNode> nodes;
  if (!value_->is_array()) {
    expected("a list");
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
  expected("text");
  return {};
}

bool SessionNode::flag() const {
  if (value_->is_boolean()) return value_->get<bool>();
  expected("true or false");
  return false;
}

double SessionNode::number() const {
  if (value_->is_number()) return value_->get<double>();
  if (value_->is_string()) {
    if (const auto known = special_value(value_->get_ref<const std::string&>())) return *known;
    fail("must be a number or one of nan, inf, -inf");
  } else {
    expected("a number");
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
    fail(fmt::format("is beyond float32: {}", value));
    return 0;
  }
  return static_cast<float>(value);
}

std::int64_t SessionNode::whole() const {
  const bool fits = !value_->is_number_unsigned() ||
                    value_->get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max();
  if (value_->is_number_integer() && fits) return value_->get<std::int64_t>();
  fail(fmt::format("must be a whole number, but is {}",
                   value_->is_number() ? value_->dump() : type_name(*value_)));
  return 0;
}

std::uint64_t SessionNode::count() const {
  if (value_->is_number_unsigned()) return value_->get<std::uint64_t>();
  fail(fmt::format("must be a whole number of 0 or more, but is {}",
                   value_->is_number() ? value_->dump() : type_name(*value_)));
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
      return malformed("not JSON from " + place_in(text, fault.byte) + " on");
    case Kind::kEnds:
      return malformed("the text ends before its JSON does");
    case Kind::kRange:
      return malformed("a number in the text is beyond double precision");
    case Kind::kTwice:
      return malformed(fmt::format("the key {} stands twice in one object", fault.key));
    case Kind::kStopped:
      return base::fail(ErrorKind::kCancelled, "reading was stopped");
    default:
      return malformed("its " + fault.sentence(bounds));
  }
}

}  // namespace normscope::document
