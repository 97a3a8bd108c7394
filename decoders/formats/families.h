// SPDX-License-Identifier: Apache-2.0
// The families that decode.cc has in its table. Each function fills `decoded`, whose tree
// is empty and whose format is what recognise() said; it returns false if the body is not
// of the family after all, and decode() then goes by the type alone.
#pragma once

#include "decoders/formats/decode.h"

namespace capaudit {

bool decode_json_body(Decoded& decoded, const Hints& hints, const Limits& limits);
bool decode_amf_body(Decoded& decoded, const Hints& hints, const Limits& limits);
bool decode_html_body(Decoded& decoded, const Hints& hints, const Limits& limits);
bool decode_csv_body(Decoded& decoded, const Hints& hints, const Limits& limits);
bool decode_form_body(Decoded& decoded, const Hints& hints, const Limits& limits);
bool decode_multipart_body(Decoded& decoded, const Hints& hints, const Limits& limits);
bool decode_grpc_body(Decoded& decoded, const Hints& hints, const Limits& limits);
bool decode_xml_body(Decoded& decoded, const Hints& hints, const Limits& limits);

/// Says which member of the JSON family the value at `root` is, counts its messages and
/// names its operations.
void read_json_family(Decoded& decoded, NodeId root, const Hints& hints);
/// Likewise for XML.
void read_xml_family(Decoded& decoded, NodeId root, const Hints& hints);
/// SOAP encoding: makes an element that only points to another (href, enc:ref) a
/// reference to it, and holds arrays to the size they declare.
void resolve_soap_references(Decoded& decoded);
/// Puts nulls where an array gives its items places and leaves others out.
void fill_soap_arrays(Decoded& decoded);

}  // namespace capaudit
