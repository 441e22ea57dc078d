/** Does what a form of safer play asks for. */
import type { Ctx } from "#platform/ctx.server.ts";
import { fromPounds, type Pence } from "#shared/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { isAskMoment, isExclusionLength, isPauseLength } from "../rules/safer-play.ts";
import { excludeFromPlay, pausePlay } from "./pause-play.ts";
import { keepSpendingLimit, setSpendingLimit, skipSpendingLimit } from "./set-spending-limit.ts";

/**
 * Does what the player asks for: `intent` is `limit` (with `limit` in pounds), `lift`, `keep`, `skip` (with `moment`), `pause` or `exclusion` (with
 * `length` and `confirm`).
 *
 * @returns `bad_limit` for an amount that is none; `bad_request` for anything that the forms cannot have sent
 */
export async function changeSaferPlay(
  ctx: Ctx,
  userId: string,
  form: URLSearchParams,
): Promise<Result<undefined, "bad_limit" | "bad_request">> {
  const [intent, length, moment] = [form.get("intent"), form.get("length"), form.get("moment") ?? "start"];
  if (intent === "skip" && isAskMoment(moment)) await skipSpendingLimit(ctx, userId, moment);
  else if (intent === "keep") await keepSpendingLimit(ctx, userId);
  else if (intent === "limit" || intent === "lift") {
    const wanted = intent === "lift" ? undefined : readPounds(form.get("limit") ?? "");
    if (intent === "limit" && wanted === undefined) return err("bad_limit");
    const set = await setSpendingLimit(ctx, userId, wanted);
    if (!set.ok) return set;
  } else if (form.get("confirm") === null) return err("bad_request");
  else if (intent === "pause" && isPauseLength(length)) await pausePlay(ctx, userId, length);
  else if (intent === "exclusion" && isExclusionLength(length)) await excludeFromPlay(ctx, userId, length);
  else return err("bad_request");
  return ok();
}

/** "50", "£50.50", "1,000", « 1 000,50 £ »: whole pounds, or with two decimals. A comma before three digits groups, before two it divides. */
export function readPounds(text: string): Pence | undefined {
  const bare = text
    .replace(/[\s£]/g, "")
    .replace(/,(?=\d{3}(?:\D|$))/g, "")
    .replace(",", ".");
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(bare) ? fromPounds(Number(bare)) : undefined;
}
