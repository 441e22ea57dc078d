/** Reads campaigns and their mails. */
import { type Actor, may } from "#features/access/server/actor.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { listLotteriesById } from "#features/lotteries/server/list-lotteries.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { CampaignProgress, DeliveryState, StopReason } from "../../rules/campaign.ts";
import { countDeliveries, type DeliveryRow, listDeliveryRows } from "./campaign-mail-store.ts";
import { type CampaignRow, countCampaigns, findCampaignRow, findStopReason, listCampaignRows } from "./campaign-store.ts";
import { reasonsFor } from "./list-recipients.ts";

export const CAMPAIGNS_PER_PAGE = 20;
export const DELIVERIES_PER_PAGE = 50;

/** A campaign as the back office shows it. `perSecond`: the rate limit of mails. */
export type CampaignView = Omit<CampaignRow, "lotteryId"> & {
  readonly lottery: { readonly id: string; readonly title: string } | undefined;
  readonly progress: CampaignProgress;
  readonly perSecond: number;
};

type Context = Pick<Ctx, "db" | "log" | "env">;

/** A page of campaigns, newest first, counted from 1. */
export async function listCampaigns(
  ctx: Context,
  actor: Actor,
  { page }: { readonly page: number },
): Promise<Result<{ campaigns: CampaignView[]; total: number }, "forbidden">> {
  if (!(await may(ctx, actor, "campaigns.read"))) return err("forbidden");
  const [rows, total] = await Promise.all([
    listCampaignRows(ctx.db, { limit: CAMPAIGNS_PER_PAGE, offset: (page - 1) * CAMPAIGNS_PER_PAGE }),
    countCampaigns(ctx.db),
  ]);
  return ok({ campaigns: await withProgress(ctx, rows), total });
}

/** A campaign. `stopped`: why the timer stopped it. */
export async function findCampaign(
  ctx: Context,
  actor: Actor,
  id: string,
): Promise<Result<CampaignView & { readonly stopped: StopReason | undefined }, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "campaigns.read"))) return err("forbidden");
  const row = isUuid(id) ? await findCampaignRow(ctx.db, id) : undefined;
  if (!row) return err("not_found");
  const [view] = await withProgress(ctx, [row]);
  const isStopped = row.state === "paused" || row.state === "cancelled";
  return view ? ok({ ...view, stopped: isStopped ? await findStopReason(ctx.db, id) : undefined }) : err("not_found");
}

/** A page of a campaign's mails in a state. `found`: all of them. */
export async function listDeliveries(
  ctx: Context,
  actor: Actor,
  id: string,
  { state, page }: { readonly state: DeliveryState; readonly page: number },
): Promise<Result<{ rows: DeliveryRow[]; found: number }, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "campaigns.read"))) return err("forbidden");
  if (!isUuid(id)) return err("not_found");
  const offset = (page - 1) * DELIVERIES_PER_PAGE;
  const [rows, counts] = await Promise.all([
    listDeliveryRows(ctx.db, { campaignId: id, state, limit: DELIVERIES_PER_PAGE, offset }),
    countDeliveries(ctx.db, [id]),
  ]);
  const shown = await reasonsFor(ctx, actor);
  const reasoned = rows.map(({ reason, ...row }) => ({ ...row, reason: reason && shown(reason) }));
  return ok({ rows: reasoned, found: counts.get(id)?.[state] ?? 0 });
}

/** Adds draws and counts of mails. */
async function withProgress(ctx: Context, rows: readonly CampaignRow[]): Promise<CampaignView[]> {
  const draws = rows.flatMap(({ lotteryId }) => (lotteryId === undefined ? [] : [lotteryId]));
  const [lotteries, counts] = await Promise.all([
    listLotteriesById(ctx, draws),
    countDeliveries(
      ctx.db,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.flatMap(({ lotteryId, ...row }) => {
    const lottery = lotteryId === undefined ? undefined : lotteries.get(lotteryId);
    const progress = counts.get(row.id);
    const title = lottery && { id: lottery.id, title: inLanguage(lottery.title, "fr") };
    return progress ? [{ ...row, lottery: title, progress, perSecond: ctx.env.mailsPerSecond }] : [];
  });
}
