// SPDX-License-Identifier: MIT
// The variables of the cells that hold numbers, and those numbers.
#pragma once

#include <Python.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/notebook/arrays/record.hpp"
#include "app/notebook/notebook_kernel/modules.hpp"
#include "app/notebook/protocol/messages.hpp"
#include "core/base/error.hpp"
#include "core/io/posix.hpp"

namespace normscope::notebook::kernel {

class VariableList {
 public:
  explicit VariableList(const Modules& modules) : modules_(modules) {}

  /// The variables of a namespace that hold arrays or numbers; without names that begin with an
  /// underscore. An array that requires gradients gets another stamp after a backward pass;
  /// `passes` is how many there were.
  protocol::Variables list(PyObject* names, std::int64_t passes);

  /// The numbers of a variable into a memory file of their size, in row-major order.
  /// errors  NotFound: no such variable, or one without numbers; InvalidArgument: the file's size
  ///         is not that of the numbers; Unwritable: the file cannot be written or sealed
  base::Expected<protocol::Taken> take(PyObject* names, const std::string& name,
                                       const io::Descriptor& file) const;

 private:
  // An array that was listed before. It is not kept alive.
  struct Known {
    std::weak_ptr<arrays::Storage> storage{};
    std::uint64_t state = 0;
    std::weak_ptr<const arrays::Record> record{};
    arrays::Array view{};  // without its storage and its record
    std::uint64_t stamp = 0;
    bool matches(const arrays::Array& array) const;
  };

  std::optional<protocol::Variable> variable(const std::string& name, PyObject* value,
                                             std::int64_t passes,
                                             std::map<std::string, Known>& known);

  const Modules& modules_;
  std::map<std::string, Known> known_{};
  std::int64_t passes_ = 0;
  std::uint64_t stamps_ = 0;
};

/// The value of a name, borrowed; null where there is none.
PyObject* find(PyObject* names, const std::string& name);

/// Writes bytes into a memory file of just their size, then seals it.
/// errors  InvalidArgument, Unwritable, as VariableList::take
base::Expected<void> fill_and_seal(const io::Descriptor& file, const void* bytes, std::size_t size);

}  // namespace normscope::notebook::kernel
