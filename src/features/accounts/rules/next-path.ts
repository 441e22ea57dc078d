const LONGEST = 2_000;
/** Where signing in asks for a code. */
export const CODE_PAGE = "/login/code";
/** Never a page to come back to: they would send the visitor round in circles or out again. */
const OWN_PAGES = new Set([
  "/login",
  CODE_PAGE,
  "/register",
  "/logout",
  "/forgot-password",
  "/reset-password",
  "/confirm-password",
]);
/** Stands for this site while an address is read; no address can name it, so one that stays on it is a path. */
const HERE = "https://here.invalid";

/** The path to follow. */
export function nextPath(next: string | null | undefined): string {
  const path = ownPath(next);
  const [pathname = ""] = path.split(/[?#]/);
  return OWN_PAGES.has(pathname.replace(/\/+$/, "")) ? "/" : path;
}

/** The same for what is asked on every page, and leads back to the pages of signing in, too. */
export function ownPath(next: string | null | undefined): string {
  if (typeof next !== "string" || next.length > LONGEST) return "/";
  // Browsers read a backslash as a slash and pass over tabs and line breaks, so none of them may stand in a path.
  if (!/^\/(?![/\\])/.test(next) || /[\\\p{Cc}\p{Z}]/u.test(next)) return "/";
  // The same once more as a server or proxy behind us might decode it.
  if (/^\/(%2f|%5c)/i.test(next) || /%(0[0-9a-f]|1[0-9a-f]|7f)/i.test(next)) return "/";
  if (!URL.canParse(next, HERE)) return "/";
  const url = new URL(next, HERE);
  // "/.//evil" is a path to us and another host to whoever resolves its dots first.
  if (url.origin !== HERE || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}

/** The page that a request is for: data requests have an address of their own (`/profile.data?_routes=…`). */
export function pageAddress(requestUrl: string): string {
  const { pathname, searchParams } = new URL(requestUrl);
  const asksForData = pathname.endsWith(".data");
  if (asksForData) searchParams.delete("_routes");
  const page = asksForData ? pathname.replace(/(?:\/_root|\/_)?\.data$/, (end) => (end === ".data" ? "" : "/")) : pathname;
  return searchParams.size > 0 ? `${page}?${searchParams}` : page;
}

/** A page of signing in or up, remembering where to go afterwards. */
export function withNext(page: "/login" | "/register" | typeof CODE_PAGE | "/second-factor", next: string): string {
  return next === "/" ? page : `${page}?next=${encodeURIComponent(next)}`;
}
