// SPDX-License-Identifier: MIT
// Answers the app's questions, one after the other, with Python in this process. What Python does
// better than C++ (parsing a cell, wording a traceback, showing a value) is in
// app/notebook/python/normscope_kernel.
#pragma once

#include <optional>
#include <string>

#include "app/notebook/embedded_python/reference.hpp"
#include "app/notebook/notebook_kernel/link.hpp"
#include "app/notebook/notebook_kernel/modules.hpp"
#include "app/notebook/notebook_kernel/variables.hpp"
#include "app/notebook/protocol/records_of.hpp"

namespace normscope::notebook::kernel {

using python::Failed;
using python::Ref;

class Kernel {
 public:
  /// Python has started, and this thread holds its lock.
  Kernel(Link& link, const Modules& modules);

  /// Loads what cells need.
  /// errors  Unavailable: Python's own error
  base::Expected<void> prepare();

  /// Answers questions; the process ends when the app is gone.
  [[noreturn]] void serve();

 private:
  protocol::Reply answer(const protocol::RunCell& cell, const io::Descriptor&);
  protocol::Reply answer(const protocol::ListVariables&, const io::Descriptor&);
  protocol::Reply answer(const protocol::DescribeRecords& question, const io::Descriptor&);
  protocol::Reply answer(const protocol::TakeArray& question, const io::Descriptor& file);
  protocol::Reply answer(const protocol::TakeRecords& question, const io::Descriptor& file);
  static protocol::Reply answer(const protocol::TakePicture&, const io::Descriptor&);
  protocol::Reply answer(const protocol::DrawPicture& question, const io::Descriptor&);
  static protocol::Reply answer(const protocol::Interrupt&, const io::Descriptor&);
  static protocol::Reply answer(const protocol::TypedLine&, const io::Descriptor&);

  void add_gradients();
  Ref run(const Ref& codes) const;
  protocol::Finished finished(const protocol::RunCell& cell);
  void show(const Ref& value, protocol::Finished& into);
  void describe_error(const protocol::RunCell& cell, protocol::Finished& into);
  void leave_cell(const protocol::RunCell& cell, protocol::Finished& into);

  Link& link_;
  const Modules& modules_;
  Ref cells_{};      // the module normscope_kernel.cells
  Ref namespace_{};  // of __main__
  VariableList variables_;
  protocol::Records records_{};  // described last
};

}  // namespace normscope::notebook::kernel
