/** The French words of the pieces that a screen is made of: dialogs, pages of a list, the tab. */
import type { ResourceLanguage } from "i18next";
import type { Ctx } from "#platform/ctx.server.ts";

/** Not all of both files: this goes with the page. */
const NEEDED = { admin: ["pageTitle", "kit"], common: ["close"] } as const;

export function frenchMessages({ messages }: Pick<Ctx, "messages">): ResourceLanguage {
  return Object.fromEntries(
    Object.entries(NEEDED).map(([namespace, keys]) => {
      const texts: Record<string, unknown> = messages.fr.getResourceBundle("fr", namespace) ?? {};
      return [namespace, Object.fromEntries(keys.map((key) => [key, texts[key]]))];
    }),
  );
}
