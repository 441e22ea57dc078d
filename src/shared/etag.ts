/** Conditional requests (RFC 9110, 13.1.2). */

/**
 * Whether a request's `If-None-Match` contains this tag (with its quotes), so that the reply is 304. Weak
 * comparison.
 */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(",").some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === etag);
}
