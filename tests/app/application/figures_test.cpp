// SPDX-License-Identifier: MIT
// Figures in the application: chosen, zoomed, exported, copied and opened again.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "app/document/session/session.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

// The figure takes the place that the start page leaves.
struct FiguresTest : public ApplicationTest {
  FiguresTest() { driver->click("welcome/close"); }
};

TEST_F(FiguresTest, EveryFigureThereIsCanBeChosen) {
  driver->click("figure/choose");
  int count = 0;
  while (driver->has("figure/choose/" + std::to_string(count))) ++count;
  ASSERT_GT(count, 4);
  driver->key(ui::Key::kEscape);
  for (int i = 0; i < count; ++i) {
    driver->click("figure/choose");
    const std::string row = "figure/choose/" + std::to_string(i);
    const std::string label = text(row);
    EXPECT_TRUE(label.front() >= 'A' && label.front() <= 'Z') << label << ": words, no file name";
    driver->click(row);
    EXPECT_EQ(text("figure/choose"), label);
    EXPECT_TRUE(wait_for([&] { return driver->has("figure/" + document().view.figure); })) << label;
  }
  EXPECT_TRUE(application->workspace().history.undo_description().empty()) << "looking is no edit";
}

TEST_F(FiguresTest, AFigureIsZoomedMovedAndShownWhole) {
  const auto axis = [&] { return application->workspace().figures.placed()->layout.panels[0].x; };
  const auto plot = [&] {
    const figures::Rect& at = application->workspace().figures.placed()->layout.panels[0].plot;
    const ui::Rect& page = driver->widget("figure/distribution").rect;
    return ImVec2{page.x + static_cast<float>(at.x + at.width / 2),
                  page.y + static_cast<float>(at.y + at.height / 2)};
  };
  const figures::AxisMap whole = axis();
  driver->click_at(plot());
  driver->shell().input().scroll(0, 3);
  driver->shell().pacing().activity();
  driver->settle();
  const double factor = (whole.high - whole.low) / (axis().high - axis().low);
  EXPECT_NEAR(factor, 1.2 * 1.2 * 1.2, 1e-6);
  // About the place under the pointer, which is the middle to within ImGui's whole pixel: that
  // moves the sum of the ends by 2 * (1 - 1 / factor) pixels at most, less than one.
  const double width = application->workspace().figures.placed()->layout.panels[0].plot.width;
  EXPECT_NEAR(axis().low + axis().high, whole.low + whole.high, (whole.high - whole.low) / width);

  const figures::AxisMap zoomed = axis();
  driver->wait(1);  // or the next click is a double one
  driver->shell().input().button(ui::Button::kLeft, true);
  driver->shell().input().pointer(plot().x + 50, plot().y);
  driver->shell().pacing().activity();
  driver->settle();
  driver->release();
  EXPECT_LT(axis().low, zoomed.low) << "what is dragged to the right shows what lies left";
  EXPECT_NEAR(axis().high - axis().low, zoomed.high - zoomed.low, 1e-9);

  driver->wait(1);
  driver->click_at(plot());
  driver->click_at(plot());
  EXPECT_EQ(axis(), whole);
}

TEST_F(FiguresTest, AFigureIsExportedByTheDialogAndOpenedAgain) {
  const TemporaryFolder folder;
  driver->click("inspector/variance/1");
  const Document made = document();
  driver->key(ui::Key::kE, kCtrl);
  driver->settle();
  EXPECT_TRUE(driver->has("export/preview"));
  driver->replace_text("export/path", (folder / "f.svg").string());
  driver->click("export/theme/2");
  EXPECT_FALSE(driver->has("export/dpi"));
  driver->click("export/format/2");
  EXPECT_TRUE(driver->has("export/dpi"));
  export_by("export/accept");
  EXPECT_FALSE(driver->has("export/preview")) << text("export/complaint");
  undo_all();
  EXPECT_NE(document(), made);
  ASSERT_TRUE(application->open(folder / "f.png"));
  driver->shell().pacing().activity();
  driver->settle();
  EXPECT_EQ(document(), made);

  // The last choice is remembered, and all figures go beside each other.
  driver->key(ui::Key::kE, kCtrl);
  driver->settle();
  EXPECT_TRUE(driver->widget("export/theme/2").selected);
  export_by("export/all");
  EXPECT_FALSE(driver->has("export/preview"));
  for (const char* name : {"distribution", "profile", "statistics", "heatmap", "stage"}) {
    EXPECT_TRUE(std::filesystem::exists(folder / ("f-" + std::string(name) + ".png"))) << name;
  }

  driver->key(ui::Key::kE, kCtrl);
  driver->settle();
  driver->replace_text("export/path", (folder / "nowhere" / "f.svg").string());
  export_by("export/accept");
  EXPECT_TRUE(driver->has("export/preview")) << "it stays open, with a sentence";
  EXPECT_FALSE(text("export/complaint").empty());
  EXPECT_TRUE(driver->widget("export/path").focused) << "the path is edited again";
  driver->click("export/cancel");
}

TEST_F(FiguresTest, WhatIsExportedIsWhatIsSeen) {
  const TemporaryFolder folder;
  const auto exported = [&](const char* name) {
    driver->key(ui::Key::kE, kCtrl);
    driver->settle();
    driver->replace_text("export/path", (folder / name).string());
    export_by("export/accept");
    return read_file(folder / name);
  };
  const std::string whole = exported("whole.csv");
  EXPECT_NE(whole.find("density"), std::string::npos);
  // One entry of the legend is clicked away: it is not in the file any more.
  const auto& figure = *application->workspace().figures.placed();
  const auto entry =
      std::ranges::find(figure.layout.legend, std::string("density"), &figures::LegendEntry::name);
  ASSERT_NE(entry, figure.layout.legend.end());
  const ui::Rect shown = driver->widget("figure/distribution").rect;
  const double unit = static_cast<double>(shown.w) / figure.page.size.width;
  const double x = unit * (entry->area.x + entry->area.width / 2);
  const double y = unit * (entry->area.y + entry->area.height / 2);
  driver->click_at({shown.x + static_cast<float>(x), shown.y + static_cast<float>(y)});
  driver->settle();
  const std::string hidden = exported("hidden.csv");
  EXPECT_EQ(hidden.find("density"), std::string::npos);
  EXPECT_NE(hidden.find("values per bar"), std::string::npos);
}

TEST_F(FiguresTest, TheChoiceOfAPageOutlivesTheProgram) {
  const TemporaryFolder folder;
  const auto place = folder / "config" / "preferences.json";
  const auto start = [&] {
    application = NORMSCOPE_VALUE_OR_FAIL(Application::create(
        {[this]() -> ui::Shell& { return driver->shell(); }, [] {}, [] {}, place}));
    driver->shell().pacing().activity();
    driver->settle();
    driver->key(ui::Key::kE, kCtrl);
    driver->settle();
  };
  start();
  EXPECT_EQ(text("export/path"), "figure.svg");
  driver->replace_text("export/path", (folder / "f.pdf").string());
  driver->click("export/theme/2");
  driver->replace_text("export/width", "85");
  export_by("export/accept");
  ASSERT_FALSE(driver->has("export/preview"));

  start();
  EXPECT_EQ(text("export/path"), "figure.pdf");
  EXPECT_TRUE(driver->widget("export/theme/2").selected);
  EXPECT_EQ(text("export/width"), "85");
  driver->click("export/cancel");

  write_file(place, "{}");
  start();
  EXPECT_EQ(text("export/path"), "figure.svg");
  EXPECT_NE(text("export/complaint").find("preferences.json"), std::string::npos);
}

TEST_F(FiguresTest, AsksWhereAFileIsThatHasMoved) {
  const TemporaryFolder folder;
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", make({2, 2}, {1, 2, 3, 7})));
  ASSERT_TRUE(application->open(folder / "x.npy"));
  ASSERT_TRUE(document::save_session(folder / "s.json", document()));
  std::filesystem::rename(folder / "x.npy", folder / "y.npy");
  const auto ask = [&] {
    EXPECT_TRUE(application->open_or_ask(folder / "s.json"));
    return wait_for([&] { return driver->has("dialog/missing/words"); });
  };
  ASSERT_TRUE(ask());
  EXPECT_NE(text("dialog/missing/words").find("x.npy"), std::string::npos);
  driver->click("dialog/accept");
  driver->settle();
  EXPECT_FALSE(text("dialog/complaint").empty()) << "it is still not there";
  driver->replace_text("dialog/path", (folder / "y.npy").string());
  driver->click("dialog/accept");
  driver->settle();
  EXPECT_FALSE(driver->has("dialog/missing/words"));
  ASSERT_TRUE(wait_for([&] { return application->title() == "s.json - Normscope"; }));
  EXPECT_EQ(text("stage/input/cell/1/1"), "7");
  EXPECT_EQ(std::get<document::File>(document().inputs[0].origin).path, folder / "y.npy");

  const Document before = document();
  ASSERT_TRUE(ask());
  driver->click("dialog/cancel");
  driver->settle();
  EXPECT_FALSE(driver->has("dialog/missing/words"));
  EXPECT_EQ(document(), before);
}

TEST_F(FiguresTest, CopiesCodeAndData) {
  driver->click("menu/edit");
  driver->click("menu/edit/copy-code");
  EXPECT_EQ(std::string(ImGui::GetClipboardText()).substr(0, 12), "import torch");
  driver->click("menu/edit");
  driver->click("menu/edit/copy-data");
  EXPECT_EQ(std::string(ImGui::GetClipboardText()).substr(0, 5), "panel");
}

}  // namespace
}  // namespace normscope::testing
