/** The live page as the server sends it, in every state, to a reader without scripts and to any visitor. */
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createRoutesStub } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayFrom, makeLottery } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { demoBeacon } from "#platform/beacon/beacon.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { localeKey } from "#platform/request/request.server.ts";
import { LOCALES, type Locale } from "#shared/language/locale.ts";
import { requestDraw } from "../../server/drawing/request-draw.ts";
import { drawnDraw, filledDraw } from "../../server/draws.fixture.ts";
import LivePage, { loader } from "./live-page.tsx";

let ctx: TestCtx;
let cookie = "";
beforeAll(async () => {
  const connected = await testCtx({ RATE_LIMITS: "off" });
  connected.setNow(new Date("2026-11-18T12:00:00Z"));
  const beacon = demoBeacon({ secretKey: new Uint8Array(32).fill(7), genesisTime: 1_760_000_000, now: connected.now });
  ctx = { ...connected, beacon };
  cookie = sessionCookie(ctx, (await registered(ctx)).sessionToken).split(";")[0] ?? "";
});
afterAll(() => ctx.close());

async function show(lotteryId: string, locale: Locale, headers: Record<string, string> = {}, shop = ctx) {
  const context = requestContext(shop);
  context.set(localeKey, locale);
  const request = new Request(`http://localhost/draws/${lotteryId}/live`, { headers });
  const loaded = await loader({ request, context, params: { lotteryId } } as never);
  const Page = () => <LivePage {...({ loaderData: loaded.data } as Parameters<typeof LivePage>[0])} />;
  const Stub = createRoutesStub([{ path: "*", Component: Page }]);
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={ctx.messages[locale]}>
      <Stub initialEntries={[`/draws/${lotteryId}/live`]} />
    </I18nextProvider>,
  );
  return { html, status: loaded.init?.status ?? 200 };
}
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("&#x27;", "'");
const RELOADS = '<noscript><meta http-equiv="refresh" content="10"/></noscript>';

async function sale(start: number, end: number, change: Parameters<typeof makeLottery>[1] = {}): Promise<string> {
  const days = { start_date: dayFrom(ctx.now(), start), end_date: dayFrom(ctx.now(), end) };
  const id = await makeLottery(ctx, { title: "Valmont", ...days });
  if (Object.keys(change).length > 0) await ctx.db.updateTable("lotteries").set(change).where("id", "=", id).execute();
  return id;
}
async function sealed(): Promise<string> {
  const { id } = await filledDraw(ctx, { title: "Valmont" });
  await requestDraw(ctx, { kind: "command" }, { lotteryId: id });
  return id;
}
async function drawn(): Promise<string> {
  return (await drawnDraw(ctx, { title: "Valmont", sold: 80, players: 40 })).id;
}

/** Draws in every state, with the words that say so. */
const STATES: readonly [string, () => Promise<string>, Readonly<Record<"en" | "fr", RegExp>>, boolean][] = [
  ["upcoming", () => sale(3, 9), { en: /Tickets go on sale on .*Winner drawn from/, fr: /Tickets en vente le .*tirage/i }, false],
  ["open", () => sale(-3, 9), { en: /Sales close in .*Winner drawn from/, fr: /Fin des ventes dans/ }, false],
  [
    "waiting for the post",
    () => sale(-30, -2, { sales_state: "closed" }),
    { en: /final postal entries/, fr: /dernières cartes/ },
    false,
  ],
  [
    "closing",
    () => sale(-60, -30, { sales_state: "closing", tickets_held: 2 }),
    { en: /last payments/, fr: /derniers paiements/ },
    true,
  ],
  ["ready", () => sale(-60, -30, { sales_state: "closed" }), { en: /All entries are in/, fr: /participations sont là/ }, true],
  [
    "sealed",
    sealed,
    { en: /00:0\d .*demonstration.*Doesn’t exist yet/, fr: /00:0\d .*démonstration.*N’existe pas encore/ },
    true,
  ],
  ["drawn", drawn, { en: /Winning ticket CONC-\d{4}-\d{6}/, fr: /Ticket gagnant CONC-\d{4}-\d{6}/ }, false],
  [
    "cancelled",
    () => sale(-3, 9, { status: "cancelled", sales_state: "cancelled" }),
    { en: /was cancelled/, fr: /a été annulé/ },
    false,
  ],
  [
    "without an entry",
    () => sale(-30, -20, { status: "completed" }),
    { en: /No one entered/, fr: /Personne n’a participé/ },
    false,
  ],
];

describe.each(STATES)("of a draw that is %s", (_, make, words, reloads) => {
  let id = "";
  beforeAll(async () => {
    id = await make();
  });
  afterAll(() => ctx.db.updateTable("lotteries").set({ tickets_held: 0 }).where("id", "=", id).execute());

  it.each(LOCALES)(
    "says so in %s, reloads itself without scripts if the result may come within minutes, and leads to the draw's record",
    async (locale) => {
      const { html, status } = await show(id, locale);
      expect(status).toBe(200);
      expect(html).toContain("Valmont</h1>");
      expect(textOf(html)).toMatch(words[locale as "en" | "fr"]);
      expect(html.includes(RELOADS)).toBe(reloads);
      expect(html.includes(ctx.messages[locale].t("live:noScripts.text"))).toBe(reloads);
      expect(html).toContain(`href="/draws/${id}"`);
    },
  );

  it("is the same for a signed-in visitor", async () => {
    expect(await show(id, "en", { cookie })).toEqual(await show(id, "en"));
  });
});

it.each(LOCALES)("a draft and an unknown draw are not found, in %s", async (locale) => {
  const draft = await makeLottery(ctx, { title: "Secret", status: "draft" });
  for (const id of [draft, "nothing"]) {
    const { html, status } = await show(id, locale);
    expect([status, html.includes("Secret"), html.includes(RELOADS)]).toEqual([404, false, false]);
    expect(html).toContain('href="/draws"');
  }
});

it.each([true, false])("says in test mode (%s) that nothing is real", async (isTestMode) => {
  const id = await sale(-3, 9);
  const { html } = await show(id, "en", {}, { ...ctx, env: { ...ctx.env, isTestMode } });
  expect(textOf(html).includes("Test mode: nothing is real")).toBe(isTestMode);
});

it("a drawn one shows the reserves on request, and links to the recording once there is one", async () => {
  const id = await drawn();
  const { html } = await show(id, "en");
  expect(html).toMatch(/<details class="live-reserves"><summary[^>]*>Show the reserves<\/summary>/);
  expect(html).not.toContain("Watch the recording");
  const url = "https://video.example/watch?v=1";
  await ctx.db.updateTable("draws").set({ video_url: url }).where("lottery_id", "=", id).execute();
  const [, linked = ""] = (await show(id, "en")).html.split(`href="${url}"`);
  expect(textOf(`<a${linked}`)).toMatch(/^ Watch the recording/);
});
