// SPDX-License-Identifier: MIT
// Which variable a name means: found for a whole program before any code is made, since a function
// further down decides whether a variable is shared.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/notebook/syntax/ast.hpp"

namespace normscope::notebook::runtime {

enum class ScopeKind { kModule, kFunction, kClass };

/// Where a name's value lives, seen from one scope.
enum class Place {
  kLocal,   // a slot of the frame
  kCell,    // a variable of this function that others share
  kFree,    // a variable of an enclosing function
  kGlobal,  // of the module, or built in
  kName,    // of a class body: its own names first
};

struct Symbol {
  bool assigned = false;
  bool used = false;
  bool parameter = false;
  bool global = false;
  bool nonlocal = false;
  Place place = Place::kGlobal;
};

struct Scope {
  ScopeKind kind = ScopeKind::kModule;
  Scope* parent = nullptr;
  std::string class_name;  // of the innermost class around it: `__x` gets its name
  bool is_comprehension = false;
  std::unordered_map<std::string, Symbol> symbols;
  std::vector<std::string> order;  // names as they came
  std::vector<std::unique_ptr<Scope>> children;
  std::vector<std::string> locals;  // slots, parameters first
  std::vector<std::string> cells;
  std::vector<std::string> frees;
};

/// The scopes of a module; those inside are found by the node that opens them.
struct Scopes {
  std::unique_ptr<Scope> module;
  std::unordered_map<const void*, Scope*> of_node;
};

Scopes find_scopes(const syntax::Module& module);

/// `__name` inside of a class becomes `_Class__name`.
std::string mangled(std::string_view class_name, const std::string& name);

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

}  // namespace normscope::notebook::runtime
