import { tidyText } from "#features/accounts/rules/registration.ts";
import type { Locale } from "#shared/language/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";

export const LONGEST_REASON = 500;

export type DrawReason = "reason_needed" | "reason_too_long";

/** `textFr` is optional. */
export type ReasonText = { readonly text: string; readonly textFr: string | undefined };
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

/** Falls back to the original text. */
export function reasonText({ text, textFr }: ReasonText, locale: Locale): string {
  return locale === "fr" ? (textFr ?? text) : text;
}
