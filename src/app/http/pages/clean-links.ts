/** Redirects addresses to which a chat or mail program has added surrounding punctuation. */
import type { MiddlewareHandler } from "hono";

/** Punctuation, invisible characters, and their HTML entities. No page's address ends with any. */
const TRAILING =
  /(?:&(?:amp|gt|lt|quot|apos|nbsp|#x?[\da-f]+);?|[\s\p{Cf}\u2018-\u201f\u2026\u2039\u203a\u3001\u3002\uff0c.,;:!?'"\u00ab\u00bb<>()[\]{}*_~|\\^`=\u2013\u2014])+$/iu;
const FILES = /^\/(?:api|functions|assets|media|locales|mail)\//;

export function cleanedLink(path: string, search: string): string | undefined {
  if (FILES.test(path) || path.endsWith(".data")) return undefined;
  const decoded = decode(path);
  const cleanPath = decoded?.replace(TRAILING, "");
  const cleanSearch = search.replaceAll(/&amp;/gi, "&");
  if (decoded === undefined || (cleanPath === decoded && cleanSearch === search)) return undefined;
  // Never "//…", which leads to another site.
  const safe = `/${(cleanPath ?? "").replace(/^[/\\]+/, "")}`;
  return `${encodeURI(safe)}${cleanSearch}`;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** @param hasPage whether a page exists at a path: unknown addresses are not redirected */
export function cleanLinks(hasPage: (path: string) => boolean): MiddlewareHandler {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const clean = c.req.method === "GET" || c.req.method === "HEAD" ? cleanedLink(pathname, search) : undefined;
    if (clean === undefined || !hasPage(new URL(clean, c.req.url).pathname)) return next();
    return c.redirect(clean, 302);
  };
}
