/** The published reason of a cancellation: one of a list, with an optional note. Low sales are no reason. */
import { tidyText } from "#features/accounts/rules/registration.ts";
import { type Locale, type LocalizedText, wordsIn } from "#shared/language/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { CANCEL_REASONS, type CancelReason } from "#shared/states.ts";

export const LONGEST_CANCEL_NOTE = 500;

export type Cancellation = { readonly reason: CancelReason; readonly note: LocalizedText | undefined };
export type SentCancellation = { readonly code: string; readonly note: string; readonly noteFr: string };
export type ShownCancellation = { readonly reason: CancelReason; readonly note: string | undefined };

/** `note_refused`: too long, or in French only. */
export type CancelReasonError = "no_reason" | "note_refused";

export function cancelReason(sent: SentCancellation): Result<Cancellation, CancelReasonError> {
  const reason = CANCEL_REASONS.find((each) => each === sent.code);
  if (!reason) return err("no_reason");
  const [en, fr] = [tidyText(sent.note), tidyText(sent.noteFr)];
  if (en.length > LONGEST_CANCEL_NOTE || fr.length > LONGEST_CANCEL_NOTE || (en === "" && fr !== "")) return err("note_refused");
  return ok({ reason, note: en === "" ? undefined : { en, fr: fr === "" ? undefined : fr } });
}

export function shownCancellation(cancellation: Cancellation | undefined, locale: Locale): ShownCancellation | undefined {
  return cancellation && { reason: cancellation.reason, note: cancellation.note && wordsIn(cancellation.note, locale) };
}
