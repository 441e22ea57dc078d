/** French texts of shared components: dialogs, pagination, the tab. */
import type { ResourceLanguage } from "i18next";
import type { Ctx } from "#platform/ctx.server.ts";

/** A selection, because it is part of the page. */
const NEEDED = { admin: ["pageTitle", "kit"], common: ["close"] } as const;

export function frenchMessages({ messages }: Pick<Ctx, "messages">): ResourceLanguage {
  return Object.fromEntries(
    Object.entries(NEEDED).map(([namespace, keys]) => {
      const texts: Record<string, unknown> = messages.fr.getResourceBundle("fr", namespace) ?? {};
      return [namespace, Object.fromEntries(keys.map((key) => [key, texts[key]]))];
    }),
  );
}
