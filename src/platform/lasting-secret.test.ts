/**
 * A changed AUTH_SECRET without LASTING_SECRET would lift every self-exclusion, so starts and imports are
 * refused.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCtx, testCtx } from "./ctx.fixture.ts";
import { EnvError } from "./env/env.server.ts";
import { refuseOtherSecret, checkLastingSecret } from "./lasting-secret.server.ts";

const FIRST = "the first secret of this shop, which stays";
const SECOND = "another one, which somebody has set since";
let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const start = (secret: string, isDemo = false) => checkLastingSecret({ isDemo }, ctx.databaseUrl, secret);

it("a demonstration stores no fingerprint, and its commands accept any secret", async () => {
  await start(FIRST, true);
  await refuseOtherSecret(ctx.db, SECOND);
  expect(await ctx.db.selectFrom("shop_secrets").selectAll().execute()).toEqual([]);
});

it("the first start stores the fingerprint, and later starts refuse another secret", async () => {
  await Promise.all([start(FIRST), start(FIRST)]);
  await start(FIRST);
  await expect(start(SECOND)).rejects.toThrow(EnvError);
  await expect(start(SECOND)).rejects.toThrow("Set LASTING_SECRET to what AUTH_SECRET was at first");
  await refuseOtherSecret(ctx.db, FIRST);
  await expect(refuseOtherSecret(ctx.db, SECOND)).rejects.toThrow(EnvError);
});

it("the shop's role cannot delete the fingerprint", async () => {
  await expect(sql`DELETE FROM shop_secrets`.execute(ctx.db)).rejects.toMatchObject({ code: "42501" });
  await expect(sql`UPDATE shop_secrets SET mark = mark`.execute(ctx.db)).rejects.toMatchObject({ code: "42501" });
});
