// SPDX-License-Identifier: MIT
// A window comes back where it was, and never where nobody sees it.
#include "app/ui/platform/placement.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace normscope::testing {
namespace {

using ui::DesktopRect;
using ui::fit_to_monitors;

const DesktopRect kLeft{0, 30, 1920, 1050};  // below a panel
const DesktopRect kRight{1920, 0, 1280, 1024};

struct PlacementCase {
  const char* what;
  DesktopRect wanted;
  std::vector<DesktopRect> areas;
  DesktopRect expected;
};

TEST(Placement, AWindowIsSeenWhole) {
  for (const PlacementCase& one : std::vector<PlacementCase>{
           {"where it was", {100, 60, 800, 600}, {kLeft}, {100, 60, 800, 600}},
           {"on the second monitor", {2000, 5, 900, 700}, {kLeft, kRight}, {2000, 5, 900, 700}},
           {"across both", {1700, 100, 600, 500}, {kLeft, kRight}, {1700, 100, 600, 500}},
           {"its monitor is gone", {2000, 5, 900, 700}, {kLeft}, {1020, 30, 900, 700}},
           {"over the edge", {-300, 900, 800, 600}, {kLeft}, {0, 480, 800, 600}},
           {"mostly on the right one", {1800, -50, 900, 700}, {kLeft, kRight}, {1920, 0, 900, 700}},
           {"larger than the monitor", {0, 0, 3000, 2000}, {kRight}, {1920, 0, 1280, 1024}},
           {"a smaller monitor", {50, 50, 1500, 900}, {{0, 0, 1024, 600}}, {0, 0, 1024, 600}},
       }) {
    EXPECT_EQ(fit_to_monitors(one.wanted, one.areas), one.expected) << one.what;
  }
  EXPECT_EQ(fit_to_monitors({0, 0, 10, 10}, {}), std::nullopt) << "no monitor";
}

}  // namespace
}  // namespace normscope::testing
