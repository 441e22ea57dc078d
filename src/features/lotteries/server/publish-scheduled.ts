/** Publishes drafts at their set time, with the checks of publishing by hand. */
import { recordChange } from "#features/access/server/actor.ts";
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { changesBetween, columnsOfLottery } from "../rules/fields/lottery-changes.ts";
import { listDueDrafts, lockManagedRow, type ManagedLottery } from "./managed-store.ts";
import { changeLocked } from "./save-lottery.ts";
import { updateLottery } from "./stock-store.ts";

type Publishing = Pick<Ctx, "db" | "log" | "now" | "media">;

/** The actor in the audit log. */
const CLOCK = { kind: "clock" } as const;

/** Removes the time of publishing. */
async function clearPublishTime(tx: Tx, lottery: ManagedLottery, at: Date): Promise<void> {
  const draft = { ...lottery, publishAt: undefined };
  await updateLottery(tx, lottery.id, draft, at);
  await recordChange(tx, {
    actor: CLOCK,
    action: "lottery.update",
    subjectType: "lottery",
    subjectId: lottery.id,
    ...changesBetween(columnsOfLottery(lottery), columnsOfLottery(draft)),
    at,
  });
}

/** Publishes a draft, if it is still due under the lock. */
async function publish(ctx: Publishing, tx: Tx, id: string): Promise<void> {
  const at = ctx.now();
  const lottery = await lockManagedRow(tx, id);
  // A colleague may have removed its time meanwhile.
  if (lottery?.status !== "draft" || lottery.publishAt === undefined || lottery.publishAt > at) return;
  const about = { subject: { type: "lottery", id }, at } as const;
  const published = await changeLocked(ctx, tx, CLOCK, {
    ...{ lotteryId: id, version: lottery.version },
    draft: { ...lottery, status: "active" },
    pictures: lottery.images.map(({ picture }) => picture.url),
  });
  if (published.ok) return;
  ctx.log.warn({ lotteryId: id, refusal: published, alert: "publishing_failed" }, "a draft was not published at its time");
  await clearPublishTime(tx, lottery, at);
  await raiseAlert(tx, { kind: "publishing_failed", facts: { due: lottery.publishAt.toISOString() }, ...about });
}

/** Publishes all that are due. A draft that cannot be published loses its time, and staff get an alert. */
export async function publishScheduled(ctx: Publishing): Promise<void> {
  for (const id of await listDueDrafts(ctx.db, ctx.now()))
    await ctx.db
      .transaction()
      .execute((tx) => publish(ctx, tx, id))
      .catch((error: unknown) => ctx.log.error({ err: error, lotteryId: id }, "a draft could not be published"));
}
