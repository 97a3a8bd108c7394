// SPDX-License-Identifier: Apache-2.0
// The engines' entrances, one per file of engines/; null where the build had no such
// library.
#pragma once

#include "analyzer/parse/engine.h"

namespace capaudit {

using OpenEngine = Result<std::unique_ptr<EngineRun>>(const ParsePayload& payload);

OpenEngine open_capaudit;
OpenEngine open_simdjson;
OpenEngine open_simdjson_ondemand;
OpenEngine open_pugixml;
OpenEngine open_node;
OpenEngine open_chromium;
#ifdef CAPAUDIT_RAPIDJSON
OpenEngine open_rapidjson;
#endif
#ifdef CAPAUDIT_NLOHMANN
OpenEngine open_nlohmann;
#endif
#ifdef CAPAUDIT_YAJL
OpenEngine open_yajl;
#endif
#ifdef CAPAUDIT_EXPAT
OpenEngine open_expat;
#endif

}  // namespace capaudit
