/** SQL of exclusions that outlive their accounts. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** Of two for one address the later end holds. */
export async function insertKeptExclusion(tx: Tx, emailHash: Buffer, until: Date): Promise<void> {
  await tx
    .insertInto("kept_exclusions")
    .values({ email_hash: emailHash, until })
    .onConflict((conflict) => conflict.column("email_hash").doUpdateSet({ until }).where("kept_exclusions.until", "<", until))
    .execute();
}

/** When the exclusion of an address ends, if it still runs. */
export async function findKeptExclusion(tx: Tx, emailHash: Buffer, now: Date): Promise<Date | undefined> {
  const row = await tx
    .selectFrom("kept_exclusions")
    .select("until")
    .where("email_hash", "=", emailHash)
    .where("until", ">", now)
    .executeTakeFirst();
  return row?.until;
}

export async function deleteKeptExclusions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("kept_exclusions").where("until", "<=", now).execute();
}
