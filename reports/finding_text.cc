// SPDX-License-Identifier: Apache-2.0
#include "reports/finding_text.h"

#include <algorithm>
#include <array>

namespace capaudit {
namespace {

struct Text {
  std::string_view code, text;
};

// In alphabetical order.
constexpr std::array<Text, 90> kTexts = {{
    {"amf_fault", "the AMF answer reports a fault of the service"},
    {"amf_length_differs",
     "an AMF value is not as long as its packet says; the value's own end counts"},
    {"amf_stream",
     "AMF messages of a streaming channel, one after the other in one body"},
    {"amf_trailing_bytes", "bytes follow the last AMF message"},
    {"amf_value_skipped",
     "an AMF value could not be decoded; the messages after it were found by its length"},
    {"amf_version_unknown", "the AMF packet has a version that is neither 0 nor 3"},
    {"answer_missing", "bytes of the answer were on the wire and are not in the capture"},
    {"bare_cr", "a head line ends with CR alone"},
    {"bare_lf", "a head line ends with LF alone"},
    {"body_ends_early",
     "the decoded body ends inside a value, although it was sent whole"},
    {"body_limit",
     "the body is larger or deeper than what is decoded; its rows are unknown"},
    {"body_malformed",
     "the body breaks its format; what stands before the fault was read"},
    {"body_opaque",
     "the body holds something that cannot be read, such as a class with its own coding"},
    {"body_over_cap", "the body is larger than --max-body: counted, not decoded"},
    {"charset_damaged", "bytes of the body are not in the charset it names"},
    {"charset_unknown", "the charset is not known here; read as Latin-1"},
    {"checksum_wrong", "the coding's checksum does not match its content"},
    {"chunk_malformed", "a chunk size is malformed; the message was not read on"},
    {"chunked_repeated", "chunked is named more than once"},
    {"clock_step", "the clock went back inside the exchange; that time is given as 0"},
    {"coding_damaged", "the coded body is damaged; its decoded size is unknown"},
    {"coding_mislabelled",
     "the body is not coded as its head says and was taken as it is"},
    {"coding_truncated", "the coded body ends early; its decoded size is unknown"},
    {"coding_unknown", "the coding is not known here; the decoded size is unknown"},
    {"coding_unlabelled", "the body is gzip but its head does not say so"},
    {"content_length_invalid",
     "Content-Length is no number, or there are several that differ"},
    {"continue_pause", "the client waited for 100 (Continue) between head and body"},
    {"decoding_limit",
     "decoding stopped at a bound on size or ratio; the decoded size is unknown"},
    {"deflate_raw", "deflate without the zlib head that RFC 9110 asks for"},
    {"early_response", "the server began to answer before it had the whole request"},
    {"har_304_shown_as_200",
     "the HAR shows a 304 with the cached answer's status: only a head was received"},
    {"har_304_with_body", "the HAR shows the cached body beside a 304: none was sent"},
    {"har_base64_mislabelled",
     "the HAR calls the body base64, which it is not: read as text"},
    {"har_base64_unflagged", "the HAR holds the body in base64 without saying so"},
    {"har_body_cut",
     "the HAR holds less of the body than its size says: rows are unknown"},
    {"har_body_from_latin1",
     "the HAR holds the bytes of the body as characters; their number proves it"},
    {"har_body_not_kept", "the HAR has no content although a body was received"},
    {"har_body_size_decoded",
     "the HAR gives the same size before and after decoding: the encoded size is "
     "unknown"},
    {"har_chunks_in_body_size",
     "the bodySize of the HAR counts the chunk framing: split where the body is not "
     "coded, else unknown"},
    {"har_connect_without_tls", "the HAR does not count ssl into connect"},
    {"har_content_length_differs",
     "the bodySize of the HAR is not the Content-Length, which counts"},
    {"har_content_size_absent",
     "the HAR writes 0 for a content.size that it does not know"},
    {"har_content_size_doubled",
     "the content.size of the HAR counts the body twice: the text it holds counts"},
    {"har_content_size_encoded",
     "the content.size of the HAR is the encoded size: the text it holds counts"},
    {"har_head_in_body_size", "the bodySize of the HAR counts the head"},
    {"har_headers_mixed",
     "the HAR lists headers of a redirect beside the final answer: sizes are unknown"},
    {"har_message_in_body_size", "the bodySize of the HAR is that of the whole message"},
    {"har_negative_size", "a size in the HAR is negative: unknown"},
    {"har_phases_doubled",
     "blocked and send of the HAR are the same span: send is unknown"},
    {"har_phases_not_measured",
     "the HAR has one duration for all phases: they are unknown"},
    {"har_queue_in_receive",
     "receive of the HAR includes waiting for a connection: unknown"},
    {"har_queue_in_send",
     "send of the HAR is waiting for a connection: taken as blocked"},
    {"har_repeated_lines_once",
     "the headersSize of the response in the HAR counts repeated lines once: the list "
     "counts"},
    {"har_request_body_differs",
     "the postData of the HAR is not what was sent: its size is another"},
    {"har_request_body_lossy",
     "the HAR lost bytes of the request body: it stands there as text it is not"},
    {"har_request_head_short",
     "the headersSize of the request in the HAR is short: it lacks the empty line, or "
     "the query as well"},
    {"har_request_head_unreliable",
     "the headersSize of the request in the HAR is not what was sent: unknown"},
    {"har_request_size_in_characters",
     "the bodySize of the request in the HAR counts characters: the text it holds "
     "counts"},
    {"har_response_head_unreliable",
     "the headersSize of the response in the HAR is not what was received: by "
     "_transferSize, else unknown"},
    {"har_send_not_measured", "send of the HAR is always 0: unknown"},
    {"har_stream_as_connection", "connection of the HAR is a stream number"},
    {"har_text_still_coded", "the HAR holds the body with its coding on"},
    {"har_unmarked_cache_hit",
     "the HAR does not mark this answer of a cache or service worker: its sizes show it"},
    {"head_too_long",
     "the head is longer than what is read; the message was not read on"},
    {"host_repeated", "there are several Host lines; the first counts"},
    {"json_duplicate_keys", "an object has a key twice; the last counts"},
    {"json_lenient",
     "the JSON has what only lenient readers take: comments, single quotes, a trailing "
     "comma"},
    {"lone_surrogate", "a string holds half of a surrogate pair"},
    {"malformed_field", "a head line is no header and was passed over"},
    {"multipart_boundary_missing",
     "the boundary of a multipart body is not named or not found"},
    {"names_limited", "more operation names than are kept"},
    {"number_beyond_double", "a number that a double does not hold exactly"},
    {"obs_fold", "a header goes on in the next line"},
    {"overlap_conflict", "bytes came twice and differ; the first copy counts"},
    {"soap_array_places_unclear",
     "the places of a SOAP array's items are not told apart, or too far apart"},
    {"soap_array_size_differs", "a SOAP array is not as long as it says"},
    {"soap_fault", "the answer is a SOAP fault"},
    {"soap_reference_missing", "a SOAP reference leads nowhere"},
    {"space_before_colon", "a space stands between a header's name and the colon"},
    {"start_line_whitespace", "the start line has more spaces than it should"},
    {"te_cl_conflict",
     "both Transfer-Encoding and Content-Length are there; the former counts"},
    {"te_in_http10", "Transfer-Encoding in an HTTP/1.0 message"},
    {"te_not_chunked", "the last transfer coding is not chunked"},
    {"trailing_bytes", "bytes follow the end of the coded body"},
    {"wsdl_description", "the body describes a service (WSDL): nothing is called"},
    {"xml_doctype", "the XML has a DOCTYPE, which is not read"},
    {"xml_entity_unresolved", "the XML names an entity that is not defined here"},
    {"xml_not_well_formed",
     "the XML is not well-formed; what stands before the fault was read"},
    {"xml_prefix_unbound", "an XML prefix has no namespace"},
    {"xop_part_missing", "an XOP reference names a part that is not there"},
}};

}  // namespace

std::string_view describe_finding(std::string_view code) {
  const auto* const it =
      std::find_if(kTexts.begin(), kTexts.end(),
                   [code](const Text& text) { return text.code == code; });
  return it != kTexts.end() ? it->text : "see docs/FINDINGS.md";
}

}  // namespace capaudit
