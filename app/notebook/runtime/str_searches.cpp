// SPDX-License-Identifier: MIT
// The methods of str that look for something: find, split, strip, replace, join and the like.
#include <algorithm>
#include <string>
#include <utility>

#include "app/notebook/runtime/bytes.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"
#include "app/notebook/runtime/unicode.hpp"
#include "core/text/utf8.hpp"

namespace normscope::notebook::runtime {
namespace {

// An argument that has to be a str; null: raised.
const std::string* text_argument(Vm& vm, const Value& value, const std::string& message) {
  if (value.is_kind(Kind::kStr)) return &text_of(value);
  vm.raise(vm.errors().type_error, message + ", not " + type_name(vm, value));
  return nullptr;
}

// The part between two indices (in code points) that arguments give; false: raised.
struct Part {
  std::string_view text;
  std::size_t first = 0;  // its first code point in the whole
  bool outside = false;   // begins behind the end
};

std::optional<Part> part_of(Vm& vm, const Args& args, std::size_t at) {
  const StrObject& whole = args[0].get<StrObject>();
  const auto size = static_cast<std::int64_t>(whole.length());
  std::int64_t bounds[2] = {0, size};
  for (std::size_t n = 0; n < 2; ++n) {
    if (at + n >= args.size() || args[at + n].is_none()) continue;
    const auto index = to_index_clamped(vm, args[at + n]);
    if (!index) return std::nullopt;
    bounds[n] = *index < 0 ? std::max<std::int64_t>(0, *index + size) : *index;
  }
  Part part;
  part.outside = bounds[0] > size;
  const std::int64_t end = std::min(bounds[1], size);
  const std::int64_t begin = std::min(bounds[0], size);
  part.first = static_cast<std::size_t>(begin);
  if (end > begin) {
    part.text = whole.slice(part.first, static_cast<std::size_t>(end));
  } else if (end < begin) {
    part.outside = true;
  }
  return part;
}

// Between 1 and 3 arguments; else TypeError in the words of these methods.
bool check_search(Vm& vm, const Args& args, const char* name) {
  const std::size_t count = args.size() - 1;
  if (args.names.empty() && (count == 0 || count > 3)) {
    vm.raise(
        vm.errors().type_error,
        std::string(name) + "() takes at " +
            (count == 0 ? "least 1 argument (0" : "most 3 arguments (" + std::to_string(count)) +
            " given)");
    return false;
  }
  return check_count(vm, args.tail(), name, 1, 3);
}

NativeCall finder(const char* name, bool from_right, bool raises) {
  return [name, from_right, raises](Vm& vm, const Args& args) {
    if (!check_search(vm, args, name)) return Value();
    const std::string* const wanted = text_argument(vm, args[1], "must be str");
    const auto part = wanted != nullptr ? part_of(vm, args, 2) : std::nullopt;
    if (!part) return Value();
    const std::size_t byte = part->outside ? std::string_view::npos
                             : from_right  ? part->text.rfind(*wanted)
                                           : part->text.find(*wanted);
    if (byte != std::string_view::npos) {
      return Value::integer(
          static_cast<std::int64_t>(part->first + utf8::length(part->text.substr(0, byte))));
    }
    if (!raises) return Value::integer(-1);
    return Value(vm.raise(vm.errors().value_error, "substring not found"));
  };
}

Value count(Vm& vm, const Args& args) {
  if (!check_search(vm, args, "count")) return {};
  const std::string* const wanted = text_argument(vm, args[1], "must be str");
  const auto part = wanted != nullptr ? part_of(vm, args, 2) : std::nullopt;
  if (!part) return {};
  if (part->outside) return Value::integer(0);
  if (wanted->empty())
    return Value::integer(static_cast<std::int64_t>(utf8::length(part->text)) + 1);
  std::int64_t found = 0;
  for (std::size_t at = part->text.find(*wanted); at != std::string_view::npos;
       at = part->text.find(*wanted, at + wanted->size())) {
    ++found;
  }
  return Value::integer(found);
}

NativeCall edge(const char* name, bool at_end) {
  return [name, at_end](Vm& vm, const Args& args) {
    if (!check_search(vm, args, name)) return Value();
    const auto part = part_of(vm, args, 2);
    if (!part) return Value();
    const auto fits = [&](const Value& value) {
      const std::string& text = text_of(value);
      return !part->outside && (at_end ? part->text.ends_with(text) : part->text.starts_with(text));
    };
    if (args[1].is_kind(Kind::kStr)) return Value::boolean(fits(args[1]));
    if (const auto* const tuple = args[1].as<TupleObject>()) {
      for (const Value& each : tuple->values) {
        if (!each.is_kind(Kind::kStr)) {
          return Value(vm.raise(vm.errors().type_error, "tuple for " + std::string(name) +
                                                            " must only contain str, not " +
                                                            type_name(vm, each)));
        }
        if (fits(each)) return Value::boolean(true);
      }
      return Value::boolean(false);
    }
    return Value(vm.raise(vm.errors().type_error,
                          std::string(name) + " first arg must be str or a tuple of str, not " +
                              type_name(vm, args[1])));
  };
}

NativeCall stripper(const char* name, bool left, bool right) {
  return [name, left, right](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), name, 0, 1)) return Value();
    std::u32string letters;
    bool given = args.size() > 1 && !args[1].is_none();
    if (given) {
      if (!args[1].is_kind(Kind::kStr)) {
        return Value(
            vm.raise(vm.errors().type_error, std::string(name) + " arg must be None or str"));
      }
      for (std::size_t byte = 0; byte < text_of(args[1]).size();) {
        letters += utf8::next(text_of(args[1]), byte);
      }
    }
    const auto goes = [&](char32_t code) {
      return given ? letters.find(code) != std::u32string::npos : unicode::is_space(code);
    };
    std::string_view text = text_of(args[0]);
    while (left && !text.empty()) {
      std::size_t byte = 0;
      if (!goes(utf8::next(text, byte))) break;
      text.remove_prefix(byte);
    }
    while (right && !text.empty()) {
      std::size_t begin = text.size() - 1;
      while (begin > 0 && text::is_continuation(text[begin])) --begin;
      std::size_t byte = begin;
      if (!goes(utf8::next(text, byte))) break;
      text = text.substr(0, begin);
    }
    return vm.str(text);
  };
}

// Words between white space; the rest stays together after `most` cuts.
std::vector<Value> split_words(Vm& vm, std::string_view text, std::int64_t most, bool from_right) {
  std::vector<std::pair<std::size_t, std::size_t>> words;
  std::size_t begin = std::string_view::npos;
  for (std::size_t byte = 0; byte < text.size();) {
    const std::size_t at = byte;
    const bool space = unicode::is_space(utf8::next(text, byte));
    if (space && begin != std::string_view::npos) {
      words.emplace_back(begin, at);
      begin = std::string_view::npos;
    } else if (!space && begin == std::string_view::npos) {
      begin = at;
    }
  }
  if (begin != std::string_view::npos) words.emplace_back(begin, text.size());
  const auto limit = static_cast<std::size_t>(most);
  std::vector<Value> parts;
  if (most >= 0 && words.size() > limit) {
    if (from_right) {
      const std::size_t rest = words.size() - limit;
      parts.push_back(vm.str(text.substr(words[0].first, words[rest - 1].second - words[0].first)));
      // Space in front of the rest stays.
      parts[0] = vm.str(text.substr(0, words[rest - 1].second));
      words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(rest));
    } else {
      std::string_view rest = text.substr(words[limit].first);
      words.resize(limit);
      for (const auto& [from, to] : words) parts.push_back(vm.str(text.substr(from, to - from)));
      parts.push_back(vm.str(rest));
      return parts;
    }
  }
  for (const auto& [from, to] : words) parts.push_back(vm.str(text.substr(from, to - from)));
  return parts;
}

NativeCall splitter(bool from_right) {
  return [from_right](Vm& vm, const Args& args) {
    static const Signature kSignature("split", "sep=None, maxsplit=-1");
    Value bound[2];
    if (!kSignature.bind(vm, args.tail(), bound)) return Value();
    const auto most = bound[1] ? to_index_clamped(vm, bound[1]) : -1;
    if (!most) return Value();
    const std::string_view text = text_of(args[0]);
    if (!bound[0] || bound[0].is_none()) return vm.list(split_words(vm, text, *most, from_right));
    const std::string* const sep = text_argument(vm, bound[0], "must be str or None");
    if (sep == nullptr) return Value();
    if (sep->empty()) return Value(vm.raise(vm.errors().value_error, "empty separator"));
    std::vector<Value> parts;
    std::string_view rest = text;
    for (std::int64_t left = *most; left != 0; --left) {
      const std::size_t at = from_right ? rest.rfind(*sep) : rest.find(*sep);
      if (at == std::string_view::npos) break;
      if (from_right) {
        parts.push_back(vm.str(rest.substr(at + sep->size())));
        rest = rest.substr(0, at);
      } else {
        parts.push_back(vm.str(rest.substr(0, at)));
        rest.remove_prefix(at + sep->size());
      }
    }
    parts.push_back(vm.str(rest));
    if (from_right) std::ranges::reverse(parts);
    return vm.list(parts);
  };
}

Value splitlines(Vm& vm, const Args& args) {
  static const Signature kSignature("splitlines", "keepends=False");
  Value bound[1];
  if (!kSignature.bind(vm, args.tail(), bound)) return {};
  const auto keep = bound[0] ? truth(vm, bound[0]) : false;
  if (!keep) return {};
  const std::string_view text = text_of(args[0]);
  std::vector<Value> lines;
  std::size_t begin = 0;
  for (std::size_t byte = 0; byte < text.size();) {
    const std::size_t at = byte;
    const char32_t code = utf8::next(text, byte);
    const bool ends = (code >= 0x0A && code <= 0x0D) || (code >= 0x1C && code <= 0x1E) ||
                      code == 0x85 || code == 0x2028 || code == 0x2029;
    if (!ends) continue;
    if (code == '\r' && byte < text.size() && text[byte] == '\n') ++byte;
    lines.push_back(vm.str(text.substr(begin, (*keep ? byte : at) - begin)));
    begin = byte;
  }
  if (begin < text.size()) lines.push_back(vm.str(text.substr(begin)));
  return vm.list(lines);
}

Value replace(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "replace", 2, 3)) return {};
  const std::string* const from = text_argument(vm, args[1], "replace() argument 1 must be str");
  const std::string* const to =
      from != nullptr ? text_argument(vm, args[2], "replace() argument 2 must be str") : nullptr;
  if (to == nullptr) return {};
  auto left = args.size() > 3 ? to_index_clamped(vm, args[3]) : std::optional<std::int64_t>(-1);
  if (!left) return {};
  const std::string& text = text_of(args[0]);
  std::string result;
  std::size_t at = 0;
  for (; *left != 0; --*left) {
    if (!vm.tick() || !vm.reserve(result.size() + to->size())) return {};
    if (from->empty()) {
      // Before each code point, and at the end.
      result += *to;
      if (at >= text.size()) return vm.str(std::move(result));
      const std::size_t width = utf8::width(text, at);
      result.append(text, at, width);
      at += width;
      continue;
    }
    const std::size_t found = text.find(*from, at);
    if (found == std::string::npos) break;
    result.append(text, at, found - at);
    result += *to;
    at = found + from->size();
  }
  result.append(text, at);
  return vm.str(std::move(result));
}

Value join(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "str.join", 1, 1)) return {};
  const auto items = collect(vm, args[1]);
  if (!items) {
    if (vm.raised_is(vm.errors().type_error) && !args[1].is_kind(Kind::kIterator) &&
        vm.type_of(args[1]).slots.iter == nullptr && !vm.type_of(args[1]).is_user) {
      vm.take_exception();
      vm.raise(vm.errors().type_error, "can only join an iterable");
    }
    return {};
  }
  std::string result;
  for (std::size_t n = 0; n < items->size(); ++n) {
    const Value& item = (*items)[n];
    if (!item.is_kind(Kind::kStr)) {
      return vm.raise(vm.errors().type_error, "sequence item " + std::to_string(n) +
                                                  ": expected str instance, " +
                                                  type_name(vm, item) + " found");
    }
    if (n > 0) result += text_of(args[0]);
    result += text_of(item);
    if (!vm.reserve(result.size())) return {};
  }
  return vm.str(std::move(result));
}

NativeCall partitioner(const char* name, bool from_right) {
  return [name, from_right](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), std::string("str.") + name, 1, 1)) return Value();
    const std::string* const sep = text_argument(vm, args[1], "must be str");
    if (sep == nullptr) return Value();
    if (sep->empty()) return Value(vm.raise(vm.errors().value_error, "empty separator"));
    const std::string& text = text_of(args[0]);
    const std::size_t at = from_right ? text.rfind(*sep) : text.find(*sep);
    if (at != std::string::npos) {
      return vm.tuple({vm.str(text.substr(0, at)), args[1], vm.str(text.substr(at + sep->size()))});
    }
    const Value empty = vm.str("");
    return from_right ? vm.tuple({empty, empty, args[0]}) : vm.tuple({args[0], empty, empty});
  };
}

NativeCall remover(const char* name, bool at_end) {
  return [name, at_end](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), std::string("str.") + name, 1, 1)) return Value();
    const std::string* const part =
        text_argument(vm, args[1], std::string(name) + "() argument must be str");
    if (part == nullptr) return Value();
    const std::string& text = text_of(args[0]);
    if (at_end && !part->empty() && text.ends_with(*part)) {
      return vm.str(text.substr(0, text.size() - part->size()));
    }
    if (!at_end && text.starts_with(*part)) return vm.str(text.substr(part->size()));
    return vm.str(text_of(args[0]));
  };
}

Value make_translation(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "maketrans", 1, 3)) return {};
  auto table = vm.new_dict();
  const auto code_of = [](std::string_view text) {
    std::size_t byte = 0;
    return Value::integer(utf8::next(text, byte));
  };
  if (args.size() == 1) {
    const auto* const from = args[0].as<DictObject>();
    if (from == nullptr) {
      return vm.raise(vm.errors().type_error,
                      "if you give only one argument to maketrans it must be a dict");
    }
    for (std::size_t n = 0; n < from->entry_count(); ++n) {
      const DictObject::Entry entry = from->entry(n);
      if (!entry.key) continue;
      const auto* const text = entry.key.as<StrObject>();
      if (text != nullptr && text->length() != 1) {
        return vm.raise(vm.errors().value_error,
                        "string keys in translate table must be of length 1");
      }
      if (!table->set(vm, text != nullptr ? code_of(text->text()) : entry.key, entry.value))
        return {};
    }
    return Value(table);
  }
  for (const Value& each : args.positional) {
    if (text_argument(vm, each, "maketrans() arguments must be str") == nullptr) return {};
  }
  const auto& from = args[0].get<StrObject>();
  const auto& to = args[1].get<StrObject>();
  if (from.length() != to.length()) {
    return vm.raise(vm.errors().value_error,
                    "the first two maketrans arguments must have equal length");
  }
  std::size_t a = 0;
  std::size_t b = 0;
  while (a < from.text().size()) {
    const Value key = Value::integer(utf8::next(from.text(), a));
    if (!table->set(vm, key, Value::integer(utf8::next(to.text(), b)))) return {};
  }
  if (args.size() == 3) {
    for (std::size_t byte = 0; byte < text_of(args[2]).size();) {
      if (!table->set(vm, Value::integer(utf8::next(text_of(args[2]), byte)), Value::none()))
        return {};
    }
  }
  return Value(table);
}

Value translate(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "str.translate", 1, 1)) return {};
  const std::string text = text_of(args[0]);
  std::string result;
  for (std::size_t byte = 0; byte < text.size();) {
    const std::size_t begin = byte;
    const char32_t code = utf8::next(text, byte);
    const Value to = get_item(vm, args[1], Value::integer(code));
    if (!to && !vm.take_if(vm.errors().lookup_error)) return {};
    if (!to) {
      result.append(text, begin, byte - begin);
    } else if (to.is_kind(Kind::kStr)) {
      result += text_of(to);
    } else if (to.is_int()) {
      utf8::append(result, static_cast<char32_t>(to.as_int()));
    }
  }
  return vm.str(std::move(result));
}

}  // namespace

void add_str_searches(Vm& vm) {
  TypeObject& type = *vm.types().str;
  add_method(type, "find", finder("find", false, false));
  add_method(type, "rfind", finder("rfind", true, false));
  add_method(type, "index", finder("index", false, true));
  add_method(type, "rindex", finder("rindex", true, true));
  add_method(type, "count", count);
  add_method(type, "startswith", edge("startswith", false));
  add_method(type, "endswith", edge("endswith", true));
  add_method(type, "strip", stripper("strip", true, true));
  add_method(type, "lstrip", stripper("lstrip", true, false));
  add_method(type, "rstrip", stripper("rstrip", false, true));
  add_method(type, "split", splitter(false));
  add_method(type, "rsplit", splitter(true));
  add_method(type, "splitlines", splitlines);
  add_method(type, "replace", replace);
  add_method(type, "join", join);
  add_method(type, "partition", partitioner("partition", false));
  add_method(type, "rpartition", partitioner("rpartition", true));
  add_method(type, "removeprefix", remover("removeprefix", false));
  add_method(type, "removesuffix", remover("removesuffix", true));
  add_static_method(type, "maketrans", make_translation);
  add_method(type, "translate", translate);
  add_method(type, "encode", [](Vm& machine, const Args& args) {
    static const Signature kSignature("encode", "encoding='utf-8', errors='strict'");
    Value bound[2];
    if (!kSignature.bind(machine, args.tail(), bound)) return Value();
    const auto option = [&](int n, const char* otherwise) {
      return bound[n] && bound[n].is_kind(Kind::kStr) ? text_of(bound[n]) : std::string(otherwise);
    };
    auto bytes = encode_text(machine, args[0], option(0, "utf-8"), option(1, "strict"));
    return bytes ? make_bytes(machine, std::move(*bytes)) : Value();
  });
}

}  // namespace normscope::notebook::runtime
