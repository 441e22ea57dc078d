/** Writes a cookie from the browser. The one file that may: the Cookie Store API is missing from plain http and from older browsers. */

/** `cookie` is a whole cookie, as `Set-Cookie` writes it: `name=value; Path=/; …`. */
export function writeCookie(cookie: string): void {
  document.cookie = window.location.protocol === "https:" ? `${cookie}; Secure` : cookie;
}
