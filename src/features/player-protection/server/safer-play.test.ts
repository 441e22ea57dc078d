import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type MadeUser, makeUser } from "#demo/makers.ts";
import { isLimitPromptDue } from "#features/accounts/rules/person/safer-play.ts";
import { findPlayerLimits, showPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import { listMailReaders } from "#features/accounts/server/profile/list-mail-readers.ts";
import { chooseMail, findMailChoices } from "#features/accounts/server/profile/mail-choices.ts";
import { setConsent } from "#features/accounts/server/profile/profile.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { pence } from "#shared/money/money.ts";
import {
  cancelLimitRaise,
  changeSaferPlay,
  excludeFromPlay,
  pausePlay,
  setSpendingLimit,
  skipSpendingLimit,
} from "./change-safer-play.ts";

const NOW = new Date("2026-11-10T12:00:00Z");
const hours = (n: number) => new Date(NOW.getTime() + n * 3_600_000);

let ctx: TestCtx;
let player: MadeUser;
beforeAll(async () => {
  ctx = await testCtx();
});
beforeEach(async () => {
  ctx.setNow(NOW);
  player = await makeUser(ctx, { marketing_opt_in: true });
});
afterAll(() => ctx.close());

const view = () => showPlayerLimits(ctx, player.id);
async function history(): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("player_limit_changes")
    .select(["kind", "limit_pence"])
    .where("user_id", "=", player.id)
    .orderBy("id")
    .execute();
  return rows.map((row) => (row.limit_pence === null ? row.kind : `${row.kind} ${row.limit_pence}`));
}

it("there is no limit by default", async () => {
  expect(await view()).toEqual({ limit: undefined, next: undefined, exclusion: undefined });
  expect((await findPlayerLimits(ctx, player.id)).skipped).toBeUndefined();
});

it("a lower limit applies at once, a higher one after 24 hours", async () => {
  await setSpendingLimit(ctx, player.id, pence(10_000));
  await setSpendingLimit(ctx, player.id, pence(2_000));
  expect(await view()).toMatchObject({ limit: 2_000, next: undefined });

  await setSpendingLimit(ctx, player.id, pence(5_000));
  expect(await view()).toMatchObject({ limit: 2_000, next: { limit: 5_000, from: hours(24).getTime() } });
  ctx.setNow(new Date(hours(24).getTime() - 1));
  expect(await view()).toMatchObject({ limit: 2_000 });
  ctx.setNow(hours(24));
  expect(await view()).toEqual({ limit: 5_000, next: undefined, exclusion: undefined });

  await setSpendingLimit(ctx, player.id, undefined);
  expect(await view()).toMatchObject({ limit: 5_000, next: { limit: undefined, from: hours(48).getTime() } });
  ctx.setNow(hours(48));
  expect(await view()).toMatchObject({ limit: undefined });
  expect(await history()).toEqual(["limit 10000", "limit 2000", "limit_later 5000", "limit_later"]);
});

it("a pending raise can be cancelled, and another one restarts the 24 hours", async () => {
  await setSpendingLimit(ctx, player.id, pence(0));
  await setSpendingLimit(ctx, player.id, pence(5_000));
  await cancelLimitRaise(ctx, player.id);
  await cancelLimitRaise(ctx, player.id);
  expect(await view()).toMatchObject({ limit: 0, next: undefined });
  await setSpendingLimit(ctx, player.id, pence(5_000));
  ctx.setNow(hours(23));
  await setSpendingLimit(ctx, player.id, pence(6_000));
  expect(await view()).toMatchObject({ limit: 0, next: { limit: 6_000, from: hours(47).getTime() } });
  expect(await history()).toEqual(["limit 0", "limit_later 5000", "limit_kept 0", "limit_later 5000", "limit_later 6000"]);
});

it("repeating a pending raise is recorded once, and does not move its date", async () => {
  await setSpendingLimit(ctx, player.id, pence(1_000));
  for (const wanted of [pence(5_000), undefined]) {
    for (const hour of [0, 1, 2]) {
      ctx.setNow(hours(hour));
      expect(await setSpendingLimit(ctx, player.id, wanted)).toEqual({
        ok: true,
        value: { kind: "later", limit: wanted, from: hours(24) },
      });
    }
    ctx.setNow(NOW);
  }
  expect(await history()).toEqual(["limit 1000", "limit_later 5000", "limit_later"]);
});

it("a player who skips is asked at the next moment, once each, and never after an answer", async () => {
  const promptsDue = async (id = player.id) => {
    const limits = await findPlayerLimits(ctx, id);
    return [
      isLimitPromptDue("start", limits, false),
      isLimitPromptDue("bought", limits, true),
      isLimitPromptDue("again", limits, true),
    ];
  };
  expect(await promptsDue()).toEqual([true, true, true]);
  await skipSpendingLimit(ctx, player.id, "start");
  await skipSpendingLimit(ctx, player.id, "start");
  expect(await promptsDue()).toEqual([false, true, true]);
  await skipSpendingLimit(ctx, player.id, "bought");
  expect(await promptsDue()).toEqual([false, false, true]);
  await skipSpendingLimit(ctx, player.id, "again");
  await skipSpendingLimit(ctx, player.id, "start");
  expect(await promptsDue()).toEqual([false, false, false]);
  expect(await history()).toEqual(["no_limit", "no_limit", "no_limit"]);
  const other = await makeUser(ctx);
  await setSpendingLimit(ctx, other.id, pence(0));
  expect(await promptsDue(other.id)).toEqual([false, false, false]);
});

it("a pause and an exclusion are lengthened, never shortened", async () => {
  await pausePlay(ctx, player.id, "week");
  expect(await pausePlay(ctx, player.id, "day")).toEqual(hours(7 * 24));
  const until = await excludeFromPlay(ctx, player.id, "year");
  expect(until).toEqual(new Date("2027-11-10T12:00:00Z"));
  expect(await excludeFromPlay(ctx, player.id, "half")).toEqual(until);
  expect(await view()).toMatchObject({ exclusion: { kind: "excluded", until: until.getTime() } });
});

it("marketing stops during an exclusion and needs consent and a verified address", async () => {
  const refusal = async (id = player.id, now = NOW) =>
    (await listMailReaders({ db: ctx.db, now: () => now }, [id])).get(id)?.refusal;
  expect(await refusal()).toBeUndefined();
  await pausePlay(ctx, player.id, "day");
  expect(await refusal()).toBe("resting");
  expect(await refusal(player.id, hours(24))).toBe("noConsent");

  const others = [
    [{ marketing_opt_in: false }, "noConsent"],
    [{ marketing_opt_in: true, email_verified: false }, "notVerified"],
  ] as const;
  for (const [change, why] of others) expect(await refusal((await makeUser(ctx, change)).id)).toBe(why);
});

it.each(["pause", "exclusion"] as const)(
  "after a %s campaigns stay silent until a new consent, and the record says when",
  async (kind) => {
    const refusal = async () => (await listMailReaders(ctx, [player.id])).get(player.id)?.refusal;
    const agree = () => chooseMail(ctx, player.id, ["draws", "weekly", "offers"], "mail-preferences");
    if (kind === "pause") await pausePlay(ctx, player.id, "week");
    else await excludeFromPlay(ctx, player.id, "half");
    // Consent cannot be given during the exclusion, neither here nor on the profile.
    await agree();
    await setConsent(ctx, player.id, { kind: "marketing", given: true, source: "profile" });
    expect(await refusal()).toBe("resting");
    expect(await findMailChoices(ctx, player.id)).toMatchObject({ topics: [], isExcluded: true });
    const { exclusion } = await view();
    ctx.setNow(new Date(exclusion?.until ?? 0));
    expect(await refusal()).toBe("noConsent");
    await agree();
    expect(await refusal()).toBeUndefined();
    const consents = await ctx.db.selectFrom("consents").select(["given", "source"]).where("user_id", "=", player.id).execute();
    expect(consents).toEqual([
      { given: false, source: kind },
      { given: true, source: "mail-preferences" },
    ]);
  },
);

it("a consent given as an exclusion begins does not outlive it", async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await makeUser(ctx, { marketing_opt_in: false });
    await Promise.all([setConsent(ctx, id, { kind: "marketing", given: true, source: "profile" }), pausePlay(ctx, id, "day")]);
    expect((await listMailReaders({ db: ctx.db, now: () => hours(48) }, [id])).get(id)?.refusal).toBe("noConsent");
  }
});

describe("a form", () => {
  const send = (fields: Record<string, string>) => changeSaferPlay(ctx, player.id, new URLSearchParams(fields));

  it("sets, lifts, keeps and skips the limit, and starts confirmed exclusions", async () => {
    expect(await send({ intent: "limit", limit: "£50.50" })).toMatchObject({ ok: true });
    expect(await view()).toMatchObject({ limit: 5_050 });
    await send({ intent: "lift" });
    expect(await view()).toMatchObject({ next: { limit: undefined } });
    await send({ intent: "keep" });
    expect(await view()).toMatchObject({ limit: 5_050, next: undefined });
    await send({ intent: "pause", length: "week", confirm: "on" });
    expect(await view()).toMatchObject({ exclusion: { kind: "paused" } });
    await send({ intent: "exclusion", length: "half", confirm: "on" });
    expect(await view()).toMatchObject({ exclusion: { kind: "excluded" } });
  });

  it.each([
    [{ intent: "limit", limit: "" }, "bad_limit"],
    [{ intent: "limit", limit: "-5" }, "bad_limit"],
    [{ intent: "limit", limit: "1e3" }, "bad_limit"],
    [{ intent: "limit", limit: "100000.01" }, "bad_limit"],
    [{ intent: "pause", length: "week" }, "bad_request"],
    [{ intent: "pause", length: "years", confirm: "on" }, "bad_request"],
    [{ intent: "exclusion", length: "day", confirm: "on" }, "bad_request"],
    [{ intent: "else", confirm: "on" }, "bad_request"],
  ] as const)("%o is %s", async (fields, error) => {
    expect(await send(fields)).toEqual({ ok: false, error });
    expect(await view()).toEqual({ limit: undefined, next: undefined, exclusion: undefined });
  });
});
