import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCtx, testCtx } from "../ctx.fixture.ts";
import { prepareQueues, startJobs } from "./jobs.server.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const orderIdOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const sendRefunds = (count: number) =>
  ctx.db.transaction().execute(async (tx) => {
    for (let i = 0; i < count; i++) await ctx.jobs.send(tx, "refund", { orderId: orderIdOf(i) });
  });
const countOf = async (name: string, state: string) =>
  (await ctx.pool.query<{ count: number }>("SELECT count(*) FROM pgboss.job WHERE name = $1 AND state = $2", [name, state]))
    .rows[0]?.count;

type Timeouts = {
  readonly state: string;
  readonly retry_limit: number;
  readonly retry_delay: number;
  readonly retry_delay_max: number;
};

/** The least time between the first and the last attempt: jitter makes pauses up to twice as long. */
function leastSeconds({ retry_limit, retry_delay, retry_delay_max }: Timeouts): number {
  const pauses = Array.from({ length: retry_limit }, (_, tried) =>
    Math.min(retry_delay_max, retry_delay * 2 ** Math.min(15, tried)),
  );
  return pauses.reduce((sum, pause) => sum + pause, 0);
}

it("a confirmation that the mail server refuses is retried for a day", async () => {
  await ctx.jobs.work("mail", () => Promise.reject(new Error("the mail server is away")));
  await ctx.db
    .transaction()
    .execute((tx) =>
      ctx.jobs.send(tx, "mail", { message: "order-confirmation", orderId: "00000000-0000-4000-8000-000000000000" }),
    );
  const look = async (): Promise<Timeouts | undefined> =>
    (
      await ctx.pool.query<Timeouts>(
        "SELECT state, retry_limit, retry_delay, retry_delay_max FROM pgboss.job WHERE name = 'mail'",
      )
    ).rows[0];
  await expect.poll(async () => (await look())?.state, { timeout: 10_000 }).toBe("retry");
  const job = await look();
  expect(job && leastSeconds(job)).toBeGreaterThanOrEqual(86_400);
});

it("a job enqueued within a statement equals a sent one, and exists if its condition is true", async () => {
  const data = { message: "order-confirmation", orderId: orderIdOf(1) } as const;
  const rowsOf = async () =>
    (await ctx.pool.query<Record<string, unknown>>("SELECT * FROM pgboss.job WHERE name = 'mail' ORDER BY created_on")).rows;
  const sendIf = (condition: boolean) =>
    ctx.jobs.sendWithin("mail", data, async (job) => {
      const { rows } = await sql`WITH job AS (${job(sql`${condition}::boolean`)}) SELECT id FROM job`.execute(ctx.db);
      return rows.length;
    });
  const before = new Set((await rowsOf()).map(({ id }) => id));
  await ctx.db.transaction().execute((tx) => ctx.jobs.send(tx, "mail", data));
  expect([await sendIf(true), await sendIf(false)]).toEqual([1, 0]);
  const [sent, within, ...more] = (await rowsOf()).filter(({ id }) => !before.has(id));
  const moments = ["id", "created_on", "start_after", "keep_until"];
  const lasting = (row: Record<string, unknown> = {}) => Object.entries(row).filter(([column]) => !moments.includes(column));
  expect(lasting(sent).length).toBeGreaterThan(20);
  expect(lasting(within)).toEqual(lasting(sent));
  expect(more).toEqual([]);
});

it("a full queue is emptied without a pause, and failing or hanging jobs do not block others", async () => {
  const jobs = await startJobs(ctx.databaseUrl, ctx.log);
  const refunds = 60;
  const [failing, hanging] = [orderIdOf(3), orderIdOf(7)];
  const done = new Set<string>();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await ctx.owner.query("DELETE FROM pgboss.job");
  await sendRefunds(refunds);
  await jobs.work(
    "refund",
    async ({ orderId }) => {
      if (orderId === failing) throw new Error("not this one");
      if (orderId === hanging) await released;
      done.add(orderId);
    },
    4,
  );
  // At one poll a second it would take fifteen.
  await expect.poll(() => done.size, { timeout: 10_000 }).toBe(refunds - 2);
  release();
  await expect.poll(() => countOf("refund", "completed"), { timeout: 10_000 }).toBe(refunds - 1);
  expect(await countOf("refund", "retry")).toBe(1);
  await jobs.stop();
});

it("a transaction that sends a job to a rarely used queue wakes its worker", async () => {
  const done: string[] = [];
  await ctx.jobs.work("sign-in-link", async ({ email }) => void done.push(email));
  // A worker polls at once. A later job would wait for the next poll.
  await expect.poll(() => countOf("sign-in-link", "created")).toBe(0);
  const { rows } = await ctx.owner.query("SELECT notify FROM pgboss.queue WHERE name IN ('mail', 'sign-in-link') ORDER BY name");
  expect(rows).toEqual([{ notify: false }, { notify: true }]);
  await ctx.db.transaction().execute((tx) => ctx.jobs.send(tx, "sign-in-link", { email: "ann@example.com", linkId: "1" }));
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(["ann@example.com"]);
});

it("a queue of an older version gets this version's timeouts", async () => {
  const limit = async () =>
    (await ctx.pool.query("SELECT retry_limit FROM pgboss.queue WHERE name = 'draw-news'")).rows[0]?.retry_limit;
  const wanted = await limit();
  await ctx.owner.query("UPDATE pgboss.queue SET retry_limit = 1");
  await prepareQueues(ctx.ownerUrl, ctx.log);
  expect(await limit()).toBe(wanted);
});
