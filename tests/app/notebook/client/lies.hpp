// SPDX-License-Identifier: MIT
// What the hostile kernel of the tests does wrong. Its number travels as the seed.
#pragma once

namespace normscope::testing {

enum class Lie {
  kNone,
  // At the start.
  kSilentStart,
  kEndAtOnce,
  kTrusted,
  kOtherStart,
  kRefused,
  // When a cell runs.
  kLongFrame,
  kEndlessFrame,
  kNoJson,
  kBrokenUtf8,
  kDeepJson,
  kManyLists,
  kManyNumbers,
  kLongText,
  kMissingDescriptor,
  kManyDescriptors,
  kEndlessOutput,
  kHalfAFrame,
  kOtherAnswer,
  kHugeLine,
  kSilent,
  kCrash,
  kUnasked,
  // When a picture is shown.
  kPicture,  // no lie
  kPictureTooLarge,
  kPictureWithin,
  kPictureWithoutScale,
  kPictureUnsealed,
  kPictureOtherSize,
  kPicturesWithoutEnd,
  kPictureOutOfTurn,
  // When variables are asked for.
  kAskedOutOfTurn,
  kOverflow,
  kNegativeSize,
  kTooLarge,
  kLongName,
  // When numbers are taken.
  kUnsealed,
  kGrown,
  kOtherType,
  kMoreElements,
  kLongSentence,
  // When records are asked for.
  kRecordsTooLarge,
  kNoRecords,
  kRecordOfItself,
  kRecordOfLater,
  kRecordOfOtherShape,
  kRecordOfTwo,
  kRowsWithoutEnd,
};

}  // namespace normscope::testing
