// SPDX-License-Identifier: MIT
// When something was, as people say it.
#pragma once

#include <cstdint>
#include <string>

namespace normscope::application {

/// Now, in seconds since 1970, UTC.
std::int64_t seconds_now();

/// Today by this computer's calendar, in days since 1970-01-01.
std::int32_t day_now();

/// "a moment ago", "5 minutes ago", "3 hours ago", "on 2026-11-23"; both in seconds since 1970,
/// UTC. A time that has not come is a moment ago: clocks are set.
std::string time_words(std::int64_t then, std::int64_t now);

}  // namespace normscope::application
