import type { Ctx } from "#platform/ctx.server.ts";
import type { OwnLocale } from "#shared/language/locale.ts";
import { missingTexts, type UntranslatedDraw } from "../rules/fields/missing-texts.ts";
import { listOpenRows } from "./managed-store.ts";

/** Drafts and draws on sale that lack texts in this language, newest first. */
export async function listUntranslated({ db }: Pick<Ctx, "db">, locale: OwnLocale): Promise<UntranslatedDraw[]> {
  return (await listOpenRows(db))
    .map((draw) => ({ id: draw.id, title: draw.title, missing: missingTexts(draw, locale), isFinal: draw.hasOrders }))
    .filter(({ missing }) => missing.length > 0);
}
