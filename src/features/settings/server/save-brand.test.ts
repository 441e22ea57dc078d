import sharp from "sharp";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { fillDraw } from "#demo/orders.ts";
import { seededRandom } from "#demo/random.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { checkout } from "#features/orders/server/orders.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { DEMO_BRAND } from "#shared/brand/brand.ts";
import { formatTicketNumber, setTicketFront } from "#shared/ids.ts";
import { readBrand } from "../rules/brand-form.ts";
import { saveBrand, showBrand } from "./save-brand.ts";

let ctx: TestCtx;
let owner: Actor;
let helper: Actor;
beforeAll(async () => {
  ctx = await testCtx();
  const [boss, other] = [await makeUser(ctx), await makeUser(ctx)];
  await ctx.db
    .insertInto("admin_user")
    .values([{ id: boss.id }, { id: other.id, role: "marketing" }])
    .execute();
  owner = { kind: "admin", id: boss.id, reauthAt: new Date() };
  helper = { kind: "admin", id: other.id, reauthAt: new Date() };
});
afterAll(() => {
  // Tests of other files may run in the same process.
  setTicketFront(DEMO_BRAND.ticketFront);
  return ctx.close();
});

const AURORA = {
  name: "Aurora",
  accent: "#4ADE80",
  ground: "#081a33",
  social: "https://example.com/aurora",
  traderName: "Aurora Ltd",
  vatNumber: "GB 123 4567 89",
};
const BLACK_WORD = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><path d="M5 5h190v30H5z" fill="#111"/></svg>';
const dataUrl = (type: string, content: string | Buffer) =>
  `data:image/${type};base64,${Buffer.from(content).toString("base64")}`;
const save = (actor: Actor, version: number, typed: Record<string, string>) => saveBrand(ctx, actor, { version, typed });

it("only an owner sees and saves it, after re-authentication", async () => {
  expect(await showBrand(ctx, helper)).toEqual({ ok: false, error: "forbidden" });
  expect(await save(helper, 0, AURORA)).toEqual({ ok: false, error: "forbidden" });
  expect(await save({ ...owner, reauthAt: undefined } as Actor, 0, AURORA)).toEqual({ ok: false, error: "reauth_needed" });
});

it("pasted values are saved without invisible characters and the signs around addresses", async () => {
  const pasted = {
    ...AURORA,
    traderName: "\u200EAurora\u00a0Ltd\u200B",
    email: "Aurora <mailto:hello@aurora.example>",
    social: "<https://example.com/aurora>,\n\u2068https://example.org/aurora\u2069",
  };
  const read = readBrand(pasted, DEMO_BRAND.colours);
  expect(read).toMatchObject({
    choice: {
      trader: { name: "Aurora Ltd", email: "hello@aurora.example" },
      socialUrls: ["https://example.com/aurora", "https://example.org/aurora"],
    },
  });
});

it.each([
  ["a ground that is neither dark nor light", { ...AURORA, ground: "#777777" }, { at: "ground", pair: "text_on_ground" }],
  ["an accent that is too dark", { ...AURORA, accent: "#102a50" }, { at: "accent", pair: "accent_on_ground" }],
  ["what is no colour", { ...AURORA, accent: "red" }, { at: "accent", problem: "bad_colour" }],
  ["a typeface that is not there", { ...AURORA, typeface: "comic" }, { at: "typeface", problem: "bad_typeface" }],
  ["markup in the name", { ...AURORA, name: "<b>Aurora</b>" }, { at: "name", problem: "bad_name" }],
  ["a social address that runs", { ...AURORA, social: "javascript:alert(1)" }, { at: "social", problem: "bad_address" }],
  [
    "a logo that is a document",
    { ...AURORA, logo: dataUrl("svg+xml", "<svg onload='alert(1)'/>") },
    { at: "logo", problem: "bad_logo" },
  ],
  [
    "a logo under a false name",
    { ...AURORA, logo: dataUrl("png", "<svg onload='alert(1)'/>") },
    { at: "logo", problem: "bad_logo" },
  ],
  [
    "a black word on nothing",
    { ...AURORA, logo: dataUrl("png", await sharp(Buffer.from(BLACK_WORD)).png().toBuffer()) },
    { at: "logo", problem: "unseen_logo" },
  ],
  ["an unknown logo", { ...AURORA, logo: "0123456789abcdef" }, { at: "logo", problem: "bad_logo" }],
  ["a language without files", { ...AURORA, languages: "xx" }, { at: "languages", problem: "bad_language" }],
  ["an invalid email address", { ...AURORA, email: "aurora" }, { at: "email", problem: "bad_email" }],
])("refuses %s", async (_name, sent, error) => {
  expect(await save(owner, 0, sent)).toMatchObject({ ok: false, error: "wrong", wrong: error });
  expect(ctx.brand.version).toBe(0);
});

it("shows saved values at once, and logs the changes", async () => {
  expect(await save(owner, 0, AURORA)).toEqual({ ok: true });
  expect(ctx.brand.current).toMatchObject({ name: "Aurora", colours: { accent: "#4ade80", ground: "#081a33" } });
  expect(ctx.brand.current.trader).toEqual({ ...ctx.env.trader, name: "Aurora Ltd", vatNumber: "GB 123 4567 89" });
  expect(ctx.messages.fr.t("nav.home")).toBe("Aurora, accueil");
  const entry = await ctx.db.selectFrom("audit_log").selectAll().where("action", "=", "shop.brand").executeTakeFirstOrThrow();
  expect(entry.after).toEqual({ ...AURORA, accent: "#4ade80" });
});

it("refuses to overwrite a newer version, and empty fields restore the settings", async () => {
  expect(await save(owner, 0, { ...AURORA, name: "Borealis" })).toEqual({ ok: false, error: "changed_meanwhile" });
  // A second submit succeeds without mention of a colleague.
  expect(await save(owner, 0, AURORA)).toEqual({ ok: true });
  expect(ctx.brand.version).toBe(1);
  expect(await save(owner, 1, { ...AURORA, traderName: "", vatNumber: "" })).toEqual({ ok: true });
  expect(ctx.brand.current.trader).toEqual(ctx.env.trader);
  expect(ctx.brand.version).toBe(2);
});

it("of two logos the one for the ground is shown, and the other must be visible on paper", async () => {
  const { version } = ctx.brand;
  const word = (fill: string) =>
    sharp(Buffer.from(BLACK_WORD.replace("#111", fill)))
      .png()
      .toBuffer();
  const [pale, black] = [dataUrl("png", await word("#eee")), dataUrl("png", await word("#111"))];
  expect(await save(owner, version, { ...AURORA, logo: pale, logoOnLight: pale })).toMatchObject({
    wrong: { at: "logoOnLight", problem: "unseen_logo" },
  });
  expect(await save(owner, version, { ...AURORA, logo: pale, logoOnLight: black })).toEqual({ ok: true });
  const { logo, logoOnLight } = ctx.brand.choice;
  expect([logo?.id === logoOnLight?.id, ctx.brand.current.logo]).toEqual([false, logo]);
  const light = { ...AURORA, accent: "#7a0f3c", ground: "#faf7f2" };
  const ids = { logo: logo?.id ?? "", logoOnLight: logoOnLight?.id ?? "" };
  expect(await save(owner, version + 1, { ...light, ...ids })).toEqual({ ok: true });
  expect(ctx.brand.current.logo).toEqual(logoOnLight);
  // Alone, a pale logo would be invisible on a light ground.
  expect(await save(owner, version + 2, { ...light, logo: ids.logo })).toMatchObject({
    wrong: { at: "logo", problem: "unseen_logo" },
  });
  expect(await save(owner, version + 2, AURORA)).toEqual({ ok: true });
});

it("a logo is cropped, kept while others change, and removed; the log names it", async () => {
  const red = { create: { width: 400, height: 80, channels: 4, background: "#ff0000" } } as const;
  const drawn = await sharp(red).extend({ top: 60, left: 60, background: "#00000000" }).png().toBuffer();
  const version = ctx.brand.version;
  expect(await save(owner, version, { ...AURORA, logo: dataUrl("png", drawn) })).toEqual({ ok: true });
  const { logo } = ctx.brand.current;
  expect(logo).toMatchObject({ width: 400, height: 80, id: expect.stringMatching(/^[0-9a-f]{16}$/) });
  const entries = () => ctx.db.selectFrom("audit_log").selectAll().where("action", "=", "shop.brand").orderBy("at", "desc");
  expect((await entries().executeTakeFirstOrThrow()).after).toMatchObject({ logo: logo?.id });

  const id = logo?.id ?? "";
  expect(await save(owner, version + 1, { ...AURORA, name: "Aurora Cars", logo: id })).toEqual({ ok: true });
  expect(ctx.brand.current).toMatchObject({ name: "Aurora Cars", logo });
  expect(await save(owner, version + 2, { ...AURORA, logo: "" })).toEqual({ ok: true });
  expect(ctx.brand.current.logo).toBeUndefined();
});

it("the suffix on bank statements is valid for Stripe after any prefix, or empty", async () => {
  const version = ctx.brand.version;
  for (const statementWord of ["A", "PRIZE DRAWS", "2026", "CAR*S", "VOITURÉ", "<b>"])
    expect(await save(owner, version, { ...AURORA, statementWord })).toMatchObject({
      wrong: { at: "statementWord", problem: "bad_word" },
    });
  expect(await save(owner, version, { ...AURORA, statementWord: " Car  Draws" })).toEqual({ ok: true });
  expect(ctx.brand.current.statementWord).toBe("Car Draws");
  const [provider] = ctx.payments.all;
  if (!provider) throw new Error("no payment provider");
  const openPage = vi.spyOn(provider, "openPage");
  onTestFinished(() => openPage.mockRestore());
  expect(await checkout(ctx, await makeLottery(ctx), 1)).toMatchObject({ ok: true });
  expect(openPage.mock.calls).toMatchObject([[{ brand: { name: "Aurora", statementWord: "Car Draws" } }]]);
  expect(await save(owner, version + 1, { ...AURORA, statementWord: "" })).toEqual({ ok: true });
  expect(ctx.brand.current.statementWord).toBeUndefined();
});

it("ticket numbers begin with the owner's choice, until there are tickets", async () => {
  const version = ctx.brand.version;
  for (const ticketFront of ["A", "AURORAS", "AU-R", "AÜR"])
    expect(await save(owner, version, { ...AURORA, ticketFront })).toMatchObject({
      wrong: { at: "ticketFront", problem: "bad_front" },
    });
  expect(await save(owner, version, { ...AURORA, ticketFront: "auro" })).toEqual({ ok: true });
  expect(formatTicketNumber(42, 137)).toBe("AURO-0042-000137");
  expect(await showBrand(ctx, owner)).toMatchObject({ value: { isFrontFinal: false, fields: { ticketFront: "AURO" } } });

  const lotteryId = await makeLottery(ctx);
  const { id: userId } = await makeUser(ctx);
  await ctx.db.transaction().execute((tx) =>
    fillDraw(tx, {
      ...{
        lotteryId,
        unitPrice: 2999,
        sold: 1,
        from: new Date("2026-01-01"),
        until: new Date("2026-01-02"),
        playerIds: [userId],
      },
      ...{ luck: seededRandom(1), prefix: "front", quantities: [1] },
    }),
  );
  expect(await save(owner, version + 1, { ...AURORA, ticketFront: "" })).toMatchObject({ wrong: { problem: "front_used" } });
  expect(await save(owner, version + 1, { ...AURORA, ticketFront: "AURO", name: "Aurora Draws" })).toEqual({ ok: true });
  expect(formatTicketNumber(42, 137)).toBe("AURO-0042-000137");
  expect(await showBrand(ctx, owner)).toMatchObject({ value: { isFrontFinal: true } });
});
