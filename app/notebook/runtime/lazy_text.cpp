// SPDX-License-Identifier: MIT
// See lazy_text.hpp: where statements begin, what they define, and when they run.
#include "app/notebook/runtime/lazy_text.hpp"

#include <algorithm>
#include <utility>

#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

bool skip(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Takes off the dotted name that a text begins with; empty: there is none.
std::string_view take_name(std::string_view& text) {
  const auto size = std::ranges::find_if_not(text, is_of_name) - text.begin();
  const std::string_view name = text.substr(0, static_cast<std::size_t>(size));
  text.remove_prefix(name.size());
  return name;
}

// `a, b as c` of an import.
std::vector<std::string_view> imported_names(std::string_view list) {
  std::vector<std::string_view> names;
  do {
    names.push_back(take_name(list));
    if (skip(list, " as ")) names.back() = take_name(list);
  } while (skip(list, ", "));
  return names;
}

std::vector<std::string_view> defined_names(std::string_view line) {
  if (skip(line, "def ") || skip(line, "class ")) return {take_name(line)};
  if (skip(line, "import ")) return imported_names(line);
  if (skip(line, "from ")) {
    take_name(line);
    return skip(line, " import ") ? imported_names(line) : std::vector<std::string_view>{};
  }
  std::vector<std::string_view> names;
  for (std::string_view name = take_name(line); !name.empty() && skip(line, " = ");
       name = take_name(line)) {
    names.push_back(name);
  }
  return names;
}

// Whether a line goes on with the statement before it.
bool goes_on(std::string_view line) {
  constexpr std::string_view kInside = " #)]}";
  return line.empty() || kInside.find(line[0]) != std::string_view::npos;
}

}  // namespace

LazyText::LazyText(std::string name, std::span<const std::string_view> texts,
                   Ref<DictObject> globals)
    : name_(std::move(name)), globals_(std::move(globals)) {
  for (const std::string_view text : texts) split(text);
}

void LazyText::split(std::string_view text) {
  const std::size_t before = statements_.size();
  bool is_decorated = false;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, text[size - 1] == '\n' ? size - 1 : size);
    if (!goes_on(line)) {
      std::vector<std::string_view> names = defined_names(line);
      const bool is_decorator = line[0] == '@';
      const bool is_new = !is_decorated && (is_decorator || !names.empty());
      if (is_new) statements_.push_back({text.substr(0, 0), {}});
      for (const std::string_view each : names) places_.emplace(each, statements_.size() - 1);
      if (!names.empty()) statements_.back().names = std::move(names);
      is_decorated = is_decorator;
    }
    if (statements_.size() > before) {
      std::string_view& last = statements_.back().text;
      last = {last.data(), last.size() + size};
    }
    text.remove_prefix(size);
  }
}

std::vector<std::string_view> LazyText::names() const {
  std::vector<std::string_view> all;
  for (const Statement& each : statements_) {
    all.insert(all.end(), each.names.begin(), each.names.end());
  }
  return all;
}

std::vector<std::string_view> LazyText::define(Vm& vm, std::string_view name) {
  const auto place = places_.find(name);
  if (place == places_.end() || !run(vm, statements_[place->second])) return {};
  return statements_[place->second].names;
}

std::vector<std::string_view> LazyText::define_all(Vm& vm, std::string_view owner) {
  const auto is_owned = [&](std::string_view name) {
    const auto dot = name.rfind('.');
    return name.substr(0, dot == std::string_view::npos ? 0 : dot) == owner;
  };
  std::vector<std::string_view> made;
  for (Statement& each : statements_) {
    if (std::ranges::none_of(each.names, is_owned)) continue;
    if (run(vm, each)) made.insert(made.end(), each.names.begin(), each.names.end());
    if (vm.raised()) break;
  }
  return made;
}

bool LazyText::run(Vm& vm, Statement& statement) {
  if (std::exchange(statement.has_run, true)) return false;
  const auto code = compile_hidden(vm, name_, statement.text, missed_global());
  statement.has_run = code && run_hidden(vm, code, globals_);
  return statement.has_run;
}

std::shared_ptr<const MissedGlobal> LazyText::missed_global() {
  return std::make_shared<const MissedGlobal>(
      [weak = weak_from_this()](Vm& vm, const StrObject& name) -> Value {
        const std::shared_ptr<LazyText> text = weak.lock();
        if (text == nullptr) return {};
        text->define(vm, name.text());
        const Value* const found = vm.raised() ? nullptr : text->globals_->find(name);
        return found != nullptr ? *found : Value();
      });
}

}  // namespace normscope::notebook::runtime
