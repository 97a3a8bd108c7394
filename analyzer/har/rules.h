// SPDX-License-Identifier: Apache-2.0
// The rules of the dialects, by what they put right.
#pragma once

#include "analyzer/har/dialect.h"

namespace capaudit {

// Sizes (size_rules.cc).
extern const HarRule kRequestHeadShort, kRequestHeadUnreliable, kResponseHeadUnreliable,
    kChunksInBodySize, kHeadInBodySize, kWholeMessageInBodySize, kContentSizeDoubled,
    kHeadersMixed, kRepeatedLinesOnce, kRequestSizeInCharacters, kContentSizeAbsent,
    kContentSizeEncoded, kBodySizeFromCompression;
// Where the answer came from (origin_rules.cc).
extern const HarRule kUnmarkedCacheHit, kNegativeSizeIsCacheHit, kNotModifiedAs200,
    kStreamAsConnection;
// Phases (time_rules.cc).
extern const HarRule kSendHardCoded, kReceiveHasQueue, kSendHasQueue, kPhasesDoubled,
    kPhasesNotMeasured, kConnectWithoutTls;

}  // namespace capaudit
