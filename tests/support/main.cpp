// SPDX-License-Identifier: MIT
// The main of every test program: sets the locale of the environment, so that the run under
// LC_ALL=de_DE.UTF-8 finds any code that depends on the decimal mark of the locale.
#include <gtest/gtest.h>

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <locale>

namespace {

bool take_locale() {
  const char* const name = std::setlocale(LC_ALL, "");
  if (name == nullptr) return std::getenv("NORMSCOPE_TEST_NEEDS_LOCALE") == nullptr;
  std::locale::global(std::locale(""));
  if (std::getenv("NORMSCOPE_TEST_NEEDS_LOCALE") == nullptr) return true;
  return std::strcmp(std::localeconv()->decimal_point, ",") == 0;
}

}  // namespace

// glibc never frees the search path that setlocale builds from LOCPATH; other leaks are still
// found. The name is the leak sanitizer's.  NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() {
  return "leak:argz_add_sep";
}

// GLib is not built with the thread sanitizer, which so does not see what its queues order. Nor
// does it know that the system replaces pages by a file of the same bytes in one step.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __tsan_default_suppressions() {
  return "race:libglib-2.0.so\nrace:libgio-2.0.so\nrace:libgobject-2.0.so\n"
         "race:Buffer::Pages::move_to_file";
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!take_locale()) {
    std::fputs("the locale with decimal commas that this run is for could not be set\n", stderr);
    return 1;
  }
  return RUN_ALL_TESTS();
}
