/**
 * Why a winner is replaced, and who takes the place. A reason is from a list, with a sentence of its own in each language, and what the operator adds; all of it is published.
 */
import { err, ok, type Result } from "#shared/result.ts";
import { type DrawReason, drawReason, type ReasonText } from "./draw-reason.ts";

/** Keys of sentences in `pastdraws`. A reversed payment counts once the bank has decided for good. */
export const REPLACEMENT_REASONS = ["unreachable", "declined", "ineligible", "terms_broken", "payment_reversed"] as const;
export type ReplacementReason = (typeof REPLACEMENT_REASONS)[number];

export type PublishedReason = ReasonText & { readonly code: ReplacementReason };

/** Rows of before there was a list have no `code`. */
export type ChangeReason = Omit<PublishedReason, "code"> & { readonly code: ReplacementReason | undefined };

/** So long the terms give a winner to answer, in days from when they won. */
export const ANSWER_DAYS = 28;
const DAY_MS = 86_400_000;

/** Whether a winner may be said to be out of reach by now. */
export function hadTimeToAnswer(wonAt: Date, now: Date): boolean {
  return now.getTime() - wonAt.getTime() >= ANSWER_DAYS * DAY_MS;
}

/** Words that say nothing, such as "x", are no reason. */
const SHORTEST_REASON = 10;

export type ReplacementReasonError = DrawReason | "reason_too_short" | "reason_code_needed";

/** @param sent as it came from a form or a command */
export function replacementReason(sent: {
  readonly code: string;
  readonly text: string;
  readonly textFr?: string | undefined;
}): Result<PublishedReason, ReplacementReasonError> {
  const code = REPLACEMENT_REASONS.find((each) => each === sent.code);
  if (!code) return err("reason_code_needed");
  const reason = drawReason(sent, true);
  if (!reason.ok) return reason;
  const { text = "", textFr } = reason.value ?? {};
  return text.length < SHORTEST_REASON ? err("reason_too_short") : ok({ code, text, textFr });
}

export type Succession = {
  readonly current: number;
  /** Tickets that have won and were passed over, the first pick included where it was. */
  readonly former: readonly number[];
  readonly reserves: readonly ReserveTicket[];
  readonly owners: readonly string[];
};
export type ReserveTicket = { readonly ticketNumber: number; readonly ownerId: string; readonly isValid: boolean };

/** The next reserve: its ticket is valid still, has not won before, and belongs to nobody who was passed over already. */
export function nextReserve({ current, former, reserves, owners }: Succession): ReserveTicket | undefined {
  return reserves.find(
    ({ ticketNumber, ownerId, isValid }) =>
      isValid && ticketNumber !== current && !former.includes(ticketNumber) && !owners.includes(ownerId),
  );
}
