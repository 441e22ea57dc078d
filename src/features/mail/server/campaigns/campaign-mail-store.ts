/** Table `mails`: the mails of campaigns. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { CampaignProgress, DeliveryState } from "../../rules/campaign.ts";

/** Queues a mail for each reader. */
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

/** Cancels mails that were not sent yet. */
export async function cancelQueued(tx: Tx, campaignId: string): Promise<void> {
  await tx
    .updateTable("mails")
    .set({ state: "cancelled" })
    .where("campaign_id", "=", campaignId)
    .where("state", "=", "queued")
    .execute();
}

const NO_MAILS: CampaignProgress = {
  queued: 0,
  sending: 0,
  sent: 0,
  failed: 0,
  suppressed: 0,
  unknown: 0,
  cancelled: 0,
  total: 0,
};

/** Mails by state, for each campaign. */
export async function countDeliveries(db: Db | Tx, campaignIds: readonly string[]): Promise<Map<string, CampaignProgress>> {
  const found = new Map(campaignIds.map((id) => [id, NO_MAILS]));
  if (campaignIds.length === 0) return found;
  const rows = await db
    .selectFrom("mails")
    .select(["campaign_id", "state", (eb) => eb.fn.countAll<string>().as("mails")])
    .where("campaign_id", "in", campaignIds)
    .groupBy(["campaign_id", "state"])
    .execute();
  for (const { campaign_id, state, mails } of rows) {
    const counted = found.get(campaign_id ?? "");
    if (counted) found.set(campaign_id ?? "", { ...counted, [state]: Number(mails), total: counted.total + Number(mails) });
  }
  return found;
}

export type DeliveryRow = {
  readonly mailId: string;
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The recipient's address; a pseudonym for erased people. */
  readonly email: string;
  readonly state: DeliveryState;
  /** Why it was not sent. */
  readonly reason: string | undefined;
  readonly attempts: number;
  readonly at: Date;
};

/** A page of a campaign's mails in a state. */
export async function listDeliveryRows(
  db: Db,
  query: { readonly campaignId: string; readonly state: DeliveryState; readonly limit: number; readonly offset: number },
): Promise<DeliveryRow[]> {
  const rows = await db
    .selectFrom("mails as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.id as mail_id", "u.id as user_id", "u.first_name", "u.last_name", "m.attempts"])
    .select(["m.recipient as email", "m.last_error as reason"])
    .select((eb) => eb.fn.coalesce("m.sent_at", "m.claimed_at", "m.created_at").as("at"))
    .where("m.campaign_id", "=", query.campaignId)
    .where("m.state", "=", query.state)
    .orderBy("m.id")
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return rows.map((row) => ({ ...fromRow(row), state: query.state }));
}

/**
 * Applies the decision of staff on mails with an unknown result: all of the campaign, or one. @returns
 * their number
 */
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
