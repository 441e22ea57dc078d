/** Loaders and actions of /admin/lotteries: access, content, saving and deleting, with their texts. */
import { randomBytes, randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import type { ArchiveReply } from "#features/lotteries/admin/archive-button.tsx";
import type { DeleteReply } from "#features/lotteries/admin/delete-lottery-dialog.tsx";
import type { EditedLottery, SaveReply } from "#features/lotteries/admin/lottery-form-view.ts";
import * as images from "#features/lotteries/admin/upload-route.ts";
import { FIELD_NAMES, type FieldName } from "#features/lotteries/rules/fields/lottery-fields.ts";
import { findPublicLottery } from "#features/lotteries/server/find-lottery.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { readFlash } from "#platform/request/flash.server.ts";
import type { Picture } from "#shared/brand/picture.ts";
import { addDays, londonDate } from "#shared/dates/dates.ts";
import { errorOf } from "#ui/forms/reply.ts";
import { order, pay, stateOf } from "../../server/orders.fixture.ts";
import { settleOrder } from "../../server/settlement/settle-order.ts";
import { sweepOrders } from "../../server/settlement/sweep-orders.ts";
import * as page from "./lotteries-page.tsx";

const HERE = "/admin/lotteries";
let ctx: TestCtx;
const cookies = { admin: "", other: "", player: "", nobody: "" };

beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const people = {
    admin: await registered(ctx, { firstName: "Margaux", lastName: "Keeling" }),
    other: await registered(ctx, { firstName: "Inès", lastName: "Roux" }),
    player: await registered(ctx),
  };
  for (const [name, { sessionToken }] of Object.entries(people))
    cookies[name as keyof typeof people] = sessionCookie(ctx, sessionToken).split(";")[0] ?? "";
  await ctx.db
    .insertInto("admin_user")
    .values([{ id: people.admin.userId }, { id: people.other.userId }])
    .execute();
});
afterAll(() => ctx.close());

type Who = keyof typeof cookies;
type Handler = (args: never) => unknown;
type Body = FormData | URLSearchParams | Uint8Array<ArrayBuffer>;

/** Calls a loader or action as the router does. Returns a thrown response instead of throwing it. */
async function call(handler: Handler, path: string, who: Who = "admin", body?: Body, headers: Record<string, string> = {}) {
  const init = { headers: { cookie: cookies[who], ...headers } };
  const request = new Request(`http://localhost:3000${path}`, body === undefined ? init : { ...init, method: "POST", body });
  try {
    return await handler({ request, context: requestContext(ctx), params: {} } as never);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}
type Data<T> = { readonly data: T; readonly init: { status?: number } | null };
type Page = { list: { lotteries: { id: string; title: { en: string } }[]; total: number } | undefined; edited: EditedLottery };
const load = async (search = "") => (await call(page.loader as Handler, HERE + search)) as Data<Page>;
const edited = async (id: string) => (await load(`?form=${id}`)).data.edited;

type Why = Partial<Record<"reason" | "reason_note" | "reason_note_fr", string>>;
type Change = Partial<Record<FieldName, string>> & Why & { pictures?: readonly string[]; version?: number };

function confirmed(form: FormData, { digest, sentence = "" }: NonNullable<SaveReply["review"]>): FormData {
  form.set("reviewed", digest);
  form.set("sentence", sentence);
  return form;
}

const picture = () =>
  sharp(randomBytes(24 * 16 * 3), { raw: { width: 24, height: 16, channels: 3 } })
    .png()
    .toBuffer();

async function formOf(id: string, change: Change = {}): Promise<FormData> {
  const opened = await edited(id);
  const form = new FormData();
  form.set("intent", "save");
  form.set("version", String(change.version ?? opened.version));
  for (const name of FIELD_NAMES) form.set(name, change[name] ?? opened.fields[name]);
  for (const url of change.pictures ?? opened.pictures.map((picture) => picture.url)) form.append("images", url);
  for (const name of ["reason", "reason_note", "reason_note_fr"] as const) form.set(name, change[name] ?? "");
  return form;
}

/** The last part of each error code, and the fields as typed. */
function errorsOf({ refused }: SaveReply) {
  const all = Object.entries(refused?.error ?? {}).flatMap(([name, codes]) => (codes ?? []).map((code) => [name, code] as const));
  const of = (kind: string) =>
    all.flatMap(([name, code]) => (code.includes(`.${kind}.`) ? [[name, code.split(".").at(-1)] as const] : []));
  return {
    refusal: of("conflict").length > 0 ? "conflict" : (of("refusal")[0]?.[1] ?? (of("gap").length > 0 ? "not_ready" : undefined)),
    problems: Object.fromEntries(of("problem")),
    gaps: of("gap").map(([, gap]) => gap),
    fields: { ...Object.fromEntries(FIELD_NAMES.map((name) => [name, ""])), ...refused?.initialValue },
  };
}

async function send(id: string, form: FormData, who: Who = "admin") {
  const reply = await call(page.action as Handler, `${HERE}?form=${id}`, who, form);
  if (!(reply instanceof Response)) {
    const { data, init } = reply as Data<SaveReply>;
    return { ...data, ...errorsOf(data), status: init?.status };
  }
  const cookie = reply.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  const said = readFlash(ctx, "en", cookie)?.text;
  return { status: reply.status, to: reply.headers.get("Location"), said };
}

/** Sends the form as it was opened, with changes, and confirms the review of a draw that goes on sale. */
async function save(id: string, change: Change = {}, who: Who = "admin") {
  const form = await formOf(id, change);
  const reply = await send(id, form, who);
  return "review" in reply && reply.review ? send(id, confirmed(form, reply.review), who) : reply;
}

const remove = async (id: string) => {
  const body = new URLSearchParams({ intent: "delete", lotteryId: id });
  const { data, init } = (await call(page.action as Handler, HERE, "admin", body)) as Data<DeleteReply>;
  return { ...data, error: errorOf(data), status: init?.status ?? 200 };
};
const upload = async (bytes: Buffer, { type = "image/png", name = "car.png", headers = {} } = {}) => {
  const path = `${HERE}/images?name=${name}`;
  const reply = (await call(images.post, path, "admin", new Uint8Array(bytes), {
    "Content-Type": type,
    ...headers,
  })) as Response;
  return { status: reply.status, ...((await reply.json()) as { picture?: Picture; error?: string }) };
};

/** The fields that a draw needs to go on sale today. */
const readiness = async () => ({
  title_fr: "Corvane C1",
  description_fr: "Argent.",
  start_date: londonDate(ctx.now()),
  right_option: "3",
  pictures: [(await upload(await picture())).picture?.url ?? ""],
});
const TEXTS = { title: "Corvane C1", description: "Silver." };
const DONE = { status: 302, to: HERE };

describe("access to the draws", () => {
  const attempts: [string, Handler, string, Body?][] = [
    ["the screen", page.loader as Handler, HERE],
    ["saving", page.action as Handler, `${HERE}?form=new`, new URLSearchParams({ intent: "save" })],
    ["deleting", page.action as Handler, HERE, new URLSearchParams({ intent: "delete" })],
    ["uploading", images.post, `${HERE}/images?name=a.png`, new Uint8Array(1)],
  ];
  it.each(attempts)("%s sends players and strangers home", async (_, handler, path, body) => {
    for (const who of ["player", "nobody"] as const) {
      const reply = (await call(handler, path, who, body)) as Response;
      expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/"]);
    }
  });
});

describe("the list", () => {
  it("lists every draw, newest first, without right answers", async () => {
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    const old = await makeLottery(ctx, { title: "Old", created_at: day(1) });
    const draft = await makeLottery(ctx, { title: "Draft", status: "draft", created_at: day(3) });
    const middle = await makeLottery(ctx, { title: "Middle", created_at: day(2) });
    const { data } = await load();
    expect(data.list?.lotteries.map(({ id }) => id)).toEqual([draft, middle, old]);
    expect(JSON.stringify(data.list)).not.toContain("quiz");
  });

  it("that cannot be read shows a message within the layout", async () => {
    await ctx.owner.query("ALTER TABLE lottery_images RENAME TO images_away");
    const { data, init } = await load();
    await ctx.owner.query("ALTER TABLE images_away RENAME TO lottery_images");
    expect([data.list, init?.status]).toEqual([undefined, 503]);
    expect(ctx.messages.en.t("admin:notLoaded.lotteries")).toBe("Failed to load lotteries");
  });

  it("comes twelve at a time", async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => makeLottery(ctx)));
    expect((await load()).data.list?.lotteries).toHaveLength(12);
    const rest = (await load("?page=2")).data.list;
    expect([rest?.lotteries.length, rest?.total]).toEqual([3, 15]);
    await ctx.db.deleteFrom("lotteries").where("id", "in", made).execute();
  });
});

describe("the form", () => {
  it("of a new draw holds the defaults, by London's calendar", async () => {
    // 23:30 UTC is the next day in London's summer time.
    ctx.setNow(new Date("2026-07-14T23:30:00Z"));
    const { fields } = await edited("new");
    ctx.setNow(undefined);
    expect(fields).toMatchObject({
      price_per_ticket: "29.99",
      price_value: "50000",
      tickets_available: "1000",
      start_date: "2026-07-15",
      end_date: "2026-08-14",
      status: "draft",
      question: "What is the make of this car?",
      right_option: "",
    });
  });

  it("of an unknown draw is not found", async () => {
    const reply = (await call(page.loader as Handler, `${HERE}?form=00000000-0000-4000-8000-000000000000`)) as Response;
    expect(reply.headers.get("Location")).toBe(HERE);
  });

  it("creates a draw, confirms it, and closes", async () => {
    const { picture: car } = await upload(await picture());
    const saved = await save("new", { ...TEXTS, title_fr: "La Corvane", right_option: "2", pictures: [car?.url ?? ""] });
    expect(saved).toEqual({ ...DONE, said: "Lottery created successfully" });
    const id = (await load()).data.list?.lotteries[0]?.id ?? "";
    expect(await edited(id)).toMatchObject({
      fields: { title: "Corvane C1", title_fr: "La Corvane", description_fr: "", right_option: "2", status: "draft" },
      pictures: [{ url: car?.url }],
    });
  });

  it("reports each invalid field, and keeps typed text", async () => {
    const reply = await save("new", { title: "", description: "Kept", price_per_ticket: "0.29", end_date: "2000-01-01" });
    expect(reply).toMatchObject({
      status: 422,
      problems: { title: "required", price_per_ticket: "below_minimum", end_date: "ends_before_start" },
      fields: { description: "Kept", price_per_ticket: "0.29" },
    });
  });

  it("that publishes an incomplete draw lists the gaps and keeps typed text; a draft is saved", async () => {
    const unfinished = { ...TEXTS, title: "Unfinished", start_date: "2020-01-01", end_date: "2020-02-01" };
    expect(await save("new", { ...unfinished, status: "active" })).toMatchObject({
      status: 422,
      refusal: "not_ready",
      gaps: [
        "no_french_description",
        "ends_in_the_past",
        "no_picture",
        "no_right_answer",
        "starts_in_the_past",
        "no_french_title",
      ],
      fields: { title: "Unfinished", status: "active" },
    });
    expect(await save("new", unfinished)).toEqual({ ...DONE, said: "Lottery created successfully" });
  });

  it.each([
    ["completed", "starts_open"],
    ["cancelled", "starts_open"],
  ])("starts no draw as %s", async (status, refusal) => {
    expect(await save("new", { ...TEXTS, status })).toMatchObject({ status: 422, refusal });
  });

  it("changes a draw, in the words of the specification", async () => {
    const id = await makeLottery(ctx, { status: "draft" });
    const ready = { ...(await readiness()), title: "Changed", status: "active" };
    expect(await save(id, ready)).toEqual({ ...DONE, said: "Lottery updated successfully" });
    expect((await edited(id)).fields).toMatchObject({ title: "Changed", status: "active" });
    expect(await save(id, { status: "draft" })).toMatchObject({ status: 422, refusal: "not_back" });
    expect(await remove(id)).toMatchObject({ error: undefined });
    const gone = new FormData();
    gone.set("intent", "save");
    expect(await send(id, gone)).toMatchObject({ status: 422, refusal: "not_found" });
  });

  it("takes at most four pictures", async () => {
    const pictures = ["1", "2", "3", "4", "5"].map((n) => `/media/${n.repeat(32)}`);
    expect(await save("new", { ...TEXTS, pictures })).toMatchObject({ status: 422, refusal: "too_many_pictures" });
    expect(ctx.messages.en.t("admin-lotteries:lotteries.refusal.too_many_pictures", { n: 4 })).toBe("Maximum 4 images allowed");
  });

  it("shows a conflict with its author and differences, and lets the second editor overwrite it", async () => {
    const id = await makeLottery(ctx, { title: "Both", status: "draft" });
    await save(id, { price_value: "99000" }, "other");
    const conflict = await save(id, { title: "Mine", version: 1, price_value: "148000" });
    expect(conflict).toMatchObject({
      status: 409,
      refusal: "conflict",
      version: 2,
      fields: { title: "Mine" },
      conflict: {
        by: "Inès Roux",
        at: expect.any(Number),
        fields: [
          { name: "title", value: "Both" },
          { name: "price_value", value: "99000" },
        ],
        pictures: undefined,
      },
    });
    expect(await save(id, { title: "Mine", price_value: "148000" })).toMatchObject(DONE);
  });

  it("reports a database failure, and loses nothing", async () => {
    const id = await makeLottery(ctx, { status: "draft" });
    const opened = await edited(id);
    const form = new FormData();
    form.set("intent", "save");
    form.set("version", "1");
    for (const name of FIELD_NAMES) form.set(name, opened.fields[name]);
    form.set("title", "Typed");
    await ctx.owner.query("ALTER TABLE lottery_images RENAME TO images_away");
    const reply = await send(id, form);
    await ctx.owner.query("ALTER TABLE images_away RENAME TO lottery_images");
    expect(reply).toMatchObject({ status: 503, refusal: "failed", fields: { title: "Typed" } });
    const t = ctx.messages.en.getFixedT(null, "admin-lotteries");
    expect([t("lotteries.updateFailed"), t("lotteries.createFailed")]).toEqual([
      "Failed to update lottery",
      "Failed to create lottery",
    ]);
  });

  it("reports picture files that could not be deleted", async () => {
    const { picture: car } = await upload(await picture());
    const id = await makeLottery(ctx, { status: "draft" });
    await save(id, { pictures: [car?.url ?? ""] });
    const { remove: removeFile } = ctx.media;
    ctx.media.remove = () => Promise.reject(new Error("disk"));
    const saved = await save(id, { pictures: [] });
    const deleted = await save(id, { pictures: [car?.url ?? ""] }).then(() => remove(id));
    ctx.media.remove = removeFile;
    expect(saved).toEqual({ ...DONE, said: "Failed to delete image" });
    expect(deleted).toMatchObject({ error: undefined, filesGone: false, status: 200 });
  });

  it("that is larger than four files is not read, and the draw stays as it was", async () => {
    const id = await makeLottery(ctx, { status: "draft", title: "As it was" });
    const headers = { "Content-Length": String(25 * 1024 * 1024) };
    const reply = (await call(page.action as Handler, `${HERE}?form=${id}`, "admin", new FormData(), headers)) as Data<SaveReply>;
    const { refusal, fields } = errorsOf(reply.data);
    expect([reply.init?.status, refusal, fields.title]).toEqual([413, "too_large", "As it was"]);
  });

  it("without scripts orders, removes and brings pictures as fields", async () => {
    const [a, b] = [await upload(await picture()), await upload(await picture())].map((each) => each.picture?.url ?? "");
    await save("new", { ...TEXTS, title: "Plain", pictures: [a ?? "", b ?? ""] });
    const id = (await load()).data.list?.lotteries.find(({ title }) => title.en === "Plain")?.id ?? "";
    const { fields, version } = await edited(id);
    const form = new FormData();
    form.set("intent", "save");
    form.set("version", String(version));
    for (const name of FIELD_NAMES) form.set(name, fields[name]);
    for (const url of [a, b]) form.append("images", url ?? "");
    form.set(`place:${b}`, "1");
    form.set(`place:${a}`, "2");
    form.set("remove", a ?? "");
    form.append("files", new File([new Uint8Array(await picture())], "car.png", { type: "image/png" }));
    form.append("files", new File([], "", { type: "application/octet-stream" }));
    expect(await send(id, form)).toMatchObject(DONE);
    const { pictures } = await edited(id);
    expect(pictures.map(({ url }) => url)).toEqual([b, expect.stringMatching(/^\/media\//)]);
    expect(pictures).toHaveLength(2);
    form.append("files", new File(["<svg/>"], "car.png", { type: "image/png" }));
    form.set("version", String((await edited(id)).version));
    expect(await send(id, form)).toMatchObject({ status: 422, refusal: "picture_refused" });
  });
});

describe("the review before a draw goes on sale", () => {
  const reasonOf = async (id: string) => {
    const row = ctx.db.selectFrom("audit_log").select("reason").where("subject_id", "=", id).orderBy("id", "desc");
    return (await row.executeTakeFirstOrThrow()).reason;
  };
  /** Brings more than its prize, at the price of other draws, and ends on a weekday. */
  const sound = async () => ({
    ...(await readiness()),
    ...{ status: "active", tickets_available: "6000", price_per_ticket: "29.99", price_value: "148000", end_date: "2027-03-10" },
  });

  it("shows a sound draw once, and saves nothing before it is confirmed", async () => {
    const id = await makeLottery(ctx, { status: "draft" });
    const form = await formOf(id, await sound());
    const shown = await send(id, form);
    expect(shown).toMatchObject({ status: 200, review: { warnings: [], sentence: undefined }, fields: { status: "active" } });
    expect((await edited(id)).fields.status).toBe("draft");
    if (!("review" in shown) || !shown.review) throw new Error("no review");
    expect(await send(id, confirmed(form, shown.review))).toEqual({ ...DONE, said: "Lottery updated successfully" });
    expect(await reasonOf(id)).toBeNull();
  });

  it("also comes before a draft with a time of publishing is put on sale at once", async () => {
    const id = await makeLottery(ctx, { status: "draft" });
    const friday = addDays(londonDate(ctx.now()), 4);
    const scheduled = { ...(await sound()), status: "draft", publish_at: `${friday}T09:00`, start_date: friday };
    expect(await save(id, scheduled)).toMatchObject(DONE);
    for (const publish_at of [`${friday}T09:00`, "2020-01-01T09:00"]) {
      const atOnce = await formOf(id, { ...(await sound()), publish_at });
      expect(await send(id, atOnce), publish_at).toMatchObject({ status: 200, review: { warnings: [] } });
    }
    expect((await edited(id)).fields.status).toBe("draft");
  });

  it("is asked again if its warnings have changed since it was shown", async () => {
    const id = await makeLottery(ctx, { status: "draft" });
    const form = await formOf(id, { ...(await sound()), price_per_ticket: "999.99", end_date: "2027-03-28" });
    const shown = await send(id, form);
    if (!("review" in shown) || !shown.review) throw new Error("no review");
    expect(shown.review.warnings).toEqual(["unusual_price", "no_post_day"]);
    const dear = await makeLottery(ctx, { price_per_ticket_pence: 90_000 });
    const confirming = await send(id, confirmed(form, shown.review));
    await ctx.db.deleteFrom("lotteries").where("id", "=", dear).execute();
    expect(confirming).toMatchObject({ status: 200, review: { warnings: ["no_post_day"] } });
  });

  it("is asked again if anything has changed since it was shown", async () => {
    const id = await makeLottery(ctx, { status: "draft" });
    const form = await formOf(id, await sound());
    const shown = await send(id, form);
    if (!("review" in shown) || !shown.review) throw new Error("no review");
    form.set("price_per_ticket", "30.99");
    expect(await send(id, confirmed(form, shown.review))).toMatchObject({ status: 200, review: { warnings: [] } });
    expect((await edited(id)).fields.status).toBe("draft");
  });

  it("has the sentence of a draw that loses money typed, and records it", async () => {
    const id = await makeLottery(ctx, { status: "draft" });
    const form = await formOf(id, { ...(await sound()), price_per_ticket: "24.50" });
    const shown = await send(id, form);
    if (!("review" in shown) || !shown.review) throw new Error("no review");
    expect(shown.review).toMatchObject({ warnings: ["loses_money"], sentence: "I accept a loss of £1,000" });
    confirmed(form, shown.review).set("sentence", "I accept");
    expect(await send(id, form)).toMatchObject({ status: 422, problems: { sentence: "wrong_sentence" } });
    expect((await edited(id)).fields.status).toBe("draft");
    form.set("sentence", "i accept a loss of 1000");
    expect(await send(id, form)).toEqual({ ...DONE, said: "Lottery updated successfully" });
    expect(await reasonOf(id)).toBe("i accept a loss of 1000");
  });

  it("also comes before a time of publishing is set, and before a draw on sale becomes unusual", async () => {
    const id = await makeLottery(ctx, { status: "draft" });
    const later = { ...(await sound()), status: "draft", publish_at: "2027-01-04T09:00", start_date: "2027-01-05" };
    expect(await send(id, await formOf(id, later))).toMatchObject({ status: 200, review: { warnings: [] } });
    expect(await save(id, await sound())).toMatchObject(DONE);
    expect(await send(id, await formOf(id, { description: "Another silver." }))).toMatchObject(DONE);
    expect(await send(id, await formOf(id, { price_per_ticket: "0.99" }))).toMatchObject({
      review: { warnings: ["loses_money", "unusual_price"] },
    });
    expect(await send(id, await formOf(id, { end_date: "2027-03-28" }))).toMatchObject({ review: { warnings: ["no_post_day"] } });
  });
});

describe("copying a draw", () => {
  it("fills the form of a new draft with its texts, question and pictures, as many days from today", async () => {
    const { pictures, ...ready } = await readiness();
    const typed = { ...TEXTS, ...ready, price_per_ticket: "5", max_tickets_per_person: "60" };
    await send("new", await formOf("new", { ...typed, pictures }));
    const source = (await load()).data.list?.lotteries[0]?.id ?? "";
    const before = await edited(source);
    const days = {
      start_date: "2026-01-01",
      end_date: "2026-01-13",
      status: "cancelled" as const,
      sales_state: "cancelled" as const,
    };
    await ctx.db.updateTable("lotteries").set(days).where("id", "=", source).execute();

    const copy = await edited(`new&copy=${source}`);
    const today = londonDate(ctx.now());
    const changed = { start_date: today, end_date: addDays(today, 12), status: "draft", publish_at: "" };
    expect([copy.id, copy.hasOrders, copy.fields]).toEqual([undefined, false, { ...before.fields, ...changed }]);
    expect(copy.pictures).toEqual(before.pictures);

    expect(await save(`new&copy=${source}`)).toMatchObject(DONE);
    const made = (await load()).data.list?.lotteries[0]?.id ?? "";
    expect(made).not.toBe(source);
    const log = await ctx.db
      .selectFrom("audit_log")
      .select(["action", "after"])
      .where("subject_id", "=", made)
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({ action: "lottery.create", after: { copied_from: source, title: TEXTS.title } });

    // The pictures of one stay when the other is deleted.
    await call(page.action as Handler, HERE, "admin", new URLSearchParams({ intent: "delete", lotteryId: source }));
    expect(await ctx.media.find(copy.pictures[0]?.url ?? "")).toEqual(expect.objectContaining({ url: copy.pictures[0]?.url }));
    expect((await edited(made)).pictures).toEqual(copy.pictures);
  });

  it("that does not exist is not found", async () => {
    const reply = (await call(page.loader as Handler, `${HERE}?form=new&copy=${randomUUID()}`)) as Response;
    expect(reply.headers.get("Location")).toBe(HERE);
  });
});

describe("archiving", () => {
  const archive = (lotteryId: string, isArchived: boolean, who: Who = "admin") =>
    call(
      page.action as Handler,
      HERE,
      who,
      new URLSearchParams({ intent: "archive", lotteryId, isArchived: String(isArchived) }),
    );
  const idsIn = async (search: string) => (await load(search)).data.list?.lotteries.map(({ id }) => id) ?? [];

  it("moves a finished draw out of the lists and back, logged, and leaves its public page as it was", async () => {
    const cancelledDraw = await makeLottery(ctx, { title: "Over", status: "cancelled", sales_state: "cancelled" });
    const publicDraw = () => findPublicLottery(ctx, cancelledDraw);
    const before = await publicDraw();
    expect(await archive(cancelledDraw, true)).toMatchObject({ data: { isArchived: true } });
    expect([(await idsIn("")).includes(cancelledDraw), await idsIn("?view=archived")]).toEqual([false, [cancelledDraw]]);
    expect(await publicDraw()).toEqual(before);
    await archive(cancelledDraw, true);
    expect(await archive(cancelledDraw, false)).toMatchObject({ data: { isArchived: false } });
    expect([(await idsIn("")).includes(cancelledDraw), await idsIn("?view=archived")]).toEqual([true, []]);
    const log = ctx.db.selectFrom("audit_log").select("action").where("subject_id", "=", cancelledDraw).orderBy("id");
    expect((await log.execute()).map(({ action }) => action)).toEqual(["lottery.archive", "lottery.restore"]);
  });

  it("is refused for a draw that is not over, and for one that does not exist", async () => {
    for (const [id, error] of [
      [await makeLottery(ctx), "not_over"],
      [await makeLottery(ctx, { status: "draft" }), "not_over"],
      [randomUUID(), "not_found"],
    ] as const)
      expect(errorOf(((await archive(id, true)) as Data<ArchiveReply>).data)).toBe(error);
    expect(await idsIn("?view=archived")).toEqual([]);
  });
});

describe("the prize of a draw with orders", () => {
  it("cannot change: other texts, a lower value and other pictures are refused, and typed text is kept", async () => {
    const { picture: car } = await upload(await picture());
    const { picture: bicycle } = await upload(await picture());
    await save("new", { ...TEXTS, ...(await readiness()), title: "A fine car", status: "active", pictures: [car?.url ?? ""] });
    const id = (await load()).data.list?.lotteries.find(({ title }) => title.en === "A fine car")?.id ?? "";
    const { id: buyer, email } = await makeUser(ctx);
    await order(ctx, id, 2, { id: buyer, email });
    const before = await edited(id);
    for (const change of [
      { title: "A used bicycle" },
      { description: "£50" },
      { title_fr: "Un vélo d’occasion" },
      { price_value: "50" },
      { price_value: "1000000" },
      { pictures: [bicycle?.url ?? ""] },
      { pictures: [] },
    ])
      expect(await save(id, change)).toMatchObject({
        status: 422,
        refusal: "promised",
        fields: { ...before.fields, ...("pictures" in change ? {} : change) },
      });
    expect(await edited(id)).toEqual(before);
  });

  it("can only be improved by published additions", async () => {
    const id = await makeLottery(ctx, { price_value_pence: 14_800_000 });
    const improve = (fields: Record<string, string>, who: Who = "admin") => {
      const form = new FormData();
      form.set("intent", "improve");
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return send(id, form, who);
    };
    expect(await improve({ improved_value: "150000" })).toMatchObject({ status: 422, refusal: "not_locked" });
    expect((await edited(id)).isImprovable).toBe(false);
    const { id: buyer, email } = await makeUser(ctx);
    await order(ctx, id, 2, { id: buyer, email });
    expect((await edited(id)).isImprovable).toBe(true);
    expect(await improve({ improved_value: "150000" }, "player")).toMatchObject({ status: 302, to: "/" });
    expect(await improve({})).toMatchObject({ status: 422, refusal: "nothing" });
    expect(await improve({ improved_value: "148000", note: "Insured", note_fr: " " })).toMatchObject({
      status: 422,
      problems: { improved_value: "not_higher", note_fr: "required" },
      fields: { note: "Insured" },
    });
    const { picture: more } = await upload(await picture());
    const done = await improve({ improved_value: "150000", note: "Insured", note_fr: "Assurée", images: more?.url ?? "" });
    expect(done).toEqual({ status: 302, to: `${HERE}?form=${id}`, said: "The improvement is public" });
    expect(await edited(id)).toMatchObject({ version: 2, fields: { price_value: "150000" }, pictures: [{ url: more?.url }] });
  });

  it("reports a database failure, and loses nothing", async () => {
    const id = await makeLottery(ctx);
    const { id: buyer, email } = await makeUser(ctx);
    await order(ctx, id, 1, { id: buyer, email });
    const form = new FormData();
    form.set("intent", "improve");
    form.set("note", "Typed");
    form.set("note_fr", "Saisie");
    await ctx.owner.query("ALTER TABLE prize_improvements RENAME TO improvements_away");
    const reply = await send(id, form);
    await ctx.owner.query("ALTER TABLE improvements_away RENAME TO prize_improvements");
    expect(reply).toMatchObject({ status: 503, refusal: "failed", fields: { note: "Typed", note_fr: "Saisie" } });
  });
});

describe("cancelling a draw", () => {
  // With two administrators, the second one has to confirm (see approvals.test.ts).
  beforeAll(async () => {
    const others = ctx.db.selectFrom("users").select("id").where("first_name", "=", "Inès");
    await ctx.db.deleteFrom("admin_user").where("id", "in", others).execute();
  });

  it("requires a reason, and refunds all buyers", async () => {
    const id = await makeLottery(ctx);
    const { id: buyer, email } = await makeUser(ctx);
    const opened = await order(ctx, id, 2, { id: buyer, email });
    await pay(ctx, opened.sessionId);
    await settleOrder(ctx, opened.sessionId);
    expect(await save(id, { status: "cancelled", reason: " " })).toMatchObject({ status: 422, refusal: "no_reason" });
    expect(await save(id, { status: "cancelled", reason: "low_sales" })).toMatchObject({ status: 422, refusal: "no_reason" });
    const inFrench = { status: "cancelled", reason: "prize_lost", reason_note_fr: "La voiture a été volée" };
    expect(await save(id, inFrench)).toMatchObject({
      refusal: "note_refused",
      fields: { reason_note_fr: "La voiture a été volée" },
    });
    const done = await save(id, { ...inFrench, reason_note: "The car was stolen" });
    expect(done).toEqual({ ...DONE, said: "Draw cancelled. Everyone who paid is refunded automatically." });
    expect((await edited(id)).fields).toMatchObject({ status: "cancelled" });
    await sweepOrders(ctx);
    expect(await stateOf(ctx, opened.orderId)).toBe("refund_due");
    const log = await ctx.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).orderBy("id").execute();
    expect(log.map(({ action, reason }) => [action, reason])).toContainEqual(["lottery.cancel", "The car was stolen"]);
    const stored = await ctx.db.selectFrom("lotteries").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(stored).toMatchObject({
      ...{ cancel_reason: "prize_lost", cancel_note: "The car was stolen", cancel_note_fr: "La voiture a été volée" },
    });
    // A published reason cannot change.
    const other = ctx.db.updateTable("lotteries").set({ cancel_reason: "force_majeure" }).where("id", "=", id).execute();
    await expect(other).rejects.toMatchObject({ constraint: "lotteries_keep_cancel_reason" });
    expect(await save(id, { status: "active" })).toMatchObject({ status: 422, refusal: "is_final" });
  });

  it("requires re-authentication without scripts, and then continues with the typed text", async () => {
    const id = await makeLottery(ctx);
    const { fields } = await edited(id);
    const form = new FormData();
    const typed = {
      ...fields,
      intent: "save",
      version: "1",
      status: "cancelled",
      reason: "prize_lost",
      reason_note: "The car was stolen",
    };
    for (const [name, value] of Object.entries(typed)) form.set(name, value);
    // Browsers send this for an empty file field.
    form.append("files", new File([], "", { type: "application/octet-stream" }));
    ctx.setNow(new Date(Date.now() + 20 * 60_000));
    const reauth: unknown = await send(id, form).catch((thrown: unknown) => thrown);
    ctx.setNow(undefined);
    expect(reauth).toMatchObject({
      data: {
        reauthRequired: true,
        next: `${HERE}?form=${id}`,
        fields: expect.arrayContaining([["reason_note", "The car was stolen"]]),
      },
    });
    expect((await edited(id)).fields.status).toBe("active");
    const { fields: carried } = (reauth as { data: { fields: string[][] } }).data;
    const reply = await call(page.action as Handler, `${HERE}?form=${id}`, "admin", new URLSearchParams(carried));
    expect(reply instanceof Response && [reply.status, reply.headers.get("Location")]).toEqual([302, HERE]);
    expect((await edited(id)).fields.status).toBe("cancelled");
  });

  it("is too late once the entries are committed to", async () => {
    const id = await makeLottery(ctx);
    await ctx.db.updateTable("lotteries").set({ sales_state: "closed" }).where("id", "=", id).execute();
    expect(await save(id, { status: "cancelled", reason: "terms_error" })).toMatchObject({ status: 422, refusal: "being_drawn" });
    expect((await edited(id)).fields.status).toBe("active");
  });
});

describe("deleting", () => {
  it("uses the specification's sentences", () => {
    const t = ctx.messages.en.getFixedT(null, "admin-lotteries");
    expect([
      t("lotteries.deleteConfirm"),
      t("lotteries.deleted"),
      t("lotteries.deleteFailed"),
      t("lotteries.deleteImageFailed"),
      t("lotteries.uploadFailed"),
      ctx.messages.en.t("admin:nav.loadingLotteries"),
    ]).toEqual([
      "Are you sure you want to delete this lottery? This action cannot be undone.",
      "Lottery deleted successfully",
      "Failed to delete lottery",
      "Failed to delete image",
      "Failed to upload image",
      "Loading lotteries...",
    ]);
  });

  it("removes a draw without orders", async () => {
    const id = await makeLottery(ctx);
    expect(await remove(id)).toEqual({ intent: "delete", error: undefined, filesGone: true, status: 200 });
    expect(await remove(id)).toMatchObject({ error: "not_found", status: 409 });
  });

  it("is refused once an order exists, with an alternative", async () => {
    const id = await makeLottery(ctx);
    await order(ctx, id, 1);
    expect(await remove(id)).toMatchObject({ error: "has_orders", status: 409 });
    expect(ctx.messages.en.t("admin-lotteries:lotteries.hasOrders")).toContain("set its status to cancelled instead");
  });
});

describe("an upload", () => {
  it("of a picture replies with its address, and is logged", async () => {
    const { status, picture: car } = await upload(await picture());
    expect([status, car?.width, car?.height]).toEqual([200, 24, 16]);
    const log = await ctx.db
      .selectFrom("audit_log")
      .selectAll()
      .where("subject_id", "=", car?.url.slice(7) ?? "")
      .execute();
    expect(log).toMatchObject([{ action: "picture.upload", after: { width: 24, height: 16 } }]);
  });

  it("may have 5 MB, to the byte", async () => {
    const car = await picture();
    expect(await upload(Buffer.concat([car, Buffer.alloc(5_242_880 - car.length)]))).toMatchObject({ status: 200 });
  });

  it.each([
    [415, "wrong_type", { type: "image/svg+xml", name: "car.svg" }, async () => Buffer.from("<svg/>")],
    [415, "wrong_type", { type: "image/png", name: "car.exe" }, picture],
    [422, "not_a_picture", {}, async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    [422, "not_a_picture", {}, async () => (await picture()).subarray(0, 500)],
    [413, "too_large", {}, async () => Buffer.alloc(5_242_881)],
    [413, "too_large", { headers: { "Content-Length": "99999999" } }, picture],
  ])("is refused with %s %s: %j", async (status, error, options, make) => {
    expect(await upload(await make(), options)).toEqual({ status, error });
  });

  it("that the disk refuses is reported, without a crash", async () => {
    const { store } = ctx.media;
    ctx.media.store = () => Promise.reject(new Error("disk full"));
    const reply = await upload(await picture());
    ctx.media.store = store;
    expect(reply).toEqual({ status: 503, error: "failed" });
  });
});
