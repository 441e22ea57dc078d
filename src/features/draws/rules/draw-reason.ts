/** The written reason of a draw before its time, or of another winner. It is published, so it is kept to what can be read at a glance. */
import { tidyText } from "#features/accounts/rules/registration.ts";
import { err, ok, type Result } from "#shared/result.ts";

export const LONGEST_REASON = 500;

export type DrawReason = "reason_needed" | "reason_too_long";

/** The reason on one line, without space around it; undefined where none is needed, also if one was written. */
export function drawReason(text: string | undefined, isNeeded: boolean): Result<string | undefined, DrawReason> {
  if (!isNeeded) return ok(undefined);
  const reason = tidyText(text ?? "");
  if (reason === "") return err("reason_needed");
  return reason.length > LONGEST_REASON ? err("reason_too_long") : ok(reason);
}
