// SPDX-License-Identifier: MIT
// Writes the text of a session for human readers: one line per row of numbers, one line per
// setting.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

#include "app/document/session/members.hpp"
#include "core/io/write_files.hpp"
#include "core/text/numbers.hpp"

namespace normscope::document {
namespace {

std::string json_text(std::string_view text) {
  // JSON is UTF-8, but a path of the system may not be.
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// "-0" alone would be read as an integer, which has no negative zero.
std::string with_point(std::string_view text) {
  return std::string(text == "-0" ? "-0.0" : text);
}

std::string number(double value) {
  if (std::isnan(value)) return "\"nan\"";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  return with_point(fmt::format("{}", value));
}

// The shortest text that gives the same bits when read as double and rounded to float.
std::string number(float value) {
  constexpr std::uint32_t kPlainNan = 0x7fc00000;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value) && bits != kPlainNan) return fmt::format("\"nan({:08x})\"", bits);
  if (!std::isfinite(value)) return number(static_cast<double>(value));
  const std::string text = text::float_to_text(value);
  const bool same = static_cast<float>(*text::parse_double(text)) == value;
  return same ? with_point(text) : number(static_cast<double>(value));
}

std::string sizes_text(std::span<const std::int64_t> numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

// A single number when all are equal, else all numbers in rows.
std::string values_text(const Array& array, const std::string& indent) {
  bool uniform = array.size() > 0;
  for (std::int64_t i = 1; i < array.size() && uniform; ++i) {
    uniform =
        std::bit_cast<std::uint32_t>(array.at(i)) == std::bit_cast<std::uint32_t>(array.at(0));
  }
  if (uniform) return number(array.at(0));
  const std::int64_t columns = array.shape().empty() ? 1 : array.shape().back();
  const bool rows = array.size() > columns;
  std::string text = "[";
  for (std::int64_t i = 0; i < array.size(); ++i) {
    if (rows && i % columns == 0) {
      text += fmt::format("{}\n{}  ", i == 0 ? "" : ",", indent);
    } else if (i > 0) {
      text += ", ";
    }
    text += number(array.at(i));
  }
  if (rows) text += fmt::format("\n{}", indent);
  return text + "]";
}

std::string changes_text(const Array& array) {
  std::string text;
  for (const auto& [index, value] : array.changes()) {
    text += fmt::format("{}[{}, {}]", text.empty() ? "" : ", ", index, number(value));
  }
  return "[" + text + "]";
}

template <class T>
std::string text_of(const T& value) {
  if constexpr (std::is_same_v<T, double>) {
    return number(value);
  } else if constexpr (std::is_same_v<T, tensor::Shape>) {
    return sizes_text(value);
  } else if constexpr (std::is_convertible_v<T, std::string_view>) {
    return json_text(value);
  } else {
    return fmt::format("{}", value);
  }
}

// A walk over the members of a part that writes them: each in a line of its own that begins at
// `indent`, or where that is 0 all in one line.
class SessionWriter {
 public:
  SessionWriter(std::string& text, int indent) : text_(text), indent_(indent) {}

  void line(int indent) { next_ = line_at(indent); }
  void space() { next_ = " "; }

  template <class T>
  void operator()(std::string_view key, const T& value) {
    member(key, text_of(value));
  }
  void whole(std::string_view key, int value, std::string_view /*needed*/) {
    member(key, fmt::format("{}", value));
  }
  template <class Enum>
  void named(std::string_view key, Enum value,
             std::span<const base::Name<std::type_identity_t<Enum>>> names) {
    member(key, json_text(base::name_of(names, value)));
  }
  void plan(std::string_view key, const precision::Plan& plan) {
    member(key, json_text(precision::name_or_text(plan)));
  }
  void mark(std::string_view key, const std::optional<char>& mark, std::string_view /*marks*/) {
    if (mark) member(key, json_text(*mark == '\0' ? std::string() : std::string(1, *mark)));
  }
  void rising(std::string_view key, const std::vector<std::int64_t>& numbers) {
    member(key, sizes_text(numbers));
  }
  template <class Options>
  void options(const Options& options) {
    for (const auto& option : option_list(options)) {
      if (option.optional && option.is_standard(options)) continue;
      member(option.key,
             std::visit([](const auto& known) { return text_of(known); }, option.get(options)));
    }
  }

  static bool present(std::string_view /*key*/, bool is) { return is; }
  static const auto& made(const auto& optional) { return *optional; }

  template <class T>
  void object(std::string_view key, const T& value, int indent = 0, std::string_view before = " ") {
    member(key, "", before);
    write(value, indent);
  }
  template <class T>
  void list(std::string_view key, const std::vector<T>& values, std::string_view before,
            std::string_view after, int indent = 0) {
    member(key, "[");
    for (std::size_t at = 0; at < values.size(); ++at) {
      if (at > 0) text_ += before.empty() ? ", " : ",";
      text_ += before;
      write(values[at], indent);
    }
    text_ += after;
    text_ += ']';
  }
  template <class Variant, class Kinds>
  void alternative(const Variant& variant, const Kinds& kinds) {
    member("kind", json_text(kinds[variant.index()].name));
    std::visit([this](const auto& known) { members(*this, known); }, variant);
  }
  void values(std::string_view key, const Array& array, const tensor::Shape& /*shape*/,
              int indent) {
    member(key, values_text(array, std::string(static_cast<std::size_t>(indent), ' ')));
  }
  void changes(std::string_view key, const Array& array, const Origin& /*origin*/,
               const tensor::Shape& /*shape*/) {
    member(key, changes_text(array));
  }

  /// The object of a part.
  template <class T>
  void write(const T& value, int indent) {
    text_ += '{';
    SessionWriter inner(text_, indent);
    members(inner, value);
    if (indent > 0) text_ += line_at(indent - 2);
    text_ += '}';
  }

 private:
  static std::string line_at(int indent) {
    return "\n" + std::string(static_cast<std::size_t>(indent), ' ');
  }
  void member(std::string_view key, std::string_view value, std::string_view before = " ") {
    if (next_.empty() && indent_ > 0) next_ = line_at(indent_);
    if (next_.empty() && !first_) next_ = " ";
    text_ += fmt::format("{}{}\"{}\":{}{}", first_ ? "" : ",", next_, key, before, value);
    next_.clear();
    first_ = false;
  }

  std::string& text_;
  int indent_;
  std::string next_{};  // what separates the next member from the one before
  bool first_ = true;
};

}  // namespace

std::string to_session(const Document& document) {
  std::string text;
  SessionWriter(text, 0).write(document, 2);
  return text + "\n";
}

base::Expected<void> save_session(const std::filesystem::path& path, const Document& document) {
  return io::write_file(path, to_session(document));
}

}  // namespace normscope::document
