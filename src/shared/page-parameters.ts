/** The query parameters that each cached page reads. Cache keys and repeated links omit all others. */
import { isLocale, LOCALE_PARAM, LOCALES } from "./language/locale.ts";

/** Every page also reads `lng`. deploy/varnish/concours.vcl lists the same names. */
const CACHED_PAGES: readonly { readonly path: RegExp; readonly reads: readonly string[] }[] = [
  { path: /^\/(?:prize)?$/, reads: [] },
  { path: /^\/past-draws$/, reads: ["page"] },
  { path: /^\/draws\/[0-9a-f-]{36}\/live$/, reads: [] },
  { path: /^\/lottery\/[0-9a-f-]{36}$/, reads: ["quantity", "pack", "was", "code"] },
];

/**
 * The query parameters that a page reads.
 * @returns undefined for a page that is not cached: it may read anything
 */
export function parametersRead(pathname: string): readonly string[] | undefined {
  return CACHED_PAGES.find(({ path }) => path.test(pathname))?.reads;
}

/**
 * The query parameters of an address without those that its page ignores, such as `fbclid` and
 * `utm_source`.
 */
export function readParameters(pathname: string, search: string): URLSearchParams {
  const parameters = new URLSearchParams(search);
  const reads = parametersRead(pathname);
  if (reads === undefined) return parameters;
  return new URLSearchParams([...parameters].filter(([name]) => name === LOCALE_PARAM || reads.includes(name)));
}

/** The address by which a page is cached: its path, and `?lng=` if present. Undefined if it is not cached. */
export function cachedAddress(url: string): string | undefined {
  const end = url.indexOf("?");
  const path = end === -1 ? url : url.slice(0, end);
  if (parametersRead(path) === undefined) return undefined;
  if (end === -1) return path;
  // URL parsers disagree about a fragment in a request line.
  if (url.includes("#")) return undefined;
  const [parameter, ...others] = readParameters(path, url.slice(end));
  // The switch without scripts repeats `lng`, so that this visitor's reply sets a cookie.
  if (others.length > 0) return undefined;
  if (parameter === undefined) return path;
  const [name, value] = parameter;
  if (name !== LOCALE_PARAM) return undefined;
  if (LOCALES.some((locale) => locale === value)) return `${path}?${LOCALE_PARAM}=${value}`;
  // An added language is not cached; an invalid value is ignored by every reader.
  return isLocale(value) ? undefined : path;
}
