// SPDX-License-Identifier: MIT
#include "core/text/json.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "core/text/translate.hpp"

namespace normscope::text {
namespace {

using nlohmann::json;
using Kind = JsonFault::Kind;

constexpr int kNumberOutOfRange = 406;  // of the library's errors

// Takes the values as they come. A handler that gives false ends the reading.
class Builder {
 public:
  Builder(std::string_view text, JsonBounds bounds) : text_(text), bounds_(std::move(bounds)) {}

  /// What the text holds, or where and why it ended; once.
  tl::expected<json, JsonFault> read() {
    if (json::sax_parse(text_, this)) return std::move(root_);
    return tl::unexpected(std::move(fault_));
  }

  // The library calls these by their names.
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string& /*text*/) { return add(value); }
  bool string(std::string& value) { return fits(value) && add(std::move(value)); }
  static bool binary(json::binary_t& /*value*/) { return false; }  // not in a text
  bool start_object(std::size_t /*size*/) { return open(json::object()); }
  bool start_array(std::size_t /*size*/) { return open(json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    if (!fits(name)) return false;
    auto& members = open_.back()->get_ref<json::object_t&>();
    const auto [place, is_new] = members.emplace(std::move(name), nullptr);
    if (!is_new && bounds_.unique_keys) return stop({Kind::kTwice, 0, place->first});
    member_ = &place->second;
    return true;
  }

  bool parse_error(std::size_t byte, const std::string& /*token*/, const json::exception& error) {
    if (error.id == kNumberOutOfRange) return stop({Kind::kRange, byte, {}});
    // Bytes are counted from 1, and the one past the end stands for the end.
    if (byte > text_.size()) return stop({Kind::kEnds, text_.size(), {}});
    return stop({Kind::kSyntax, byte == 0 ? 0 : byte - 1, {}});
  }

 private:
  bool stop(JsonFault why) {
    fault_ = std::move(why);
    return false;
  }

  bool fits(const std::string& text) {
    return text.size() <= bounds_.text || stop({Kind::kText, 0, {}});
  }

  // One more value.
  bool counts() {
    constexpr std::size_t kBetweenLooks = 4096;
    if (++values_ > bounds_.values) return stop({Kind::kValues, 0, {}});
    if (values_ % kBetweenLooks != 0 || !bounds_.stop.stop_requested()) return true;
    return stop({Kind::kStopped, 0, {}});
  }

  template <class Value>
  json* place(Value&& value) {
    if (open_.empty()) {
      root_ = std::forward<Value>(value);
      return &root_;
    }
    if (open_.back()->is_object()) {
      *member_ = std::forward<Value>(value);
      return member_;
    }
    auto& list = open_.back()->get_ref<json::array_t&>();
    return &list.emplace_back(std::forward<Value>(value));
  }

  template <class Value>
  bool add(Value&& value) {
    if (!counts()) return false;
    place(std::forward<Value>(value));
    return true;
  }

  bool open(json value) {
    if (!counts()) return false;
    if (++containers_ > bounds_.containers) return stop({Kind::kContainers, 0, {}});
    if (static_cast<int>(open_.size()) == bounds_.levels) return stop({Kind::kLevels, 0, {}});
    open_.push_back(place(std::move(value)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::string_view text_;
  JsonBounds bounds_;
  json root_{};
  JsonFault fault_{};
  std::size_t values_ = 0;
  std::size_t containers_ = 0;
  std::vector<json*> open_{};  // the lists and objects around the next value
  json* member_ = nullptr;     // where the value of the last key goes
};

}  // namespace

std::string JsonFault::sentence(const JsonBounds& bounds, const JsonSentences& sentences) const {
  switch (kind) {
    case Kind::kLevels:
      return tr(sentences.levels, arg("most", bounds.levels));
    case Kind::kContainers:
      return tr(sentences.containers, arg("most", bounds.containers));
    case Kind::kValues:
      return tr(sentences.values, arg("most", bounds.values));
    case Kind::kText:
      return tr(sentences.text, arg("most", bounds.text));
    default:
      return {};
  }
}

tl::expected<json, JsonFault> read_json(std::string_view text, const JsonBounds& bounds) {
  return Builder(text, bounds).read();
}

}  // namespace normscope::text
