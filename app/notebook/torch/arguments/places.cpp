// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/places.hpp"

namespace normscope::notebook::torch {

Place Places::place_of(PyCodeObject* code, int instruction) {
  const auto mixed =
      (reinterpret_cast<std::uintptr_t>(code) >> 4) + static_cast<std::uintptr_t>(instruction) * 31;
  Known& known = known_.at(mixed % kKnown);
  auto* const object = reinterpret_cast<PyObject*>(code);
  if (known.code.get() != object || known.instruction != instruction) {
    known = {Ref::shared(object), instruction, {}};
    const auto run = runs_.find(python::characters(code->co_filename));
    if (run != runs_.end()) known.place = {PyCode_Addr2Line(code, instruction), run->second};
  }
  return known.place;
}

Place Places::now() {
  PyFrameObject* const top = PyEval_GetFrame();
  Ref frame = Ref::shared(reinterpret_cast<PyObject*>(top));
  while (frame) {
    auto* const at = reinterpret_cast<PyFrameObject*>(frame.get());
    PyCodeObject* const code = PyFrame_GetCode(at);
    const Ref held = Ref::owned(reinterpret_cast<PyObject*>(code));
    const Place place = place_of(code, PyFrame_GetLasti(at));
    if (place.run != 0) return place;
    PyFrameObject* const back = PyFrame_GetBack(at);
    if (back == nullptr) break;
    frame = Ref::owned(reinterpret_cast<PyObject*>(back));
  }
  return {};
}

}  // namespace normscope::notebook::torch
