import type { TFunction } from "i18next";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Brand } from "#shared/brand.ts";
import { formatDate } from "#shared/dates.ts";
import { toLocale } from "#shared/languages.ts";
import { type Locale, localeTag } from "#shared/locale.ts";
import type { MailLink, MailSender } from "./mail.ts";

export type Pen = {
  readonly locale: Locale;
  readonly sender: MailSender;
  /** The operator calls the draws draws by chance, and not games of skill. */
  readonly isByChance: boolean;
  readonly t: TFunction<"mails">;
};
export type PenCase = Pick<Ctx, "messages" | "publicUrl"> & {
  readonly env: Pick<Ctx["env"], "isTestMode" | "wording">;
  readonly brand: { readonly current: Omit<Brand, "socialUrls"> };
};

export function penIn({ messages, publicUrl, brand, env }: PenCase, kept: Locale): Pen {
  // A mail that waits, and a person, may keep a language whose files are gone.
  const locale = toLocale(kept);
  const { name, colours, logo, trader } = brand.current;
  const t = messages[locale].getFixedT(null, "mails") as unknown as (key: string, values: object) => string;
  return {
    locale,
    isByChance: env.wording === "by-chance",
    sender: { shop: name, colours, logo, publicUrl, isTest: env.isTestMode, trader },
    t: ((key: string, values?: object) => t(key, { shop: name, ...values })) as unknown as TFunction<"mails">,
  };
}

/** « Bonjour Amelia, »; without a name just as friendly. */
export function hello({ t }: Pen, firstName: string): string {
  const name = oneLine(firstName);
  return name ? t("hello.named", { name }) : t("hello.nameless");
}

/** A link into the shop; `path` begins with a slash. */
export function linkTo({ sender }: Pen, path: string, label: string): MailLink {
  return { label, href: sender.publicUrl + path };
}

/** "Order: KXTM-47GQ", as each language sets it. */
export function pair({ t }: Pen, label: string, value: string): string {
  return t("pair", { label, value });
}

const counts = new Map<Locale, Intl.NumberFormat>();

/** 6,000 or 6 000. The French group is kept together by U+00A0. */
export function formatCount({ locale }: Pen, count: number): string {
  const format = counts.get(locale) ?? new Intl.NumberFormat(localeTag(locale));
  counts.set(locale, format);
  return format.format(count).replaceAll("\u202f", "\u00a0");
}

/** "22 November 2026, 16:18" in London's time. */
export function formatMoment({ locale }: Pen, instant: Date): string {
  return `${formatDate(instant, locale)}${locale === "fr" ? " à " : ", "}${formatDate(instant, locale, "time")}`;
}

/** One line, whatever was typed into the draw's name: a subject must not break. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n\0]+\s*/g, " ").trim();
}
