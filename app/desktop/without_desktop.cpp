// SPDX-License-Identifier: MIT
// The desktop of a build with -DNORMSCOPE_DESKTOP=OFF: one that offers nothing, as where there is
// no session bus.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/desktop/desktop.hpp"
#include "core/text/translate.hpp"

namespace normscope::desktop {

class Desktop::Portal {};

Desktop::Desktop(std::function<void()> /*wake*/, std::string /*address*/) {}

Desktop::~Desktop() = default;

bool Desktop::answered() const {
  return false;
}

Appearance Desktop::appearance() const {
  return {};
}

bool Desktop::has_file_dialog() const {
  return false;
}

void Desktop::set_parent(std::string /*window*/) {}

std::uint64_t Desktop::ask(FileRequest /*request*/) {
  return 0;
}

std::optional<FileAnswer> Desktop::take_answer(std::uint64_t /*number*/) {
  return FileAnswer{.fault = tr("this program was built without the desktop's file dialog")};
}

void Desktop::withdraw() {}

std::shared_ptr<BusThread> Desktop::bus() const {
  return {};
}

}  // namespace normscope::desktop
