/** Advances all draws: ends sales in time, freezes requested lists, and draws published rounds. */
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import { autoFreezeDue, type Ending } from "#features/lotteries/rules/dates/draw-dates.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isBusy, isTransient } from "#shared/database-errors.ts";
import { drawWinner } from "../drawing/draw-winner.ts";
import { listUnderWay } from "../drawing/step-store.ts";
import { roundAt } from "../reading/find-draw.ts";
import { insertTimestamp, listStampedUrls } from "../reading/log-store.ts";
import { type DrawRow, findDrawRow } from "../reading/reading-store.ts";
import { closeSales } from "./close-sales.ts";
import { type FreezeError, freezeEntries } from "./freeze-entries.ts";

type AdvanceCtx = Pick<Ctx, "db" | "log" | "now" | "beacon" | "jobs" | "media" | "timestamps" | "env">;
/** Shorter outages of a relay raise no alert. */
const LATE_MS = 600_000;
const CLOCK = { kind: "clock" } as const;

async function alertBeaconSilence({ db, now }: AdvanceCtx, lotteryId: string): Promise<void> {
  await raiseAlert(db, { kind: "beacon_unreachable", subject: { type: "lottery", id: lotteryId }, at: now() });
}

/** Since when the beacon has been silent before a freeze, by beacon and draw. */
const silentSince = new WeakMap<AdvanceCtx["beacon"], Map<string, number>>();

function isSilentForLong({ beacon, now }: AdvanceCtx, lotteryId: string): boolean {
  const since = silentSince.get(beacon) ?? new Map<string, number>();
  silentSince.set(beacon, since);
  const at = now().getTime();
  const first = since.get(lotteryId) ?? at;
  since.set(lotteryId, first);
  return at - first > LATE_MS;
}

/** Logs why a due freeze fails, and alerts staff if that lasts or needs them. */
async function reportObstacle(ctx: AdvanceCtx, lotteryId: string, error: FreezeError): Promise<void> {
  if (error === "beacon_unreachable") {
    ctx.log.warn(
      { lotteryId, alert: "beacon_unreachable" },
      "no beacon relay returns the newest round, so no entries are frozen; retrying",
    );
    if (isSilentForLong(ctx, lotteryId)) await alertBeaconSilence(ctx, lotteryId);
  } else silentSince.get(ctx.beacon)?.delete(lotteryId);
  if (error !== "wrong_clock") return;
  ctx.log.error(
    { lotteryId, alert: "wrong_clock" },
    "the clock disagrees with the beacon's newest round, so no entries are frozen",
  );
  await raiseAlert(ctx.db, { kind: "wrong_clock", subject: { type: "lottery", id: lotteryId }, at: ctx.now() });
}

type StampCtx = Pick<Ctx, "db" | "log" | "now" | "beacon" | "timestamps">;

/** After this share of the wait for the round, a missing stamp raises an alert. */
const LATE_SHARE = 1 / 3;

type StampRequest = { readonly url: string; readonly lotteryId: string; readonly commitment: string; readonly due: Date };

/** Requests and stores a stamp of one authority. @returns whether there is one */
async function stampAt(ctx: StampCtx, { url, lotteryId, commitment, due }: StampRequest): Promise<boolean> {
  const stamp = await ctx.timestamps.stamp(url, commitment);
  // A stamp that may be late by the authority's accuracy would make the whole proof differ.
  if (!stamp.ok || stamp.value.latest >= due) {
    ctx.log.info(
      { lotteryId, url, error: stamp.ok ? "late" : stamp.error },
      "a timestamp authority has not stamped a commitment",
    );
    return false;
  }
  const { authority, at, token } = stamp.value;
  return insertTimestamp(ctx.db, { lotteryId, url, authority, at, token });
}

/** The pause between two requests to an authority for one draw, since authorities limit requests. */
const RETRY_AFTER_MS = 15_000;

/** The time of the last request, by draw and authority. */
const requestedAt = new WeakMap<StampCtx["timestamps"], Map<string, number>>();

/** Whether the pause after the last request is over; notes this one. */
function mayRequest({ timestamps, now }: StampCtx, key: string): boolean {
  const requests = requestedAt.get(timestamps) ?? new Map<string, number>();
  requestedAt.set(timestamps, requests);
  const at = now().getTime();
  if (at - (requests.get(key) ?? Number.NEGATIVE_INFINITY) < RETRY_AFTER_MS) return false;
  requests.set(key, at);
  return true;
}

/**
 * Requests the missing time-stamps of a commitment. Once its round is due, a stamp proves nothing and is
 * refused.
 */
async function stampCommitment(ctx: StampCtx, draw: DrawRow): Promise<void> {
  const { committed, lotteryId } = draw;
  // Old draws stay as they were frozen.
  if (!committed || draw.result || committed.inputs.prizeSha256 === undefined) return;
  const due = roundAt(ctx, committed);
  if (ctx.now() >= due) return;
  const stampedUrls = await listStampedUrls(ctx.db, lotteryId);
  const missing = ctx.timestamps.urls.filter((url) => !stampedUrls.has(url) && mayRequest(ctx, `${lotteryId} ${url}`));
  const stamped = await Promise.all(
    missing.map((url) => stampAt(ctx, { url, lotteryId, commitment: committed.commitment, due })),
  );
  if (stampedUrls.size > 0 || stamped.some(Boolean)) return;
  const wait = due.getTime() - committed.frozenAt.getTime();
  if (ctx.now().getTime() - committed.frozenAt.getTime() < wait * LATE_SHARE) return;
  ctx.log.warn({ lotteryId, alert: "commitment_not_witnessed" }, "no timestamp authority has stamped a commitment yet; retrying");
  await raiseAlert(ctx.db, { kind: "commitment_not_witnessed", subject: { type: "lottery", id: lotteryId }, at: ctx.now() });
}

/** Closes, freezes, has the commitment time-stamped, and draws, as far as each is due. */
async function advance(ctx: AdvanceCtx, lotteryId: string, ending: Ending): Promise<void> {
  const at = { lotteryId };
  const draw = await findDrawRow(ctx.db, lotteryId);
  if (!draw) return;
  if (!draw.committed) {
    await closeSales(ctx, CLOCK, at);
    const isDue = draw.autoDraw && ctx.now() >= autoFreezeDue(ending);
    if (draw.requestedAt === undefined && !isDue) return;
    const frozen = await freezeEntries(ctx, CLOCK, at);
    if (!frozen.ok) return reportObstacle(ctx, lotteryId, frozen.error);
    silentSince.get(ctx.beacon)?.delete(lotteryId);
  }
  const sealed = draw.committed ? draw : await findDrawRow(ctx.db, lotteryId);
  // Before the result, which closes the proof.
  if (sealed)
    await stampCommitment(ctx, sealed).catch((error: unknown) => ctx.log.error({ err: error, lotteryId }, "timestamping failed"));
  const drawn = await drawWinner(ctx, CLOCK, at);
  if (drawn.ok || (drawn.error !== "unreachable" && drawn.error !== "waiting")) return;
  if (drawn.error === "unreachable")
    ctx.log.warn({ lotteryId, alert: "beacon_unreachable" }, "no beacon relay returns the round of a draw; retrying");
  // Relays that answer without an overdue round delay the draw as well.
  if (draw.committed && ctx.now().getTime() - roundAt(ctx, draw.committed).getTime() > LATE_MS)
    await alertBeaconSilence(ctx, lotteryId);
}

/**
 * Runs the next step of each draw. It reads the state again before, so processes may be killed or run in
 * parallel.
 */
export async function advanceDraws(ctx: AdvanceCtx): Promise<void> {
  const underWay = await listUnderWay(ctx.db, ctx.now());
  // A beacon that hangs for one draw must not delay the others.
  await Promise.all(
    underWay.map(({ id, ...draw }) =>
      advance(ctx, id, draw).catch(async (error: unknown) => {
        ctx.log.error({ err: error, lotteryId: id, alert: "draw_stuck" }, "a draw could not be advanced");
        // Transient failures are retried in the next round.
        if (!isTransient(error) && !isBusy(error))
          await raiseAlert(ctx.db, { kind: "draw_stuck", subject: { type: "lottery", id }, at: ctx.now() });
      }),
    ),
  );
}
