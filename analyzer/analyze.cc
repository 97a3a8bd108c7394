// SPDX-License-Identifier: Apache-2.0
// The program as one list of commented passes.
#include "analyzer/analysis.h"
