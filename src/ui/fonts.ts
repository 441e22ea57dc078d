/** The typeface file that every page needs at once, for the document's head. */

import monaSans from "@fontsource-variable/mona-sans/files/mona-sans-latin-wdth-normal.woff2?url";
import type { LinkDescriptor } from "react-router";

/** Preloads the Latin file of Mona Sans; Geist Mono is only fetched where a ticket number is shown. */
export const fontLinks: LinkDescriptor[] = [
  { rel: "preload", href: monaSans, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];
