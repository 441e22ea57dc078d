import { afterAll, beforeAll, expect, it } from "vitest";
import { ACTION_GROUPS, AUDIT_ACTIONS, firstPartsOf } from "#features/access/rules/audit-actions.ts";
import { RATE_LIMITS } from "#features/access/rules/rate-limits.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { DEVICE, PASSWORD, registered } from "../accounts.fixture.ts";
import { updateProfile } from "../profile/profile.ts";
import { forgetBrowsers } from "../second-factor/set-second-factor.ts";
import { endOtherSessions } from "../sessions/end-sessions.ts";
import { readSession } from "../sessions/read-session.ts";
import { refreshSession } from "../sessions/refresh-session.ts";
import { sessionCookie } from "../sessions/session-cookie.ts";
import { openTokens } from "../sessions/session-object.ts";
import { signOut } from "../sessions/sign-out.ts";
import { changePassword } from "../sign-in/change-password.ts";
import { reauthenticate } from "../sign-in/reauthenticate.ts";
import { sendPasswordReset } from "../sign-in/reset-password.ts";
import { signIn } from "../sign-in/sign-in.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());

const cookie = (token: string) => new Headers({ cookie: sessionCookie(ctx, token).split(";")[0] ?? "" });
const logOf = async (userId: string) =>
  ctx.db.selectFrom("audit_log").select(["action", "actor_id", "after"]).where("subject_id", "=", userId).orderBy("id").execute();
const actionsOf = async (userId: string) => (await logOf(userId)).map(({ action }) => action);
async function person(isAdmin: boolean) {
  const made = await registered(ctx);
  if (isAdmin) await ctx.db.insertInto("admin_user").values({ id: made.userId }).execute();
  return made;
}
const enter = (email: string, password: string) => signIn(ctx, { email, password }, { ...DEVICE, userAgent: FIREFOX });

it("audits sign-ins, sign-outs and failures of administrators, with device and network, but not of players", async () => {
  const [boss, player] = [await person(true), await person(false)];
  for (const { email } of [boss, player]) {
    await enter(email, "Wrong7Password");
    const opened = await enter(email.toUpperCase(), PASSWORD);
    await signOut(ctx, cookie(opened.ok ? opened.value.sessionToken : ""));
  }
  expect(await logOf(boss.userId)).toEqual([
    {
      action: "session.fail",
      actor_id: boss.userId,
      after: { browser: "Firefox", system: "Windows", network: "203.0.113.0/24" },
    },
    {
      action: "session.open",
      actor_id: boss.userId,
      after: { browser: "Firefox", system: "Windows", network: "203.0.113.0/24" },
    },
    { action: "session.end", actor_id: boss.userId, after: null },
  ]);
  expect(await logOf(player.userId)).toEqual([]);
});

it("audits no failure for an unknown address, or for one with a NUL", async () => {
  const count = async () => (await ctx.pool.query("SELECT count(*) FROM audit_log")).rows;
  const before = await count();
  for (const email of ["nobody@example.com", "a\0@example.com", ""])
    expect(await enter(email, PASSWORD)).toMatchObject({ ok: false });
  expect(await count()).toEqual(before);
});

it("audits new passwords, ended sessions, reused tokens and failed re-authentication of all users", async () => {
  const player = await person(false);
  let { sessionToken } = player;
  const visitor = async () => {
    const found = await readSession(ctx, cookie(sessionToken));
    if (!found) throw new Error("no visitor is signed in");
    return found;
  };
  await reauthenticate(ctx, await visitor(), { kind: "password", password: "Wrong7Password" });
  const ended = await endOtherSessions(ctx, await visitor());
  if (ended.ok) sessionToken = ended.value.sessionToken;
  const chosen = { password: "Green8Meadow", confirmPassword: "Green8Meadow" };
  const changed = await changePassword(ctx, await visitor(), { currentPassword: PASSWORD, ...chosen });
  const { refresh_token: first } = await openTokens(ctx, changed.ok ? changed.value : player);
  const second = await refreshSession(ctx, first ?? "");
  await refreshSession(ctx, second.ok ? (second.value.refresh_token ?? "") : "");
  await refreshSession(ctx, first ?? "");
  expect(await actionsOf(player.userId)).toEqual(["proof.fail", "session.end", "password.change", "session.end"]);
});

it("limits the log entries that users can cause on their own account", async () => {
  const limited = { ...ctx, env: { ...ctx.env, rateLimits: true } };
  const player = await person(false);
  let { sessionToken } = player;
  for (let n = 0; n < 30; n++) {
    const visitor = await readSession(ctx, cookie(sessionToken));
    if (!visitor) throw new Error("no visitor is signed in");
    await forgetBrowsers(limited, visitor);
    const ended = await endOtherSessions(limited, visitor);
    if (ended.ok) sessionToken = ended.value.sessionToken;
  }
  const actions = await actionsOf(player.userId);
  expect(actions.filter((action) => action === "factor.forget")).toHaveLength(20);
  expect(actions.filter((action) => action === "session.end")).toHaveLength(20);
});

it("limits the log entries that strangers can cause by password resets for staff", async () => {
  const limited = { ...ctx, env: { ...ctx.env, rateLimits: true } };
  const boss = await person(true);
  for (let n = 0; n < 30; n++) await sendPasswordReset(limited, { email: boss.email, linkId: crypto.randomUUID() });
  expect(await actionsOf(boss.userId)).toEqual(Array.from({ length: 20 }, () => "password.ask_reset"));
});

it("audits an administrator's password reset request and re-authentication", async () => {
  const boss = await person(true);
  const { rows } = await ctx.pool.query("SELECT gen_random_uuid() AS id");
  await sendPasswordReset(ctx, { email: boss.email, linkId: rows[0].id });
  const visitor = await readSession(ctx, cookie(boss.sessionToken));
  await reauthenticate(ctx, visitor ?? { id: "", sessionId: "" }, { kind: "password", password: PASSWORD });
  expect(await actionsOf(boss.userId)).toEqual(["password.ask_reset", "proof.give"]);
});

it("audits an administrator's change of name, without the name, and no player's", async () => {
  const [boss, player] = [await person(true), await person(false)];
  const call = (userId: string, lastName: string, county: string) => {
    const fields = { firstName: "Amelia", lastName, phone: "07700 900123", birthDate: "1984-02-29", county };
    return updateProfile(ctx, userId, fields);
  };
  for (const { userId } of [boss, player]) await call(userId, "Hart", "Kent");
  const before = await logOf(boss.userId);
  for (const { userId } of [boss, player])
    for (const county of ["Kent", "Surrey"]) expect(await call(userId, "Somebody Else", county)).toEqual({ ok: true });
  const renamed = { action: "account.rename", actor_id: boss.userId, after: null };
  expect(await logOf(boss.userId)).toEqual([...before, renamed]);
  expect(await logOf(player.userId)).toEqual([]);
});

it("limits changes of name and birth date a day, but no other changes of the profile", async () => {
  const { userId } = await person(false);
  const limited = { ...ctx, env: { ...ctx.env, rateLimits: true } };
  const call = (day: number, county = "Kent") => {
    const birthDate = `1984-02-${String(day).padStart(2, "0")}`;
    return updateProfile(limited, userId, { firstName: "Amelia", lastName: "Hart", phone: "07700 900123", birthDate, county });
  };
  const { times } = RATE_LIMITS.identityChangeByUser;
  for (let day = 1; day <= times; day++) expect(await call(day)).toEqual({ ok: true });
  expect(await call(times + 1)).toEqual({ ok: false, error: "identity_changed_often", field: "birthDate" });
  expect(await call(times, "Surrey")).toEqual({ ok: true });
  const [row] = (await ctx.pool.query("SELECT birth_date::text AS born, county FROM users WHERE id = $1", [userId])).rows;
  expect(row).toEqual({ born: `1984-02-0${times}`, county: "Surrey" });
});

it("every action has a group, and a sentence in both languages without codes", () => {
  const grouped = ACTION_GROUPS.flatMap((group) => firstPartsOf(`${group}.*`) ?? []);
  for (const action of Object.keys(AUDIT_ACTIONS)) {
    expect(grouped, action).toContain(action.split(".")[0]);
    for (const locale of ["en", "fr"] as const) {
      const sentence = ctx.messages[locale].t(`admin-log:auditActions.${action.replace("-", "_")}` as never) as string;
      expect(sentence, `${action} in ${locale}`).toMatch(/^\p{Lu}[^._]{4,}$/u);
    }
  }
});
