import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { deleteAccount } from "#features/orders/server/players/delete-account.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { aRegistration, DEVICE, PASSWORD, registered } from "../accounts.fixture.ts";
import { readSession } from "../sessions/read-session.ts";
import { sessionCookie } from "../sessions/session-cookie.ts";
import { changePassword } from "../sign-in/change-password.ts";
import { linkToken } from "../sign-in/mail-links.ts";
import { resetPassword } from "../sign-in/reset-password.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { confirmEmailChange, requestEmailChange } from "./change-email.ts";
import { register } from "./register.ts";
import { findUndoable, undoEmailChange as undoEmailChangeOf } from "./undo-email-change.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const THIEFS = "Stolen9Harbour";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());
beforeEach(() => ctx.setNow(NOON));

/** A registered user with a known birth date. */
const undoEmailChange = (inCtx: TestCtx, token: string) => undoEmailChangeOf(inCtx, token, "1990-05-17");
const fresh = () => `thief.${randomUUID().slice(0, 8)}@example.com`;
const advanceClock = (ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms));
const emailOf = async (id: string) =>
  (await ctx.db.selectFrom("users").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;
const read = (token: string) => readSession(ctx, new Headers({ cookie: sessionCookie(ctx, token).split(";")[0] ?? "" }));

async function mailed(userId: string, message: string): Promise<{ to: string; about: string }[]> {
  const { rows } = await ctx.pool.query(
    "SELECT data->>'to' AS to, data->>'about' AS about FROM pgboss.job WHERE name = 'account-mail' AND data->>'userId' = $1 AND data->>'message' = $2 ORDER BY created_on",
    [userId, message],
  );
  return rows;
}
/**
 * Changes the address like a thief with session and password. @returns the token mailed to the old address
 */
async function moved(person: { userId: string; sessionToken: string }, newEmail: string): Promise<string> {
  const visitor = await read(person.sessionToken);
  if (!visitor) throw new Error("no visitor is signed in");
  const requested = await requestEmailChange(ctx, visitor, { newEmail, currentPassword: PASSWORD });
  if (!requested.ok) throw new Error(requested.error);
  const link = (await mailed(person.userId, "change-email")).at(-1)?.about ?? "";
  expect(await confirmEmailChange(ctx, linkToken(ctx, link))).toMatchObject({ ok: true });
  advanceClock(1000);
  return linkToken(ctx, (await mailed(person.userId, "email-changed")).at(-1)?.about ?? "");
}

it("restores the address, ends all sessions, and requires a new password", async () => {
  const owner = await registered(ctx);
  const stolen = fresh();
  const undo = await moved(owner, stolen);
  expect(await findUndoable(ctx, undo)).toEqual({ email: owner.email, asksBirthDate: true });
  const undone = await undoEmailChange(ctx, undo);
  expect(await emailOf(owner.userId)).toBe(owner.email);
  expect(await read(owner.sessionToken)).toBeUndefined();
  for (const email of [owner.email, stolen]) {
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ error: "invalidCredentials" });
  }
  const chosen = { password: "Green8Meadow", confirmPassword: "Green8Meadow" };
  expect(await resetPassword(ctx, undone.ok ? undone.value.resetToken : "", chosen)).toMatchObject({ ok: true });
  expect(await signIn(ctx, { email: owner.email, password: chosen.password }, DEVICE)).toMatchObject({ ok: true });
  expect(await undoEmailChange(ctx, undo)).toEqual({ ok: false, error: "linkExpired" });
});

it("works for seven days, and once, also concurrently", async () => {
  const owner = await registered(ctx);
  const undo = await moved(owner, fresh());
  const begun = ctx.now();
  advanceClock(7 * 86_400_000);
  expect(await findUndoable(ctx, undo)).toBeUndefined();
  expect(await undoEmailChange(ctx, undo)).toEqual({ ok: false, error: "linkExpired" });
  ctx.setNow(new Date(begun.getTime() + 7 * 86_400_000 - 2000));
  const all = await Promise.all(Array.from({ length: 5 }, () => undoEmailChange(ctx, undo)));
  expect(all.filter(({ ok }) => ok)).toHaveLength(1);
});

it("survives a second change by the thief, whose own links undo nothing afterwards", async () => {
  const owner = await registered(ctx);
  const [first, second] = [fresh(), fresh()];
  const ownersUndo = await moved(owner, first);
  const thiefsUndo = await moved(owner, second);
  expect(await undoEmailChange(ctx, ownersUndo)).toMatchObject({ ok: true });
  expect(await undoEmailChange(ctx, thiefsUndo)).toEqual({ ok: false, error: "linkExpired" });
  expect(await emailOf(owner.userId)).toBe(owner.email);
});

it("survives an undo by the thief", async () => {
  const owner = await registered(ctx);
  const [first, second] = [fresh(), fresh()];
  const ownersUndo = await moved(owner, first);
  const thiefsUndo = await moved(owner, second);
  expect(await undoEmailChange(ctx, thiefsUndo)).toMatchObject({ ok: true });
  expect(await emailOf(owner.userId)).toBe(first);
  expect(await undoEmailChange(ctx, ownersUndo)).toMatchObject({ ok: true });
  expect(await emailOf(owner.userId)).toBe(owner.email);
});

it("survives another password", async () => {
  const owner = await registered(ctx);
  const undo = await moved(owner, fresh());
  const thief = await read(owner.sessionToken);
  if (!thief) throw new Error("no visitor is signed in");
  const change = { currentPassword: PASSWORD, password: THIEFS, confirmPassword: THIEFS };
  expect(await changePassword(ctx, thief, change)).toMatchObject({ ok: true });
  expect(await undoEmailChange(ctx, undo)).toMatchObject({ ok: true });
  expect(await signIn(ctx, { email: owner.email, password: THIEFS }, DEVICE)).toMatchObject({ ok: false });
});

it("cannot be prevented by deleting the account, until it has expired", async () => {
  const owner = await registered(ctx);
  await moved(owner, fresh());
  const leave = { word: "DELETE", currentPassword: PASSWORD, giveUp: true };
  expect(await deleteAccount(ctx, owner.userId, leave)).toEqual({ ok: false, error: "address_changed" });
  expect(await read(owner.sessionToken)).toBeDefined();
  advanceClock(7 * 86_400_000);
  expect(await deleteAccount(ctx, owner.userId, leave)).toEqual({ ok: true, value: undefined });
});

it("cannot be prevented by taking the old address, neither with a new account nor with another one", async () => {
  const owner = await registered(ctx);
  await ctx.db.updateTable("users").set({ email_verified: true }).where("id", "=", owner.userId).execute();
  const accomplice = await registered(ctx);
  const undo = await moved(owner, fresh());
  expect(await register(ctx, aRegistration({ email: owner.email }), DEVICE)).toEqual({ ok: false, error: "userAlreadyExists" });
  const visitor = await read(accomplice.sessionToken);
  if (!visitor) throw new Error("no visitor is signed in");
  const requested = await requestEmailChange(ctx, visitor, { newEmail: owner.email, currentPassword: PASSWORD });
  expect(requested).toEqual({ ok: false, error: "userAlreadyExists" });
  expect(await undoEmailChange(ctx, undo)).toMatchObject({ ok: true });
});

it("takes the address from an unconfirmed account, and from no confirmed one", async () => {
  for (const isConfirmed of [false, true]) {
    const owner = await registered(ctx);
    const undo = await moved(owner, fresh());
    const squatter = await registered(ctx);
    await ctx.db
      .updateTable("users")
      .set({ email: owner.email, email_verified: isConfirmed })
      .where("id", "=", squatter.userId)
      .execute();
    const undone = await undoEmailChange(ctx, undo);
    expect(undone).toMatchObject(isConfirmed ? { ok: false, error: "userAlreadyExists" } : { ok: true });
    expect(await emailOf(squatter.userId)).toBe(isConfirmed ? owner.email : null);
    expect((await read(squatter.sessionToken)) === undefined).toBe(!isConfirmed);
  }
});

it("reserves no address that a stranger had claimed and then left", async () => {
  const [stranger, other] = [await registered(ctx), await registered(ctx)];
  const undo = await moved(stranger, fresh());
  const visitor = await read(other.sessionToken);
  if (!visitor) throw new Error("no visitor is signed in");
  const requested = await requestEmailChange(ctx, visitor, { newEmail: stranger.email, currentPassword: PASSWORD });
  expect(requested).toMatchObject({ ok: true });
  const reader = await register(ctx, aRegistration({ email: stranger.email }), DEVICE);
  expect(reader).toMatchObject({ ok: true });
  // An unconfirmed account gives way to the link, which proves access to the mailbox.
  expect(await undoEmailChange(ctx, undo)).toMatchObject({ ok: true });
  expect(await emailOf(stranger.userId)).toBe(stranger.email);
});

it("is in the log with each step, without an address", async () => {
  const owner = await registered(ctx);
  await undoEmailChange(ctx, await moved(owner, fresh()));
  const rows = await ctx.db.selectFrom("audit_log").selectAll().where("subject_id", "=", owner.userId).orderBy("id").execute();
  expect(rows.map(({ action }) => action)).toEqual(["email.ask", "email.change", "email.undo"]);
  expect(JSON.stringify(rows)).not.toContain("@");
});

it("also requires the birth date if the address was unconfirmed: it may be a stranger's, mistyped", async () => {
  const owner = await registered(ctx);
  const undo = await moved(owner, fresh());
  expect(await undoEmailChangeOf(ctx, undo)).toEqual({ ok: false, error: "undoEmail.birthDateWrong" });
  expect(await undoEmailChangeOf(ctx, undo, "1985-02-03")).toEqual({ ok: false, error: "undoEmail.birthDateWrong" });
  expect(await emailOf(owner.userId)).not.toBe(owner.email);
  // A thief's later changes of the profile do not matter.
  await ctx.db.updateTable("users").set({ birth_date: "1970-01-01" }).where("id", "=", owner.userId).execute();
  expect(await undoEmailChangeOf(ctx, undo, "1990-05-17")).toMatchObject({ ok: true });
  const confirmed = await registered(ctx);
  await ctx.db.updateTable("users").set({ email_verified: true }).where("id", "=", confirmed.userId).execute();
  const link = await moved(confirmed, fresh());
  expect(await findUndoable(ctx, link)).toEqual({ email: confirmed.email, asksBirthDate: false });
  expect(await undoEmailChangeOf(ctx, link)).toMatchObject({ ok: true });
});

it("allows five birth dates a day", async () => {
  const limited = { ...ctx, env: { ...ctx.env, rateLimits: true } };
  const owner = await registered(ctx);
  const undo = await moved(owner, fresh());
  for (let i = 0; i < 5; i += 1)
    expect(await undoEmailChangeOf(limited, undo, `1980-01-0${i + 1}`)).toMatchObject({ error: "undoEmail.birthDateWrong" });
  expect(await undoEmailChangeOf(limited, undo, "1990-05-17")).toMatchObject({ error: "tooManyAttempts" });
});

it("removes what a thief set up before the change, and keeps the owner's own", async () => {
  const owner = await registered(ctx);
  const passkey = (name: string, daysAgo: number) => ({
    user_id: owner.userId,
    credential_id: `${name}-${owner.userId}`,
    public_key: Buffer.from("key"),
    counter: 0,
    transports: [],
    name,
    added_at: new Date(NOON.getTime() - daysAgo * 86_400_000),
  });
  await ctx.db
    .insertInto("passkeys")
    .values([passkey("own", 8), passkey("thief's", 0)])
    .execute();
  advanceClock(60_000);
  expect(await undoEmailChange(ctx, await moved(owner, fresh()))).toMatchObject({ ok: true });
  const left = await ctx.db.selectFrom("passkeys").select("name").where("user_id", "=", owner.userId).execute();
  expect(left).toEqual([{ name: "own" }]);
});
