// SPDX-License-Identifier: MIT
#include "app/application/time_words.hpp"

#include <chrono>
#include <ctime>

#include "core/text/translate.hpp"

namespace normscope::application {

namespace {

constexpr std::int64_t kMinute = 60;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

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
  if (age < kMinute) return tr("a moment ago");
  if (age < kHour) {
    const std::int64_t minutes = age / kMinute;
    return tr_n("{n} minute ago", "{n} minutes ago", minutes, arg("n", minutes));
  }
  if (age < kDay) {
    const std::int64_t hours = age / kHour;
    return tr_n("{n} hour ago", "{n} hours ago", hours, arg("n", hours));
  }
  const std::time_t time = then;
  std::tm local{};
  if (localtime_r(&time, &local) == nullptr) return tr("long ago");
  return tr("on {year:04}-{month:02}-{day:02}", arg("year", local.tm_year + 1900),
            arg("month", local.tm_mon + 1), arg("day", local.tm_mday));
}

}  // namespace normscope::application
