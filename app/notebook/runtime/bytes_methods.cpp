// SPDX-License-Identifier: MIT
// The methods of bytes. Most do what those of str do, byte by byte: they run on a text that has a
// letter for each byte, where what is not ASCII stands for nothing else, and come back as bytes.
#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/notebook/runtime/bytes.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

// Letters of the private area have no case and are neither space nor digit; so are, to bytes, the
// separators that str takes for spaces.
constexpr char32_t kPrivate = 0xE000;

bool stands_for_itself(unsigned char code) {
  return code < 0x1C || (code >= 0x20 && code < 0x80);
}

Value text_for(Vm& vm, std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto code = static_cast<unsigned char>(c);
    utf8::append(text, stands_for_itself(code) ? code : kPrivate + code);
  }
  return vm.str(std::move(text));
}

Value bytes_for(Vm& vm, const Value& text) {
  std::string bytes;
  const std::string& letters = text_of(text);
  for (std::size_t byte = 0; byte < letters.size();) {
    const char32_t code = utf8::next(letters, byte);
    bytes +=
        static_cast<char>(static_cast<unsigned char>(code >= kPrivate ? code - kPrivate : code));
  }
  return make_bytes(vm, std::move(bytes));
}

// Results as they are for bytes: texts, and lists and tuples of them.
Value converted(Vm& vm, const Value& result) {
  if (result.is_kind(Kind::kStr)) return bytes_for(vm, result);
  const bool is_list = result.is_kind(Kind::kList);
  if (!is_list && !result.is_kind(Kind::kTuple)) return result;
  std::vector<Value> parts;
  for (const Value& each :
       is_list ? result.get<ListObject>().values : result.get<TupleObject>().values) {
    Value part = converted(vm, each);
    if (!part) return {};
    parts.push_back(std::move(part));
  }
  return is_list ? vm.list(parts) : vm.tuple(parts);
}

struct Method {
  const char* name;
  bool takes_numbers = false;  // a byte may be given as a number
};
constexpr std::array kMethods = {
    Method{"find", true},   Method{"rfind", true}, Method{"index", true}, Method{"rindex", true},
    Method{"count", true},  Method{"startswith"},  Method{"endswith"},    Method{"strip"},
    Method{"lstrip"},       Method{"rstrip"},      Method{"split"},       Method{"rsplit"},
    Method{"replace"},      Method{"partition"},   Method{"rpartition"},  Method{"removeprefix"},
    Method{"removesuffix"}, Method{"upper"},       Method{"lower"},       Method{"title"},
    Method{"capitalize"},   Method{"swapcase"},    Method{"isdigit"},     Method{"isalpha"},
    Method{"isalnum"},      Method{"isspace"},     Method{"isupper"},     Method{"islower"},
    Method{"istitle"},      Method{"center"},      Method{"ljust"},       Method{"rjust"},
    Method{"zfill"},        Method{"expandtabs"},
};

// An argument as the method of str wants it; none: raised.
Value argument(Vm& vm, const Method& method, const Value& value, std::size_t place) {
  if (const std::string* const bytes = bytes_of(vm, value)) return text_for(vm, *bytes);
  if (value.is_kind(Kind::kTuple)) {
    std::vector<Value> parts;
    for (const Value& each : value.get<TupleObject>().values) {
      parts.push_back(argument(vm, method, each, place));
      if (!parts.back()) return {};
    }
    return vm.tuple(parts);
  }
  const std::string_view name = method.name;
  if (value.is_kind(Kind::kStr)) {
    std::string message = "a bytes-like object is required, not 'str'";
    if (method.takes_numbers) {
      message = "argument should be integer or bytes-like object, not 'str'";
    } else if (name == "startswith" || name == "endswith") {
      message = fmt::format("{} first arg must be bytes or a tuple of bytes, not str", name);
    } else if (name == "center" || name == "ljust" || name == "rjust") {
      message = fmt::format("{}() argument 2 must be a byte string of length 1, not str", name);
    }
    return vm.raise(vm.errors().type_error, message);
  }
  if (method.takes_numbers && place == 0 && is_integer(value)) {
    const auto number = to_index_clamped(vm, value);
    if (!number) return {};
    if (*number < 0 || *number > 255) {
      return vm.raise(vm.errors().value_error, "byte must be in range(0, 256)");
    }
    return text_for(vm, std::string(1, static_cast<char>(static_cast<unsigned char>(*number))));
  }
  return value;
}

Value run_method(Vm& vm, const Method& method, const Args& args) {
  std::vector<Value> given;
  for (std::size_t n = 1; n < args.size(); ++n) {
    given.push_back(argument(vm, method, args[n], n - 1));
    if (!given.back()) return {};
  }
  std::vector<Value> named;
  for (const Value& each : args.keywords) {
    named.push_back(argument(vm, method, each, 1));
    if (!named.back()) return {};
  }
  const Value text = text_for(vm, *bytes_of(vm, args[0]));
  const Value function = get_attribute(vm, text, method.name);
  if (!function) return {};
  const Value result = call(vm, function, Args{given, named, args.names});
  if (result) return converted(vm, result);
  // str speaks of a substring.
  if (std::string_view(method.name).ends_with("index") && vm.take_if(vm.errors().value_error)) {
    return vm.raise(vm.errors().value_error, "subsection not found");
  }
  return {};
}

Value join(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "bytes.join", 1, 1)) return {};
  const auto items = collect(vm, args[1]);
  if (!items) {
    if (vm.take_if(vm.errors().type_error)) {
      return vm.raise(vm.errors().type_error, "can only join an iterable");
    }
    return {};
  }
  const std::string& between = *bytes_of(vm, args[0]);
  std::string all;
  for (std::size_t n = 0; n < items->size(); ++n) {
    const std::string* const part = bytes_of(vm, (*items)[n]);
    if (part == nullptr) {
      return vm.raise(vm.errors().type_error,
                      fmt::format("sequence item {}: expected a bytes-like object, {} found", n,
                                  type_name(vm, (*items)[n])));
    }
    if (!vm.reserve(all.size() + between.size() + part->size())) return {};
    if (n > 0) all += between;
    all += *part;
  }
  return make_bytes(vm, std::move(all));
}

Value splitlines(Vm& vm, const Args& args) {
  static const Signature kSignature("splitlines", "keepends=False");
  Value bound[1];
  if (!kSignature.bind(vm, args.tail(), bound)) return {};
  const auto keeps = bound[0] ? truth(vm, bound[0]) : false;
  if (!keeps) return {};
  const std::string& bytes = *bytes_of(vm, args[0]);
  std::vector<Value> lines;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find_first_of("\r\n", at), bytes.size());
    std::size_t after = std::min(end + 1, bytes.size());
    if (end < bytes.size() && bytes[end] == '\r' && after < bytes.size() && bytes[after] == '\n') {
      ++after;
    }
    lines.push_back(make_bytes(vm, bytes.substr(at, (*keeps ? after : end) - at)));
    if (!lines.back()) return {};
    at = after;
  }
  return vm.list(lines);
}

Value hex(Vm& vm, const Args& args) {
  static const Signature kSignature("hex", "sep=, bytes_per_sep=1");
  Value bound[2];
  if (!kSignature.bind(vm, args.tail(), bound)) return {};
  const auto group = bound[1] ? to_index(vm, bound[1]) : 1;
  if (!group) return {};
  std::string between;
  if (const std::string* const given = bound[0] ? bytes_of(vm, bound[0]) : nullptr) {
    between = *given;
  } else if (bound[0] && bound[0].is_kind(Kind::kStr)) {
    between = text_of(bound[0]);
  } else if (bound[0]) {
    return vm.raise(vm.errors().type_error, "sep must be str or bytes.");
  }
  if (bound[0] && between.size() != 1) {
    return vm.raise(vm.errors().value_error, "sep must be length 1.");
  }
  const std::string& bytes = *bytes_of(vm, args[0]);
  const auto size = static_cast<std::int64_t>(bytes.size());
  std::string text;
  for (std::int64_t n = 0; n < size; ++n) {
    // Groups are counted from the right, or from the left where the number is negative.
    const bool begins = *group > 0 ? (size - n) % *group == 0 : *group < 0 && n % *group == 0;
    if (n > 0 && begins) text += between;
    text += fmt::format("{:02x}", static_cast<unsigned char>(bytes[static_cast<std::size_t>(n)]));
  }
  return vm.str(std::move(text));
}

Value fromhex(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "bytes.fromhex", 1, 1)) return {};
  if (!args[1].is_kind(Kind::kStr)) {
    return vm.raise(vm.errors().type_error,
                    fmt::format("fromhex() argument must be str, not {}", type_name(vm, args[1])));
  }
  const std::string& text = text_of(args[1]);
  const auto digit = [](char c) {
    const char low = static_cast<char>(c | 0x20);
    if (c >= '0' && c <= '9') return c - '0';
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
  };
  std::string bytes;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r')) {
      ++at;
      continue;
    }
    const int high = digit(text[at]);
    const int low = high >= 0 && at + 1 < text.size() ? digit(text[at + 1]) : -1;
    if (high < 0 || low < 0) {
      const std::size_t place =
          utf8::length(std::string_view(text).substr(0, at)) + (high < 0 ? 0 : 1);
      return vm.raise(
          vm.errors().value_error,
          fmt::format("non-hexadecimal number found in fromhex() arg at position {}", place));
    }
    bytes += static_cast<char>(static_cast<unsigned char>(high * 16 + low));
    at += 2;
  }
  return make_bytes(vm, std::move(bytes));
}

Value decode(Vm& vm, const Args& args) {
  static const Signature kSignature("decode", "encoding='utf-8', errors='strict'");
  Value bound[2];
  if (!kSignature.bind(vm, args.tail(), bound)) return {};
  const std::string encoding =
      bound[0] && bound[0].is_kind(Kind::kStr) ? text_of(bound[0]) : "utf-8";
  const std::string errors =
      bound[1] && bound[1].is_kind(Kind::kStr) ? text_of(bound[1]) : "strict";
  auto text = decode_bytes(vm, args[0], encoding, errors);
  return text ? vm.str(std::move(*text)) : Value();
}

}  // namespace

void add_bytes_methods(TypeObject& type) {
  for (const Method& method : kMethods) {
    add_method(type, method.name,
               [&method](Vm& vm, const Args& args) { return run_method(vm, method, args); });
  }
  add_method(type, "join", join);
  add_method(type, "splitlines", splitlines);
  add_method(type, "hex", hex);
  add_method(type, "decode", decode);
  add_class_method(type, "fromhex", fromhex);
  add_method(type, "isascii", [](Vm& vm, const Args& args) {
    for (const char c : *bytes_of(vm, args[0])) {
      if (static_cast<unsigned char>(c) >= 0x80) return Value::boolean(false);
    }
    return Value::boolean(true);
  });
}

}  // namespace normscope::notebook::runtime
