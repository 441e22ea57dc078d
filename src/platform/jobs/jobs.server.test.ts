/** How long the queues go on with what does not succeed. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCtx, testCtx } from "../ctx.fixture.ts";
import { prepareQueues } from "./jobs.server.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

type Timeouts = {
  readonly state: string;
  readonly retry_limit: number;
  readonly retry_delay: number;
  readonly retry_delay_max: number;
};

/** The shortest time between the first try and the last: luck makes the pauses up to twice as long. */
function leastSeconds({ retry_limit, retry_delay, retry_delay_max }: Timeouts): number {
  const pauses = Array.from({ length: retry_limit }, (_, tried) =>
    Math.min(retry_delay_max, retry_delay * 2 ** Math.min(15, tried)),
  );
  return pauses.reduce((sum, pause) => sum + pause, 0);
}

it("a confirmation that the mail server does not take is tried again for a day", async () => {
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

it("a queue of an older shop takes over the timeouts of this one", async () => {
  const limit = async () =>
    (await ctx.pool.query("SELECT retry_limit FROM pgboss.queue WHERE name = 'draw-news'")).rows[0]?.retry_limit;
  const wanted = await limit();
  await ctx.owner.query("UPDATE pgboss.queue SET retry_limit = 1");
  await prepareQueues(ctx.ownerUrl, ctx.log);
  expect(await limit()).toBe(wanted);
});
