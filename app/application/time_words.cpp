// SPDX-License-Identifier: MIT
#include "app/application/time_words.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <string_view>

namespace normscope::application {
namespace {

constexpr std::int64_t kMinute = 60;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

std::string ago(std::int64_t count, std::string_view unit) {
  return fmt::format("{} {}{} ago", count, unit, count == 1 ? "" : "s");
}

}  // namespace

std::int64_t seconds_now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

std::int32_t day_now() {
  const std::time_t time = seconds_now();
  std::tm local{};
  if (localtime_r(&time, &local) == nullptr) return static_cast<std::int32_t>(time / kDay);
  // The same date at Greenwich begins a whole number of days after 1970.
  return static_cast<std::int32_t>(timegm(&local) / kDay);
}

std::string time_words(std::int64_t then, std::int64_t now) {
  const std::int64_t age = now - then;
  if (age < kMinute) return "a moment ago";
  if (age < kHour) return ago(age / kMinute, "minute");
  if (age < kDay) return ago(age / kHour, "hour");
  const std::time_t time = then;
  std::tm local{};
  if (localtime_r(&time, &local) == nullptr) return "long ago";
  return fmt::format("on {:04}-{:02}-{:02}", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday);
}

}  // namespace normscope::application
