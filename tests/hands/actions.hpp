// SPDX-License-Identifier: MIT
// One random action after the other: clicks, keys, drags, pastes of nonsense, files dropped, sizes,
// and processes that go away.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/hands/random.hpp"
#include "tests/hands/window.hpp"

namespace normscope::hands {

/// Does one random thing to the window, and returns it in words.
std::string act(Random& random, Window& window, const std::vector<std::filesystem::path>& files);

}  // namespace normscope::hands
