/** Whether a reader has a reply's bytes already (RFC 9110, 13.1.2). */

/** Whether an `If-None-Match` header names this tag, quotes included; weak and strong tags compare equal here. */
export function namesTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(",").some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === etag);
}
