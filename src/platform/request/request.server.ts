/** What the server provides to loaders and actions through React Router's context. */
import { createContext, type RouterContextProvider } from "react-router";
import type { Locale } from "#shared/language/locale.ts";
import type { Ctx } from "../ctx.server.ts";

export const ctxKey = createContext<Ctx>();
export const nonceKey = createContext<string>();
export const localeKey = createContext<Locale>();
/** The client's address; absent without a socket. */
export const clientAddressKey = createContext<string | undefined>(undefined);

type Context = Readonly<RouterContextProvider>;

/** The use cases' `ctx`. */
export function ctxOf(context: Context): Ctx {
  return context.get(ctxKey);
}

/** The same `ctx` for reads that may be a few seconds old (docs/scale.md). */
export function readingOf(context: Context): Ctx {
  const ctx = ctxOf(context);
  return { ...ctx, db: ctx.reads };
}

/** The language of the reply. */
export function localeOf(context: Context): Locale {
  return context.get(localeKey);
}
