// SPDX-License-Identifier: MIT
// Exceptions as objects.
#include "app/notebook/runtime/exception.hpp"

#include <utility>

#include "app/notebook/runtime/code.hpp"

namespace normscope::notebook::runtime {

ExceptionObject::ExceptionObject(TypeObject& type, Value args_)
    : Container(kKind, &type, type.heap()), args(std::move(args_)) {}

void ExceptionObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  visitor.visit(args);
  for (const auto& entry : trace) visitor.visit(entry.code);
  visitor.visit(cause);
  visitor.visit(context);
  visitor.visit(name);
  visitor.visit(owner);
}

void ExceptionObject::clear() {
  Container::clear();
  args = Value();
  trace.clear();
  cause = Value();
  context = Value();
  name = Value();
  owner = Value();
}

}  // namespace normscope::notebook::runtime
