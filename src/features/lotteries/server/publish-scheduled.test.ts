/** Drafts are published at their set time, with the checks of publishing by hand. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { addDays, londonDate } from "#shared/dates/dates.ts";
import type { LotteryDraft } from "../rules/fields/facts.ts";
import { deleteLottery } from "./delete-lottery.ts";
import { findManagedLottery } from "./list-managed-lotteries.ts";
import { publishScheduled } from "./publish-scheduled.ts";
import { changeLottery } from "./save-lottery.ts";

const HOUR = 3_600_000;

let ctx: TestCtx;
let boss: Actor;
beforeAll(async () => {
  ctx = await testCtx();
  boss = { kind: "admin", id: (await makeUser(ctx)).id };
  await ctx.db.insertInto("admin_user").values({ id: boss.id }).execute();
});
// Pictures are rows without files.
afterAll(() => ctx.close({ broken: ["pictures-exist"] }));

const later = (hours: number) => new Date(ctx.now().getTime() + hours * HOUR);
const at = (hours: number) => ({ ...ctx, now: () => later(hours) });

/** Without gaps, from tomorrow on. */
async function readyDraft(): Promise<string> {
  const today = londonDate(ctx.now());
  const id = await makeLottery(ctx, {
    ...{ status: "draft", title: "Car", title_fr: "Voiture", description: "Fast.", description_fr: "Rapide." },
    ...{ start_date: addDays(today, 1), start_time: "18:00", end_date: addDays(today, 30) },
  });
  const picture = { width: 800, height: 500, widths: [800], placeholder: "data:,", image_url: `/media/${id}`, display_order: 0 };
  await ctx.db
    .insertInto("lottery_images")
    .values({ ...picture, lottery_id: id })
    .execute();
  return id;
}
async function found(id: string) {
  const lottery = await findManagedLottery(ctx, boss, id);
  if (!lottery.ok) throw new Error(lottery.error);
  return lottery.value;
}
async function save(id: string, change: Partial<LotteryDraft>) {
  const lottery = await found(id);
  const pictures = lottery.images.map(({ picture }) => picture.url);
  return changeLottery(ctx, boss, { lotteryId: id, version: lottery.version, draft: { ...lottery, ...change }, pictures });
}
const logOf = (id: string) =>
  ctx.db
    .selectFrom("audit_log")
    .select(["actor", "action", "before", "after"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
const openAlerts = async (id: string) =>
  (await ctx.db.selectFrom("alerts").select("kind").where("subject_id", "=", id).where("handled_at", "is", null).execute()).map(
    ({ kind }) => kind,
  );

describe("a draft with a time of publishing", () => {
  it("is published once that time has come, not before, and the log says by what", async () => {
    const id = await readyDraft();
    const publishAt = later(2);
    expect(await save(id, { publishAt })).toMatchObject({ ok: true });
    await publishScheduled(at(1.99));
    expect(await found(id)).toMatchObject({ status: "draft", publishAt, version: 2 });
    await Promise.all([publishScheduled(at(2)), publishScheduled(at(2))]);
    expect(await found(id)).toMatchObject({ status: "active", publishAt: undefined, version: 3 });
    expect((await logOf(id)).slice(-2)).toEqual([
      expect.objectContaining({ actor: "administrator", after: { publish_at: publishAt.toISOString() } }),
      {
        ...{ actor: "scheduled job", action: "lottery.update" },
        before: { status: "draft", publish_at: publishAt.toISOString() },
        after: { status: "active", publish_at: null },
      },
    ]);
    expect(await openAlerts(id)).toEqual([]);
  });

  it("is not published if the time was taken back or put off", async () => {
    const [back, off] = [await readyDraft(), await readyDraft()];
    for (const id of [back, off]) await save(id, { publishAt: later(2) });
    expect(await save(back, { publishAt: undefined })).toMatchObject({ ok: true });
    expect(await save(off, { publishAt: later(5) })).toMatchObject({ ok: true });
    await publishScheduled(at(3));
    for (const id of [back, off]) expect((await found(id)).status).toBe("draft");
  });

  it("is refused while something would be missing at that time, or when that time has passed", async () => {
    const id = await readyDraft();
    const gap = (name: string) => ({ ok: false, error: "not_ready", gaps: [name] });
    expect(await save(id, { publishAt: later(2), rightOption: undefined })).toEqual(gap("no_right_answer"));
    expect(await save(id, { publishAt: later(72) })).toEqual(gap("starts_in_the_past"));
    expect(await save(id, { publishAt: later(0) })).toEqual(gap("publishes_in_the_past"));
    expect(await save(id, { rightOption: undefined })).toMatchObject({ ok: true });
  });

  it("loses it if it is published by hand", async () => {
    const id = await readyDraft();
    await save(id, { publishAt: later(2) });
    expect(await save(id, { status: "active" })).toMatchObject({ ok: true });
    expect(await found(id)).toMatchObject({ status: "active", publishAt: undefined });
  });
});

describe("a draft that cannot be published at its time", () => {
  /** The shop was down for two days. */
  async function missed(): Promise<string> {
    const id = await readyDraft();
    await save(id, { publishAt: later(2) });
    await publishScheduled(at(60));
    return id;
  }

  it("stays a draft without a time, with one alert for the staff", async () => {
    const id = await missed();
    await publishScheduled(at(61));
    expect(await found(id)).toMatchObject({ status: "draft", publishAt: undefined });
    expect(await openAlerts(id)).toEqual(["publishing_failed"]);
    expect((await logOf(id)).at(-1)).toMatchObject({ actor: "scheduled job", after: { publish_at: null } });
  });

  it("needs no attention once it has another time, is published or is deleted", async () => {
    const [planned, published, deleted] = [await missed(), await missed(), await missed()];
    await save(planned, { publishAt: later(3) });
    await save(published, { status: "active" });
    await deleteLottery(ctx, boss, deleted);
    for (const id of [planned, published, deleted]) expect(await openAlerts(id)).toEqual([]);
  });

  it("does not keep another one from being published", async () => {
    const [bad, good] = [await readyDraft(), await readyDraft()];
    await save(bad, { publishAt: later(2) });
    await save(good, { publishAt: later(3) });
    await ctx.db.updateTable("lotteries").set({ title_fr: null }).where("id", "=", bad).execute();
    await publishScheduled(at(4));
    expect((await found(bad)).status).toBe("draft");
    expect((await found(good)).status).toBe("active");
  });
});
