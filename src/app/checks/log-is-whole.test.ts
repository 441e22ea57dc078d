import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordChange } from "#features/access/server/actor.ts";
import { exportChanges } from "#features/staff/server/audit-log/list-changes.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { LOG_IS_WHOLE } from "./log-is-whole.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const record = (db: Tx | TestCtx["db"], subjectId: string, after?: Record<string, unknown>) =>
  recordChange(db, { actor: { kind: "command" }, action: "draw.close", subjectType: "lottery", subjectId, after });
const chain = async () =>
  (
    await sql<{ seq: number; subject: string }>`SELECT c.seq::int, a.subject_id AS subject FROM audit_chain c
    JOIN audit_log a ON a.id = c.audit_id ORDER BY c.seq`.execute(ctx.db)
  ).rows;
const broken = async (which: "broken" | "watched" = "broken") => (await ctx.owner.query(LOG_IS_WHOLE[which])).rows.length;

it("entries are linked in the order of their commits, without gaps, also when many are written at once", async () => {
  const open = await ctx.db.startTransaction().execute();
  await record(open, "first to write");
  // Uncommitted entries block no others.
  await record(ctx.db, "first to commit");
  await open.commit().execute();
  const undone = await ctx.db.startTransaction().execute();
  await record(undone, "never happened");
  await undone.rollback().execute();
  await Promise.all(Array.from({ length: 20 }, (_, n) => record(ctx.db, `at once ${n}`, { n, text: "“é”" })));
  const links = await chain();
  expect(links.slice(0, 2).map(({ subject }) => subject)).toEqual(["first to commit", "first to write"]);
  expect(links.map(({ seq }) => seq)).toEqual(links.map((_, index) => index + 1));
  expect(links).toHaveLength(22);
  expect([await broken(), await broken("watched")]).toEqual([0, 0]);
});

describe("whoever owns the tables breaks the chain by", () => {
  const third = "(SELECT audit_id FROM audit_chain WHERE seq = 3)";
  it.each([
    ["changing what an entry says", `UPDATE audit_log SET after = '{"n": 99}' WHERE id = ${third}`],
    ["changing when it was", `UPDATE audit_log SET at = at - interval '1 microsecond' WHERE id = ${third}`],
    ["removing an entry", `DELETE FROM audit_log WHERE id = ${third}`],
    [
      "removing an entry and its link",
      `DELETE FROM audit_chain WHERE seq = 3; DELETE FROM audit_log WHERE id = (SELECT min(id) FROM audit_log)`,
    ],
    [
      "removing the oldest ones",
      "DELETE FROM audit_log WHERE id IN (SELECT audit_id FROM audit_chain WHERE seq < 3); DELETE FROM audit_chain WHERE seq < 3",
    ],
    [
      "writing a link anew",
      `UPDATE audit_log SET reason = 'x' WHERE id = ${third};
      UPDATE audit_chain c SET digest = audit_digest(a) FROM audit_log a WHERE a.id = c.audit_id AND c.seq = 3`,
    ],
    ["slipping in an entry", "INSERT INTO audit_log (actor, action, subject_type, subject_id) VALUES ('a', 'b', 'c', 'd')"],
  ])("%s", async (_, statement) => {
    await ctx.owner.query("BEGIN");
    try {
      await ctx.owner.query("ALTER TABLE audit_log DISABLE TRIGGER USER; ALTER TABLE audit_chain DISABLE TRIGGER USER");
      await ctx.owner.query(statement);
      expect(await broken()).toBeGreaterThan(0);
      expect(await broken("watched")).toBeGreaterThan(0);
    } finally {
      await ctx.owner.query("ROLLBACK");
    }
  });
});

it("the exported log has each entry with its hash, newest first, and is logged itself", async () => {
  const wanted = { person: "", action: "draws.*", subject: "at once 7", from: "", to: "", before: "" } as const;
  const exported = await exportChanges(ctx, { kind: "command" }, wanted);
  if (!exported.ok) throw new Error(exported.error);
  const lines = (await whole(exported.value)).trim().split("\r\n");
  const { rows } = await sql<{ hash: string }>`SELECT encode(c.hash, 'hex') AS hash FROM audit_chain c
    JOIN audit_log a ON a.id = c.audit_id WHERE a.subject_id = 'at once 7'`.execute(ctx.db);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("draw.close,lottery,at once 7");
  expect(lines[1]?.endsWith(rows[0]?.hash ?? "none")).toBe(true);
  const log = await ctx.db.selectFrom("audit_log").select("after").where("action", "=", "audit.export").execute();
  expect(log).toEqual([{ after: { action: "draws.*", from: "", to: "", searched: true } }]);
});

async function whole(pieces: AsyncGenerator<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}
