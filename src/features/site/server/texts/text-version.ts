/** A published version of a long text, with the trader of its time, readable for ever. */

import { readFile } from "node:fs/promises";
import type { Ctx } from "#platform/ctx.server.ts";
import { messagesFolder } from "#platform/messages.server.ts";
import { textValues } from "#platform/request/shown-text.server.ts";
import { endOfLondonDay, londonDate } from "#shared/dates/dates.ts";
import type { Locale, OwnLocale } from "#shared/language/locale.ts";
import type { TextBodies, TextBody, TextDocument } from "#shared/text/site-text.ts";
import { findText } from "./text-store.ts";

/** `at`: the time whose brand and trader it shows. `isOut`: it was published. */
export type TextVersion = {
  readonly bodies: TextBodies;
  /** "yyyy-mm-dd" */
  readonly from: string;
  readonly at: Date;
  readonly isOut: boolean;
};

/** The software's own terms by wording and day of change. */
export type LastingTerms = Readonly<Record<Ctx["env"]["wording"], Readonly<Record<OwnLocale, TextBody>>>>;

/** File of the software's own terms of a day. */
export function lastingTermsFile(day: string): URL {
  return new URL(`../legal/terms-${day}.json`, messagesFolder());
}

/** A version of a text. @param version the shop's number, or the day of the software's own terms */
export async function findTextVersion(
  ctx: Pick<Ctx, "db" | "env" | "now">,
  document: TextDocument,
  version: string,
): Promise<TextVersion | undefined> {
  if (document === "terms" && /^\d{4}-\d\d-\d\d$/.test(version)) return ofTheSoftware(ctx.env.wording, version);
  const text = /^[1-9]\d{0,8}$/.test(version) ? await findText(ctx.db, document, Number(version)) : undefined;
  if (!text) return undefined;
  const { bodies, publishAt, savedAt } = text;
  const isOut = publishAt !== undefined && publishAt <= ctx.now();
  return { bodies, from: londonDate(publishAt ?? savedAt), at: publishAt ?? ctx.now(), isOut };
}

async function ofTheSoftware(wording: Ctx["env"]["wording"], day: string): Promise<TextVersion | undefined> {
  const file = await readFile(lastingTermsFile(day), "utf8").catch(() => undefined);
  if (file === undefined) return undefined;
  return { bodies: (JSON.parse(file) as LastingTerms)[wording], from: day, at: endOfLondonDay(day), isOut: true };
}

/** Values of placeholders with the brand of that time. */
export async function textValuesAt(ctx: Pick<Ctx, "brand" | "messages" | "payments">, at: Date, locale: Locale) {
  return textValues(ctx, await ctx.brand.at(at), locale);
}
