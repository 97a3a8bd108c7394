// SPDX-License-Identifier: Apache-2.0
// What node and Chromium run alike: the bodies, a visit of every value, batches. `now`
// gives milliseconds, `text` decodes bytes.
#pragma once

#include <string_view>

namespace capaudit {

inline constexpr std::string_view kJavascriptEngine = R"js(
'use strict';
function makeEngine(now, text) {
  let bytes = [], texts = [], values = [], sum = 0;
  const visit = value => {
    if (value === null) sum += 1;
    else if (typeof value === 'string') sum += value.length + (value.charCodeAt(0) | 0);
    else if (typeof value === 'object') {
      if (Array.isArray(value)) for (const item of value) visit(item);
      else for (const key in value) { sum += key.length; visit(value[key]); }
    } else sum += +value;
  };
  const passes = {
    bytes: () => { for (const b of bytes) visit(JSON.parse(text(b))); },
    text: () => { for (const t of texts) visit(JSON.parse(t)); },
    generate: () => { for (const v of values) sum += JSON.stringify(v).length; },
  };
  return {
    add: b => { const t = text(b); bytes.push(b); texts.push(t); values.push(JSON.parse(t)); },
    written: work => work === 'bytes' ? bytes.map(b => JSON.stringify(JSON.parse(text(b))))
                                      : texts.map(t => JSON.stringify(JSON.parse(t))),
    time: (work, count) => {
      const pass = passes[work], begin = now();
      for (let i = 0; i < count; ++i) pass();
      const ns = (now() - begin) * 1e6 / count;
      if (sum !== sum) sum = 0;
      return ns;
    },
    quantum: () => {
      let least = Infinity;
      for (let i = 0; i < 20; ++i) {
        const begin = now();
        let end = begin;
        while (end === begin) end = now();
        least = Math.min(least, end - begin);
      }
      return least * 1e6;
    },
  };
}
)js";

}  // namespace capaudit
