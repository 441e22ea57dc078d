/** The published reason of a cancellation: one of a list, with an optional note. Low sales are no reason. */
import { tidyText } from "#features/accounts/rules/registration.ts";
import { type Locale, type LocalizedText, wordsIn } from "#shared/language/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { CANCEL_REASONS, type CancelReason } from "#shared/states.ts";

/** In characters, in each language. */
export const LONGEST_CANCEL_NOTE = 500;

/** As stored: the reason, and a note in English, with or without French. */
export type Cancellation = { readonly reason: CancelReason; readonly note: LocalizedText | undefined };
/** As a form sends it: untrusted texts. */
export type SentCancellation = { readonly code: string; readonly note: string; readonly noteFr: string };
/** In one language. */
export type ShownCancellation = { readonly reason: CancelReason; readonly note: string | undefined };

/** `no_reason`: none of the list. `note_refused`: the note is too long, or in French only. */
export type CancelReasonError = "no_reason" | "note_refused";

/** Checks what a form sent. */
export function cancelReason(sent: SentCancellation): Result<Cancellation, CancelReasonError> {
  const reason = CANCEL_REASONS.find((each) => each === sent.code);
  if (!reason) return err("no_reason");
  const [en, fr] = [tidyText(sent.note), tidyText(sent.noteFr)];
  if (en.length > LONGEST_CANCEL_NOTE || fr.length > LONGEST_CANCEL_NOTE || (en === "" && fr !== "")) return err("note_refused");
  return ok({ reason, note: en === "" ? undefined : { en, fr: fr === "" ? undefined : fr } });
}

/** The cancellation in the visitor's language. */
export function shownCancellation(cancellation: Cancellation | undefined, locale: Locale): ShownCancellation | undefined {
  return cancellation && { reason: cancellation.reason, note: cancellation.note && wordsIn(cancellation.note, locale) };
}
