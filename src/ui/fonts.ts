/** The font that every page needs at once, for the document's head. */
import concoursSans from "./fonts/concours-sans.woff2?url";

/**
 * The `<link>` that preloads the Latin subset of Mona Sans; Geist Mono is only loaded with ticket numbers.
 */
export const fontLink = { rel: "preload", href: concoursSans, as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;
