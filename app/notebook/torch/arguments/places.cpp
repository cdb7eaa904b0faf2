// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/places.hpp"

namespace normscope::notebook::torch {

// 0: the code is not that of a cell.
std::int32_t Places::run_of(PyCodeObject* code) const {
  if (runs_ == nullptr) return 0;
  const auto found = runs_->find(python::characters(code->co_filename));
  return found != runs_->end() ? found->second : 0;
}

Places::Known& Places::known_for(PyCodeObject* code, int instruction) {
  const auto mixed =
      (reinterpret_cast<std::uintptr_t>(code) >> 4) + static_cast<std::uintptr_t>(instruction) * 31;
  Known& known = known_.at(mixed % kKnown);
  auto* const object = reinterpret_cast<PyObject*>(code);
  if (known.code.get() != object || known.instruction != instruction) {
    known = {Ref::shared(object), instruction, {0, run_of(code)}};
    if (known.place.run != 0) {
      known.place.line = PyCode_Addr2Line(code, instruction);
    }
  }
  return known;
}

Place Places::now() {
  PyFrameObject* const top = PyEval_GetFrame();
  Ref frame = Ref::shared(reinterpret_cast<PyObject*>(top));
  while (frame) {
    auto* const at = reinterpret_cast<PyFrameObject*>(frame.get());
    PyCodeObject* const code = PyFrame_GetCode(at);
    const Ref held = Ref::owned(reinterpret_cast<PyObject*>(code));
    const Known& known = known_for(code, PyFrame_GetLasti(at));
    if (known.place.run != 0) return known.place;
    PyFrameObject* const back = PyFrame_GetBack(at);
    if (back == nullptr) break;
    frame = Ref::owned(reinterpret_cast<PyObject*>(back));
  }
  return {};
}

}  // namespace normscope::notebook::torch
