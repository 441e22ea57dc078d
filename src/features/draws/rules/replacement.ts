/** The published reasons for replacing a winner, and the succession. */
import { err, ok, type Result } from "#shared/result.ts";
import { type DrawReason, drawReason, type ReasonText } from "./draw-reason.ts";

/** Locale keys in `pastdraws`. `payment_reversed` requires the bank's final decision. */
export const REPLACEMENT_REASONS = ["unreachable", "declined", "ineligible", "terms_broken", "payment_reversed"] as const;
/** One of these reasons. */
export type ReplacementReason = (typeof REPLACEMENT_REASONS)[number];

/** A reason with its text. */
export type PublishedReason = ReasonText & { readonly code: ReplacementReason };

/** A stored reason; old ones have no `code`. */
export type ChangeReason = Omit<PublishedReason, "code"> & { readonly code: ReplacementReason | undefined };

/** The time to answer by the terms, in days from the win. */
export const ANSWER_DAYS = 28;
const DAY_MS = 86_400_000;

/** Whether a winner may be declared unreachable. */
export function hadTimeToAnswer(wonAt: Date, now: Date): boolean {
  return now.getTime() - wonAt.getTime() >= ANSWER_DAYS * DAY_MS;
}

/** In characters; excludes meaningless texts such as "x". */
const SHORTEST_REASON = 10;

/** Why a reason is refused. */
export type ReplacementReasonError = DrawReason | "reason_too_short" | "reason_code_needed";

/** Checks a reason as a form or a command sends it. */
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

/** A reserve; `isValid`: neither void nor lost in a dispute. */
export type ReserveTicket = { readonly ticketNumber: number; readonly ownerId: string; readonly isValid: boolean };

/** `current`: the winning ticket; `owners`: people who may not win this prize any more. */
export type Succession = {
  readonly current: number;
  /** Replaced winning tickets, including the first pick. */
  readonly former: readonly number[];
  readonly reserves: readonly ReserveTicket[];
  readonly owners: readonly string[];
};

/** The next reserve with a valid ticket that has not won and whose owner was not replaced. */
export function nextReserve({ current, former, reserves, owners }: Succession): ReserveTicket | undefined {
  return reserves.find(
    ({ ticketNumber, ownerId, isValid }) =>
      isValid && ticketNumber !== current && !former.includes(ticketNumber) && !owners.includes(ownerId),
  );
}
