/** The operator's own texts, as pages show them at the moment. */
import type { Brand } from "#shared/brand/brand.ts";
import { COMPLAINT_DAYS } from "#shared/dates/complaint-days.ts";
import { type Day, londonDate } from "#shared/dates/dates.ts";
import { type Locale, localeTag } from "#shared/language/locale.ts";
import { PROVIDER_NAMES } from "#shared/states.ts";
import { type OwnText, readOwnText, type TextDocument } from "#shared/text/site-text.ts";
import type { Ctx } from "../ctx.server.ts";

type TextCtx = Pick<Ctx, "messages" | "payments">;

/** The values of placeholders in texts. `payment`: the providers' names, such as "Stripe or Checkout.com". */
export function textValues({ messages, payments }: TextCtx, { trader, name: shop }: Brand, locale: Locale) {
  const { name, address, companyNumber, email, adrScheme: scheme } = trader;
  const t = messages[locale].getFixedT(null, "terms");
  const adr = scheme === undefined ? t("adr.none") : t("adr.named", { scheme });
  const providers = payments.all.map((provider) => PROVIDER_NAMES[provider.name]);
  const payment = new Intl.ListFormat(localeTag(locale), { type: "disjunction" }).format(providers);
  return { shop, name, address, companyNumber, email, payment, adr, ...COMPLAINT_DAYS };
}

/**
 * A document in this language; undefined if the operator has not replaced the shop's default text. `from`:
 * the day of its publication.
 */
export function shownText(
  ctx: Pick<Ctx, "texts" | "brand" | "now"> & TextCtx,
  document: TextDocument,
  locale: Locale,
): (OwnText & { readonly from: Day }) | undefined {
  const text = ctx.texts.current(document, ctx.now());
  // Falls back to the shop's text in another language: the software's own would be another contract.
  const body = text?.bodies[locale] ?? text?.bodies.en ?? text?.bodies.fr;
  return text && body && { ...readOwnText(body, textValues(ctx, ctx.brand.current, locale)), from: londonDate(text.publishAt) };
}
