import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type MadeUser, makeUser } from "#demo/makers.ts";
import { ROLES } from "#features/access/rules/rights.ts";
import { EXCLUSIONS_WITHOUT_APPROVAL } from "#features/accounts/rules/person/safer-play.ts";
import { justSignedIn, reauthedAdmin } from "#features/accounts/server/accounts.fixture.ts";
import { showPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import { lockLimitsRow } from "#features/accounts/server/person/player-limits-store.ts";
import { confirmEmailChange, requestEmailChange } from "#features/accounts/server/profile/change-email.ts";
import { erasePerson } from "#features/accounts/server/profile/erase-person.ts";
import { lockAccount } from "#features/accounts/server/sign-in/credential-store.ts";
import { linkAddress } from "#features/accounts/server/sign-in/mail-links.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { excludeFromPlay, pausePlay } from "./change-safer-play.ts";
import { type RequestedExclusion, startExclusion } from "./start-exclusion.ts";

const NOW = new Date("2026-11-10T12:00:00Z");
const WEEK = new Date("2026-11-17T12:00:00Z");

let ctx: TestCtx;
let player: MadeUser;
let support: string;
beforeAll(async () => {
  ctx = await testCtx();
  support = (await makeUser(ctx)).id;
  await ctx.db.insertInto("admin_user").values({ id: support, role: "support" }).execute();
});
beforeEach(async () => {
  ctx.setNow(NOW);
  player = await makeUser(ctx, { marketing_opt_in: true, locale: "fr" });
});
afterAll(() => ctx.close());

const start = (change: Partial<RequestedExclusion> = {}, actor = reauthedAdmin(ctx, support)) =>
  startExclusion(ctx, actor, {
    userId: player.id,
    kind: "pause",
    length: "week",
    channel: "phone",
    reason: " Worried about spending ",
    ...change,
  });
const exclusion = async () => (await showPlayerLimits(ctx, player.id)).exclusion;
const logged = () =>
  ctx.db
    .selectFrom("audit_log")
    .select(["actor_id", "before", "after", "reason"])
    .where("action", "=", "user.rest")
    .where("subject_id", "=", player.id)
    .orderBy("id")
    .execute();

it("works like the player's own: it withdraws consent, is in both records, and the mail has numbers to call", async () => {
  expect(await start()).toEqual({ ok: true, value: WEEK });
  expect(await exclusion()).toEqual({ kind: "paused", until: WEEK.getTime() });
  expect(await logged()).toEqual([
    {
      actor_id: support,
      before: { pause_until: null },
      after: { pause_until: WEEK.toISOString(), asked: "phone" },
      reason: "Worried about spending",
    },
  ]);
  const own = ctx.db.selectFrom("player_limit_changes").select(["kind", "until", "asked"]).where("user_id", "=", player.id);
  expect(await own.execute()).toEqual([{ kind: "pause", until: WEEK, asked: "phone" }]);
  const mails = await ctx.pool.query("SELECT data FROM pgboss.job WHERE name = 'account-mail' AND data ->> 'userId' = $1", [
    player.id,
  ]);
  expect(mails.rows.map(({ data }) => data)).toMatchObject([
    { message: "pause-started", to: player.email, locale: "fr", until: WEEK.toISOString() },
  ]);
  const user = ctx.db.selectFrom("users").select("marketing_opt_in").where("id", "=", player.id);
  expect(await user.executeTakeFirst()).toEqual({ marketing_opt_in: false });
});

it("never shortens an exclusion, and lengthens it", async () => {
  await excludeFromPlay(ctx, player.id, "year");
  expect(await start({ kind: "exclusion", length: "half" })).toEqual({ ok: false, error: "not_longer" });
  await pausePlay(ctx, player.id, "month");
  expect(await start()).toEqual({ ok: false, error: "not_longer" });
  expect(await logged()).toEqual([]);
  // Submitted twice it is one exclusion, with one log entry.
  expect(await start({ kind: "exclusion", length: "years" })).toMatchObject({ ok: true });
  expect(await start({ kind: "exclusion", length: "years" })).toEqual({ ok: false, error: "not_longer" });
  expect(await exclusion()).toMatchObject({ kind: "excluded", until: new Date("2031-11-10T12:00:00Z").getTime() });
  expect(await logged()).toHaveLength(1);
});

describe("is refused", () => {
  it.each([
    [{ userId: "nobody" }, "not_found"],
    [{ userId: "3f2b8f2e-0000-4000-8000-000000000001" }, "not_found"],
    [{ length: "years" }, "bad_request"],
    [{ kind: "exclusion", length: "day" }, "bad_request"],
    [{ kind: "limit" }, "bad_request"],
    [{ reason: " \n" }, "reason_needed"],
    [{ reason: "x".repeat(501) }, "reason_needed"],
  ] as const)("for %o: %s", async (change, error) => {
    expect(await start(change)).toEqual({ ok: false, error });
    expect([await exclusion(), await logged()]).toEqual([undefined, []]);
  });

  it.each(ROLES.filter((role) => role !== "owner" && role !== "support"))("to %s", async (role) => {
    const { id } = await makeUser(ctx);
    await ctx.db.insertInto("admin_user").values({ id, role }).execute();
    expect(await start({}, reauthedAdmin(ctx, id))).toEqual({ ok: false, error: "forbidden" });
  });

  it("to another player, and to staff without re-authentication", async () => {
    const { id } = await makeUser(ctx);
    expect(await start({}, reauthedAdmin(ctx, id))).toEqual({ ok: false, error: "forbidden" });
    expect(
      await startExclusion(
        ctx,
        { kind: "admin", id: support },
        { userId: player.id, kind: "pause", length: "week", channel: "post", reason: "x" },
      ),
    ).toEqual({ ok: false, error: "reauth_needed" });
    expect(await exclusion()).toBeUndefined();
  });
});

it("applies to the account that a postal entrant was joined to", async () => {
  const { id } = await makeUser(ctx);
  await ctx.db.updateTable("users").set({ email: null, joined_to: player.id }).where("id", "=", id).execute();
  expect(await start({ userId: id, kind: "exclusion", length: "half" })).toMatchObject({ ok: true });
  expect(await exclusion()).toMatchObject({ kind: "excluded" });
});

it("does not deadlock with a change to an excluded address", async () => {
  const former = await makeUser(ctx);
  await excludeFromPlay(ctx, former.id, "half");
  await ctx.db.transaction().execute((tx) => erasePerson(ctx, tx, former.id, { retainContact: false }));
  await requestEmailChange(ctx, await justSignedIn(ctx, player.id), { newEmail: former.email });
  const link = ctx.db.selectFrom("verifications").select("id").where("identifier", "=", `change-email:${player.id}`);
  const address = linkAddress(ctx, "change-email", (await link.executeTakeFirstOrThrow()).id);
  // Without a row of limits, its insert would lock the account as well.
  await ctx.db.transaction().execute((tx) => lockLimitsRow(tx, player.id));
  // Staff stop before they lock the account; then the change begins.
  const [changed] = await ctx.db.transaction().execute(async (tx) => {
    await lockLimitsRow(tx, player.id);
    const change = confirmEmailChange(ctx, new URL(address).searchParams.get("token") ?? "");
    await expect.poll(isWaitingForLock, { interval: 15 }).toBe(true);
    await lockAccount(tx, player.id);
    return [change];
  });
  expect(await changed).toMatchObject({ ok: true });
  expect(await exclusion()).toMatchObject({ kind: "excluded" });
});

/** Whether a query of this database waits for a lock. */
async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await ctx.pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}

it("is not limited a day, but many of them raise an alert", async () => {
  const alerts = () => ctx.db.selectFrom("alerts").select(["subject_id", "times"]).where("kind", "=", "many_kept_out").execute();
  const people = await Promise.all(Array.from({ length: EXCLUSIONS_WITHOUT_APPROVAL }, () => makeUser(ctx)));
  const { id: busy } = await makeUser(ctx);
  await ctx.db.insertInto("admin_user").values({ id: busy, role: "support" }).execute();
  const begin = (change: Partial<RequestedExclusion> = {}) => start(change, reauthedAdmin(ctx, busy));
  for (const { id } of people) expect(await begin({ userId: id })).toMatchObject({ ok: true });
  // The same person again does not count.
  expect(await begin({ userId: people[0]?.id ?? "", length: "month" })).toMatchObject({ ok: true });
  expect(await alerts()).toEqual([]);
  expect(await begin()).toEqual({ ok: true, value: WEEK });
  expect(await exclusion()).toMatchObject({ kind: "paused" });
  expect(await alerts()).toEqual([{ subject_id: `kept out by ${busy}`, times: 1 }]);
  ctx.setNow(new Date(NOW.getTime() + 25 * 3_600_000));
  expect(await begin({ length: "month" })).toMatchObject({ ok: true });
  expect(await alerts()).toMatchObject([{ times: 1 }]);
  await ctx.db.deleteFrom("admin_user").where("id", "=", busy).execute();
});
