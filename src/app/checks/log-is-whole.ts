/** The invariant of the audit log: its chain of hashes (docs/decisions/0037) fits its entries. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";

/** Links among `these` that do not fit their entry or predecessor. */
const brokenLinks = (these: string) => `SELECT c.seq, c.audit_id FROM audit_chain c
  LEFT JOIN audit_chain p ON p.seq = c.seq - 1 LEFT JOIN audit_log a ON a.id = c.audit_id
  WHERE ${these} AND (a.id IS NULL OR audit_digest(a) <> c.digest OR c.hash <> sha256(coalesce(p.hash, '') || c.digest)
    OR (p.seq IS NULL AND c.seq <> 1))`;

const UNLINKED =
  "SELECT NULL::bigint, a.id FROM audit_log a WHERE NOT EXISTS (SELECT FROM audit_chain c WHERE c.audit_id = a.id)";

/** The newest thousand, and five thousand of the others in rotation. */
const IN_TURN = `(c.seq > (SELECT max(seq) - 1000 FROM audit_chain)
  OR c.seq / 5000 = (SELECT floor(extract(epoch FROM now()) / 300)::bigint % (max(seq) / 5000 + 1) FROM audit_chain))`;

export const LOG_IS_WHOLE = {
  id: "log-is-whole",
  says: "no entry of the audit log was changed, removed, slipped in or left without its link of the chain",
  broken: `${brokenLinks("true")} UNION ALL ${UNLINKED}`,
  watched: `${brokenLinks(IN_TURN)} UNION ALL ${UNLINKED}`,
} as const;

/** A line to store outside the shop. It proves later that the log up to then was not rewritten. */
export async function describeLogsEnd(db: Db): Promise<string> {
  const { rows } = await sql<{ seq: string; hash: string }>`
    SELECT seq::text, encode(hash, 'hex') AS hash FROM audit_chain ORDER BY seq DESC LIMIT 1`.execute(db);
  return rows[0]
    ? `The audit log has ${rows[0].seq} entries; the newest hash is ${rows[0].hash}.\n`
    : "The audit log is empty.\n";
}
