import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { ROLES, type Role } from "#features/access/rules/rights.ts";
import { findRole } from "#features/access/server/actor.ts";
import { reauthedAdmin, registered } from "#features/accounts/server/accounts.fixture.ts";
import { recordStaffEvent } from "#features/accounts/server/devices/account-events.ts";
import { endStaffSessions } from "#features/accounts/server/sessions/end-sessions.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { signOut } from "#features/accounts/server/sessions/sign-out.ts";
import { linkToken } from "#features/accounts/server/sign-in/mail-links.ts";
import { decide } from "#features/draws/admin/approvals/approvals.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { proposalExpiresAt } from "../../rules/proposals.ts";
import { expireProposals } from "../approvals/decide-proposal.ts";
import { acceptInvitation, findInvitation } from "./accept-invitation.ts";
import { dismissAdmin } from "./appoint-admin.ts";
import { changeRole } from "./change-role.ts";
import { forgetInvitations } from "./forget-invitations.ts";
import { inviteAgain, inviteStaff, takeBackInvitation } from "./invite-staff.ts";
import { listStaff } from "./list-staff.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const DAY_MS = 86_400_000;

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  ctx.setNow(NOON);
  await ctx.db.deleteFrom("staff_invitations").execute();
  await ctx.db.deleteFrom("admin_user").execute();
});

async function staff(role: Role) {
  const { id } = await makeUser(ctx);
  await ctx.db.updateTable("users").set({ email_verified: true }).where("id", "=", id).execute();
  await ctx.db.insertInto("admin_user").values({ id, role }).execute();
  return reauthedAdmin(ctx, id);
}
type Member = Awaited<ReturnType<typeof staff>>;
const change = (by: Member, userId: string, from: Role, to: Role | undefined, reason = "") =>
  changeRole(ctx, by, { userId, from, to, reason });
const roleOf = (id: string) => findRole(ctx, id);
const logged = async (subject: string) => {
  const rows = await ctx.db.selectFrom("audit_log").selectAll().where("subject_id", "=", subject).orderBy("id").execute();
  return rows.map(({ action, before, after, reason }) => ({ action, before, after, reason }));
};
const mails = async (message: string, about?: string) => {
  const { rows } = await ctx.pool.query(
    "SELECT data FROM pgboss.job WHERE name = 'staff-mail' AND data->>'message' = $1 AND ($2::text IS NULL OR data->>'about' = $2) ORDER BY created_on",
    [message, about ?? null],
  );
  return rows.map(({ data }: { data: Record<string, string> }) => data);
};
const openProposal = async (subject: string) =>
  (
    await ctx.db
      .selectFrom("proposals")
      .select("id")
      .where("subject_id", "=", subject)
      .where("state", "=", "open")
      .executeTakeFirst()
  )?.id ?? "";

describe("a role", () => {
  it("is changed and removed by an owner; the person and the other owners get a mail", async () => {
    const [anna, olga, ben] = [await staff("owner"), await staff("owner"), await staff("support")];
    expect(await change(anna, ben.id, "support", "finance", "Moves to finance")).toEqual({ ok: true, value: "done" });
    expect(await roleOf(ben.id)).toBe("finance");
    expect(await change(anna, ben.id, "finance", undefined)).toEqual({ ok: true, value: "done" });
    expect(await roleOf(ben.id)).toBeUndefined();
    expect(await logged(ben.id)).toMatchObject([
      { action: "admin.role", before: { role: "support" }, after: { role: "finance" }, reason: "Moves to finance" },
      { action: "admin.remove", before: { role: "finance" } },
    ]);
    const mailsToBen = (await mails("staff-role")).filter(({ userId }) => userId === ben.id);
    expect(mailsToBen).toMatchObject([{ role: "finance", was: "support" }, { was: "finance" }]);
    const owners = (await mails("staff-changed")).filter(({ userId }) => userId === olga.id);
    expect(owners).toHaveLength(2);
    expect((await mails("staff-changed")).some(({ userId }) => userId === anna.id)).toBe(false);
  });

  it.each(ROLES.filter((role) => role !== "owner"))("is not given by %s, not even to oneself", async (role) => {
    await staff("owner");
    const [one, ben] = [await staff(role), await staff("support")];
    expect(await change(one, one.id, role, "owner", "x")).toEqual({ ok: false, error: "forbidden" });
    expect(await change(one, ben.id, "support", undefined)).toEqual({ ok: false, error: "forbidden" });
    const invited = { email: "x@example.com", role: "support", locale: "en", reason: "" } as const;
    expect(await inviteStaff(ctx, one, invited)).toEqual({ ok: false, error: "forbidden" });
    expect(await endStaffSessions(ctx, one, { userId: ben.id, sessionId: undefined })).toEqual({ ok: false, error: "forbidden" });
  });

  it("of the last owner stays, even if two owners step down at once", async () => {
    const [anna, olga] = [await staff("owner"), await staff("owner")];
    const both = await Promise.all([anna, olga].map((one) => change(one, one.id, "owner", undefined)));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both).toContainEqual({ ok: false, error: "last_owner" });
    const left = (await roleOf(anna.id)) === "owner" ? anna : olga;
    expect(await change(left, left.id, "owner", "support")).toEqual({ ok: false, error: "last_owner" });
  });

  it("is not changed by an outdated page", async () => {
    const [anna, ben] = [await staff("owner"), await staff("support")];
    expect(await change(anna, ben.id, "finance", "draws")).toEqual({ ok: false, error: "role_changed" });
    expect(await change(anna, (await makeUser(ctx)).id, "support", "draws")).toEqual({ ok: false, error: "not_staff" });
  });

  it("of an owner needs two owners if there are two, and the log says so if there is one", async () => {
    const [anna, ben] = [await staff("owner"), await staff("support")];
    expect(await change(anna, ben.id, "support", "owner")).toEqual({ ok: true, value: "done" });
    expect(await logged(ben.id)).toMatchObject([{ action: "admin.role", after: { role: "owner", alone: true } }]);

    const cleo = await staff("support");
    expect(await change(anna, cleo.id, "support", "owner")).toEqual({ ok: false, error: "reason_needed" });
    expect(await change(anna, cleo.id, "support", "owner", "Third partner")).toEqual({ ok: true, value: "proposed" });
    expect(await roleOf(cleo.id)).toBe("support");
    const id = await openProposal(cleo.id);
    // Neither the person concerned nor the proposer may confirm.
    for (const by of [cleo, anna]) expect((await decide(ctx, by, { id, decision: "confirm", note: "" })).ok).toBe(false);
    const confirmed = await decide(ctx, ben, { id, decision: "confirm", note: "" });
    expect(confirmed).toMatchObject({ ok: true });
    expect(await roleOf(cleo.id)).toBe("owner");
    expect((await logged(cleo.id)).at(-1)).toMatchObject({ after: { role: "owner", proposal_id: id }, reason: "Third partner" });
  });

  it("of another owner is not removed without approval", async () => {
    const [anna, ben] = [await staff("owner"), await staff("owner")];
    expect(await change(anna, ben.id, "owner", "support", "He left")).toEqual({ ok: true, value: "proposed" });
    expect(await roleOf(ben.id)).toBe("owner");
    const id = await openProposal(ben.id);
    expect(await decide(ctx, ben, { id, decision: "refuse", note: "I have not." })).toMatchObject({ ok: true });
    expect(await roleOf(ben.id)).toBe("owner");
  });

  it("that has changed is not changed by an old proposal", async () => {
    const [anna, ben, cleo] = [await staff("owner"), await staff("owner"), await staff("support")];
    await change(anna, cleo.id, "support", "owner", "Third partner");
    const id = await openProposal(cleo.id);
    await change(ben, cleo.id, "support", "marketing");
    expect(await decide(ctx, ben, { id, decision: "confirm", note: "" })).toEqual({ ok: false, error: "role_changed" });
    expect(await roleOf(cleo.id)).toBe("marketing");
  });

  it("that is removed in mid-session gives no rights at the next request", async () => {
    const [anna, ben] = [await staff("owner"), await staff("owner")];
    await dismissAdmin(
      ctx,
      (await ctx.db.selectFrom("users").select("email").where("id", "=", ben.id).executeTakeFirst())?.email ?? "",
    );
    expect(await change(ben, anna.id, "owner", undefined, "x")).toEqual({ ok: false, error: "forbidden" });
    expect(await listStaff(ctx, ben, "")).toEqual({ ok: false, error: "forbidden" });
  });
});

describe("an invitation", () => {
  let anna: Member;
  let email: string;
  let count = 0;
  beforeEach(async () => {
    anna = await staff("owner");
    count += 1;
    email = `new.${count}@example.com`;
  });
  const invite = (role: Role = "support", by = anna, reason = "") =>
    inviteStaff(ctx, by, { email: ` ${email.toUpperCase()} `, role, locale: "fr", reason });
  const idOf = async () =>
    (await ctx.db.selectFrom("staff_invitations").select("id").where("email", "=", email).executeTakeFirst())?.id ?? "";
  const tokenOf = async () => linkToken(ctx, await idOf());
  const newcomer = async (address = email) => {
    const { userId } = await registered(ctx, { email: address });
    return { id: userId, sessionId: undefined };
  };

  it("is mailed, and gives the role once to the account with its address", async () => {
    expect(await invite()).toEqual({ ok: true, value: "done" });
    const token = await tokenOf();
    expect(await mails("staff-invited", await idOf())).toMatchObject([{ to: email, role: "support", locale: "fr" }]);
    expect(await findInvitation(ctx, token)).toEqual({ email, role: "support", hasAccount: false });
    const stranger = await newcomer(`other.${count}@example.com`);
    expect(await acceptInvitation(ctx, stranger, token)).toEqual({ ok: false, error: "not_yours" });
    const ben = await newcomer();
    const both = await Promise.all([acceptInvitation(ctx, ben, token), acceptInvitation(ctx, ben, token)]);
    expect(both).toContainEqual({ ok: true, value: { role: "support", sessionToken: undefined } });
    expect(both).toContainEqual({ ok: false, error: "linkExpired" });
    expect(await roleOf(ben.id)).toBe("support");
    expect(await logged(ben.id)).toMatchObject([{ action: "admin.accept", after: { role: "support", invited_by: anna.id } }]);
    const account = await ctx.db.selectFrom("users").select("email_verified").where("id", "=", ben.id).executeTakeFirstOrThrow();
    expect(account.email_verified).toBe(true);
    expect((await mails("staff-changed")).filter(({ userId }) => userId === anna.id)).not.toEqual([]);
  });

  it("does not reveal whether its address has an account", async () => {
    const fresh = await invite();
    count += 1;
    email = `known.${count}@example.com`;
    await newcomer();
    expect(await invite()).toEqual(fresh);
  });

  it("ends every other session of the account, so that a stolen one gains no rights", async () => {
    const { userId } = await registered(ctx, { email });
    const [session] = await ctx.db.selectFrom("sessions").select("id").where("user_id", "=", userId).execute();
    const stolen = { user_id: userId, token: `stolen ${count}`, expires_at: new Date(NOON.getTime() + DAY_MS) };
    await ctx.db
      .insertInto("sessions")
      .values({ ...stolen, created_at: NOON, updated_at: NOON })
      .execute();
    await invite();
    const accepted = await acceptInvitation(ctx, { id: userId, sessionId: session?.id ?? "" }, await tokenOf());
    const sessions = await ctx.db.selectFrom("sessions").select(["id", "token"]).where("user_id", "=", userId).execute();
    // A copy of this one counts as stolen, too.
    expect(accepted).toMatchObject({ ok: true, value: { sessionToken: sessions[0]?.token } });
    expect(sessions.map(({ id }) => id)).not.toContain(session?.id);
    expect(sessions).toHaveLength(1);
  });

  it("is invalid after withdrawal, expiry, resending, or when its sender may not invite any more", async () => {
    const ben = await newcomer();
    const opens = async (token: string) => (await acceptInvitation(ctx, ben, token)).ok;
    await invite();
    const first = await tokenOf();
    expect(await invite()).toEqual({ ok: false, error: "already_invited" });
    expect(await takeBackInvitation(ctx, anna, await idOf())).toMatchObject({ ok: true });
    expect(await opens(first)).toBe(false);

    await invite();
    const second = await tokenOf();
    expect(await inviteAgain(ctx, anna, await idOf())).toMatchObject({ ok: true });
    expect(await opens(second)).toBe(false);

    const third = await tokenOf();
    ctx.setNow(new Date(NOON.getTime() + 7 * DAY_MS));
    expect(await opens(third)).toBe(false);
    expect(await inviteAgain(ctx, anna, await idOf())).toMatchObject({ ok: true });

    const fourth = await tokenOf();
    const olga = await staff("owner");
    await change(anna, anna.id, "owner", "support");
    expect(await opens(fourth)).toBe(false);
    expect(await roleOf(olga.id)).toBe("owner");
    expect(await roleOf(ben.id)).toBeUndefined();
  });

  it("is deleted thirty days after it expired", async () => {
    await invite();
    ctx.setNow(new Date(NOON.getTime() + 38 * DAY_MS));
    await forgetInvitations(ctx);
    expect(await idOf()).toBe("");
  });

  it("is refused for members of the staff", async () => {
    await invite();
    const ben = await newcomer();
    await acceptInvitation(ctx, ben, await tokenOf());
    expect(await invite("finance")).toEqual({ ok: false, error: "already_staff" });
  });

  it("of an owner waits for a second owner, and is invalid before", async () => {
    const olga = await staff("owner");
    expect(await invite("owner")).toEqual({ ok: false, error: "reason_needed" });
    expect(await invite("owner", anna, "Third partner")).toEqual({ ok: true, value: "proposed" });
    const [ben, token, id] = [await newcomer(), await tokenOf(), await idOf()];
    expect(await mails("staff-invited", id)).toEqual([]);
    expect(await acceptInvitation(ctx, ben, token)).toEqual({ ok: false, error: "linkExpired" });
    expect(await inviteAgain(ctx, anna, id)).toEqual({ ok: false, error: "waits" });
    const proposal = await openProposal(id);
    expect((await mails("staff-proposal", proposal)).map(({ userId }) => userId)).toEqual([olga.id]);
    expect(await decide(ctx, olga, { id: proposal, decision: "confirm", note: "" })).toMatchObject({ ok: true });
    expect(await acceptInvitation(ctx, ben, token)).toMatchObject({ ok: true, value: { role: "owner" } });
  });

  it.each(["refuse", "withdraw", "expire", "take back"] as const)("of an owner is deleted after: %s", async (end) => {
    const olga = await staff("owner");
    await invite("owner", anna, "Third partner");
    const [id, proposal] = [await idOf(), await openProposal(await idOf())];
    if (end === "refuse") await decide(ctx, olga, { id: proposal, decision: "refuse", note: "No." });
    if (end === "withdraw") await decide(ctx, anna, { id: proposal, decision: "withdraw", note: "" });
    if (end === "take back") await takeBackInvitation(ctx, anna, id);
    if (end === "expire") {
      ctx.setNow(proposalExpiresAt(NOON));
      await expireProposals(ctx);
    }
    expect(await idOf()).toBe("");
    const confirmed = await decide(ctx, olga, { id: proposal, decision: "confirm", note: "" });
    const error = { "take back": "invitation_gone", expire: "expired", refuse: "decided", withdraw: "decided" }[end];
    expect(confirmed).toEqual({ ok: false, error });
  });

  it("of an owner ends with the role of its proposer", async () => {
    const olga = await staff("owner");
    await invite("owner", anna, "Third partner");
    const proposal = await openProposal(await idOf());
    await change(anna, anna.id, "owner", undefined);
    expect(await decide(ctx, olga, { id: proposal, decision: "confirm", note: "" })).toEqual({
      ok: false,
      error: "invitation_gone",
    });
  });

  it("is limited to twenty addresses at a time", async () => {
    for (let i = 0; i < 20; i += 1) {
      email = `many.${i}@example.com`;
      await invite();
    }
    email = "one.more@example.com";
    expect(await invite()).toEqual({ ok: false, error: "too_many_invitations" });
  });
});

describe("the list", () => {
  it("shows a sign-in for people who registered here and signed out", async () => {
    const anna = await staff("owner");
    const { userId: id, sessionToken } = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id, role: "support" }).execute();
    await signOut(ctx, new Headers({ cookie: sessionCookie(ctx, sessionToken) }));
    const listed = await listStaff(ctx, anna, "");
    const ben = listed.ok ? listed.value.staff.find((one) => one.id === id) : undefined;
    expect(ben).toMatchObject({ lastSignIn: undefined, hasSignedIn: true, sessions: [] });
  });

  it("does not take strangers' actions in a person's name as a sign-in", async () => {
    const anna = await staff("owner");
    const { id } = await makeUser(ctx);
    await ctx.db.insertInto("admin_user").values({ id, role: "support" }).execute();
    const hasSignedIn = async () => {
      const listed = await listStaff(ctx, anna, "");
      return listed.ok ? listed.value.staff.find((one) => one.id === id)?.hasSignedIn : undefined;
    };
    for (const action of ["session.fail", "factor.fail", "password.ask_reset"] as const)
      await recordStaffEvent(ctx, { who: { userId: id }, action });
    expect(await hasSignedIn()).toBe(false);
    await recordStaffEvent(ctx, { who: { userId: id }, action: "session.end" });
    expect(await hasSignedIn()).toBe(true);
  });

  it("shows role, second factor, last sign-in and sessions, which owners end", async () => {
    const anna = await staff("owner");
    const { userId: id } = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id, role: "support" }).execute();
    const listed = await listStaff(ctx, anna, "");
    const ben = listed.ok ? listed.value.staff.find((one) => one.id === id) : undefined;
    expect(ben).toMatchObject({ role: "support", hasSecondFactor: false, sessions: [{ network: "203.0.113.0/24" }] });
    // Registration counts as a sign-in.
    expect([ben?.lastSignIn, ben?.hasSignedIn]).toEqual([NOON, true]);
    const sessionId = ben?.sessions[0]?.id ?? "";
    // The id of another person's session ends nothing, and players' sessions cannot be ended.
    expect(await endStaffSessions(ctx, anna, { userId: anna.id, sessionId })).toEqual({ ok: false, error: "sessionMissing" });
    const player = await registered(ctx);
    expect(await endStaffSessions(ctx, anna, { userId: player.userId, sessionId: undefined })).toMatchObject({
      error: "not_staff",
    });
    expect(await endStaffSessions(ctx, anna, { userId: id, sessionId })).toEqual({ ok: true, value: 1 });
    expect((await logged(id)).at(-1)).toMatchObject({ action: "admin.sign_out", after: { sessions_ended: 1 } });
  });
});
