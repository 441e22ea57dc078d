/** Conditional requests (RFC 9110, 13.1.2). */

/** Whether `If-None-Match` contains this tag (with quotes); weak comparison. */
export function namesTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(",").some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === etag);
}
