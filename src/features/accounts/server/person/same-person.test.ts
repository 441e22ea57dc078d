import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { excludeFromPlay } from "#features/player-protection/server/change-safer-play.ts";
import { acceptInvitation } from "#features/staff/server/team/accept-invitation.ts";
import { insertInvitation } from "#features/staff/server/team/invitation-store.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { type ComparedPerson, likenessOf } from "../../rules/person/same-person.ts";
import { reauthedAdmin, registered } from "../accounts.fixture.ts";
import { erasePerson } from "../profile/erase-person.ts";
import { updateProfile } from "../profile/profile.ts";
import { undoEmailChange } from "../profile/undo-email-change.ts";
import { verifyEmail } from "../profile/verify-email.ts";
import { lockAccount } from "../sign-in/credential-store.ts";
import { insertLink } from "../sign-in/link-store.ts";
import { linkToken } from "../sign-in/mail-links.ts";
import { resetPassword } from "../sign-in/reset-password.ts";
import { storeClosedIdentifiers } from "./closed-accounts.ts";
import { showPlayerLimits } from "./find-player-limits.ts";
import { joinPerson } from "./join-person.ts";
import { lockLimitsRow } from "./player-limits-store.ts";
import { lockExclusions } from "./same-person-store.ts";
import { clearMatchedExclusion, listPossibleMatches } from "./same-person.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const OVER = new Date("2027-05-21T11:00:00Z");
const EXCLUDED = { kind: "excluded", until: OVER.getTime() };
let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  ctx.setNow(NOW);
});
afterAll(() => ctx.close());

const exclusionOf = async (userId: string) => (await showPlayerLimits(ctx, userId)).exclusion;
const COMMAND = { kind: "command" } as const;

it("applies to existing and future accounts, in any order and spelling of the name", async () => {
  const there = await registered(ctx, { firstName: "Zoë", lastName: "Marsh-Lane" });
  const own = await registered(ctx, { firstName: "Zoe", lastName: "Marsh Lane" });
  await excludeFromPlay(ctx, own.userId, "half");
  const later = await registered(ctx, { firstName: "Marsh Lane", lastName: "Zoe" });
  for (const { userId } of [own, there, later]) expect(await exclusionOf(userId)).toEqual(EXCLUDED);
  const others = [
    await registered(ctx, { firstName: "Zoe", lastName: "Marsh" }),
    await registered(ctx, { firstName: "Zoe", lastName: "Marsh Lane", birthDate: "1990-05-18" }),
  ];
  for (const { userId } of others) expect(await exclusionOf(userId)).toBeUndefined();
});

it("survives erasure and renaming, and applies to accounts renamed later and to postal entrants", async () => {
  const own = await registered(ctx, { firstName: "Ivo", lastName: "Quill" });
  await excludeFromPlay(ctx, own.userId, "half");
  await ctx.db.transaction().execute((tx) => erasePerson(ctx, tx, own.userId, { retainContact: false }));
  const later = await registered(ctx, { firstName: "Ivo", lastName: "Quill" });
  expect(await exclusionOf(later.userId)).toEqual(EXCLUDED);
  const renamed = await registered(ctx, { firstName: "Iva", lastName: "Stone" });
  const fields = { firstName: "Ivo", lastName: "Quill", birthDate: "1990-05-17", phone: "07700 900123", county: "" };
  expect(await updateProfile(ctx, renamed.userId, fields)).toEqual({ ok: true });
  expect(await exclusionOf(renamed.userId)).toEqual(EXCLUDED);
  const card = { email: undefined, phone: undefined, county: "Kent", locale: "en" } as const;
  const person = { ...card, firstName: "Quill", lastName: "Ivo", birthDate: "1990-05-17" };
  const joined = await ctx.db.transaction().execute((tx) => joinPerson(ctx, tx, person));
  expect(await exclusionOf(joined.id)).toEqual(EXCLUDED);
});

it("never ends for an account that was closed for good", async () => {
  const own = await registered(ctx, { firstName: "Una", lastName: "Frost", phone: "07700 900321" });
  await ctx.db.transaction().execute((tx) => storeClosedIdentifiers(ctx, tx, own.userId));
  const later = await registered(ctx, { firstName: "Una", lastName: "Frost", phone: "07700 900456" });
  expect(await exclusionOf(later.userId)).toMatchObject({ kind: "excluded" });
});

it("is listed for staff, who clear it for another person of that name, with a reason and for this exclusion only", async () => {
  const own = await registered(ctx, { firstName: "Ned", lastName: "Vale", phone: "07700 900777" });
  const same = await registered(ctx, { firstName: "Ned", lastName: "Vale", phone: "07700 900888" });
  const near = await registered(ctx, { firstName: "Ned", lastName: "Val", phone: "07700 900999" });
  await excludeFromPlay(ctx, own.userId, "half");
  const listed = async () => {
    const found = await listPossibleMatches(ctx, COMMAND);
    if (!found.ok) throw new Error(found.error);
    return found.value
      .filter(({ excluded }) => excluded?.id === own.userId)
      .map(({ id, likeness, isRefused }) => [id, likeness, isRefused]);
  };
  expect(await listed()).toEqual([
    [same.userId, "same", true],
    [near.userId, "name_close", false],
  ]);
  const { userId: adminId } = await registered(ctx, { firstName: "Rae", lastName: "Office" });
  await ctx.db.insertInto("admin_user").values({ id: adminId, role: "owner" }).execute();
  const admin = reauthedAdmin(ctx, adminId);
  const until = OVER.toISOString();
  expect(await clearMatchedExclusion(ctx, admin, { userId: same.userId, until, reason: " " })).toEqual({
    ok: false,
    error: "reason_needed",
  });
  expect(await clearMatchedExclusion(ctx, admin, { userId: own.userId, until, reason: "asked" })).toEqual({
    ok: true,
    value: undefined,
  });
  for (const { userId } of [same, near])
    expect(await clearMatchedExclusion(ctx, admin, { userId, until, reason: "Saw both passports" })).toMatchObject({ ok: true });
  expect(await listed()).toEqual([]);
  expect(await exclusionOf(same.userId)).toBeUndefined();
  // Staff cannot end the player's own exclusion.
  expect(await exclusionOf(own.userId)).toEqual(EXCLUDED);
  await excludeFromPlay(ctx, own.userId, "year");
  expect(await exclusionOf(same.userId)).toMatchObject({ kind: "excluded" });
});

const rename = (userId: string, firstName: string, lastName: string) =>
  updateProfile(ctx, userId, { firstName, lastName, birthDate: "1990-05-17", phone: "07700 900123", county: "" });

it("applies to accounts with the excluded account's new name", async () => {
  const other = await registered(ctx, { firstName: "Bea", lastName: "Holt" });
  const own = await registered(ctx, { firstName: "Beatrice", lastName: "Holt" });
  await excludeFromPlay(ctx, own.userId, "half");
  expect(await rename(own.userId, "Bea", "Holt")).toEqual({ ok: true });
  expect(await exclusionOf(other.userId)).toEqual(EXCLUDED);
});

it("neither misses nor deadlocks with a concurrent change of name", async () => {
  const own = await registered(ctx, { firstName: "Pia", lastName: "Lund" });
  const other = await registered(ctx, { firstName: "Pia", lastName: "Berg" });
  await Promise.all([excludeFromPlay(ctx, own.userId, "half"), rename(other.userId, "Pia", "Lund")]);
  expect(await exclusionOf(other.userId)).toEqual(EXCLUDED);
});

it("locks limits before the account, as a concurrent pause does", async () => {
  const { userId } = await registered(ctx, { firstName: "Ola", lastName: "Ness" });
  await ctx.db.transaction().execute((tx) => lockLimitsRow(tx, userId));
  const [renamed] = await ctx.db.transaction().execute(async (tx) => {
    await lockLimitsRow(tx, userId);
    const renaming = rename(userId, "Olaf", "Ness");
    await expect.poll(isWaitingForLock, { interval: 15 }).toBe(true);
    await lockAccount(tx, userId);
    return [renaming];
  });
  expect(await renamed).toEqual({ ok: true });
});

const CHOSEN = { password: "Green8Castle", confirmPassword: "Green8Castle" };
it.each([
  ["a confirmed address", "verify-email", (token: string) => verifyEmail(ctx, token)],
  ["a new address", "change-email", (token: string) => verifyEmail(ctx, token)],
  ["an address that is brought back", "undo-email", (token: string) => undoEmailChange(ctx, token)],
  ["a new password", "reset-password", (token: string) => resetPassword(ctx, token, CHOSEN)],
  [
    "an accepted invitation",
    "invitation",
    (token: string, id: string) => acceptInvitation(ctx, { id, sessionId: undefined }, token),
  ],
])("%s takes the lock of exclusions before limits and account", async (_, purpose, act) => {
  const { userId, email: own } = await registered(ctx, { firstName: "Ada", lastName: "Moor" });
  const email = purpose.endsWith("-email") && purpose !== "verify-email" ? `new.${own}` : own;
  const card = { email, phone: undefined, county: "Kent", locale: "en", firstName: "Ada", lastName: "Moor" } as const;
  await ctx.db.transaction().execute((tx) => joinPerson(ctx, tx, { ...card, birthDate: "1990-05-17" }));
  await ctx.db.transaction().execute((tx) => lockLimitsRow(tx, userId));
  const token = await sendLink(userId, purpose, email);
  const acting = await ctx.db.transaction().execute(async (tx) => {
    await lockExclusions(tx, "begin");
    const begun = act(token, userId);
    await expect.poll(isWaitingForLock, { interval: 15 }).toBe(true);
    for (const [table, column] of [
      ["player_limits", "user_id"],
      ["users", "id"],
    ] as const)
      await sql`SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${userId} FOR UPDATE NOWAIT`.execute(tx);
    return [begun] as const;
  });
  expect(await acting[0]).toMatchObject({ ok: true });
});

/** @returns the token of a valid link */
async function sendLink(userId: string, purpose: string, email: string): Promise<string> {
  const id = randomUUID();
  const expiresAt = new Date(NOW.getTime() + 60_000);
  const inviter = purpose === "invitation" ? await registered(ctx, { firstName: "Rae", lastName: "Owner" }) : undefined;
  await ctx.db.transaction().execute(async (tx) => {
    if (!inviter) return insertLink(tx, { id, purpose, userId, email, expiresAt }, NOW);
    await tx.insertInto("admin_user").values({ id: inviter.userId, role: "owner" }).execute();
    const invitation = { id, email, role: "support", locale: "en", invitedBy: inviter.userId, sentAt: NOW, expiresAt } as const;
    await insertInvitation(tx, invitation, NOW);
  });
  return linkToken(ctx, id);
}

it("begins for two accounts of one person at once", async () => {
  const [one, two] = [
    await registered(ctx, { firstName: "Kit", lastName: "Rowe" }),
    await registered(ctx, { firstName: "Rowe", lastName: "Kit" }),
  ];
  for (const { userId } of [one, two]) await ctx.db.transaction().execute((tx) => lockLimitsRow(tx, userId));
  const begun = [one, two].map(({ userId }) => excludeFromPlay(ctx, userId, "half"));
  expect((await Promise.allSettled(begun)).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});

/** Whether a query of this database waits for a lock. */
async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await ctx.pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}

const ANN: ComparedPerson = {
  firstName: "Ann",
  lastName: "Reed",
  birthDate: "1990-05-17",
  email: "ann@example.com",
  phone: "+447700900123",
};
it.each<[Partial<ComparedPerson>, ReturnType<typeof likenessOf>]>([
  [{ firstName: "Reed", lastName: "Ann", email: "x@example.org", phone: undefined }, "same"],
  [{ lastName: "Read", phone: undefined, email: undefined }, "name_close"],
  [{ firstName: "Ann Mary", phone: undefined, email: undefined }, "name_close"],
  [{ firstName: "Tom", lastName: "Hill", email: undefined }, "birth_and_phone"],
  [{ firstName: "Tom", lastName: "Hill", birthDate: "1970-01-01", email: "ann+cars@example.com", phone: undefined }, "mailbox"],
  [{ birthDate: "1990-05-18", email: undefined, phone: undefined }, "next_day"],
  [{ firstName: "Tom", birthDate: "1970-01-01", email: undefined }, "phone"],
  [{ firstName: "Tom", lastName: "Hill", email: undefined, phone: undefined }, undefined],
  [{ birthDate: "1991-05-17", email: undefined, phone: "" }, undefined],
])("an account with %o matches by %s", (change, likeness) => {
  expect(likenessOf(ANN, { ...ANN, ...change })).toBe(likeness);
});
