/** The operator's texts as a page shows them now. */
import type { Brand } from "#shared/brand.ts";
import { COMPLAINT_DAYS } from "#shared/complaint-days.ts";
import { type Day, londonDate } from "#shared/dates.ts";
import type { Locale } from "#shared/locale.ts";
import { type OwnText, readOwnText, type TextDocument } from "#shared/site-text.ts";
import type { Ctx } from "../ctx.server.ts";

/** What fills itself into a text. */
export function textValues({ messages }: Pick<Ctx, "messages">, { trader, name: shop }: Brand, locale: Locale) {
  const { name, address, companyNumber, email, adrScheme: scheme } = trader;
  const t = messages[locale].getFixedT(null, "terms");
  const adr = scheme === undefined ? t("adr.none") : t("adr.named", { scheme });
  return { shop, name, address, companyNumber, email, adr, ...COMPLAINT_DAYS };
}

/** Undefined while it is the text that comes with the software. */
export function shownText(
  ctx: Pick<Ctx, "texts" | "brand" | "messages" | "now">,
  document: TextDocument,
  locale: Locale,
): (OwnText & { readonly from: Day }) | undefined {
  const text = ctx.texts.current(document, ctx.now());
  // In a language that the shop has no text of, its English one counts: the software's own would be another contract.
  const body = text?.bodies[locale] ?? text?.bodies.en;
  return text && body && { ...readOwnText(body, textValues(ctx, ctx.brand.current, locale)), from: londonDate(text.publishAt) };
}
