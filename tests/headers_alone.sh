#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles alone each header that no source of its name includes first (layers_test.cc
# sees to the others): a header must not lean on what happens to stand above it.
#
#   headers_alone.sh SOURCE_ROOT BUILD_ROOT COMPILER...
set -eu
cd "$1"
build=$2
shift 2
find decoders analyzer reports cli tests -name '*.h' | sort | while read -r header; do
  if [ ! -f "${header%.h}.cc" ]; then
    echo "$header"
    "$@" -std=c++20 -fsyntax-only -I. -I"$build" -include "$header" -x c++ /dev/null
  fi
done
