/** What mails are written with: the reader's language, its texts, and the sender. Formats for mails. */
import type { TFunction } from "i18next";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Brand } from "#shared/brand/brand.ts";
import { formatDate } from "#shared/dates/dates.ts";
import { toLocale } from "#shared/language/languages.ts";
import { type Locale, localeTag } from "#shared/language/locale.ts";
import type { MailLink, MailSender } from "./mail.ts";

/** Language, texts and sender of a mail. */
export type Pen = {
  readonly locale: Locale;
  readonly sender: MailSender;
  /** Calls the draws draws by chance, not games of skill. */
  readonly isByChance: boolean;
  readonly t: TFunction<"mails">;
};
/** The parts of the context that a pen is made of. */
export type PenSource = Pick<Ctx, "messages" | "publicUrl"> & {
  readonly env: Pick<Ctx["env"], "isTestMode" | "wording">;
  readonly brand: { readonly current: Omit<Brand, "socialUrls"> };
};

/** The pen for a reader's language. */
export function penIn({ messages, publicUrl, brand, env }: PenSource, language: Locale): Pen {
  // Queued mails and users may have a language that was removed.
  const locale = toLocale(language);
  const { name, colours, logo, trader } = brand.current;
  const t = messages[locale].getFixedT(null, "mails") as unknown as (key: string, values: object) => string;
  return {
    locale,
    isByChance: env.wording === "by-chance",
    sender: { shop: name, colours, logo, publicUrl, isTest: env.isTestMode, trader },
    t: ((key: string, values?: object) => t(key, { shop: name, ...values })) as unknown as TFunction<"mails">,
  };
}

/** « Bonjour Amelia, », also without a name. */
export function hello({ t }: Pen, firstName: string): string {
  const name = oneLine(firstName);
  return name ? t("hello.named", { name }) : t("hello.nameless");
}

/** A link to the shop; `path` begins with a slash. */
export function linkTo({ sender }: Pen, path: string, label: string): MailLink {
  return { label, href: sender.publicUrl + path };
}

/** "Order: KXTM-47GQ", with each language's punctuation. */
export function pair({ t }: Pen, label: string, value: string): string {
  return t("pair", { label, value });
}

const counts = new Map<Locale, Intl.NumberFormat>();

/** 6,000 or 6 000, with U+00A0 in French. */
export function formatCount({ locale }: Pen, count: number): string {
  const format = counts.get(locale) ?? new Intl.NumberFormat(localeTag(locale));
  counts.set(locale, format);
  return format.format(count).replaceAll("\u202f", "\u00a0");
}

/** "22 November 2026, 16:18" in London time. */
export function formatMoment({ locale }: Pen, instant: Date): string {
  return `${formatDate(instant, locale)}${locale === "fr" ? " à " : ", "}${formatDate(instant, locale, "time")}`;
}

/** Removes line breaks, which would break a subject. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n\0]+\s*/g, " ").trim();
}
