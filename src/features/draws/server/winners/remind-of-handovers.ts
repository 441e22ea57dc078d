/** The published average hand-over time, and reminders after 20 and 30 days from the (reserve's) win. */
import { raiseAlert, withdrawAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { handoverState } from "../../rules/prize.ts";
import { listHandovers, measureHandoverRows } from "../reading/reading-store.ts";

/** Raises the alerts. Runs on a timer. */
export async function remindOfHandovers(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const at = ctx.now();
  for (const { lotteryId, wonAt } of await listHandovers(ctx.db)) {
    const subject = { type: "lottery", id: lotteryId } as const;
    const state = handoverState(wonAt, at);
    if (state === "soon") await raiseAlert(ctx.db, { kind: "handover_soon", subject, at });
    if (state === "late") {
      await withdrawAlert(ctx.db, { kind: "handover_soon", subject, at });
      await raiseAlert(ctx.db, { kind: "handover_late", subject, at });
    }
  }
}

/** The average in whole days; undefined without any hand-over. */
export type Handovers = { readonly days: number | undefined };

/** For the page of results. */
export async function measureHandovers(ctx: Pick<Ctx, "db">): Promise<Handovers> {
  return { days: await measureHandoverRows(ctx.db) };
}

/** How many are late, for the metrics. */
export async function countLateHandovers(ctx: Pick<Ctx, "db" | "now">): Promise<number> {
  const waiting = await listHandovers(ctx.db);
  return waiting.filter(({ wonAt }) => handoverState(wonAt, ctx.now()) === "late").length;
}
