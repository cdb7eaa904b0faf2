// SPDX-License-Identifier: MIT
// str.format: fields with attributes, items, conversions and nested formats.
#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "app/notebook/runtime/format_spec.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/texts.hpp"

namespace normscope::notebook::runtime {
namespace {

// Reads one template; fields inside of formats use the same arguments and numbering.
class Formatter {
 public:
  Formatter(Vm& vm, Args args, Value mapping)
      : vm_(vm), args_(args), mapping_(std::move(mapping)) {}

  std::optional<std::string> run(std::string_view text, int depth) {
    if (depth < 0) return error("Max string recursion exceeded");
    std::string result;
    std::size_t at = 0;
    while (at < text.size()) {
      const char c = text[at];
      if (c != '{' && c != '}') {
        result += c;
        ++at;
        continue;
      }
      if (at + 1 < text.size() && text[at + 1] == c) {
        result += c;
        at += 2;
        continue;
      }
      if (c == '}') return error("Single '}' encountered in format string");
      const std::size_t begin = ++at;
      if (begin >= text.size()) return error("Single '{' encountered in format string");
      const std::size_t end = field_end(text, begin);
      if (end == std::string_view::npos) return error("expected '}' before end of string");
      const auto one = field(text.substr(begin, end - begin), depth);
      if (!one) return std::nullopt;
      result += *one;
      if (!vm_.reserve(result.size())) return std::nullopt;
      at = end + 1;
    }
    return result;
  }

 private:
  std::nullopt_t error(const std::string& message) {
    vm_.raise(vm_.errors().value_error, message);
    return std::nullopt;
  }

  // The brace that closes the field; braces inside of brackets do not count.
  static std::size_t field_end(std::string_view text, std::size_t at) {
    int open = 1;
    bool in_item = false;
    bool in_spec = false;
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (in_item) {
        in_item = c != ']';
      } else if (c == '[' && !in_spec) {
        in_item = true;
      } else if (c == '{') {
        ++open;
      } else if (c == '}' && --open == 0) {
        return at;
      } else if (c == ':') {
        in_spec = true;
      }
    }
    return std::string_view::npos;
  }

  std::optional<std::string> field(std::string_view text, int depth) {
    std::size_t end = 0;
    for (bool in_item = false; end < text.size(); ++end) {
      if (text[end] == '[') in_item = true;
      if (text[end] == ']') in_item = false;
      if (!in_item && (text[end] == ':' || text[end] == '!')) break;
      if (text[end] == '{') return error("unexpected '{' in field name");
    }
    std::string_view rest = text.substr(end);
    char conversion = 0;
    if (rest.starts_with('!')) {
      if (rest.size() < 2) return error("end of string while looking for conversion specifier");
      conversion = rest[1];
      rest.remove_prefix(2);
      if (!rest.empty() && rest[0] != ':') return error("expected ':' after conversion specifier");
    }
    // The value has its number before those of the fields in its specification.
    Value value = look_up(text.substr(0, end));
    if (!value) return std::nullopt;
    std::string spec;
    if (rest.starts_with(':')) {
      const auto inner = run(rest.substr(1), depth - 1);
      if (!inner) return std::nullopt;
      spec = *inner;
    }
    std::optional<std::string> converted;
    if (conversion == 's') {
      converted = str_of(vm_, value);
    } else if (conversion == 'r' || conversion == 'a') {
      converted = repr_of(vm_, value);
      if (converted && conversion == 'a') converted = escape_non_ascii(*converted);
    } else if (conversion != 0) {
      return error("Unknown conversion specifier " + std::string(1, conversion));
    }
    if (conversion != 0) {
      if (!converted) return std::nullopt;
      value = vm_.str(*converted);
    }
    return format_of(vm_, value, spec);
  }

  static bool number_in(std::string_view text, std::size_t& number) {
    if (text.empty()) return false;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size();
  }

  Value look_up(std::string_view text) {
    const std::size_t end = std::min(text.find_first_of(".["), text.size());
    Value value = first(text.substr(0, end));
    std::string_view rest = text.substr(end);
    while (value && !rest.empty()) {
      if (rest[0] == '.') {
        const std::size_t stop = std::min(rest.find_first_of(".[", 1), rest.size());
        if (stop == 1) return error_value("Empty attribute in format string");
        value = get_attribute(vm_, value, rest.substr(1, stop - 1));
        rest.remove_prefix(stop);
      } else if (rest[0] == '[') {
        const std::size_t stop = rest.find(']');
        if (stop == std::string_view::npos) return error_value("Missing ']' in format string");
        const std::string_view key = rest.substr(1, stop - 1);
        if (key.empty()) return error_value("Empty attribute in format string");
        std::size_t number = 0;
        value = get_item(vm_, value,
                         number_in(key, number) ? Value::integer(static_cast<std::int64_t>(number))
                                                : vm_.str(key));
        rest.remove_prefix(stop + 1);
      } else {
        return error_value("Only '.' or '[' may follow ']' in format field specifier");
      }
    }
    return value;
  }

  Value error_value(const std::string& message) {
    error(message);
    return {};
  }

  Value first(std::string_view name) {
    std::size_t number = 0;
    const bool automatic = name.empty();
    if (automatic || number_in(name, number)) {
      if (automatic ? manual_ : next_ > 0) {
        return error_value(automatic ? "cannot switch from manual field specification to automatic "
                                       "field numbering"
                                     : "cannot switch from automatic field numbering to manual "
                                       "field specification");
      }
      if (automatic) {
        number = next_++;
      } else {
        manual_ = true;
      }
      if (mapping_) return error_value("Format string contains positional fields");
      if (number >= args_.size()) {
        return vm_.raise(vm_.errors().index_error, "Replacement index " + std::to_string(number) +
                                                       " out of range for positional args tuple");
      }
      return args_[number];
    }
    if (mapping_) return get_item(vm_, mapping_, vm_.str(name));
    for (std::size_t n = 0; n < args_.names.size(); ++n) {
      if (text_of(args_.names[n]) == name) return args_.keywords[n];
    }
    return vm_.raise_key_error(vm_.str(name));
  }

  Vm& vm_;
  Args args_;
  Value mapping_;
  std::size_t next_ = 0;
  bool manual_ = false;
};

/// Formats inside of formats: CPython's bound.
constexpr int kNestedFormats = 2;

}  // namespace

Value str_format(Vm& vm, const Args& args) {
  auto text = Formatter(vm, args.tail(), Value()).run(text_of(args[0]), kNestedFormats);
  return text ? vm.str(std::move(*text)) : Value();
}

Value str_format_map(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "str.format_map", 1, 1)) return {};
  auto text = Formatter(vm, {}, args[1]).run(text_of(args[0]), kNestedFormats);
  return text ? vm.str(std::move(*text)) : Value();
}

}  // namespace normscope::notebook::runtime
