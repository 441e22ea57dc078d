/** What a page's loader or action may know of the request besides the request itself. */
import { createContext, type RouterContextProvider } from "react-router";
import type { Locale } from "#shared/locale.ts";
import type { Ctx } from "../ctx.server.ts";

export const ctxKey = createContext<Ctx>();
export const nonceKey = createContext<string>();
export const localeKey = createContext<Locale>();
/** The other end of the connection; absent where there is no socket. */
export const clientAddressKey = createContext<string | undefined>(undefined);

type Context = Readonly<RouterContextProvider>;

/** The outside world, as this process is connected to it. */
export function ctxOf(context: Context): Ctx {
  return context.get(ctxKey);
}

/** The same for what only reads, and may read what is a few seconds old: docs/scale.md lists what does. */
export function readingOf(context: Context): Ctx {
  const ctx = ctxOf(context);
  return { ...ctx, db: ctx.reads };
}

/** The language that the visitor reads. */
export function localeOf(context: Context): Locale {
  return context.get(localeKey);
}
