// SPDX-License-Identifier: MIT
// The window of a build with -DNORMSCOPE_DESKTOP=OFF: nobody reads it.
#include <functional>
#include <memory>
#include <vector>

#include "app/accessibility/reader.hpp"

namespace normscope::accessibility {

class Reader::Bus {};

Reader::Reader(std::shared_ptr<desktop::BusThread> /*bus*/, std::function<void()> /*wake*/) {}

Reader::~Reader() = default;

bool Reader::listens() const {
  return false;
}

void Reader::act(ui::Input& /*input*/) {}

void Reader::show(const std::vector<ui::Widget>& /*widgets*/, const WindowState& /*window*/) {}

}  // namespace normscope::accessibility
