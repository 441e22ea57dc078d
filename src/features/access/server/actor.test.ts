import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { appointAdmin, dismissAdmin, listAdmins } from "#features/staff/server/team/appoint-admin.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { RIGHTS, ROLE_RIGHTS, rolesWith } from "../rules/rights.ts";
import { findRole, may, recordChange } from "./actor.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const auditRows = (subjectId: string) =>
  ctx.db
    .selectFrom("audit_log")
    .select(["action", "actor", "actor_id"])
    .where("subject_id", "=", subjectId)
    .orderBy("id")
    .execute();

it("an administrator is an account with a row at this moment", async () => {
  const { id, email } = await makeUser(ctx);
  expect(await findRole(ctx, id)).toBeUndefined();
  expect(await appointAdmin(ctx, ` ${email.toUpperCase()} `)).toEqual({ ok: true, value: undefined });
  expect(await findRole(ctx, id)).toBe("owner");
  expect(await may(ctx, { kind: "admin", id }, "staff.write")).toBe(true);
  const other = await makeUser(ctx);
  await appointAdmin(ctx, other.email);
  expect(await dismissAdmin(ctx, email)).toEqual({ ok: true, value: undefined });
  expect(await findRole(ctx, id)).toBeUndefined();
  expect(await auditRows(id)).toEqual([
    { action: "admin.add", actor: "command line", actor_id: null },
    { action: "admin.remove", actor: "command line", actor_id: null },
  ]);
});

it.each([["command"], ["clock"]] as const)("the shop's own %s has all rights", async (kind) => {
  expect(await may(ctx, { kind }, "staff.write")).toBe(true);
});

it("throws if a role cannot be read, and finds none for a malformed id", async () => {
  const { id } = await makeUser(ctx);
  const broken = {
    db: {
      selectFrom: () => {
        throw new Error("gone");
      },
    },
    log: { error: () => undefined },
  } as never;
  await expect(findRole(broken, id)).rejects.toThrow("gone");
  expect(await findRole(ctx, "admin")).toBeUndefined();
});

describe("roles", () => {
  it("give exactly the rights of their table row, and changes take effect at once", async () => {
    const { id, email } = await makeUser(ctx);
    const actor = { kind: "admin", id } as const;
    const grantedRights = async () => {
      const granted = await Promise.all(RIGHTS.map(async (right) => ((await may(ctx, actor, right)) ? [right] : [])));
      return granted.flat();
    };
    for (const role of ["support", "read-only", "marketing"] as const) {
      await appointAdmin(ctx, email, role);
      expect((await grantedRights()).toSorted()).toEqual(ROLE_RIGHTS[role].toSorted());
    }
  });

  it("read-only changes nothing, and only the listed rights are the owner's alone", () => {
    expect(ROLE_RIGHTS["read-only"].filter((right) => !right.endsWith(".read"))).toEqual([]);
    expect(
      RIGHTS.filter((right) => rolesWith(right).filter((role) => role !== "owner" && role !== "read-only").length === 0),
    ).toEqual([
      "integrations.manage",
      "live.write",
      "practice.read",
      "practice.write",
      "shop.write",
      "staff.owners",
      "staff.read",
      "staff.write",
      "winners.disclose",
    ]);
  });
});

describe("appointing", () => {
  it("refuses unknown addresses, appointing twice, and dismissing players", async () => {
    const { email } = await makeUser(ctx);
    expect(await appointAdmin(ctx, "nobody@concours.test")).toEqual({ ok: false, error: "no_account" });
    expect(await dismissAdmin(ctx, "nobody@concours.test")).toEqual({ ok: false, error: "no_account" });
    expect(await dismissAdmin(ctx, email)).toEqual({ ok: false, error: "not_admin" });
    await appointAdmin(ctx, email);
    expect(await appointAdmin(ctx, email)).toEqual({ ok: false, error: "already" });
  });

  it("keeps the last administrator, even if two dismiss each other at once", async () => {
    await ctx.db.deleteFrom("admin_user").execute();
    const [one, other] = [await makeUser(ctx), await makeUser(ctx)];
    for (const { email } of [one, other]) await appointAdmin(ctx, email);
    const outcomes = await Promise.all([dismissAdmin(ctx, one.email), dismissAdmin(ctx, other.email)]);
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.find((outcome) => !outcome.ok)).toEqual({ ok: false, error: "last_admin" });
    expect(await listAdmins(ctx)).toHaveLength(1);
  });
});

it("the log records actor, action, before, after and reason", async () => {
  const { id } = await makeUser(ctx);
  const change = {
    before: { status: "draft" },
    after: { status: "active" },
    reason: "ready",
    at: new Date("2026-05-01T12:00:00Z"),
  };
  await recordChange(ctx.db, {
    actor: { kind: "admin", id },
    action: "lottery.update",
    subjectType: "lottery",
    subjectId: "l-1",
    ...change,
  });
  const [row] = await ctx.db.selectFrom("audit_log").selectAll().where("subject_id", "=", "l-1").execute();
  expect(row).toMatchObject({
    actor_id: id,
    actor: "administrator",
    action: "lottery.update",
    subject_type: "lottery",
    ...change,
  });
});
