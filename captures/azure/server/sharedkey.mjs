// SPDX-License-Identifier: Apache-2.0
// Table storage requests signed with SharedKeyLite, for an account that exists only for one
// recording (its key is made when the recording starts).
import { createHmac } from "node:crypto";

export function signed(account, key, method, path, headers = {}) {
  const date = new Date().toUTCString();
  const resource = `/${account}${path.split("?")[0]}`;
  const signature = createHmac("sha256", Buffer.from(key, "base64")).update(`${date}\n${resource}`, "utf8").digest("base64");
  return { "x-ms-date": date, "x-ms-version": "2019-02-02", DataServiceVersion: "3.0",
           Accept: "application/json;odata=minimalmetadata",
           Authorization: `SharedKeyLite ${account}:${signature}`, ...headers };
}

export const firstPage = "?$top=1000";

/** The query of the page that a continuation points to. */
export function nextPage(headers) {
  const partition = headers["x-ms-continuation-nextpartitionkey"];
  if (!partition) return null;
  return `${firstPage}&NextPartitionKey=${encodeURIComponent(partition)}` +
    `&NextRowKey=${encodeURIComponent(headers["x-ms-continuation-nextrowkey"])}`;
}
