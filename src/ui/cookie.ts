/** Reads and writes cookies in the browser. The one file that does: the Cookie Store API is missing from plain http and from older browsers. */

/** `cookie` is a whole cookie, as `Set-Cookie` writes it: `name=value; Path=/; …`. */
export function writeCookie(cookie: string): void {
  document.cookie = window.location.protocol === "https:" ? `${cookie}; Secure` : cookie;
}

/** Those that scripts may see, as a `Cookie` header carries them: `name=value; name=value`. */
export function readCookies(): string {
  return document.cookie;
}
