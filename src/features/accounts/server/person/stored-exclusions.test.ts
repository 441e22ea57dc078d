import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { excludeFromPlay, pausePlay, setSpendingLimit } from "#features/player-protection/server/change-safer-play.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { pence } from "#shared/money/money.ts";
import { justSignedIn, registered } from "../accounts.fixture.ts";
import { forgetExpired } from "../forget-expired.ts";
import { confirmEmailChange, requestEmailChange } from "../profile/change-email.ts";
import { erasePerson } from "../profile/erase-person.ts";
import { listMailReaders } from "../profile/list-mail-readers.ts";
import { verifyEmail } from "../profile/verify-email.ts";
import { insertLink } from "../sign-in/link-store.ts";
import { linkAddress, linkToken } from "../sign-in/mail-links.ts";
import { resetPassword } from "../sign-in/reset-password.ts";
import { findPlayerLimits, showPlayerLimits } from "./find-player-limits.ts";
import { joinPerson } from "./join-person.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
// At the same hour in London.
const OVER = new Date("2027-05-21T11:00:00Z");

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  ctx.setNow(NOW);
  await ctx.owner.query("TRUNCATE kept_exclusions, player_limits");
});

const leave = (userId: string) => ctx.db.transaction().execute((tx) => erasePerson(ctx, tx, userId, { retainContact: false }));
const exclusionOf = async (userId: string) => (await showPlayerLimits(ctx, userId)).exclusion;
const storedExclusions = () => ctx.db.selectFrom("kept_exclusions").selectAll().execute();

it("applies to the next account with the same address in any spelling, and to its marketing", async () => {
  const before = await registered(ctx);
  await excludeFromPlay(ctx, before.userId, "half");
  await leave(before.userId);
  const { userId } = await registered(ctx, { email: ` ${before.email.toUpperCase()}`, marketing: true });
  expect(await exclusionOf(userId)).toEqual({ kind: "excluded", until: OVER.getTime() });
  await ctx.db.updateTable("users").set({ email_verified: true }).where("id", "=", userId).execute();
  const refusal = async (now: Date) => (await listMailReaders({ db: ctx.db, now: () => now }, [userId])).get(userId)?.refusal;
  expect(await refusal(NOW)).toBe("resting");
  expect(await refusal(OVER)).toBe("noConsent");
  // Leaving again does not shorten it.
  await leave(userId);
  const third = await registered(ctx, { email: before.email });
  expect(await exclusionOf(third.userId)).toEqual({ kind: "excluded", until: OVER.getTime() });
});

it("applies to every spelling of the mailbox, even while the account exists, and to no other person", async () => {
  await registered(ctx, { email: "zoe.hart@gmail.com" }).then(({ userId }) => excludeFromPlay(ctx, userId, "half"));
  const { userId } = await registered(ctx, { email: "zoehart+cars@googlemail.com" });
  expect(await exclusionOf(userId)).toEqual({ kind: "excluded", until: OVER.getTime() });
  const husband = await registered(ctx, { email: "zoehart+tom@gmail.com", firstName: "Tom" });
  expect(await exclusionOf(husband.userId)).toBeUndefined();
});

it("applies to other accounts of the same person and mailbox, once one of their addresses is confirmed", async () => {
  const [one, other] = [
    await registered(ctx, { email: "ann@box.example" }),
    await registered(ctx, { email: "ann+2@box.example" }),
  ];
  const tom = await registered(ctx, { email: "ann+tom@box.example", firstName: "Tom" });
  const ownEndOf = async (userId: string) => (await findPlayerLimits(ctx, userId)).excludedUntil;
  await excludeFromPlay(ctx, one.userId, "half");
  // Only the name blocks this one, which staff can clear.
  expect(await exclusionOf(other.userId)).toEqual({ kind: "excluded", until: OVER.getTime() });
  expect(await ownEndOf(other.userId)).toBeUndefined();
  await ctx.db.updateTable("users").set({ email_verified: true }).where("id", "=", one.userId).execute();
  await excludeFromPlay(ctx, one.userId, "half");
  expect(await ownEndOf(other.userId)).toEqual(OVER);
  expect(await exclusionOf(tom.userId)).toBeUndefined();
});

it("does not reveal the person, and differs between shops", async () => {
  const one = await registered(ctx);
  await excludeFromPlay(ctx, one.userId, "half");
  await leave(one.userId);
  const rows = await storedExclusions();
  expect(rows.map(({ email_hash }) => email_hash.length)).toEqual([32, 32, 32]);
  const plain = await ctx.pool.query("SELECT sha256(convert_to($1, 'UTF8')) AS hash", [one.email]);
  expect(rows.map(({ email_hash }) => email_hash)).not.toContainEqual(plain.rows[0].hash);
  const elsewhere = { ...ctx, lastingSecret: "another shop's secret, 32 characters and more" };
  expect(await exclusionOf((await registered(elsewhere, { email: one.email })).userId)).toBeUndefined();
});

it("is stored only for excluded people and until it ends", async () => {
  const [free, paused, over, excluded] = [
    await registered(ctx),
    await registered(ctx),
    await registered(ctx),
    await registered(ctx),
  ];
  await pausePlay(ctx, paused.userId, "half");
  await excludeFromPlay(ctx, over.userId, "half");
  ctx.setNow(OVER);
  await excludeFromPlay(ctx, excluded.userId, "half");
  for (const { userId } of [free, paused, over, excluded]) await leave(userId);
  await forgetExpired(ctx);
  const rows = await storedExclusions();
  // By address, by mailbox and by name.
  expect(rows).toHaveLength(3);
  ctx.setNow(rows[0]?.until);
  expect(await exclusionOf((await registered(ctx, { email: excluded.email })).userId)).toBeUndefined();
  await forgetExpired(ctx);
  expect(await storedExclusions()).toEqual([]);
});

it("of a postal entrant moves to the account that they are joined to, and to no other", async () => {
  const { email, userId } = await registered(ctx);
  const card = { email, lastName: "Hart", birthDate: "1990-05-17", phone: undefined, county: "Kent", locale: "en" } as const;
  const post = (firstName: string) => ctx.db.transaction().execute((tx) => joinPerson(ctx, tx, { ...card, firstName }));
  const [own, wife] = [await post("Amelia"), await post("Rose")];
  expect([own.isNew, wife.isNew]).toEqual([true, true]);
  await excludeFromPlay(ctx, own.id, "half");
  await excludeFromPlay(ctx, wife.id, "year");
  const link = { id: randomUUID(), purpose: "verify-email", userId, email, expiresAt: OVER };
  await ctx.db.transaction().execute((tx) => insertLink(tx, link, NOW));
  expect(await verifyEmail(ctx, linkToken(ctx, link.id))).toMatchObject({ ok: true });
  expect(await exclusionOf(userId)).toEqual({ kind: "excluded", until: OVER.getTime() });
});

it("survives a change of address, before leaving and after returning", async () => {
  const moving = async (person: { userId: string; email: string }, to: string) => {
    const requested = await requestEmailChange(ctx, await justSignedIn(ctx, person.userId), { newEmail: to });
    if (!requested.ok) throw new Error(requested.error);
    const link = await ctx.db
      .selectFrom("verifications")
      .select("id")
      .where("identifier", "=", `change-email:${person.userId}`)
      .executeTakeFirstOrThrow();
    const token = new URL(linkAddress(ctx, "change-email", link.id)).searchParams.get("token") ?? "";
    expect(await confirmEmailChange(ctx, token)).toMatchObject({ ok: true });
  };
  const before = await registered(ctx);
  await excludeFromPlay(ctx, before.userId, "half");
  await moving(before, `moved.${before.email}`);
  // A week later the old address cannot be restored, and may belong to another person.
  await ctx.db.deleteFrom("verifications").where("identifier", "=", `undo-claimed:${before.userId}`).execute();
  expect(await exclusionOf((await registered(ctx, { email: before.email })).userId)).toMatchObject({ kind: "excluded" });
  await leave(before.userId);
  const other = await registered(ctx, { firstName: "Rose" });
  expect(await exclusionOf(other.userId)).toBeUndefined();
  await moving(other, `moved.${before.email}`);
  expect(await exclusionOf(other.userId)).toEqual({ kind: "excluded", until: OVER.getTime() });
});

const confirm = (userId: string) => ctx.db.updateTable("users").set({ email_verified: true }).where("id", "=", userId).execute();

it("of an unconfirmed address does not block a person with another birth date", async () => {
  const stranger = await registered(ctx);
  await excludeFromPlay(ctx, stranger.userId, "years");
  await leave(stranger.userId);
  const owner = await registered(ctx, { email: stranger.email, birthDate: "1985-02-03", firstName: "Rose" });
  expect(await exclusionOf(owner.userId)).toBeUndefined();
  // Another name alone does not make another person.
  await leave(owner.userId);
  const again = await registered(ctx, { email: stranger.email, firstName: "Amy" });
  expect(await exclusionOf(again.userId)).toMatchObject({ kind: "excluded" });
});

it("of a confirmed address blocks any account with it", async () => {
  const before = await registered(ctx);
  await confirm(before.userId);
  await excludeFromPlay(ctx, before.userId, "half");
  await leave(before.userId);
  const after = await registered(ctx, { email: before.email, birthDate: "1985-02-03" });
  expect(await exclusionOf(after.userId)).toEqual({ kind: "excluded", until: OVER.getTime() });
});

it("that a stranger began is dropped when the reader takes the account over and deletes it", async () => {
  const stranger = await registered(ctx);
  await excludeFromPlay(ctx, stranger.userId, "years");
  ctx.setNow(new Date(NOW.getTime() + 60_000));
  const id = randomUUID();
  const link = { id, purpose: "reset-password", userId: stranger.userId, email: stranger.email, expiresAt: OVER };
  await ctx.db.transaction().execute((tx) => insertLink(tx, link, ctx.now()));
  const chosen = { password: "Green8Meadow", confirmPassword: "Green8Meadow" };
  expect(await resetPassword(ctx, linkToken(ctx, id), chosen)).toMatchObject({ ok: true });
  expect(await exclusionOf(stranger.userId)).toMatchObject({ kind: "excluded" });
  await leave(stranger.userId);
  const owner = await registered(ctx, { email: stranger.email, birthDate: "1985-02-03", firstName: "Rose" });
  expect(await exclusionOf(owner.userId)).toBeUndefined();
});

it("a pause continues, and a monthly limit becomes a pause of one day", async () => {
  const [paused, limited] = [await registered(ctx), await registered(ctx)];
  await pausePlay(ctx, paused.userId, "week");
  await setSpendingLimit(ctx, limited.userId, pence(5000));
  for (const { userId } of [paused, limited]) await leave(userId);
  const [one, other] = [await registered(ctx, { email: paused.email }), await registered(ctx, { email: limited.email })];
  expect(await exclusionOf(one.userId)).toEqual({ kind: "paused", until: NOW.getTime() + 7 * 86_400_000 });
  expect(await exclusionOf(other.userId)).toEqual({ kind: "paused", until: NOW.getTime() + 86_400_000 });
  ctx.setNow(new Date(NOW.getTime() + 86_400_000));
  expect(await exclusionOf(other.userId)).toBeUndefined();
});
