/** SQL for sending campaign mails: due mails, workers and results. */
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

/** Claims due mails before they are sent. No two callers get the same one. */
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

/** Corrects the address of a reader who has changed it since the campaign was created. */
export async function saveRecipient(db: Db, mailId: string, recipient: string): Promise<void> {
  await db.updateTable("mails").set({ recipient }).where("id", "=", mailId).execute();
}

/** Result of an attempt. `notBefore`: the next one. `checkedAt`: when the reader's consent was read. */
export type MailEnd = {
  readonly id: string;
  readonly state: "sent" | "failed" | "suppressed" | "unknown" | "queued";
  readonly reason?: string | undefined;
  readonly notBefore?: Date | undefined;
  readonly checkedAt?: Date | undefined;
};

/** Stores results, also late ones. Commits without waiting for the disk: the job's own commit includes it. */
export async function finishMails(db: Db, results: readonly MailEnd[], now: Date): Promise<void> {
  // In a fixed order against deadlocks, since a queue may give the same jobs to two workers.
  const ends = results.toSorted((a, b) => (a.id < b.id ? -1 : 1));
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

/** Marks mails whose worker has crashed as unknown. @returns how many */
export async function markStaleUnknown(db: Db, claimedBefore: Date): Promise<number> {
  const result = await db
    .updateTable("mails")
    .set({ state: "unknown", last_error: "interrupted" })
    .where("state", "=", "sending")
    .where("campaign_id", "is not", null)
    .where("claimed_at", "<", claimedBefore)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** After a restore, waiting mails may have been sent since the backup: staff decide about them. */
export async function holdRestored(tx: Tx, takenAt: Date): Promise<void> {
  await tx
    .updateTable("mails")
    .set({ state: "sending", claimed_at: takenAt })
    .where("state", "=", "queued")
    .where("campaign_id", "in", (eb) => eb.selectFrom("campaigns").select("id").where("state", "in", ["sending", "paused"]))
    .execute();
}

/** `isLeft`: some mails are queued or being sent; `isDue`: some of the queued ones are due. */
export async function findRemaining(db: Db | Tx, campaignId: string, now: Date): Promise<{ isLeft: boolean; isDue: boolean }> {
  const { rows } = await sql<{ is_left: boolean; is_due: boolean }>`
    SELECT EXISTS (SELECT FROM mails WHERE campaign_id = ${campaignId} AND state IN ('queued', 'sending')) AS is_left,
      EXISTS (SELECT FROM mails WHERE campaign_id = ${campaignId} AND state = 'queued' AND not_before <= ${now}) AS is_due`.execute(
    db,
  );
  return { isLeft: rows[0]?.is_left ?? false, isDue: rows[0]?.is_due ?? false };
}

/** Writes the heartbeat of a campaign's worker. */
export async function saveWorkedAt(db: Db | Tx, campaignId: string, now: Date): Promise<void> {
  await db.updateTable("campaigns").set({ worked_at: now }).where("id", "=", campaignId).execute();
}

/** Claims an idle campaign: true for one caller, if there was no heartbeat since `idleSince`. */
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

/** Reserves `mails / perSecond` seconds of the mail server's time. @returns the wait until then, in ms */
export async function reserveRate(db: Db, mails: number, perSecond: number): Promise<number> {
  const seconds = mails / perSecond;
  const { rows } = await sql<{ wait: string }>`
    UPDATE mail_pace SET free_at = greatest(free_at, clock_timestamp()) + make_interval(secs => ${seconds})
    RETURNING extract(epoch FROM free_at - clock_timestamp()) - ${seconds}::float8 AS wait`.execute(db);
  return Math.max(0, Number(rows[0]?.wait ?? 0) * 1000);
}
