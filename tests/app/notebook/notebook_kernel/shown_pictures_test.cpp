// SPDX-License-Identifier: MIT
// What NumPy and matplotlib do in cells, where this computer has them: figures become pictures, in
// Jupyter's order, and the list of fonts is made once.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "app/notebook/client/client.hpp"
#include "app/notebook/client/font_list.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::client {
namespace {

namespace fs = std::filesystem;

// A kernel that keeps its list of fonts in a folder of the test.
class Pictures : public ::testing::Test {
 protected:
  Outcome run(std::string_view source, double scale = 0) {
    Cell cell{source, "cell 1"};
    cell.picture_scale = scale;
    return client_.run(cell);
  }
  void SetUp() override {
    const Outcome outcome = run("import matplotlib.pyplot as plt");
    if (outcome.error && outcome.error->type == "ModuleNotFoundError") {
      GTEST_SKIP() << "no matplotlib";
    }
    ASSERT_FALSE(outcome.error) << outcome.error->traceback;
  }

  // Tests are its derived classes.  NOLINTBEGIN(misc-non-private-member-variables-in-classes)
  testing::TemporaryFolder fonts_{};
  Client client_{[this] {
    KernelOptions options;
    options.font_folder = fonts_.path() / "fonts";
    return options;
  }()};
  // NOLINTEND(misc-non-private-member-variables-in-classes)
};

TEST_F(Pictures, AreShownByShowAndAtTheEndOfTheCell) {
  const Outcome outcome =
      run("plt.plot([1, 2])\nplt.show()\nprint('between')\nplt.figure(figsize=(3, 2))\n7");
  ASSERT_FALSE(outcome.error) << outcome.error->traceback;
  EXPECT_EQ(outcome.output, "between\n");
  EXPECT_EQ(outcome.value, "7");
  ASSERT_EQ(outcome.pictures.size(), 2U);
  EXPECT_EQ(outcome.pictures[0].text, "<Figure size 640x480 with 1 Axes>");
  EXPECT_FALSE(outcome.pictures[0].after_value);
  EXPECT_EQ(outcome.pictures[1].text, "<Figure size 300x200 with 0 Axes>");
  EXPECT_TRUE(outcome.pictures[1].after_value);
  EXPECT_EQ(outcome.pictures[0].width, 0);
  // Shown figures are closed.
  EXPECT_EQ(run("plt.get_fignums()").value, "[]");
}

TEST_F(Pictures, HavePixelsWhereTheyAreWanted) {
  const std::string source =
      "fig = plt.figure(figsize=(2, 1), facecolor='red')\nfig.add_axes([0, 0, 1, 1]).axis('off')";
  const Outcome once = run(source, 1);
  const Outcome twice = run(source, 2);
  ASSERT_EQ(once.pictures.size(), 1U);
  ASSERT_EQ(twice.pictures.size(), 1U);
  const Picture& picture = once.pictures[0];
  ASSERT_GT(picture.width, 150);  // 200 and a margin, without what is cut
  EXPECT_EQ(picture.pixels.size(), static_cast<std::size_t>(picture.width * picture.height * 4));
  EXPECT_EQ(std::vector(picture.pixels.begin(), picture.pixels.begin() + 4),
            (std::vector<std::uint8_t>{255, 0, 0, 255}));
  // A pixel more or less: sizes are whole at either scale.
  EXPECT_NEAR(static_cast<double>(twice.pictures[0].width), 2 * static_cast<double>(picture.width),
              2);
}

TEST_F(Pictures, AreDrawnAgainOnAnotherScale) {
  const Outcome first = run("plt.figure(figsize=(2, 1))\nplt.plot([1, 3])", 1);
  ASSERT_EQ(first.pictures.size(), 1U);
  const int runs = client_.runs();
  const auto again = client_.draw_again(first.pictures[0].number, 3);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->scale, 3);
  EXPECT_NEAR(static_cast<double>(again->width), 3 * static_cast<double>(first.pictures[0].width),
              3);
  // The pixels are those of a figure that was drawn so from the start.
  const Outcome large = run("plt.figure(figsize=(2, 1))\nplt.plot([1, 3])", 3);
  EXPECT_EQ(again->pixels, large.pictures.at(0).pixels);
  EXPECT_EQ(client_.runs(), runs + 2);
  EXPECT_FALSE(client_.draw_again(7'000, 2));
  EXPECT_EQ(run("1").value, "1");
}

// What is drawn again is the figure as it was shown, with the settings of that time: the pixels are
// those of the same figure on the larger scale from the start.
TEST_F(Pictures, AreDrawnAgainAsTheyWereShown) {
  const std::string source =
      "import torch\ny = torch.tensor([1., 3., 2.])\nplt.rcParams['savefig.pad_inches'] = 0.5\n"
      "fig, ax = plt.subplots(figsize=(2, 1))\nax.plot(y)\nax.set_title('first')\nplt.show()";
  const Outcome large = run(source, 3);
  const int number = run(source, 1).pictures.at(0).number;
  const Outcome changed =
      run("y += 7\nax.set_title('later')\nax.plot([5, 0])\nax.axis('off')\n"
          "plt.rcParams['savefig.pad_inches'] = 0.2\nfig",
          1);
  const auto again = client_.draw_again(number, 3);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->pixels, large.pictures.at(0).pixels);
  EXPECT_NE(client_.draw_again(changed.pictures.at(0).number, 3)->pixels, again->pixels);
  // The cells' own figures and settings are as they were.
  EXPECT_EQ(run("plt.get_fignums(), ax.get_title(), plt.rcParams['savefig.pad_inches']").value,
            "([], 'later', 0.2)");
}

TEST_F(Pictures, OfManyFiguresAreAllDrawnAgain) {
  const Outcome many = run(
      "for n in range(60):\n    plt.figure(figsize=(1, 1))\n    plt.plot([n])\n    plt.show()", 1);
  ASSERT_EQ(many.pictures.size(), 60U);
  EXPECT_TRUE(client_.draw_again(many.pictures.front().number, 2));
  EXPECT_TRUE(client_.draw_again(many.pictures.back().number, 2));
}

// A function without a name cannot be pickled.
TEST_F(Pictures, ThatCannotBeDrawnAgainAreFineFromTheStart) {
  const Outcome outcome =
      run("fig, ax = plt.subplots()\nax.xaxis.set_major_formatter(lambda x, at: f'{x} m')", 2);
  ASSERT_FALSE(outcome.error) << outcome.error->traceback;
  const Picture& picture = outcome.pictures.at(0);
  EXPECT_EQ(picture.scale, 4);
  EXPECT_FALSE(client_.draw_again(picture.number, 5));
  EXPECT_EQ(run("1").value, "1");
}

TEST_F(Pictures, SayTheScaleThatTheyHave) {
  const Outcome wide = run("fig = plt.figure(figsize=(20, 1))", 4);
  EXPECT_EQ(wide.pictures.at(0).scale, 2);  // 4,000 pixels
}

TEST_F(Pictures, AreShownAsValuesToo) {
  const Outcome value = run("fig = plt.figure()\nplt.close()\nfig", 1);
  EXPECT_EQ(value.value, "<Figure size 640x480 with 0 Axes>");
  ASSERT_EQ(value.pictures.size(), 1U);
  EXPECT_EQ(value.pictures[0].text, "");
  EXPECT_GT(value.pictures[0].height, 0);
  EXPECT_EQ(run("display(fig)").pictures.at(0).text, "<Figure size 640x480 with 0 Axes>");
}

TEST_F(Pictures, OfAnErrorAreShownBeforeIt) {
  const Outcome outcome = run("plt.plot([1])\n1 / 0");
  EXPECT_EQ(outcome.error->type, "ZeroDivisionError");
  EXPECT_EQ(outcome.pictures.size(), 1U);
}

TEST_F(Pictures, HaveAnEnd) {
  const Outcome outcome =
      run("for _ in range(300):\n    plt.figure(figsize=(1, 1))\n    plt.show()");
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->message,
            "the cell was stopped: it showed more pictures than a cell may");
  EXPECT_EQ(outcome.pictures.size(), protocol::kMostPictures);
  EXPECT_EQ(run("1").value, "1");
}

TEST_F(Pictures, TheListOfFontsIsMadeOnceAndNotByCells) {
  std::vector<fs::path> kept;
  for (const auto& entry : fs::directory_iterator(fonts_.path() / "fonts")) {
    kept.push_back(entry.path());
  }
  ASSERT_EQ(kept.size(), 1U);
  const auto time = fs::last_write_time(kept[0]);
  const Outcome outcome =
      run("import os\nfolder = os.environ['MPLCONFIGDIR']\n"
          "os.listdir(folder)");
  ASSERT_FALSE(outcome.error);
  EXPECT_EQ(outcome.value, "['" + kept[0].filename().string() + "']");
  run("open(os.path.join(folder, '" + kept[0].filename().string() + "'), 'w').write('{}')");
  EXPECT_GT(fs::file_size(kept[0]), 100U);
  client_.restart();
  EXPECT_EQ(run("import matplotlib.font_manager as f\nlen(f.fontManager.ttflist) > 5").value,
            "True");
  EXPECT_EQ(fs::last_write_time(kept[0]), time);
}

// The functions of the kernel itself: threads of a cell show pictures at once.
TEST(PictureMessages, OfSeveralThreadsComeOneByOne) {
  Client client({});
  const Outcome outcome =
      client.run({"import threading\nfrom normscope_kernel.running import cell\n"
                  "def show():\n    for n in range(20):\n"
                  "        cell.picture(str(n), False, 8, 4, bytes(8 * 4 * 4), 0, 1)\n"
                  "threads = [threading.Thread(target=show) for _ in range(3)]\n"
                  "for t in threads: t.start()\nshow()\nfor t in threads: t.join()",
                  "cell 1"});
  ASSERT_FALSE(outcome.error) << outcome.error->traceback;
  EXPECT_EQ(outcome.pictures.size(), 80U);
  for (const Picture& picture : outcome.pictures) EXPECT_EQ(picture.pixels.size(), 128U);
  const Outcome wrong = client.run({"cell.picture('', False, 8, 4, b'', 0, 1)", "cell 2"});
  EXPECT_EQ(wrong.error->message, "these are not the picture's pixels");
  const Outcome large = client.run({"cell.picture('', False, 1 << 40, 1, b'', 0, 1)", "cell 3"});
  EXPECT_EQ(large.error->message, "a picture is too large");
}

TEST(FontList, IsWantedByCellsThatPlot) {
  EXPECT_TRUE(wants_fonts("import matplotlib.pyplot as plt"));
  EXPECT_FALSE(wants_fonts("import torch"));
}

}  // namespace
}  // namespace normscope::notebook::client
