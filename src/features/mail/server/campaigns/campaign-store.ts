/** Table `campaigns`. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import { fromRow } from "#shared/from-row.ts";
import type { CampaignTemplateId } from "../../rules/campaign-templates.ts";
import { type CampaignState, STOP_REASONS, type StopReason } from "../../rules/campaign.ts";

/** `refused`: chosen recipients who may not be written to. `promotion`: the code that the campaign offers. */
export type CampaignRow = {
  readonly id: string;
  readonly template: CampaignTemplateId;
  readonly lotteryId: string | undefined;
  readonly subject: string;
  readonly content: string;
  readonly promotion: { readonly code: string; readonly percentOff: number; readonly expiresAt: Date } | undefined;
  readonly state: CampaignState;
  readonly refused: number;
  readonly createdAt: Date;
  readonly startedAt: Date | undefined;
  readonly endedAt: Date | undefined;
};

/** SELECT of campaigns with their codes. */
function selectCampaigns(db: Db | Tx) {
  return db
    .selectFrom("campaigns as c")
    .leftJoin("promotions as p", "p.id", "c.promotion_id")
    .select(["c.id", "c.template", "c.lottery_id", "c.subject", "c.content", "c.state", "c.refused"])
    .select(["c.created_at", "c.started_at", "c.ended_at", "p.code", "p.percent_off", "p.expires_at"]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectCampaigns>["executeTakeFirstOrThrow"]>>;

function toCampaign(row: Row): CampaignRow {
  const { code, percentOff, expiresAt, ...campaign } = fromRow(row);
  const isPromoted = code !== undefined && percentOff !== undefined && expiresAt !== undefined;
  return { ...campaign, promotion: isPromoted ? { code, percentOff, expiresAt } : undefined };
}

/** Stores a campaign. Undefined if another request with the same key was first. */
export async function insertCampaign(
  tx: Tx,
  campaign: {
    readonly template: CampaignTemplateId;
    readonly lotteryId: string;
    readonly subject: string;
    readonly content: string;
    readonly promotionId: string | undefined;
    readonly requestKey: string | undefined;
    readonly refused: number;
    readonly createdBy: string | undefined;
    readonly now: Date;
  },
): Promise<string | undefined> {
  const row = await tx
    .insertInto("campaigns")
    .values({
      template: campaign.template,
      lottery_id: campaign.lotteryId,
      subject: campaign.subject,
      content: campaign.content,
      promotion_id: campaign.promotionId ?? null,
      request_key: campaign.requestKey ?? null,
      refused: campaign.refused,
      created_by: campaign.createdBy ?? null,
      created_at: campaign.now,
    })
    .onConflict((conflict) => conflict.column("request_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** The campaign with this id. */
export async function findCampaignRow(db: Db | Tx, id: string): Promise<CampaignRow | undefined> {
  const row = await selectCampaigns(db).where("c.id", "=", id).executeTakeFirst();
  return row && toCampaign(row);
}

/** The campaign that a request with this key has created. */
export async function findCampaignByKey(db: Db | Tx, requestKey: string): Promise<CampaignRow | undefined> {
  const row = await selectCampaigns(db).where("c.request_key", "=", requestKey).executeTakeFirst();
  return row && toCampaign(row);
}

/** Locks the campaign until the transaction ends. */
export async function lockCampaign(tx: Tx, id: string): Promise<CampaignRow | undefined> {
  const row = await selectCampaigns(tx).where("c.id", "=", id).forUpdate("c").executeTakeFirst();
  return row && toCampaign(row);
}

/** A page of campaigns, newest first. */
export async function listCampaignRows(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<CampaignRow[]> {
  const rows = await selectCampaigns(db).orderBy("c.created_at", "desc").orderBy("c.id").limit(limit).offset(offset).execute();
  return rows.map(toCampaign);
}

/** How many campaigns there are. */
export async function countCampaigns(db: Db): Promise<number> {
  return countRows(db.selectFrom("campaigns"));
}

/** Campaigns that are being sent, oldest first. */
export async function listSendingCampaigns(db: Db): Promise<CampaignRow[]> {
  return (await selectCampaigns(db).where("c.state", "=", "sending").orderBy("c.created_at").execute()).map(toCampaign);
}

/** Sets the state, and when it was started or ended. */
export async function saveCampaignState(tx: Tx, id: string, state: CampaignState, now: Date): Promise<void> {
  const isOver = state === "cancelled" || state === "done";
  await tx
    .updateTable("campaigns")
    .set((eb) => ({
      state,
      ended_at: isOver ? now : null,
      started_at: state === "sending" ? eb.fn.coalesce("started_at", eb.val(now)) : eb.ref("started_at"),
      // Its worker may have crashed: the next one need not wait.
      worked_at: null,
    }))
    .where("id", "=", id)
    .execute();
}

/** The member of staff who last started or resumed it; undefined for the command line. */
export async function findStarter(db: Db | Tx, id: string): Promise<string | undefined> {
  const row = await changesOf(db, id)
    .where("action", "in", ["campaign.start", "campaign.resume", "campaign.resend_unknown"])
    .executeTakeFirst();
  return row?.actor_id ?? undefined;
}

/** Why the timer has paused or cancelled it; undefined if staff did. */
export async function findStopReason(db: Db, id: string): Promise<StopReason | undefined> {
  const row = await changesOf(db, id).where("action", "in", ["campaign.pause", "campaign.cancel"]).executeTakeFirst();
  const { because } = (row?.after ?? {}) as { because?: unknown };
  return STOP_REASONS.find((reason) => reason === because);
}

/** The last audit log entry about the campaign; the caller filters by action. */
function changesOf(db: Db | Tx, id: string) {
  const about = db.selectFrom("audit_log").select(["actor_id", "after"]).where("subject_type", "=", "campaign");
  return about.where("subject_id", "=", id).orderBy("id", "desc").limit(1);
}
