// SPDX-License-Identifier: Apache-2.0
// Namespaces by which the members of the XML family are known.
#pragma once

#include <string_view>

namespace capaudit {

inline constexpr std::string_view kSoap11 = "http://schemas.xmlsoap.org/soap/envelope/";
inline constexpr std::string_view kSoap12 = "http://www.w3.org/2003/05/soap-envelope";
inline constexpr std::string_view kSoapEncoding11 =
    "http://schemas.xmlsoap.org/soap/encoding/";
inline constexpr std::string_view kSoapEncoding12 =
    "http://www.w3.org/2003/05/soap-encoding";
inline constexpr std::string_view kSchemaInstance =
    "http://www.w3.org/2001/XMLSchema-instance";
inline constexpr std::string_view kXmlSchema = "http://www.w3.org/2001/XMLSchema";
inline constexpr std::string_view kWsdl11 = "http://schemas.xmlsoap.org/wsdl/";
inline constexpr std::string_view kWsdl20 = "http://www.w3.org/ns/wsdl";
inline constexpr std::string_view kXop = "http://www.w3.org/2004/08/xop/include";
inline constexpr std::string_view kAtom = "http://www.w3.org/2005/Atom";
inline constexpr std::string_view kODataMetadata =
    "http://schemas.microsoft.com/ado/2007/08/dataservices/metadata";
inline constexpr std::string_view kODataData =
    "http://schemas.microsoft.com/ado/2007/08/dataservices";
inline constexpr std::string_view kOData4Metadata =
    "http://docs.oasis-open.org/odata/ns/metadata";
inline constexpr std::string_view kOData4Data =
    "http://docs.oasis-open.org/odata/ns/data";
inline constexpr std::string_view kAtomPub = "http://www.w3.org/2007/app";
inline constexpr std::string_view kDiffgram = "urn:schemas-microsoft-com:xml-diffgram-v1";
inline constexpr std::string_view kRdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
inline constexpr std::string_view kSvg = "http://www.w3.org/2000/svg";
inline constexpr std::string_view kXhtml = "http://www.w3.org/1999/xhtml";

/// Of OData 1 to 3, or of 4.
inline bool is_odata_metadata(std::string_view space) {
  return space == kODataMetadata || space == kOData4Metadata;
}
inline bool is_odata_data(std::string_view space) {
  return space == kODataData || space == kOData4Data;
}

}  // namespace capaudit
