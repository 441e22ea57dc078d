/** Winners' records for the advertising regulator, including unnamed and erased winners. */
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { reauthedAdmin, registered } from "#features/accounts/server/accounts.fixture.ts";
import { exportWinnerRecords, forgetWinnerRecords } from "#features/lotteries/server/prize/winner-records.ts";
import { eraseUser } from "#features/orders/server/players/erase-user.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { drawnDraw } from "../draws.fixture.ts";
import { findDraw } from "../reading/find-draw.ts";
import { discloseWinner } from "./disclose-winner.ts";
import { forgetContacts } from "./forget-contacts.ts";
import { hideName } from "./hide-name.ts";
import { exportPrizes } from "./record-prize-step.ts";
import { replaceWinner } from "./replace-winner.ts";

const COMMAND = { kind: "command" } as const;
const reason = { code: "declined", text: "The winner could not be reached for 28 days." } as const;
let ctx: TestCtx;
let id: string;
beforeAll(async () => {
  ctx = await testCtx();
});
beforeEach(async () => {
  ({ id } = await drawnDraw(ctx, { sold: 120, players: 60 }));
});
afterAll(() => ctx.close());

const winnerId = async () => (await findDraw(ctx, id))?.lottery.winnerId ?? "";
const records = () => ctx.db.selectFrom("winner_records").selectAll().where("lottery_id", "=", id).execute();
const profileOf = (userId: string) =>
  ctx.db.selectFrom("users").select(["first_name", "last_name", "county"]).where("id", "=", userId).executeTakeFirstOrThrow();
const call = (userId: string, last_name: string) =>
  ctx.db.updateTable("users").set({ last_name, county: "Kent" }).where("id", "=", userId).execute();

it("a winner has a record, and a replacement takes it over", async () => {
  const first = await winnerId();
  expect(await records()).toEqual([
    { lottery_id: id, user_id: first, place: 1, ...(await profileOf(first)), won_at: (await findDraw(ctx, id))?.result?.drawnAt },
  ]);
  await replaceWinner(ctx, COMMAND, { lotteryId: id, reason });
  const next = await winnerId();
  expect(next).not.toBe(first);
  const won_at = (await findDraw(ctx, id))?.result?.changes.at(-1)?.at;
  expect(await records()).toEqual([{ lottery_id: id, user_id: next, place: 1, ...(await profileOf(next)), won_at }]);
});

it("a record survives an objection and an erasure, with the profile's last data", async () => {
  const winner = await winnerId();
  await hideName(ctx, winner, { isHidden: true, source: "profile" });
  await call(winner, "Lastname-Newly");
  expect(await eraseUser(ctx, winner, { tickets: "keep" })).toEqual({ ok: true });
  await ctx.db.deleteFrom("retained_contacts").execute();
  expect((await findDraw(ctx, id))?.result?.winner.name).toBeUndefined();
  const found = await discloseWinner(ctx, COMMAND, { lotteryId: id });
  expect(found).toMatchObject({ ok: true, value: { userId: winner, lastName: "Lastname-Newly", county: "Kent" } });
});

it("a record is deleted 24 months after the win, and not before", async () => {
  const [record] = await records();
  const after = (months: number, days: number) => {
    const day = new Date(record?.won_at ?? 0);
    day.setUTCMonth(day.getUTCMonth() + months);
    day.setUTCDate(day.getUTCDate() + days);
    return { db: ctx.db, now: () => new Date(day) };
  };
  await forgetContacts(after(24, -1));
  expect(await records()).toHaveLength(1);
  await forgetContacts(after(24, 1));
  expect(await records()).toEqual([]);
  expect(await discloseWinner(ctx, COMMAND, { lotteryId: id })).toEqual({ ok: false, error: "not_found" });
});

it("only an owner can read it after re-authentication, and each access is in the audit log without the name", async () => {
  const looks = () =>
    ctx.db.selectFrom("audit_log").selectAll().where("action", "=", "winner.disclose").where("subject_id", "=", id).execute();
  const staff = async (role: "owner" | "draws") => {
    const { userId } = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id: userId, role }).execute();
    return reauthedAdmin(ctx, userId);
  };
  const owner = await staff("owner");
  const disclose = (actor: Parameters<typeof discloseWinner>[1]) => discloseWinner(ctx, actor, { lotteryId: id });
  expect(await disclose(await staff("draws"))).toEqual({ ok: false, error: "forbidden" });
  expect(await disclose({ ...owner, reauthAt: undefined })).toEqual({ ok: false, error: "reauth_needed" });
  expect(await looks()).toEqual([]);
  await call(await winnerId(), "Married-Since");
  expect(await disclose(owner)).toMatchObject({ ok: true, value: { lastName: "Married-Since" } });
  await disclose(owner);
  const log = await looks();
  expect(log).toHaveLength(2);
  expect(JSON.stringify(log)).not.toContain("Married-Since");
  expect(await discloseWinner(ctx, owner, { lotteryId: "x" })).toEqual({ ok: false, error: "not_found" });
});

it("the winner's data export contains it", async () => {
  const winner = await winnerId();
  const { first_name, last_name, county } = await profileOf(winner);
  const at = new Date("2026-11-21T10:00:00Z");
  const checked = {
    prize_contacted_at: at,
    prize_confirmed_at: at,
    prize_checked_at: at,
    prize_check_document: "passport",
  } as const;
  await ctx.db.updateTable("draws").set(checked).where("lottery_id", "=", id).execute();
  const steps = { contacted_at: at, identity_checked_at: at, identity_document: "passport", handed_over_at: null };
  expect(await exportWinnerRecords(ctx, winner)).toMatchObject([{ lottery_id: id, first_name, last_name, county, photo: null }]);
  expect(await exportPrizes(ctx, [{ lottery_id: id, place: 1 }])).toMatchObject([{ lottery_id: id, ...steps }]);
});

it("is stored for two years to the day, also if that day does not exist", async () => {
  await ctx.owner.query("UPDATE winner_records SET won_at = '2026-02-28T12:00:00Z' WHERE lottery_id = $1", [id]);
  const leftAt = async (now: string) => {
    await forgetWinnerRecords({ db: ctx.db, now: () => new Date(now) });
    return (await records()).length;
  };
  expect(await leftAt("2028-02-29T11:00:00Z")).toBe(1);
  expect(await leftAt("2028-02-29T13:00:00Z")).toBe(0);
});

it("winners of older versions get records by the migration", async () => {
  await replaceWinner(ctx, COMMAND, { lotteryId: id, reason });
  const made = await records();
  await ctx.db.deleteFrom("winner_records").execute();
  const file = await readFile(new URL("../../../../../migrations/0069_winner_records.sql", import.meta.url), "utf8");
  await ctx.pool.query(file.slice(file.indexOf("INSERT INTO winner_records")));
  expect(await records()).toEqual(made);
  const { rows } = await sql`SELECT FROM winner_records`.execute(ctx.db);
  expect(rows.length).toBeGreaterThan(0);
});
