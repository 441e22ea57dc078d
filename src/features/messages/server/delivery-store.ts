/** The SQL of sending a campaign's mails: which are due, who works on them, and what became of each. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";

export type ClaimedMail = {
  readonly id: string;
  readonly userId: string;
  readonly recipient: string;
  readonly messageId: string;
  readonly attempts: number;
};

/** Takes due mails and marks them before a byte leaves. No two callers get the same one. */
export async function claimDue(db: Db, campaignId: string, most: number, now: Date): Promise<ClaimedMail[]> {
  const { rows } = await sql<{ id: string; user_id: string; recipient: string; message_id: string; attempts: number }>`
    UPDATE mails m SET state = 'sending', claimed_at = ${now}, attempts = m.attempts + 1
    FROM (
      SELECT id FROM mails WHERE campaign_id = ${campaignId} AND state = 'queued' AND not_before <= ${now}
        AND EXISTS (SELECT FROM campaigns c WHERE c.id = ${campaignId} AND c.state = 'sending')
      ORDER BY not_before LIMIT ${most} FOR UPDATE SKIP LOCKED
    ) due
    WHERE m.id = due.id RETURNING m.id, m.user_id, m.recipient, m.message_id, m.attempts`.execute(db);
  return rows.map(fromRow);
}

/** Where somebody has another address now than when the mail was planned. */
export async function saveRecipient(db: Db, mailId: string, recipient: string): Promise<void> {
  await db.updateTable("mails").set({ recipient }).where("id", "=", mailId).execute();
}

/** What became of one try. `notBefore`: of `queued`, the next one. `checkedAt`: when its reader's consent was looked up, of advertising. */
export type MailEnd = {
  readonly id: string;
  readonly state: "sent" | "failed" | "suppressed" | "unknown" | "queued";
  readonly reason?: string | undefined;
  readonly notBefore?: Date | undefined;
  readonly checkedAt?: Date | undefined;
};

/** Writes what became of mails, also late. Does not wait for the disk: the job's own commit carries it. */
export async function finishMails(db: Db, given: readonly MailEnd[], now: Date): Promise<void> {
  // In one order, so that no two wait for each other where a queue has given the same jobs to both.
  const ends = given.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const iso = (date: Date | undefined) => date?.toISOString() ?? null;
  await sql`
    UPDATE mails m SET
      state = CASE WHEN e.state = 'queued' AND (SELECT c.state FROM campaigns c WHERE c.id = m.campaign_id FOR SHARE) = 'cancelled'
        THEN 'cancelled' ELSE e.state END,
      last_error = e.reason, not_before = coalesce(e.not_before, m.not_before),
      consent_checked_at = coalesce(e.checked_at, m.consent_checked_at),
      sent_at = CASE WHEN e.state = 'sent' THEN ${now}::timestamptz END
    FROM unnest(
      ${ends.map(({ id }) => id)}::uuid[], ${ends.map(({ state }) => state)}::text[], ${ends.map(({ reason }) => reason ?? null)}::text[],
      ${ends.map(({ notBefore }) => iso(notBefore))}::timestamptz[], ${ends.map(({ checkedAt }) => iso(checkedAt))}::timestamptz[]
    ) AS e (id, state, reason, not_before, checked_at)
    WHERE m.id = e.id AND (m.state = 'sending' OR (m.state = 'unknown' AND e.state <> 'queued'))
    RETURNING set_config('synchronous_commit', 'off', true)`.execute(db);
}

/** Mails on their way since before an instant: whoever sent them is gone, and nobody knows how far it came. @returns how many */
export async function giveUpStale(db: Db, claimedBefore: Date): Promise<number> {
  const result = await db
    .updateTable("mails")
    .set({ state: "unknown", last_error: "interrupted" })
    .where("state", "=", "sending")
    .where("campaign_id", "is not", null)
    .where("claimed_at", "<", claimedBefore)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** After a restore: what waited may have gone out since the backup. As if it had been on its way then, so that somebody decides whether it is sent. */
export async function holdRestored(tx: Tx, takenAt: Date): Promise<void> {
  await tx
    .updateTable("mails")
    .set({ state: "sending", claimed_at: takenAt })
    .where("state", "=", "queued")
    .where("campaign_id", "in", (eb) => eb.selectFrom("campaigns").select("id").where("state", "in", ["sending", "paused"]))
    .execute();
}

/** Whether anything is left to do: mails on their way or waiting, and, of the waiting, some that are due. */
export async function findRest(db: Db | Tx, campaignId: string, now: Date): Promise<{ isLeft: boolean; isDue: boolean }> {
  const { rows } = await sql<{ is_left: boolean; is_due: boolean }>`
    SELECT EXISTS (SELECT FROM mails WHERE campaign_id = ${campaignId} AND state IN ('queued', 'sending')) AS is_left,
      EXISTS (SELECT FROM mails WHERE campaign_id = ${campaignId} AND state = 'queued' AND not_before <= ${now}) AS is_due`.execute(
    db,
  );
  return { isLeft: rows[0]?.is_left ?? false, isDue: rows[0]?.is_due ?? false };
}

/** A sign of life of whoever sends a campaign. */
export async function saveWorkedAt(db: Db | Tx, campaignId: string, now: Date): Promise<void> {
  await db.updateTable("campaigns").set({ worked_at: now }).where("id", "=", campaignId).execute();
}

/** True for the one who may set somebody to work on a campaign, because nobody has shown a sign of life since an instant. */
export async function takeIdleCampaign(tx: Tx, campaignId: string, idleSince: Date, now: Date): Promise<boolean> {
  const taken = await tx
    .updateTable("campaigns")
    .set({ worked_at: now })
    .where("id", "=", campaignId)
    .where("state", "=", "sending")
    .where((eb) => eb.or([eb("worked_at", "is", null), eb("worked_at", "<", idleSince)]))
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

/**
 * Takes the next `mails / perSecond` seconds of the mail server's time, which all processes share, by the database's clock.
 *
 * @returns how long to wait until they begin, in ms
 */
export async function takePace(db: Db, mails: number, perSecond: number): Promise<number> {
  const seconds = mails / perSecond;
  const { rows } = await sql<{ wait: string }>`
    UPDATE mail_pace SET free_at = greatest(free_at, clock_timestamp()) + make_interval(secs => ${seconds})
    RETURNING extract(epoch FROM free_at - clock_timestamp()) - ${seconds}::float8 AS wait`.execute(db);
  return Math.max(0, Number(rows[0]?.wait ?? 0) * 1000);
}
