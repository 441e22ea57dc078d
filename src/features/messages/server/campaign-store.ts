/** The SQL of campaigns: what they are, and what becomes of their mails as a whole. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/db.server.ts";
import type { CampaignProgress, CampaignState, DeliveryState } from "../rules/campaign.ts";
import type { CampaignTemplateId } from "../rules/campaign-templates.ts";

export type CampaignRow = {
  readonly id: string;
  readonly template: CampaignTemplateId;
  readonly lotteryId: string | undefined;
  readonly subject: string;
  readonly content: string;
  readonly promotion: { readonly code: string; readonly percentOff: number; readonly expiresAt: Date } | undefined;
  readonly state: CampaignState;
  /** Chosen people to whom nothing may be sent. */
  readonly refused: number;
  readonly createdAt: Date;
  readonly startedAt: Date | undefined;
  readonly endedAt: Date | undefined;
};

function campaigns(db: Db | Tx) {
  return db
    .selectFrom("campaigns as c")
    .leftJoin("promotions as p", "p.id", "c.promotion_id")
    .select(["c.id", "c.template", "c.lottery_id", "c.subject", "c.content", "c.state", "c.refused"])
    .select(["c.created_at", "c.started_at", "c.ended_at", "p.code", "p.percent_off", "p.expires_at"]);
}
type Row = Awaited<ReturnType<ReturnType<typeof campaigns>["executeTakeFirstOrThrow"]>>;

function toCampaign(row: Row): CampaignRow {
  return {
    id: row.id,
    template: row.template,
    lotteryId: row.lottery_id ?? undefined,
    subject: row.subject,
    content: row.content,
    promotion:
      row.code === null || row.percent_off === null || row.expires_at === null
        ? undefined
        : { code: row.code, percentOff: row.percent_off, expiresAt: row.expires_at },
    state: row.state,
    refused: row.refused,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
  };
}

/** Undefined where another request with the same key was first. */
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

/** A row for each reader, before anything is sent. */
export async function insertDeliveries(
  tx: Tx,
  campaignId: string,
  readers: readonly { readonly id: string; readonly email: string }[],
  now: Date,
): Promise<void> {
  const ids = readers.map(({ id }) => id);
  const emails = readers.map(({ email }) => email);
  await sql`
    INSERT INTO mails (campaign_id, user_id, recipient, message, message_id, is_marketing, state, created_at, not_before)
    SELECT ${campaignId}::uuid, r.id, r.email, 'campaign:' || ${campaignId} || ':' || r.id, 'campaign.' || ${campaignId} || '.' || r.id,
      true, 'queued', ${now}, ${now}
    FROM unnest(${ids}::uuid[], ${emails}::text[]) AS r (id, email)`.execute(tx);
}

export async function findCampaignRow(db: Db | Tx, id: string): Promise<CampaignRow | undefined> {
  const row = await campaigns(db).where("c.id", "=", id).executeTakeFirst();
  return row && toCampaign(row);
}

export async function findCampaignByKey(db: Db | Tx, requestKey: string): Promise<CampaignRow | undefined> {
  const row = await campaigns(db).where("c.request_key", "=", requestKey).executeTakeFirst();
  return row && toCampaign(row);
}

/** Nobody else changes it until the transaction ends. */
export async function lockCampaign(tx: Tx, id: string): Promise<CampaignRow | undefined> {
  const row = await campaigns(tx).where("c.id", "=", id).forUpdate("c").executeTakeFirst();
  return row && toCampaign(row);
}

/** Newest first. */
export async function listCampaignRows(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<CampaignRow[]> {
  const rows = await campaigns(db).orderBy("c.created_at", "desc").orderBy("c.id").limit(limit).offset(offset).execute();
  return rows.map(toCampaign);
}

export async function countCampaigns(db: Db): Promise<number> {
  const row = await db
    .selectFrom("campaigns")
    .select((eb) => eb.fn.countAll<string>().as("all"))
    .executeTakeFirstOrThrow();
  return Number(row.all);
}

export async function listSendingCampaigns(db: Db): Promise<CampaignRow[]> {
  return (await campaigns(db).where("c.state", "=", "sending").orderBy("c.created_at").execute()).map(toCampaign);
}

export async function saveCampaignState(tx: Tx, id: string, state: CampaignState, now: Date): Promise<void> {
  const isOver = state === "cancelled" || state === "done";
  await tx
    .updateTable("campaigns")
    .set((eb) => ({
      state,
      ended_at: isOver ? now : null,
      started_at: state === "sending" ? eb.fn.coalesce("started_at", eb.val(now)) : eb.ref("started_at"),
      // Whoever worked on it before may have died since: the next one need not wait to be sure.
      worked_at: null,
    }))
    .where("id", "=", id)
    .execute();
}

/** What has not been tried yet will not be. */
export async function cancelQueued(tx: Tx, campaignId: string): Promise<void> {
  await tx
    .updateTable("mails")
    .set({ state: "cancelled" })
    .where("campaign_id", "=", campaignId)
    .where("state", "=", "queued")
    .execute();
}

const NOTHING: CampaignProgress = {
  queued: 0,
  sending: 0,
  sent: 0,
  failed: 0,
  suppressed: 0,
  unknown: 0,
  cancelled: 0,
  total: 0,
};

/** By campaign; each that was asked for is there. */
export async function countDeliveries(db: Db | Tx, campaignIds: readonly string[]): Promise<Map<string, CampaignProgress>> {
  const found = new Map(campaignIds.map((id) => [id, NOTHING]));
  if (campaignIds.length === 0) return found;
  const rows = await db
    .selectFrom("mails")
    .select(["campaign_id", "state", (eb) => eb.fn.countAll<string>().as("mails")])
    .where("campaign_id", "in", campaignIds)
    .groupBy(["campaign_id", "state"])
    .execute();
  for (const { campaign_id, state, mails } of rows) {
    const so = found.get(campaign_id ?? "");
    if (so) found.set(campaign_id ?? "", { ...so, [state]: Number(mails), total: so.total + Number(mails) });
  }
  return found;
}

export type DeliveryRow = {
  readonly mailId: string;
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Where it went; of erased people the name of nobody. */
  readonly email: string;
  readonly state: DeliveryState;
  /** The mail server's numbers, or why the reader may not be written to. */
  readonly reason: string | undefined;
  readonly attempts: number;
  readonly at: Date;
};

export async function listDeliveryRows(
  db: Db,
  wanted: { readonly campaignId: string; readonly state: DeliveryState; readonly limit: number; readonly offset: number },
): Promise<DeliveryRow[]> {
  const rows = await db
    .selectFrom("mails as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.id", "u.id as user_id", "u.first_name", "u.last_name", "m.recipient", "m.last_error", "m.attempts"])
    .select((eb) => eb.fn.coalesce("m.sent_at", "m.claimed_at", "m.created_at").as("at"))
    .where("m.campaign_id", "=", wanted.campaignId)
    .where("m.state", "=", wanted.state)
    .orderBy("m.id")
    .limit(wanted.limit)
    .offset(wanted.offset)
    .execute();
  return rows.map((row) => ({
    mailId: row.id,
    userId: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.recipient,
    state: wanted.state,
    reason: row.last_error ?? undefined,
    attempts: row.attempts,
    at: row.at,
  }));
}

/** What somebody decides about mails whose fate is unknown. @returns how many there were */
export async function settleUnknownRows(
  tx: Tx,
  campaignId: string,
  mailId: string | undefined,
  to: { readonly state: "queued" | "failed"; readonly now: Date },
): Promise<number> {
  let query = tx
    .updateTable("mails")
    .set(to.state === "queued" ? { state: "queued", not_before: to.now, attempts: 0 } : { state: "failed", last_error: "left" })
    .where("campaign_id", "=", campaignId)
    .where("state", "=", "unknown");
  if (mailId !== undefined) query = query.where("id", "=", mailId);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}
