// SPDX-License-Identifier: Apache-2.0
// SOAP 1.1 rpc/encoded requests as the web service class of a Flash client wrote them.
const escape = text => text.replace(/[&<>]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
const XML = { number: "xsd:int", string: "xsd:string" };

function element(name, value) {
  if (Array.isArray(value)) {
    const type = typeof value[0] === "object" ? "m:Person" : "xsd:string";
    return `<${name} xsi:type="SOAP-ENC:Array" SOAP-ENC:arrayType="${type}[${value.length}]">` +
      value.map(item => element("item", item)).join("") + `</${name}>`;
  }
  if (typeof value === "object")
    return `<${name} xsi:type="m:Person">` + Object.entries(value).map(([k, v]) => element(k, v)).join("") + `</${name}>`;
  return `<${name} xsi:type="${XML[typeof value]}">${escape(String(value))}</${name}>`;
}

export function envelope(operation, value) {
  return '<?xml version="1.0" encoding="utf-8"?>\n' +
    '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"' +
    ' xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><SOAP-ENV:Body>' +
    `<m:${operation} xmlns:m="urn:echo" SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">` +
    `${element("value", value)}</m:${operation}></SOAP-ENV:Body></SOAP-ENV:Envelope>`;
}
