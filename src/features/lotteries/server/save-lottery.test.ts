/** Creates, changes and deletes draws on a real database and folder: rights, versions, locks and files. */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { folderStore } from "#platform/media/media-folder.server.ts";
import { createMedia } from "#platform/media/media.server.ts";
import { addDays, londonDate } from "#shared/dates/dates.ts";
import { pence } from "#shared/money/money.ts";
import { FACTS, type LotteryDraft } from "../rules/fields/facts.ts";
import { checkFields, fieldsOf, newFields } from "../rules/fields/lottery-fields.ts";
import { NO_PRIZE, PRIZE_INPUTS } from "../rules/fields/prize-facts.ts";
import { deleteLottery } from "./delete-lottery.ts";
import { findManagedLottery, listManagedLotteries } from "./list-managed-lotteries.ts";
import { setFocalPoint } from "./pictures/set-focal-point.ts";
import { dropPictures, listShownPictures, sweepPictures, UPLOAD_RETENTION_MS, uploadPicture } from "./pictures/store-pictures.ts";
import { sealPrize } from "./prize/seal-prize.ts";
import { changeLottery, createLottery } from "./save-lottery.ts";

let ctx: TestCtx;
let folder: string;
let boss: Actor;
let second: Actor;
let player: Actor;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "concours-pictures-"));
  ctx = { ...(await testCtx({ RATE_LIMITS: "off" })), media: createMedia(folderStore(folder)) };
  const [one, two, three] = await Promise.all([makeUser(ctx), makeUser(ctx), makeUser(ctx)]);
  await ctx.db
    .insertInto("admin_user")
    .values([{ id: one.id }, { id: two.id }])
    .execute();
  boss = { kind: "admin", id: one.id };
  second = { kind: "admin", id: two.id };
  player = { kind: "admin", id: three.id };
});
afterEach(async () => expect(await findBrokenInvariants(ctx)).toEqual([]));
afterAll(async () => {
  await ctx.close();
  await rm(folder, { recursive: true });
});

/** A small unique picture. */
async function bytes(): Promise<Buffer> {
  return sharp(randomBytes(24 * 16 * 3), { raw: { width: 24, height: 16, channels: 3 } })
    .png()
    .toBuffer();
}

const stored = async () => (await ctx.media.list()).map(({ url }) => url);

async function uploaded(): Promise<string> {
  const stored = await uploadPicture(ctx, boss, { bytes: await bytes(), type: "image/png", name: "car.png" });
  if (!stored.ok) throw new Error(stored.error);
  return stored.value.url;
}

function draft(change: Partial<LotteryDraft> = {}): LotteryDraft {
  const fields = { ...newFields("2026-03-15"), title: "Valmont GT-10", description: "Bordeaux." };
  const checked = checkFields(fields, ["a", "b", "c", "d"]);
  if ("problems" in checked) throw new Error("the defaults are wrong");
  return { ...checked.draft, ...change };
}
/** A draft without gaps. */
function readyDraft(change: Partial<LotteryDraft> = {}): LotteryDraft {
  const days = { startDate: londonDate(ctx.now()), endDate: addDays(londonDate(ctx.now()), 30) };
  const words = { title: { en: "Car", fr: "Voiture" }, description: { en: "Fast.", fr: "Rapide." } };
  return draft({ ...words, ...days, rightOption: "c", status: "active", ...change });
}
async function created(pictures: readonly string[] = [], change: Partial<LotteryDraft> = {}): Promise<string> {
  const made = await createLottery(ctx, boss, { draft: draft(change), pictures });
  if (!made.ok) throw new Error(made.error);
  return made.value.id;
}
async function found(id: string) {
  const lottery = await findManagedLottery(ctx, boss, id);
  if (!lottery.ok) throw new Error(lottery.error);
  return lottery.value;
}
/** A further prize with these pictures, as typed. */
function watch(...urls: readonly string[]): LotteryDraft["furtherPrizes"][number] {
  const typed = { ...NO_PRIZE, title: "A watch", title_fr: "Une montre", value: "3000", pictures: urls.join(" ") };
  const further_prizes = JSON.stringify([PRIZE_INPUTS.map((name) => typed[name])]);
  const [prize] = FACTS.furtherPrizes.guess({ further_prizes }, "2026-03-15");
  if (!prize) throw new Error("there is a prize");
  return prize;
}
const picturesOf = async (id: string) => (await found(id)).images.map(({ picture }) => picture.url);
/** The stored draw with a change, as its form sends it. */
async function draftOf(id: string, change: Partial<LotteryDraft> = {}): Promise<LotteryDraft> {
  const lottery = await found(id);
  const checked = checkFields(
    fieldsOf(lottery),
    lottery.quiz.options.map((option) => option.id),
  );
  if ("problems" in checked) throw new Error("a stored draw is wrong");
  return { ...checked.draft, ...change };
}
const logOf = (id: string) => ctx.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).orderBy("id").execute();

describe("a form that is submitted twice", () => {
  it("creates one draw, in sequence or at once, and refuses different content the second time", async () => {
    const requestKey = randomUUID();
    const picture = await uploaded();
    const send = (change: Partial<LotteryDraft> = {}) =>
      createLottery(ctx, boss, { draft: draft(change), pictures: [picture], requestKey });
    const [first, second] = await Promise.all([send(), send()]);
    expect(first).toMatchObject({ ok: true });
    expect([second, await send()]).toEqual([first, first]);
    expect(await send({ description: { en: "Longer.", fr: undefined } })).toEqual({ ok: false, error: "already_made" });
    const made = ctx.db.selectFrom("lotteries").select("id").where("request_key", "=", requestKey);
    expect(await made.execute()).toHaveLength(1);
    const id = first.ok ? first.value.id : "";
    expect(await picturesOf(id)).toEqual([picture]);
    expect(await logOf(id)).toHaveLength(1);
  });
});

describe("rights", () => {
  it.each([
    ["listing", () => listManagedLotteries(ctx, player, { page: 1 })],
    ["opening", async () => findManagedLottery(ctx, player, await makeLottery(ctx))],
    ["making", () => createLottery(ctx, player, { draft: draft(), pictures: [] })],
    [
      "changing",
      async () => changeLottery(ctx, player, { lotteryId: await makeLottery(ctx), version: 1, draft: draft(), pictures: [] }),
    ],
    ["deleting", async () => deleteLottery(ctx, player, await makeLottery(ctx))],
    ["uploading", async () => uploadPicture(ctx, player, { bytes: await bytes(), type: "image/png", name: "a.png" })],
  ])("%s is for administrators only", async (_, attempt) => {
    expect(await attempt()).toEqual({ ok: false, error: "forbidden" });
  });
});

describe("creating a draw", () => {
  it("stores its eight fields, words, question and pictures in order, and the author", async () => {
    const [one, two] = [await uploaded(), await uploaded()];
    const ready = readyDraft({ title: { en: "A", fr: "B" } });
    const id = await created([two, one], ready);
    expect(await found(id)).toMatchObject({
      ...ready,
      version: 1,
      hasOrders: false,
      images: [
        { displayOrder: 0, picture: { url: two, width: 24, height: 16, widths: [24] } },
        { displayOrder: 1, picture: { url: one } },
      ],
    });
    expect(await logOf(id)).toMatchObject([
      {
        action: "lottery.create",
        actor_id: "id" in boss && boss.id,
        after: { title: "A", price_per_ticket: 29.99, images: [two, one] },
      },
    ]);
  });

  it.each([
    ["too_many_pictures", ["/media/1", "/media/2", "/media/3", "/media/4", "/media/5"]],
    ["same_picture", ["/media/1", "/media/1"]],
    ["picture_gone", ["/media/00000000000000000000000000000000"]],
    ["picture_gone", ["/etc/passwd"]],
  ])("is refused with %s", async (error, pictures) => {
    expect(await createLottery(ctx, boss, { draft: draft(), pictures })).toEqual({ ok: false, error });
  });

  it("starts as a draft or active", async () => {
    expect(await createLottery(ctx, boss, { draft: draft({ status: "completed" }), pictures: [] })).toEqual({
      ok: false,
      error: "starts_open",
    });
  });

  it("puts it at the top of the list, whatever its status", async () => {
    const id = await created();
    const listed = await listManagedLotteries(ctx, boss, { page: 1 });
    expect(listed.ok && listed.value.lotteries[0]).toMatchObject({ id, status: "draft" });
  });
});

describe("what goes on sale", () => {
  it("has no gaps: neither when it is created nor when a draft is published", async () => {
    const picture = await uploaded();
    const days = { startDate: "2020-01-01", endDate: "2020-02-01" };
    const bare = { title: { en: "A", fr: undefined }, description: { en: "B", fr: undefined }, ...days };
    const bad = readyDraft({ ...bare, rightOption: undefined });
    const gaps = ["no_french_title", "no_french_description", "starts_in_the_past", "ends_in_the_past", "no_right_answer"];
    const refused = (more: readonly string[]) => ({ ok: false, error: "not_ready", gaps: [...more, ...gaps] });
    expect(await createLottery(ctx, boss, { draft: bad, pictures: [] })).toEqual(refused(["no_picture"]));

    const id = await created([picture], { ...bad, status: "draft" });
    const publish = (change: LotteryDraft) =>
      changeLottery(ctx, boss, { lotteryId: id, version: 1, draft: change, pictures: [picture] });
    expect(await publish(bad)).toEqual(refused([]));
    expect(await found(id)).toMatchObject({ status: "draft", version: 1 });
    expect(await publish(readyDraft())).toMatchObject({ ok: true });
    expect(await found(id)).toMatchObject({ status: "active" });
  });

  it("accepts postal entries", async () => {
    const picture = await uploaded();
    const id = await created([picture]);
    await ctx.db.updateTable("lotteries").set({ takes_free_entries: false }).where("id", "=", id).execute();
    const change = { lotteryId: id, version: 1, draft: readyDraft(), pictures: [picture] };
    expect(await changeLottery(ctx, boss, change)).toEqual({ ok: false, error: "not_ready", gaps: ["no_free_way"] });
  });

  it("loses nothing required; gaps from before do not block other corrections", async () => {
    const picture = await uploaded();
    const id = await created([picture], readyDraft());
    const without = { lotteryId: id, version: 1, draft: await draftOf(id, { rightOption: undefined }), pictures: [] };
    expect(await changeLottery(ctx, boss, without)).toMatchObject({ gaps: ["no_picture", "no_right_answer"] });
    const old = await makeLottery(ctx, { quiz_right_option: null });
    const mended = { lotteryId: old, version: 1, draft: await draftOf(old, { priceValue: pence(99) }), pictures: [] };
    expect(await changeLottery(ctx, boss, mended)).toMatchObject({ ok: true });
  });
});

describe("the end of a draw on sale without orders", () => {
  it("leaves time to post a card from today on", async () => {
    const today = londonDate(ctx.now());
    const [start_date, end_date] = [addDays(today, -20), addDays(today, 30)];
    const lotteryId = await makeLottery(ctx, { start_date, end_date });
    const move = async (days: number) =>
      changeLottery(ctx, boss, {
        lotteryId,
        version: 1,
        draft: await draftOf(lotteryId, { endDate: addDays(today, days) }),
        pictures: [],
      });
    for (const days of [0, 1, 4]) expect(await move(days)).toEqual({ ok: false, error: "not_ready", gaps: ["too_short"] });
    expect(await move(15)).toMatchObject({ ok: true });
  });
});

describe("changing a draw", () => {
  it("replaces its pictures atomically, and removes unused files afterwards", async () => {
    const [a, b, c] = [await uploaded(), await uploaded(), await uploaded()];
    const id = await created([a, b]);
    const change = { lotteryId: id, version: 1, draft: await draftOf(id), pictures: [c, b] };
    expect(await changeLottery(ctx, boss, change)).toEqual({ ok: true, value: { filesGone: true } });
    expect(await picturesOf(id)).toEqual([c, b]);
    expect(await stored()).not.toContain(a);
    expect((await logOf(id)).at(-1)).toMatchObject({
      action: "lottery.update",
      before: { images: [a, b] },
      after: { images: [c, b] },
    });
  });

  it("stores the pictures of further prizes with sizes and hashes, and removes unused files", async () => {
    const [a, b, c] = [await uploaded(), await uploaded(), await uploaded()];
    const id = await created([a], { furtherPrizes: [watch(a, b)] });
    const prizes = async () => (await found(id)).furtherPrizes.map(({ pictures }) => pictures);
    expect(await prizes()).toMatchObject([[{ url: a }, { url: b, width: 24, height: 16 }]]);
    const sealed = await sealPrize(ctx, ctx.db, id);
    const document = JSON.parse(sealed?.document ?? "{}") as { prizes: { pictures: { url: string; files: object }[] }[] };
    expect(document.prizes[1]?.pictures.map(({ url, files }) => [url, Object.keys(files).length > 0])).toEqual([
      [a, true],
      [b, true],
    ]);

    const change = async (version: number, furtherPrizes: LotteryDraft["furtherPrizes"], pictures: readonly string[]) =>
      changeLottery(ctx, boss, { lotteryId: id, version, draft: await draftOf(id, { furtherPrizes }), pictures });
    expect(await change(1, [watch(c)], [a])).toEqual({ ok: true, value: { filesGone: true } });
    expect([await prizes(), await stored()]).toMatchObject([[[{ url: c, width: 24 }]], expect.not.arrayContaining([b])]);
    // A change elsewhere leaves them as they are.
    expect(await change(2, (await found(id)).furtherPrizes, [])).toMatchObject({ ok: true });
    expect(await prizes()).toMatchObject([[{ url: c, width: 24 }]]);
    expect(await listShownPictures(ctx.db)).toContain(c);
    expect(await change(3, [watch(`/media/${"0".repeat(32)}`)], [])).toEqual({ ok: false, error: "picture_gone" });
  });

  it("leaves rows and files unchanged if the database fails in the middle", async () => {
    const [a, b] = [await uploaded(), await uploaded()];
    const id = await created([a]);
    await ctx.owner.query("ALTER TABLE lottery_images ADD CONSTRAINT broken CHECK (display_order <> 0) NOT VALID");
    const change = { lotteryId: id, version: 1, draft: await draftOf(id, { priceValue: pence(100) }), pictures: [b] };
    await expect(changeLottery(ctx, boss, change)).rejects.toThrow("broken");
    await ctx.owner.query("ALTER TABLE lottery_images DROP CONSTRAINT broken");
    expect(await found(id)).toMatchObject({ version: 1, priceValue: 5_000_000 });
    expect(await picturesOf(id)).toEqual([a]);
    expect(await stored()).toEqual(expect.arrayContaining([a, b]));
  });

  it("keeps the file of a picture that another draw shows", async () => {
    const a = await uploaded();
    const [one, two] = [await created([a]), await created([a])];
    await changeLottery(ctx, boss, { lotteryId: one, version: 1, draft: await draftOf(one), pictures: [] });
    expect(await stored()).toContain(a);
    expect(await picturesOf(two)).toEqual([a]);
    await deleteLottery(ctx, boss, two);
    expect(await stored()).not.toContain(a);
  });

  it("reports a file that could not be removed; the sweep removes it", async () => {
    const a = await uploaded();
    const id = await created([a]);
    const stuck = { ...ctx, media: { ...ctx.media, remove: () => Promise.reject(new Error("disk")) } };
    const change = { lotteryId: id, version: 1, draft: await draftOf(id), pictures: [] };
    expect(await changeLottery(stuck, boss, change)).toEqual({ ok: true, value: { filesGone: false } });
    expect(await stored()).toContain(a);
    expect(await dropPictures(ctx, [a])).toBe(true);
    expect(await stored()).not.toContain(a);
  });

  it("refuses the second of two changes of the same version, and keeps the first", async () => {
    const id = await created();
    const [mine, theirs] = [
      await draftOf(id, { title: { en: "Mine", fr: undefined } }),
      await draftOf(id, { priceValue: pence(77) }),
    ];
    expect((await changeLottery(ctx, second, { lotteryId: id, version: 1, draft: theirs, pictures: [] })).ok).toBe(true);
    expect(await changeLottery(ctx, boss, { lotteryId: id, version: 1, draft: mine, pictures: [] })).toEqual({
      ok: false,
      error: "conflict",
    });
    expect(await found(id)).toMatchObject({ version: 2, priceValue: 77, title: { en: "Valmont GT-10" } });
    // After the warning, they may overwrite it.
    expect((await changeLottery(ctx, boss, { lotteryId: id, version: 2, draft: mine, pictures: [] })).ok).toBe(true);
    expect(await found(id)).toMatchObject({ version: 3, title: { en: "Mine" } });
  });

  it("accepts exactly one of eight simultaneous changes", async () => {
    const id = await created();
    const base = await draftOf(id);
    const saves = Array.from({ length: 8 }, (_, i) =>
      changeLottery(ctx, boss, { lotteryId: id, version: 1, draft: { ...base, ticketsAvailable: 10 + i }, pictures: [] }),
    );
    const outcomes = (await Promise.all(saves)).map((result) => (result.ok ? "saved" : result.error));
    expect(outcomes.toSorted()).toEqual([...Array(7).fill("conflict"), "saved"]);
  });

  it("without a difference changes nothing, not even its version", async () => {
    const id = await created();
    expect((await changeLottery(ctx, boss, { lotteryId: id, version: 1, draft: await draftOf(id), pictures: [] })).ok).toBe(true);
    expect((await found(id)).version).toBe(1);
    expect(await logOf(id)).toHaveLength(1);
  });

  it.each(["no-id", "00000000-0000-4000-8000-000000000000"])("%j is no draw", async (lotteryId) => {
    const change = { lotteryId, version: 1, draft: draft(), pictures: [] };
    expect(await changeLottery(ctx, boss, change)).toEqual({ ok: false, error: "not_found" });
    expect(await deleteLottery(ctx, boss, lotteryId)).toEqual({ ok: false, error: "not_found" });
  });
});

describe("after the first order", () => {
  let id: string;
  beforeAll(async () => {
    id = await makeLottery(ctx);
    const opened = await order(ctx, id, 1);
    await pay(ctx, opened.sessionId);
    await settleOrder(ctx, opened.sessionId);
  });
  const change = async (part: Partial<LotteryDraft>, pictures: readonly string[] = []) =>
    changeLottery(ctx, boss, { lotteryId: id, version: (await found(id)).version, draft: await draftOf(id, part), pictures });

  it.each<Partial<LotteryDraft>>([
    { pricePerTicket: pence(3000) },
    { ticketsAvailable: 2000 },
    { startDate: "2026-01-01" },
    { endDate: "2099-01-01" },
    { rightOption: undefined },
    { title: { en: "A used bicycle", fr: undefined } },
    { title: { en: "Valmont GT-10", fr: "Un vélo d’occasion" } },
    { description: { en: "Two wheels.", fr: undefined } },
    { priceValue: pence(5000) },
    { priceValue: pence(100_000_000_00) },
  ])("%j is final", async (part) => {
    const before = await found(id);
    expect(await change(part)).toEqual({ ok: false, error: "promised" });
    expect(await found(id)).toEqual(before);
  });

  it("pictures cannot be added, removed or reordered in the form", async () => {
    const [a, b, c] = [await uploaded(), await uploaded(), await uploaded()];
    const other = await makeLottery(ctx);
    const save = async (pictures: readonly string[]) =>
      changeLottery(ctx, boss, {
        lotteryId: other,
        version: (await found(other)).version,
        draft: await draftOf(other),
        pictures,
      });
    await save([a, b]);
    await order(ctx, other, 1);
    for (const pictures of [[], [a], [b, a], [a, c], [a, b, c]])
      expect(await save(pictures)).toEqual({ ok: false, error: "promised" });
    expect(await picturesOf(other)).toEqual([a, b]);
  });

  it("it is completed only by drawing, and never becomes a draft again", async () => {
    expect(await change({ status: "completed" })).toEqual({ ok: false, error: "has_tickets" });
    expect(await change({ status: "draft" })).toEqual({ ok: false, error: "not_back" });
  });

  it("it cannot be deleted", async () => {
    expect(await deleteLottery(ctx, boss, id)).toEqual({ ok: false, error: "has_orders" });
    expect((await found(id)).title.en).toBe("Valmont GT-10");
  });
});

describe("a draw without a ticket", () => {
  it("can be completed manually, and accepts no entries afterwards", async () => {
    const id = await makeLottery(ctx);
    const done = { lotteryId: id, version: 1, draft: await draftOf(id, { status: "completed" }), pictures: [] };
    expect((await changeLottery(ctx, boss, done)).ok).toBe(true);
    expect(await found(id)).toMatchObject({ status: "completed", salesState: "closed" });
    const again = { ...done, version: 2, draft: await draftOf(id, { status: "active" }) };
    expect(await changeLottery(ctx, boss, again)).toEqual({ ok: false, error: "is_final" });
  });

  it("cannot be completed during a payment", async () => {
    const id = await makeLottery(ctx);
    await order(ctx, id, 2);
    const done = { lotteryId: id, version: 1, draft: await draftOf(id, { status: "completed" }), pictures: [] };
    expect(await changeLottery(ctx, boss, done)).toEqual({ ok: false, error: "being_paid" });
    expect(await deleteLottery(ctx, boss, id)).toEqual({ ok: false, error: "has_orders" });
  });

  it("is deleted with its pictures, and stays in the audit log", async () => {
    const a = await uploaded();
    const id = await created([a]);
    expect(await deleteLottery(ctx, boss, id)).toEqual({ ok: true, value: { filesGone: true } });
    expect(await stored()).not.toContain(a);
    expect(await findManagedLottery(ctx, boss, id)).toEqual({ ok: false, error: "not_found" });
    expect((await logOf(id)).at(-1)).toMatchObject({ action: "lottery.delete", before: { title: "Valmont GT-10", images: [a] } });
  });

  it("is not deleted if another row refers to it", async () => {
    const id = await makeLottery(ctx);
    await ctx.db.insertInto("draw_requests").values({ lottery_id: id, asked_at: ctx.now() }).execute();
    expect(await deleteLottery(ctx, boss, id)).toEqual({ ok: false, error: "has_orders" });
    expect((await found(id)).status).toBe("active");
  });
});

async function age(url: string, at: Date): Promise<void> {
  await utimes(join(folder, `${url.slice("/media/".length)}.json`), at, at);
}

describe("pictures", () => {
  it("that were uploaded and never saved are swept after a day; shown and new ones stay", async () => {
    const [shown, photo, old, fresh] = [await uploaded(), await uploaded(), await uploaded(), await uploaded()];
    await created([shown]);
    const won = await makeLottery(ctx);
    await ctx.db
      .updateTable("lotteries")
      .set({ winner_photo_url: `${photo}-24.webp` })
      .where("id", "=", won)
      .execute();
    const yesterday = new Date(Date.now() - UPLOAD_RETENTION_MS - 60_000);
    for (const url of [shown, photo, old]) await age(url, yesterday);
    expect(await sweepPictures(ctx)).toBe(1);
    expect(await stored()).toEqual(expect.arrayContaining([shown, photo, fresh]));
    expect(await stored()).not.toContain(old);
    expect((await readdir(folder)).filter((name) => name.startsWith(old.slice(7)))).toEqual([]);
  });

  it("that are uploaded again wait for a full day again", async () => {
    const file = { bytes: await bytes(), type: "image/png", name: "car.png" };
    const first = await uploadPicture(ctx, boss, file);
    const url = first.ok ? first.value.url : "";
    await age(url, new Date(Date.now() - UPLOAD_RETENTION_MS - 60_000));
    await uploadPicture(ctx, second, file);
    expect(await sweepPictures(ctx)).toBe(0);
    expect(await stored()).toContain(url);
  });

  it("never lose their file when one draw drops them while another starts to show them", async () => {
    for (let round = 0; round < 5; round++) {
      const a = await uploaded();
      const id = await created([a]);
      const released = changeLottery(ctx, boss, { lotteryId: id, version: 1, draft: await draftOf(id), pictures: [] });
      const show = createLottery(ctx, second, { draft: draft(), pictures: [a] });
      const [, shown] = await Promise.all([released, show]);
      expect((await stored()).includes(a)).toBe(shown.ok);
      if (!shown.ok) expect(shown.error).toBe("picture_gone");
    }
  });

  it("have a focal point, which staff set and which belongs to the picture", async () => {
    const picture = await uploaded();
    const id = await created([picture]);
    const set = (url: string, x: number, y: number, actor = boss) => setFocalPoint(ctx, actor, { url, point: { x, y } });
    const focus = async () => (await found(id)).images[0]?.picture.focus;
    expect(await focus()).toBeUndefined();
    expect(await set(picture, 20, 80)).toEqual({ ok: true, value: undefined });
    expect(await set(picture, 30, 0)).toEqual({ ok: true, value: undefined });
    expect(await focus()).toEqual({ x: 30, y: 0 });
    expect((await logOf(picture.split("/").at(-1) ?? "")).at(-1)).toMatchObject({
      action: "picture.focus",
      after: { focus: "30% 0%" },
    });
    for (const [x, y] of [
      [-1, 0],
      [0, 101],
      [0.5, 0],
      [Number.NaN, 0],
    ] as const)
      expect(await set(picture, x, y)).toEqual({ ok: false, error: "bad_point" });
    expect(await set(await uploaded(), 1, 1)).toEqual({ ok: false, error: "not_found" });
    expect(await set("/media/../x", 1, 1)).toEqual({ ok: false, error: "not_found" });
    expect(await set(picture, 1, 1, player)).toEqual({ ok: false, error: "forbidden" });
    await changeLottery(ctx, boss, { lotteryId: id, version: 1, draft: await draftOf(id), pictures: [] });
    expect(await ctx.db.selectFrom("focal_points").selectAll().where("picture_url", "=", picture).execute()).toEqual([]);
  });

  it.each([
    ["wrong_type", "image/svg+xml", "car.svg", async () => Buffer.from("<svg/>")],
    ["wrong_type", "image/png", "car.php", bytes],
    ["wrong_type", "text/html", "car.png", bytes],
    ["not_a_picture", "image/png", "car.png", async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["not_a_picture", "image/png", "car.png", async () => (await bytes()).subarray(0, 600)],
    ["not_a_picture", "image/webp", "car.webp", async () => Buffer.alloc(0)],
    ["too_large", "image/png", "car.png", async () => Buffer.concat([await bytes(), Buffer.alloc(5_242_880)])],
  ])("are refused with %s: type %s, named %s", async (error, type, name, make) => {
    expect(await uploadPicture(ctx, boss, { bytes: await make(), type, name })).toEqual({ ok: false, error });
  });
});
