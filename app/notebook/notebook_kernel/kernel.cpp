// SPDX-License-Identifier: MIT
#include "app/notebook/notebook_kernel/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "app/notebook/notebook_kernel/host_module.hpp"

namespace normscope::notebook::kernel {

using protocol::CellError;
using protocol::CellMode;
using protocol::Finished;

namespace {

// The exception that Python has set, with its traceback, which Python then forgets.
Ref take_exception() {
#if PY_VERSION_HEX >= 0x030C0000
  return Ref::owned(PyErr_GetRaisedException());
#else
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (traceback != nullptr) PyException_SetTraceback(value, traceback);
  Py_XDECREF(type);
  Py_XDECREF(traceback);
  return Ref::owned(value);
#endif
}

// How much of a text takes at most kMostOutputBytes as JSON, which writes a control character as
// six bytes: all texts of an answer fit into a message.
std::size_t bytes_that_fit(std::string_view text) {
  std::size_t written = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool escaped = byte == '"' || byte == '\\' || byte == '\n';
    written += byte < 0x20 && byte != '\n' ? 6 : escaped ? 2 : 1;
    if (written > protocol::kMostOutputBytes) return at;
  }
  return text.size();
}

// A str as UTF-8 of a bounded length.
std::string text_of(PyObject* text) {
  if (text == nullptr || !PyUnicode_Check(text)) return {};
  const Ref bytes = Ref::owned(PyUnicode_AsEncodedString(text, "utf-8", "backslashreplace"));
  std::string_view all(PyBytes_AS_STRING(bytes.get()),
                       static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.get())));
  // A character that is cut becomes a replacement character in the message.
  return std::string(all.substr(0, bytes_that_fit(all)));
}

int int_of(PyObject* number) {
  const long value = number != nullptr ? PyLong_AsLong(number) : 0;
  if (PyErr_Occurred() != nullptr) PyErr_Clear();
  return static_cast<int>(value);
}

PyObject* item(const Ref& tuple, Py_ssize_t at) {
  return PyTuple_GET_ITEM(tuple.get(), at);
}

// Borrowed; null before the first backward pass.
PyObject* module_of_gradients() {
  return PyDict_GetItemString(PyImport_GetModuleDict(), "torch.autograd.brought");
}

// The result of a function of cells.py; checked, as a cell may have replaced the function.
Ref tuple_of(Py_ssize_t size, PyObject* result) {
  Ref tuple = Ref::owned(result);
  if (!PyTuple_CheckExact(result) || PyTuple_GET_SIZE(result) != size) {
    python::raise(PyExc_TypeError, "the kernel's own functions were replaced");
  }
  return tuple;
}

// An interrupt that came when the cell was over already.
void forget_interrupts() {
  if (PyErr_CheckSignals() != 0) PyErr_Clear();
}

protocol::Reply reply_of(base::Expected<protocol::Taken> taken) {
  if (taken) return *taken;
  return protocol::Failed{taken.error().sentence};
}

}  // namespace

Kernel::Kernel(Link& link, const Modules& modules)
    : link_(link), modules_(modules), variables_(modules) {}

base::Expected<void> Kernel::prepare() {
  try {
    cells_ = load_python_part(link_);
    const Ref main = Ref::owned(PyImport_ImportModule("__main__"));
    namespace_ = Ref::shared(PyModule_GetDict(main.get()));
    return {};
  } catch (const Failed&) {
    const Ref exception = take_exception();
    const Ref text = Ref::owned(PyObject_Str(exception.get()));
    return base::fail(base::ErrorKind::kUnavailable,
                      fmt::format("Python could not be prepared for cells: {}: {}",
                                  python::type_name(exception.get()), text_of(text.get())));
  }
}

void Kernel::serve() {
  while (true) {
    Question question;
    Py_BEGIN_ALLOW_THREADS;
    question = link_.next();
    Py_END_ALLOW_THREADS;
    protocol::Reply reply = protocol::Failed{"there is no memory left for it"};
    try {
      reply = std::visit([&](const auto& request) { return answer(request, question.descriptor); },
                         question.request);
    } catch (const std::bad_alloc&) {
      // The error above says it.
    } catch (const Failed&) {
      // Likewise: Python has none left.
    }
    PyErr_Clear();
    link_.answer(reply);
  }
}

protocol::Reply Kernel::answer(const protocol::RunCell& cell, const io::Descriptor&) {
  records_ = {};
  modules_.before_cell(cell.run, cell.file);
  link_.begin(cell.run);
  Finished done = finished(cell);
  link_.end();
  forget_interrupts();
  return done;
}

protocol::Reply Kernel::answer(const protocol::ListVariables&, const io::Descriptor&) {
  std::int64_t passes = 0;
  if (PyObject* const module = module_of_gradients()) {
    try {
      const Ref all = python::attribute(Ref::shared(module), "passes");
      passes = int_of(python::attribute(all, "count").get());
    } catch (const Failed&) {
      PyErr_Clear();
    }
  }
  return variables_.list(namespace_.get(), passes);
}

protocol::Reply Kernel::answer(const protocol::DescribeRecords& question, const io::Descriptor&) {
  records_ = {};
  PyObject* const value = find(namespace_.get(), question.name);
  const arrays::Array* const array = value != nullptr ? modules_.array_of(value) : nullptr;
  if (array == nullptr || array->size() == 0) return protocol::Nothing{};
  records_ = protocol::records_of(*array);
  if (records_.graph.records.back().operands.empty()) return protocol::Nothing{};
  protocol::Records plain = records_;
  try {
    add_gradients();
  } catch (const Failed&) {
    records_ = std::move(plain);  // a cell has changed torch: nothing is known of gradients
  }
  PyErr_Clear();
  return records_.graph;
}

// Adds what the last backward pass brought, each gradient as an input before the last record.
void Kernel::add_gradients() {
  PyObject* const module = module_of_gradients();
  if (module == nullptr) return;
  const Ref tensors = Ref::owned(PyList_New(0));
  for (const arrays::Array& array : records_.arrays) {
    python::check(PyList_Append(tensors.get(), modules_.value_of(array).get()));
  }
  const Ref brought = Ref::owned(PyObject_CallMethod(module, "brought", "(O)", tensors.get()));
  const python::Items all = python::items_of(brought.get());
  auto& [graph, arrays] = records_;
  const std::size_t root = arrays.size() - 1;
  for (std::size_t at = 0; at < std::min(root + 1, all.count); ++at) {
    const python::Items told = python::items_of(all[at]);
    const arrays::Array* const gradient = told.count == 3 ? modules_.array_of(told[0]) : nullptr;
    const bool fits = gradient != nullptr && gradient->shape == graph.records[at].shape;
    if (!fits || arrays.size() == protocol::kMostRecords) continue;
    const auto standing = base::value_of(protocol::standing_names(), text_of(told[1]));
    const int place = static_cast<int>(arrays.size()) - 1;  // once the root stands behind it
    graph.records[at].arrived = {place, standing.value_or(protocol::Standing::kOther),
                                 told[2] == Py_True};
    arrays.push_back(*gradient);
    graph.records.push_back({.dtype = gradient->dtype, .shape = gradient->shape});
  }
  const auto behind = static_cast<std::ptrdiff_t>(root);
  std::rotate(arrays.begin() + behind, arrays.begin() + behind + 1, arrays.end());
  std::rotate(graph.records.begin() + behind, graph.records.begin() + behind + 1,
              graph.records.end());
}

protocol::Reply Kernel::answer(const protocol::TakeArray& question, const io::Descriptor& file) {
  return reply_of(variables_.take(namespace_.get(), question.name, file));
}

protocol::Reply Kernel::answer(const protocol::TakeRecords& question, const io::Descriptor& file) {
  const auto elements = protocol::taken_elements(records_.graph, question.records);
  if (!elements) return protocol::Failed{elements.error().sentence};
  std::vector<float> all;
  all.reserve(static_cast<std::size_t>(*elements));
  for (const int at : question.records) {
    const auto values = arrays::values_of<float>(records_.arrays[static_cast<std::size_t>(at)]);
    all.insert(all.end(), values.begin(), values.end());
  }
  const auto done = fill_and_seal(file, all.data(), all.size() * sizeof(float));
  if (!done) return protocol::Failed{done.error().sentence};
  return protocol::Taken{arrays::Dtype::kFloat32, *elements};
}

protocol::Reply Kernel::answer(const protocol::TakePicture&, const io::Descriptor&) {
  return protocol::Failed{"no picture was shown"};
}

protocol::Reply Kernel::answer(const protocol::DrawPicture& question, const io::Descriptor&) {
  link_.begin(question.run);
  try {
    Ref::owned(
        PyObject_CallMethod(cells_.get(), "draw_again", "id", question.number, question.scale));
  } catch (const Failed&) {
    // The app keeps the picture that it has.
  }
  PyErr_Clear();
  link_.end();
  forget_interrupts();
  return Finished{};
}

// The link has taken these two.
protocol::Reply Kernel::answer(const protocol::Interrupt&, const io::Descriptor&) {
  return protocol::Nothing{};
}

protocol::Reply Kernel::answer(const protocol::TypedLine&, const io::Descriptor&) {
  return protocol::Nothing{};
}

// Runs the code objects of a cell: its statements, then its last expression, whose value is
// returned if it is shown. Called from here and not from Python, so that a cell has the same depth
// of recursion as a script of python3.
Ref Kernel::run(const Ref& codes) const {
  const auto value_of = [this](PyObject* code) {
    return Ref::owned(PyEval_EvalCode(code, namespace_.get(), namespace_.get()));
  };
  const Ref done = value_of(item(codes, 0));
  return item(codes, 1) == Py_None ? Ref() : value_of(item(codes, 1));
}

// Shows the figures that the cell has made and collects notes. At the end of a script runs exit
// handlers and finalizers.
void Kernel::leave_cell(const protocol::RunCell& cell, Finished& into) {
  const bool is_script = cell.mode == CellMode::kScript;
  try {
    const Ref notes = Ref::owned(
        PyObject_CallMethod(cells_.get(), is_script ? "leave_script" : "leave_cell", nullptr));
    into.notes = text_of(notes.get());
  } catch (const Failed&) {
    if (!is_script && !into.error) describe_error(cell, into);
  }
  PyErr_Clear();
}

Finished Kernel::finished(const protocol::RunCell& cell) {
  Finished done;
  try {
    const Ref codes = tuple_of(
        2, PyObject_CallMethod(cells_.get(), "prepare", "s#s#id", cell.source.data(),
                               static_cast<Py_ssize_t>(cell.source.size()), cell.file.data(),
                               static_cast<Py_ssize_t>(cell.file.size()),
                               cell.mode == CellMode::kNotebook ? 1 : 0, cell.picture_scale));
    if (const Ref value = run(codes)) show(value, done);
  } catch (const Failed&) {
    describe_error(cell, done);
  }
  leave_cell(cell, done);
  return done;
}

void Kernel::show(const Ref& value, Finished& into) {
  const Ref shown = tuple_of(2, PyObject_CallMethod(cells_.get(), "show", "(O)", value.get()));
  if (item(shown, 0) != Py_None) into.value = text_of(item(shown, 0));
  if (item(shown, 1) != Py_None) into.plain = text_of(item(shown, 1));
}

void Kernel::describe_error(const protocol::RunCell& cell, Finished& into) {
  const Ref exception = take_exception();
  forget_interrupts();
  // Formatting an exception may run code of the cell, which another interrupt can end.
  link_.forget_interrupt();
  CellError& error = into.error.emplace();
  try {
    const Ref told = tuple_of(
        8, PyObject_CallMethod(cells_.get(), "describe", "Os#", exception.get(), cell.file.data(),
                               static_cast<Py_ssize_t>(cell.file.size())));
    error.type = text_of(item(told, 0));
    error.message = text_of(item(told, 1));
    error.traceback = text_of(item(told, 2));
    error.line = std::max(0, int_of(item(told, 3)));
    error.interrupted = item(told, 4) == Py_True;
    error.exits = item(told, 5) == Py_True;
    error.exit_status = int_of(item(told, 6)) & 0xFF;
    error.lacks_file = item(told, 7) == Py_True;
  } catch (const Failed&) {
    PyErr_Clear();
    error.type = Py_TYPE(exception.get())->tp_name;
    error.traceback = error.type + "\n";
  }
}

}  // namespace normscope::notebook::kernel
