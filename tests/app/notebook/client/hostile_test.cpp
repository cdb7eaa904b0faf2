// SPDX-License-Identifier: MIT
// A kernel that lies cannot harm the app: each lie is found, the kernel is ended, and the app has a
// sentence for it.
#include <gtest/gtest.h>
#include <csignal>

#include <chrono>
#include <filesystem>
#include <string>

#include "app/notebook/client/client.hpp"
#include "app/notebook/recognition/recognize.hpp"
#include "tests/app/notebook/client/lies.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::client {
namespace {

using testing::Lie;

KernelOptions liar(Lie lie) {
  KernelOptions options;
  options.program = NORMSCOPE_HOSTILE_KERNEL;
  options.seed = static_cast<std::uint64_t>(lie);
  return options;
}

// A kernel that is silent is given up soon; one that answers does so at once, however busy.
KernelOptions silent(Lie lie) {
  KernelOptions options = liar(lie);
  options.answers_within = std::chrono::milliseconds(200);
  options.heeds_within = std::chrono::milliseconds(200);
  return options;
}

void expect_lost(const Client& client, const std::string& words) {
  ASSERT_TRUE(client.ended());
  EXPECT_NE(client.ended()->sentence.find(words), std::string::npos) << client.ended()->sentence;
  EXPECT_EQ(client.process(), 0);
}

TEST(Hostile, WithoutALieItServes) {
  Client client(liar(Lie::kNone));
  EXPECT_EQ(client.run({"1", "cell 1"}).value, "1");
  const auto variables = NORMSCOPE_VALUE_OR_FAIL(client.variables());
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(client.numbers(variables.at(0))).shape(),
            (tensor::Shape{2, 3}));
  const auto graph = NORMSCOPE_VALUE_OR_FAIL(client.records("x"));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(client.values(*graph, {1})).at(0).shape(), (tensor::Shape{6}));
}

TEST(Hostile, AtTheStart) {
  for (const auto& [lie, words] :
       {std::pair{Lie::kEndAtOnce, "with the status 7"},
        std::pair{Lie::kTrusted, "another message"}, std::pair{Lie::kOtherStart, "another message"},
        std::pair{Lie::kRefused, "no Landlock"}}) {
    Client client(liar(lie));
    EXPECT_FALSE(client.start());
    expect_lost(client, words);
  }
  Client client(silent(Lie::kSilentStart));
  const Outcome outcome = client.run({"1", "cell 1"});
  EXPECT_TRUE(outcome.kernel_ended);
  expect_lost(client, "did not answer");
}

TEST(Hostile, WhenACellRuns) {
  for (const auto& [lie, words] :
       {std::pair{Lie::kLongFrame, "too long"}, std::pair{Lie::kEndlessFrame, "no JSON object"},
        std::pair{Lie::kNoJson, "no JSON object"}, std::pair{Lie::kBrokenUtf8, "no JSON object"},
        std::pair{Lie::kDeepJson, "nested too deeply"},
        std::pair{Lie::kManyLists, "too many parts"},
        std::pair{Lie::kManyNumbers, "too many parts"},
        std::pair{Lie::kLongText, "no right 'value'"},
        std::pair{Lie::kMissingDescriptor, "descriptors"},
        std::pair{Lie::kEndlessOutput, "printed without an end"},
        std::pair{Lie::kHalfAFrame, "with the status 0"},
        std::pair{Lie::kOtherAnswer, "another question"},
        std::pair{Lie::kHugeLine, "no right 'line'"}, std::pair{Lie::kCrash, "signal 6"}}) {
    Client client(liar(lie));
    const Outcome outcome = client.run({"1", "cell 1"});
    EXPECT_TRUE(outcome.kernel_ended) << words;
    ASSERT_TRUE(outcome.error) << words;
    EXPECT_NE(outcome.error->message.find(words), std::string::npos) << outcome.error->message;
    expect_lost(client, words);
    // The next cell says so, too, until the person begins anew.
    EXPECT_TRUE(client.run({"1", "cell 2"}).kernel_ended);
    EXPECT_FALSE(client.variables());
    client.restart();
    EXPECT_FALSE(client.ended());
  }
}

TEST(Hostile, DescriptorsThatNobodyAskedFor) {
  Client client(liar(Lie::kManyDescriptors));
  EXPECT_TRUE(client.run({"1", "cell 1"}).kernel_ended);
  expect_lost(client, "nobody asked for");
}

TEST(Hostile, SilenceIsInterruptedAndThenEnded) {
  Client client(silent(Lie::kSilent));
  KernelOptions options = silent(Lie::kSilent);
  Cell cell{"1", "cell 1"};
  cell.at_most = std::chrono::milliseconds(10);
  const Outcome outcome = client.run(cell);
  EXPECT_TRUE(outcome.kernel_ended);
  EXPECT_TRUE(outcome.error->interrupted);
  expect_lost(client, "did not heed");

  Client drawing(silent(Lie::kSilent));
  ASSERT_TRUE(drawing.start());
  EXPECT_FALSE(drawing.draw_again(1, 2));
  expect_lost(drawing, "did not heed");
}

TEST(Hostile, PicturesAreTakenOrTheKernelIsEnded) {
  Client good(liar(Lie::kPicture));
  const Outcome outcome = good.run({"1", "cell 1"});
  EXPECT_FALSE(outcome.error);
  ASSERT_EQ(outcome.pictures.size(), 1U);
  EXPECT_EQ(outcome.pictures[0].pixels, std::vector<std::uint8_t>(24, 0x7f));
  for (const auto& [lie, words] : {std::pair{Lie::kPictureTooLarge, "too large"},
                                   std::pair{Lie::kPictureWithin, "out of turn"},
                                   std::pair{Lie::kPictureWithoutScale, "out of turn"},
                                   std::pair{Lie::kPictureUnsealed, "not sealed"},
                                   std::pair{Lie::kPictureOtherSize, "gave no pixels"},
                                   std::pair{Lie::kPicturesWithoutEnd, "out of turn"}}) {
    Client client(liar(lie));
    EXPECT_TRUE(client.run({"1", "cell 1"}).kernel_ended) << words;
    expect_lost(client, words);
  }
  // As an answer to a picture that is asked for again, too.
  for (const Lie lie : {Lie::kPictureTooLarge, Lie::kPictureWithin, Lie::kPictureWithoutScale}) {
    Client client(liar(lie));
    ASSERT_TRUE(client.start());
    EXPECT_FALSE(client.draw_again(1, 2));
    EXPECT_TRUE(client.ended());
  }
  Client client(liar(Lie::kPictureOutOfTurn));
  EXPECT_FALSE(client.run({"1", "cell 1"}).error);
  EXPECT_FALSE(client.variables());
  expect_lost(client, "out of turn");
}

TEST(Hostile, AnAnswerThatNobodyAskedFor) {
  Client client(liar(Lie::kUnasked));
  EXPECT_FALSE(client.run({"1", "cell 1"}).error);
  EXPECT_FALSE(client.variables());
  expect_lost(client, "another question");
}

TEST(Hostile, ALineThatNoCellAskedFor) {
  Client client(liar(Lie::kAskedOutOfTurn));
  EXPECT_FALSE(client.variables());
  expect_lost(client, "asked for a line out of turn");
}

TEST(Hostile, ShapesThatOverflow) {
  for (const Lie lie : {Lie::kOverflow, Lie::kNegativeSize}) {
    Client client(liar(lie));
    EXPECT_FALSE(client.variables());
    expect_lost(client, "no right 'shape'");
  }
  Client client(liar(Lie::kTooLarge));
  const auto variables = NORMSCOPE_VALUE_OR_FAIL(client.variables());
  const auto numbers = client.numbers(variables.at(0));
  ASSERT_FALSE(numbers);
  EXPECT_EQ(numbers.error().kind, base::ErrorKind::kTooLarge);
  EXPECT_FALSE(client.ended());
}

TEST(Hostile, ANameIsAsLongAsSomebodyWroteIt) {
  Client client(liar(Lie::kLongName));
  EXPECT_FALSE(client.variables());
  expect_lost(client, "no right 'name'");
}

TEST(Hostile, NumbersThatAreNotWhatTheySay) {
  for (const auto& [lie, words] :
       {std::pair{Lie::kUnsealed, "not sealed"}, std::pair{Lie::kGrown, "not sealed"},
        std::pair{Lie::kOtherType, "another question"},
        std::pair{Lie::kMoreElements, "another question"},
        std::pair{Lie::kLongSentence, "too long"}}) {
    Client client(liar(lie));
    const auto variables = NORMSCOPE_VALUE_OR_FAIL(client.variables());
    EXPECT_FALSE(client.numbers(variables.at(0))) << words;
    expect_lost(client, words);
  }
}

TEST(Hostile, Records) {
  for (const auto& [lie, words] :
       {std::pair{Lie::kNoRecords, "no right 'records'"},
        std::pair{Lie::kRecordOfItself, "operands that are none"},
        std::pair{Lie::kRecordOfLater, "operands that are none"},
        std::pair{Lie::kRecordOfOtherShape, "not what its operation makes"},
        std::pair{Lie::kRecordOfTwo, "not what its operation makes"}}) {
    Client client(liar(lie));
    EXPECT_FALSE(client.records("x")) << words;
    expect_lost(client, words);
  }
  Client large(liar(Lie::kRecordsTooLarge));
  const auto graph = NORMSCOPE_VALUE_OR_FAIL(large.records("x"));
  const auto values = large.values(*graph, {0});
  ASSERT_FALSE(values);
  EXPECT_EQ(values.error().kind, base::ErrorKind::kTooLarge);
  EXPECT_FALSE(large.ended());
  Client unsealed(liar(Lie::kUnsealed));
  EXPECT_FALSE(unsealed.values(*NORMSCOPE_VALUE_OR_FAIL(unsealed.records("x")), {0}));
  expect_lost(unsealed, "not sealed");
}

TEST(Hostile, RowsThatRepeatWithoutEndAreNotFollowed) {
  Client client(liar(Lie::kRowsWithoutEnd));
  const auto graph = NORMSCOPE_VALUE_OR_FAIL(client.records("x"));
  EXPECT_FALSE(recognition::recognize(
      *graph, [&](const std::vector<int>& records) { return client.values(*graph, records); }));
  EXPECT_FALSE(client.ended());
}

TEST(Hostile, NoProgram) {
  KernelOptions options;
  options.program = "/nowhere/normscope-kernel";
  Client client(options);
  const Outcome outcome = client.run({"1", "cell 1"});
  ASSERT_TRUE(outcome.error);
  EXPECT_NE(outcome.error->message.find("there is no normscope-kernel"), std::string::npos);
}

}  // namespace
}  // namespace normscope::notebook::client
