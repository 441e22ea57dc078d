/** How a social profile is named on screen: "instagram.com/concours". */

/** The address without what nobody reads aloud: its scheme, `www.`, a slash at the end, what follows `?` and `#`. */
export function socialName(url: string): string {
  const { host, pathname } = new URL(url);
  return host.replace(/^www\./, "") + decodeURI(pathname).replace(/\/+$/, "");
}
