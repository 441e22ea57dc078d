/** The typeface file that every page needs at once, for the document's head. */
import concoursSans from "./fonts/concours-sans.woff2?url";

/** Preloads what English and French need of Mona Sans; Geist Mono is only fetched where a ticket number is shown. */
export const fontLink = { rel: "preload", href: concoursSans, as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;
