/** The written reason for a draw before its advertised time. */
import { tidyText } from "#features/accounts/rules/registration.ts";
import { type Locale, wordsIn } from "#shared/language/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";

/** In characters, in each language. */
export const LONGEST_REASON = 500;

/** Why a reason is refused. */
export type DrawReason = "reason_needed" | "reason_too_long";

/** A reason as published; `textFr` is its French version, if there is one. */
export type ReasonText = { readonly text: string; readonly textFr: string | undefined };
/** As a form sends it. */
export type SentReason = { readonly text?: string | undefined; readonly textFr?: string | undefined };

/** The reason on one trimmed line; undefined if none is needed, whatever was typed. */
export function drawReason(sent: SentReason, isNeeded: boolean): Result<ReasonText | undefined, DrawReason> {
  if (!isNeeded) return ok(undefined);
  const text = tidyText(sent.text ?? "");
  const textFr = tidyText(sent.textFr ?? "");
  if (text === "") return err("reason_needed");
  if (text.length > LONGEST_REASON || textFr.length > LONGEST_REASON) return err("reason_too_long");
  return ok({ text, textFr: textFr === "" ? undefined : textFr });
}

/** The reason in the reader's language; otherwise the English one. */
export function reasonText({ text, textFr }: ReasonText, locale: Locale): string {
  return wordsIn({ en: text, fr: textFr }, locale);
}
