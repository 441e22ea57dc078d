/** Cookies in the browser. The Cookie Store API is missing from plain http and older browsers. */

/** Writes a cookie, given as for `Set-Cookie`: `name=value; Path=/; …`. Secure over HTTPS. */
export function writeCookie(cookie: string): void {
  document.cookie = window.location.protocol === "https:" ? `${cookie}; Secure` : cookie;
}

/** Script-readable cookies in the form of a `Cookie` header: `name=value; name=value`. */
export function readCookies(): string {
  return document.cookie;
}
