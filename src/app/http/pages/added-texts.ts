import type { MiddlewareHandler } from "hono";
import type { Ctx } from "#platform/ctx.server.ts";
import { isOwn } from "#shared/language/languages.ts";
import { isLocale } from "#shared/language/locale.ts";
import { compressed } from "../files/compression.ts";

/** Passes on the shop's own languages and unknown ones. */
export function addedTexts({ messages }: Pick<Ctx, "messages">): MiddlewareHandler {
  return async (c, next) => {
    const [, , language = "", file = ""] = c.req.path.split("/");
    if (!isLocale(language) || isOwn(language) || !file.endsWith(".json")) return next();
    const texts: unknown = messages[language].getResourceBundle(language, file.slice(0, -".json".length));
    return texts ? compressed(c.req.raw, c.json(texts, 200, { "Cache-Control": "no-cache" })) : next();
  };
}
