import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { findRole } from "#features/access/server/actor.ts";
import { withSecondFactor } from "#features/accounts/server/second-factor/second-factor.fixture.ts";
import { showSecondFactor } from "#features/accounts/server/second-factor/set-second-factor.ts";
import { keyInCard } from "#features/orders/server/postal/key-in-card.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { londonDate } from "#shared/dates/dates.ts";

const CLI = join(import.meta.dirname, "admin-cli.ts");

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

/** Only the database's setting, as on a shop's machine. */
function admin(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const { NODE_COMPILE_CACHE } = process.env;
  return new Promise((resolve) => {
    const options = { env: { NODE_COMPILE_CACHE, DATABASE_URL: ctx.databaseUrl }, timeout: 60_000 };
    const child = execFile(process.execPath, [CLI, ...words], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

it("adds the first administrator, lists them, and refuses to remove the last", { timeout: 120_000 }, async () => {
  const { id, email } = await makeUser(ctx, { email: "margaux@concours.test" });
  expect(await admin("add", "nobody@concours.test")).toMatchObject({ code: 1, err: expect.stringContaining("register") });
  expect(await admin("add", email.toUpperCase())).toMatchObject({
    code: 0,
    out: expect.stringContaining("now an administrator"),
  });
  expect(await findRole(ctx, id)).toBe("owner");
  expect(await admin("list")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^margaux@concours\.test {2}since \d{4}-\S+ {2}owner\n$/),
  });
  expect(await admin("remove", email)).toMatchObject({ code: 1, err: expect.stringContaining("last administrator") });
  expect(await findRole(ctx, id)).toBe("owner");
});

it("grants a role, and refuses to demote the last owner", { timeout: 120_000 }, async () => {
  const { id, email } = await makeUser(ctx, { email: "desk@concours.test" });
  expect(await admin("add", email, "--role", "support")).toMatchObject({ code: 0, out: expect.stringContaining("(support)") });
  expect(await findRole(ctx, id)).toBe("support");
  expect(await admin("add", email, "--role", "king")).toMatchObject({ code: 2 });
  expect(await admin("add", "margaux@concours.test", "--role", "finance")).toMatchObject({
    code: 1,
    err: expect.stringContaining("owner"),
  });
  expect(await admin("reset-second-factor", email)).toMatchObject({ code: 1, err: expect.stringContaining("no second factor") });
});

it("resets a lost second factor, and notifies its owner", { timeout: 60_000 }, async () => {
  const { userId, email } = await withSecondFactor(ctx);
  expect(await admin("reset-second-factor", email.toUpperCase())).toMatchObject({ code: 0, err: "" });
  expect(await showSecondFactor(ctx, userId)).toBeUndefined();
  const sessions = await ctx.db.selectFrom("sessions").select("id").where("user_id", "=", userId).execute();
  const { rows } = await ctx.pool.query(
    "SELECT FROM pgboss.job WHERE data->>'userId' = $1 AND data->>'message' = 'second-factor-reset'",
    [userId],
  );
  expect([sessions.length, rows.length]).toEqual([0, 1]);
});

it(
  "exports the data of a person who cannot sign in: postal entries and messages",
  {
    timeout: 120_000,
  },
  async () => {
    const email = "rosa@concours.test";
    const receivedOn = londonDate(ctx.now());
    const fields = { firstName: "Rosa", lastName: "Lindqvist", birthDate: "1984-02-29", address: "4 Mill Lane", county: "Kent" };
    const card = { ...fields, email, phone: "", receivedOn, postedOn: "" };
    const keyed = await keyInCard(
      ctx,
      { kind: "command" },
      { lotteryId: await makeLottery(ctx), fields: card, locale: "en", requestKey: randomUUID() },
    );
    await ctx.db
      .insertInto("contact_messages")
      .values({ name: "Rosa Lindqvist", email: "Rosa@concours.test", subject: "My card", message: "Did it come?", locale: "en" })
      .execute();
    const { code, out } = await admin("data", email.toUpperCase());
    expect(code).toBe(0);
    const person = expect.objectContaining({
      profile: expect.objectContaining({ first_name: "Rosa" }),
      orders: [expect.objectContaining({ id: keyed.ok && keyed.value.orderId })],
    });
    expect(JSON.parse(out)).toEqual({
      people: [person],
      messages_from_address: [expect.objectContaining({ message: "Did it come?" })],
    });
    const { id } = JSON.parse(out).people[0].profile;
    expect(JSON.parse((await admin("data", id)).out).people).toEqual([person]);
    const log = await ctx.db.selectFrom("audit_log").select("action").where("subject_id", "=", id).execute();
    expect(log.filter(({ action }) => action === "account.disclose")).toHaveLength(2);
    const written = { name: "Edith", email: "edith@concours.test", subject: "Hello", message: "Is it open?", locale: "en" };
    await ctx.db.insertInto("contact_messages").values(written).execute();
    const [message] = JSON.parse((await admin("data", written.email)).out).messages_from_address;
    const asked = ctx.db.selectFrom("audit_log").select(["action", "actor"]).where("subject_id", "=", message.id);
    expect(await asked.execute()).toEqual([{ action: "account.disclose", actor: "command line" }]);
    expect(await admin("data", "nobody@concours.test")).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("nothing"),
    });
  },
);

it("prints its usage, and changes nothing", { timeout: 60_000 }, async () => {
  expect(await admin("add")).toMatchObject({ code: 2, out: "", err: expect.stringContaining("npm run admin -- add") });
});
