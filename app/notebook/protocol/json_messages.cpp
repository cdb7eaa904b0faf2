// SPDX-License-Identifier: MIT
// Messages to and from JSON, and how large what they announce is.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/notebook/protocol/message_members.hpp"
#include "core/base/limits.hpp"

namespace normscope::notebook::protocol {
namespace {

using nlohmann::json;

template <class Message>
using Names = std::array<std::string_view, std::variant_size_v<Message>>;
// In the order of the messages.
constexpr Names<Request> kRequestNames{"run",          "list variables", "describe records",
                                       "take array",   "take records",   "take picture",
                                       "draw picture", "interrupt",      "line"};
constexpr Names<Reply> kReplyNames{"ready",    "refused",   "output",  "picture",
                                   "finished", "variables", "records", "nothing",
                                   "taken",    "failed",    "asked"};

// A walk over the members of a message that writes them.
class JsonWriter {
 public:
  explicit JsonWriter(json& object) : object_(object) {}

  template <class T>
  void operator()(const char* key, const T& value) const {
    if constexpr (std::is_aggregate_v<T>) {
      members(JsonWriter(object_[key] = json::object()), value);
    } else {
      object_[key] = value;
    }
  }
  template <class T>
  void operator()(const char* key, const std::optional<T>& value) const {
    if (value) (*this)(key, *value);
  }
  void text(const char* key, const auto& value, std::size_t = 0) const { (*this)(key, value); }
  void within(const char* key, std::int64_t value, std::int64_t, std::int64_t) const {
    object_[key] = value;
  }
  template <class Enum>
  void named(const char* key, Enum value,
             std::span<const base::Name<std::type_identity_t<Enum>>> names) const {
    object_[key] = base::name_of(names, value);
  }
  template <class T>
  void list(const char* key, const std::vector<T>& values, std::size_t, std::size_t) const {
    json& all = object_[key] = json::array();
    for (const T& value : values) members(JsonWriter(all.emplace_back(json::object())), value);
  }
  void word(const char* key, std::string_view value, const auto&) const { object_[key] = value; }
  void positions(const char* key, const std::vector<int>& values, std::size_t, std::size_t) const {
    object_[key] = values;
  }
  void numbers(const char* key, const std::vector<std::int64_t>& values) const {
    object_[key] = values;
  }
  // JSON has no numbers for these three.
  void value(const char* key, const RecordAttribute::Value& value) const {
    const auto* const real = std::get_if<double>(&value);
    if (real != nullptr && !std::isfinite(*real)) {
      object_[key] = std::isnan(*real) ? "nan" : *real > 0 ? "inf" : "-inf";
    } else {
      std::visit([&](const auto& each) { object_[key] = each; }, value);
    }
  }
  static void rest(const Record&) {}

 private:
  json& object_;
};

template <class Message>
std::string written(const Message& message, const Names<Message>& names) {
  json object = json::object();
  object["message"] = names.at(message.index());
  std::visit([&](const auto& each) { members(JsonWriter(object), each); }, message);
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Reads the alternative of this name; false where there is none.
template <class Message, std::size_t... kAt>
bool read_alternative(const JsonReader& in, std::string_view name, const Names<Message>& names,
                      Message& message, std::index_sequence<kAt...>) {
  const auto read = [&](auto& alternative) {
    members(in, alternative);
    return true;
  };
  return ((name == names[kAt] && read(message.template emplace<kAt>())) || ...);
}

template <class Message>
base::Expected<Message> message_in(std::string_view text, const Names<Message>& names,
                                   const AnswerBounds& bounds) {
  const auto object = parse_message(text, bounds);
  if (!object) return tl::unexpected(object.error());
  std::optional<std::string> fault;
  const JsonReader in(*object, fault);
  std::string name;
  in("message", name);
  Message message;
  const bool found = read_alternative(in, name, names, message,
                                      std::make_index_sequence<std::variant_size_v<Message>>());
  if (!found && !fault) fault = "message";
  if (!fault) return message;
  return base::fail(base::ErrorKind::kMalformed,
                    fmt::format("a message has no right '{}'", *fault));
}

}  // namespace

std::string to_json(const Request& request) {
  return written(request, kRequestNames);
}

std::string to_json(const Reply& reply) {
  return written(reply, kReplyNames);
}

base::Expected<Request> request_from(std::string_view text) {
  return message_in<Request>(text, kRequestNames, {});
}

AnswerBounds bounds_of(const Request& request) {
  constexpr std::size_t kLists = std::size_t{16} << 20;  // bytes
  constexpr std::size_t kSentenceBytes = std::size_t{64} << 10;
  if (std::holds_alternative<ListVariables>(request)) {
    return {kLists, kMostVariables * (8 + base::kMaxRank)};
  }
  if (std::holds_alternative<DescribeRecords>(request)) return {kLists, 256 * kMostRecords};
  const bool takes =
      std::holds_alternative<TakeArray>(request) || std::holds_alternative<TakeRecords>(request);
  constexpr std::size_t kFewParts = 64;
  return {takes ? kSentenceBytes : kMostMessageBytes, kFewParts};
}

base::Expected<Reply> reply_from(std::string_view text, const AnswerBounds& bounds) {
  auto reply = message_in<Reply>(text, kReplyNames, bounds);
  if (!reply || !std::holds_alternative<RecordGraph>(*reply)) return reply;
  const auto checked = check(std::get<RecordGraph>(*reply));
  if (!checked) return tl::unexpected(checked.error());
  return reply;
}

base::Expected<std::int64_t> picture_bytes(const Picture& picture) {
  const bool has_sides = std::max(picture.width, picture.height) <= kMostPictureSide &&
                         std::min(picture.width, picture.height) >= 0;
  const std::int64_t bytes = has_sides ? picture.width * picture.height * 4 : 0;
  if (has_sides && bytes <= kMostPictureBytes) return bytes;
  return base::fail(base::ErrorKind::kTooLarge, "a picture is too large");
}

base::Expected<std::int64_t> taken_bytes(arrays::Dtype dtype, const tensor::Shape& shape) {
  const auto elements = tensor::element_count(shape);
  if (!elements) return tl::unexpected(elements.error());
  // At most 2^40 elements of eight bytes: no overflow.
  const std::int64_t bytes = *elements * arrays::item_size(dtype);
  if (bytes <= kMostTakenBytes) return bytes;
  return base::fail(base::ErrorKind::kTooLarge,
                    fmt::format("it has more than {} bytes", kMostTakenBytes));
}

}  // namespace normscope::notebook::protocol
