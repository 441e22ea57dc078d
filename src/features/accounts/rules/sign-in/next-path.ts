/** Where to go after signing in: paths of this site only, so that a link cannot redirect to another one. */

/** Longest accepted path, in characters. */
const LONGEST = 2_000;
/** The page that asks for the second factor. */
export const CODE_PAGE = "/login/code";
/**
 * Never a destination: returning to these would loop or sign out again. `/second-factor` may be one: it is a
 * page of signed-in people.
 */
const SIGN_IN_PAGES = new Set([
  "/login",
  CODE_PAGE,
  "/register",
  "/logout",
  "/forgot-password",
  "/reset-password",
  "/confirm-password",
]);
/** A base that no address can name: a URL that stays on it is a path of this site. */
const HERE = "https://here.invalid";

/** The path to continue at. "/" for paths of other sites, invalid ones and `SIGN_IN_PAGES`. */
export function nextPath(next: string | null | undefined): string {
  const path = sitePath(next);
  const [pathname = ""] = path.split(/[?#]/);
  return SIGN_IN_PAGES.has(pathname.replace(/\/+$/, "")) ? "/" : path;
}

/** Like `nextPath`, but also allows the pages of signing in. */
export function sitePath(next: string | null | undefined): string {
  if (typeof next !== "string" || next.length > LONGEST) return "/";
  // Browsers read a backslash as a slash and drop tabs and line breaks.
  if (!/^\/(?![/\\])/.test(next) || /[\\\p{Cc}\p{Z}]/u.test(next)) return "/";
  // A proxy might decode these.
  if (/^\/(%2f|%5c)/i.test(next) || /%(0[0-9a-f]|1[0-9a-f]|7f)/i.test(next)) return "/";
  if (!URL.canParse(next, HERE)) return "/";
  const url = new URL(next, HERE);
  // "/.//evil" names another host once its dots are resolved.
  if (url.origin !== HERE || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}

/**
 * Path and query of a page, also for React Router's requests of its data: `/profile.data?_routes=…` is for
 * `/profile`, `/prize/_.data` for `/prize/`, and `/_root.data` for `/`.
 */
export function pageAddress(requestUrl: string): string {
  const { pathname, searchParams } = new URL(requestUrl);
  const asksForData = pathname.endsWith(".data");
  if (asksForData) searchParams.delete("_routes");
  const page = asksForData ? pathname.replace(/(?:\/_root|\/_)?\.data$/, (end) => (end === ".data" ? "" : "/")) : pathname;
  return searchParams.size > 0 ? `${page}?${searchParams}` : page;
}

/** The sign-in page, with the path to continue at afterwards. */
export function withNext(page: "/login" | "/register" | typeof CODE_PAGE | "/second-factor", next: string): string {
  return next === "/" ? page : `${page}?next=${encodeURIComponent(next)}`;
}
