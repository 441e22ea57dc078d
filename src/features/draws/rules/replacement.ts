/** Why a winner is replaced: a reason from a list, with a sentence of its own in each language, and what the operator adds in words. All of it is published. */
import { tidyText } from "#features/accounts/rules/registration.ts";
import type { Locale } from "#shared/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type DrawReason, drawReason, LONGEST_REASON } from "./draw-reason.ts";

/** Keys of sentences in `pastdraws`. A reversed payment counts once the bank has decided for good. */
export const REPLACEMENT_REASONS = ["unreachable", "declined", "ineligible", "terms_broken", "payment_reversed"] as const;
export type ReplacementReason = (typeof REPLACEMENT_REASONS)[number];

/** As it is published. `textFr` is missing where the operator wrote in one language. */
export type PublishedReason = {
  readonly code: ReplacementReason;
  readonly text: string;
  readonly textFr: string | undefined;
};

/** Rows of before there was a list have no `code`. */
export type ChangeReason = Omit<PublishedReason, "code"> & { readonly code: ReplacementReason | undefined };

/** Words that say nothing, such as "x", are no reason. */
const SHORTEST_REASON = 10;

export type ReplacementReasonError = DrawReason | "reason_too_short" | "reason_code_needed";

/** What the operator added, in the reader's language where it was written in it. */
export function reasonText({ text, textFr }: Pick<ChangeReason, "text" | "textFr">, locale: Locale): string {
  return locale === "fr" ? (textFr ?? text) : text;
}

/** @param sent as it came from a form or a command */
export function replacementReason(sent: {
  readonly code: string;
  readonly text: string;
  readonly textFr?: string | undefined;
}): Result<PublishedReason, ReplacementReasonError> {
  const code = REPLACEMENT_REASONS.find((each) => each === sent.code);
  if (!code) return err("reason_code_needed");
  const text = drawReason(sent.text, true);
  if (!text.ok) return text;
  if ((text.value ?? "").length < SHORTEST_REASON) return err("reason_too_short");
  const textFr = tidyText(sent.textFr ?? "");
  if (textFr.length > LONGEST_REASON) return err("reason_too_long");
  return ok({ code, text: text.value ?? "", textFr: textFr === "" ? undefined : textFr });
}
