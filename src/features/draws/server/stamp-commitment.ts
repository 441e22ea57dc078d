/** Has outside authorities witness that a commitment was there before its round. */
import { raiseAlert } from "#features/accounts/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { roundAt } from "./find-draw.ts";
import { insertTimestamp, listAskedUrls } from "./log-store.ts";
import type { DrawRow } from "./reading-store.ts";

type Stamping = Pick<Ctx, "db" | "log" | "now" | "beacon" | "timestamps">;

/** An authority that failed is asked again after so long; it counts its questions. */
const PAUSE_MS = 15_000;
/** Of the wait for the round: then somebody is told that nobody has stamped it yet. */
const LATE_SHARE = 1 / 3;

const askedAt = new WeakMap<Stamping["timestamps"], Map<string, number>>();

/** Asks all authorities that have not stamped it yet. From the round's time on a stamp would prove nothing, and none is taken. */
export async function stampCommitment(ctx: Stamping, draw: DrawRow): Promise<void> {
  const { committed, lotteryId } = draw;
  // Draws of before are as they were sealed.
  if (!committed || draw.result || committed.inputs.prizeSha256 === undefined) return;
  const due = roundAt(ctx, committed);
  if (ctx.now() >= due) return;
  const done = await listAskedUrls(ctx.db, lotteryId);
  const open = ctx.timestamps.urls.filter((url) => !done.has(url) && mayAsk(ctx, `${lotteryId} ${url}`));
  const stamped = await Promise.all(open.map((url) => stampAt(ctx, { url, lotteryId, commitment: committed.commitment, due })));
  if (done.size > 0 || stamped.some(Boolean)) return;
  const wait = due.getTime() - committed.frozenAt.getTime();
  if (ctx.now().getTime() - committed.frozenAt.getTime() < wait * LATE_SHARE) return;
  ctx.log.warn({ lotteryId, alert: "commitment_not_witnessed" }, "no timestamp authority has stamped a commitment yet; retrying");
  await raiseAlert(ctx.db, { kind: "commitment_not_witnessed", subject: { type: "lottery", id: lotteryId }, at: ctx.now() });
}

type Asking = { readonly url: string; readonly lotteryId: string; readonly commitment: string; readonly due: Date };

async function stampAt(ctx: Stamping, { url, lotteryId, commitment, due }: Asking): Promise<boolean> {
  const stamp = await ctx.timestamps.stamp(url, commitment);
  // One that may be late by its authority's own word counts for nobody, and would make the whole proof differ.
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

function mayAsk({ timestamps, now }: Stamping, key: string): boolean {
  const asked = askedAt.get(timestamps) ?? new Map<string, number>();
  askedAt.set(timestamps, asked);
  const at = now().getTime();
  if (at - (asked.get(key) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS) return false;
  asked.set(key, at);
  return true;
}
