/** Requests a draw, which then continues automatically, also after a restart. docs/decisions/0015. */
import { type Actor, adminIdOf, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { entriesDue } from "#features/lotteries/rules/dates/draw-dates.ts";
import { canDrawEarly, canSwitch, isFrozen, type RefusalOf } from "#features/lotteries/rules/lifecycle.ts";
import { setAutoDraw as storeAutoDraw } from "#features/lotteries/server/stock-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type DrawReason, drawReason, type SentReason } from "../../rules/draw-reason.ts";
import type { DrawState } from "../../rules/draw-state.ts";
import { clockFits } from "../../rules/round-ahead.ts";
import { closeLocked } from "../closing/close-sales.ts";
import { freezeEntries } from "../closing/freeze-entries.ts";
import { findDraw } from "../reading/find-draw.ts";
import { findRequest, hasValidTicket, insertRequest, lockLottery } from "./step-store.ts";

/** `too_early`: entries are still possible. `reason_needed`: it is before the advertised time. */
export type RequestError = ReauthRefusal | "not_found" | "not_active" | "no_tickets" | "too_early" | DrawReason;

type RequestCtx = Pick<Ctx, "db" | "log" | "now" | "beacon" | "jobs" | "media" | "env">;

/** The clock, or the beacon's time if that is earlier: a fast clock must not end sales early. */
async function trueTime({ beacon, now }: RequestCtx): Promise<Date> {
  const newest = await beacon.newestRound();
  return newest.ok && !clockFits(beacon.chain, newest.value, now())
    ? new Date(Math.min(now().getTime(), beacon.timeOf(newest.value) * 1000))
    : now();
}

/** Closes sales and stores the request, unless there is one. @returns whether this request is the first */
async function requestLocked(
  ctx: RequestCtx,
  tx: Tx,
  actor: Actor,
  { lotteryId, sent, time }: { lotteryId: string; sent: SentReason; time: Date },
): Promise<Result<{ isFirst: boolean }, RequestError>> {
  const lottery = await lockLottery(tx, lotteryId);
  if (!lottery || lottery.status === "draft") return err(lottery ? "not_active" : "not_found");
  const earlier = await findRequest(tx, lotteryId);
  const isEarly = time < entriesDue(lottery);
  // A repeated request reports the state.
  if (lottery.status === "completed" && earlier) return ok({ isFirst: false });
  if (lottery.status !== "active") return err("not_active");
  if (earlier || isFrozen(lottery)) return ok({ isFirst: false });
  if (!(await hasValidTicket(tx, lotteryId))) return err("no_tickets");
  const allowed = isEarly ? canDrawEarly(lottery) : ok();
  if (!allowed.ok) return allowed;
  const earlyReason = drawReason(sent, isEarly);
  if (!earlyReason.ok) return earlyReason;

  await closeLocked(ctx, tx, actor, lottery, earlyReason.value?.text);
  const byAdmin = adminIdOf(actor);
  await insertRequest(tx, { lotteryId, requestedAt: ctx.now(), byAdmin, earlyReason: earlyReason.value });
  await recordChange(tx, {
    actor,
    action: "draw.request",
    subjectType: "lottery",
    subjectId: lotteryId,
    after: { asked_at: ctx.now().toJSON(), is_early: isEarly },
    reason: earlyReason.value?.text,
    at: ctx.now(),
  });
  return ok({ isFirst: true });
}

/** Closes, freezes and commits as far as possible at once, and continues later. Idempotent. */
export async function requestDraw(
  ctx: RequestCtx,
  actor: Actor,
  { lotteryId, reason, reasonFr }: { lotteryId: string; reason?: string | undefined; reasonFr?: string | undefined },
): Promise<Result<DrawState, RequestError>> {
  const reauth = await requireReauth(ctx, actor, "draws.run");
  if (!reauth.ok) return reauth;
  if (!isUuid(lotteryId)) return err("not_found");
  const time = await trueTime(ctx);
  const requested = await ctx.db
    .transaction()
    .execute((tx) => requestLocked(ctx, tx, actor, { lotteryId, sent: { text: reason, textFr: reasonFr }, time }));
  if (!requested.ok) return requested;
  // The timer retries after a failure. Only the first of simultaneous requests freezes.
  if (requested.value.isFirst) await freezeEntries(ctx, actor, { lotteryId });
  const draw = await findDraw(ctx, lotteryId);
  return draw ? ok(draw.state) : err("not_found");
}

/** Why the switch is refused. */
export type AutoError = "forbidden" | "not_found" | RefusalOf<typeof canSwitch>;

/** Switches the automatic draw on or off; requires the right `draws.run`. */
export async function setAutoDraw(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  { lotteryId, isOn }: { lotteryId: string; isOn: boolean },
): Promise<Result<undefined, AutoError>> {
  if (!(await may(ctx, actor, "draws.run"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const lottery = await lockLottery(tx, lotteryId);
    if (!lottery) return err("not_found");
    const allowed = canSwitch(lottery);
    if (!allowed.ok) return allowed;
    if (lottery.autoDraw === isOn) return ok();
    await storeAutoDraw(tx, lotteryId, isOn);
    await recordChange(tx, {
      actor,
      action: isOn ? "draw.by_itself" : "draw.by_hand",
      subjectType: "lottery",
      subjectId: lotteryId,
      before: { draws_by_itself: !isOn },
      after: { draws_by_itself: isOn },
      at: ctx.now(),
    });
    return ok();
  });
}
