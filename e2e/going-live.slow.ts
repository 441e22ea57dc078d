/** From an empty production start through test mode to a sold ticket, with real PostgreSQL. */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startEmbeddedPostgres } from "@concours/embedded-postgres";
import { startStripeSimulator } from "@concours/stripe-simulator";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { storeDemoPictures } from "#demo/pictures.ts";
import { insertBrand } from "#features/settings/server/brand-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { freePort } from "#platform/free-port.fixture.ts";
import { type Mailbox, openMailbox, startMailCatcher } from "#platform/mail/mail-catcher.server.ts";
import liveEn from "../public/locales/en/admin-live.json" with { type: "json" };
import peopleEn from "../public/locales/en/admin-people.json" with { type: "json" };
import commonEn from "../public/locales/en/common.json" with { type: "json" };
import commonFr from "../public/locales/fr/common.json" with { type: "json" };
import { connectBeside } from "./beside.fixture.ts";
import { answerAndOrder, CARDS, goToQuestion, newPerson, payWithCard, readNumbers, signUp, WORDS } from "./buyer.fixture.ts";
import { expectAccessible, journey } from "./journey.fixture.ts";
import { setUp } from "./second-factor.fixture.ts";
import { type Shop, startShop } from "./shop.fixture.ts";

const NAME = "Aurora Draws";
const ACCENT = "#7cc6ff";
const SECRETS = { test: `whsec_${randomBytes(24).toString("hex")}`, live: `whsec_${randomBytes(24).toString("hex")}` };
const NOWHERE = "http://127.0.0.1:9";

const closers: (() => Promise<unknown>)[] = [];
let shop: Shop;
let mailbox: Mailbox;
/** With the keys of one mode, on the same database and folder. */
let startIn: (mode: "test" | "live") => Promise<Shop>;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "concours-live-"));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), settings: { fsync: "off" } });
  closers.push(() => postgres.stop());
  const caught = join(folder, "mails");
  const post = await startMailCatcher({ folder: caught, port: 0 });
  mailbox = openMailbox(caught);
  closers.push(() => post.stop());
  const port = await freePort();
  const webhookUrl = `http://127.0.0.1:${port}/api/payments/webhook`;
  const authSecret = randomBytes(48).toString("base64");
  const languages = join(folder, "languages");
  await mkdir(join(languages, "cy"), { recursive: true });
  const write = (name: string, texts: object) => writeFile(join(languages, "cy", `${name}.json`), JSON.stringify(texts));
  await write("common", { nav: { liveDraws: "Y rhai byw" } });
  await write("howtowin", { hero: { title: "Sut i ennill" } });
  startIn = async (mode) => {
    const keys = { secretKey: `sk_${mode}_goinglive`, webhookSecret: SECRETS[mode] };
    const provider = await startStripeSimulator({ ...keys, webhookUrl, livemode: mode === "live" });
    closers.push(() => provider.stop());
    return startShop({
      dataDir: join(folder, "data"),
      port,
      simulatorUrl: provider.url,
      env: {
        ...{ CONCOURS_DEMO: "0", NODE_ENV: "production", ALLOW_INSECURE: "http,plain-smtp,plain-database" },
        ...{ PUBLIC_URL: `http://localhost:${port}`, TRUSTED_PROXIES: "none", AUTH_SECRET: authSecret },
        ...{ DATABASE_URL: postgres.shopUrl, DATABASE_OWNER_URL: postgres.url, SMTP_URL: post.smtpUrl },
        ...{ STRIPE_SECRET_KEY: keys.secretKey, STRIPE_WEBHOOK_SECRET: keys.webhookSecret, E2E_PROVIDER: provider.url },
        ...{ MAIL_FROM: "Tickets <tickets@aurora.example>", DRAND_RELAYS: NOWHERE, TIMESTAMP_AUTHORITIES: NOWHERE },
        ...{ TRADER_NAME: "Aurora Ltd", TRADER_ADDRESS: "2 High Street, Leeds", TRADER_COMPANY_NUMBER: "12345678" },
        LANGUAGES_DIR: languages,
        ...{ TRADER_EMAIL: "hello@aurora.example", POSTAL_ENTRY_ADDRESS: "PO Box 2, Leeds" },
        NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "provider-redirect.fixture.ts")).href}`,
      },
    });
  };
  shop = await startIn("test");
  closers.push(() => shop.stop());
}, 120_000);
afterAll(async () => {
  for (const close of closers.reverse()) await close();
}, 60_000);

async function storePicture({ media }: Ctx) {
  const [picture] = (await storeDemoPictures(media, ["valmont-gt-10-front"])).values();
  if (!picture) throw new Error("There is no picture");
  const { url, ...rest } = picture;
  return [url, rest] as const;
}
const stateOf = (page: Page, id: string) => page.locator(`[data-check="${id}"]`).getAttribute("data-state");
/** Production accepts no address of the demonstration. */
const somebody = () => {
  const person = newPerson();
  return { ...person, email: person.email.replace("@concours.test", "@players.example") };
};
const subjectsTo = async (email: string) =>
  (await mailbox.list()).mails.filter(({ to }) => to === email).map(({ subject }) => subject);
const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });

journey(
  "an empty production start is tried with test keys, then becomes a shop that sells, under its own name and colour",
  { timeout: 240_000 },
  async ({ visit }) => {
    const link = shop.lines.map((line) => /http\S+\/first-owner\?token=\S+/.exec(line)?.[0]).find(Boolean) ?? "";
    // Another name than the buyers': staff cannot buy, with any account.
    const owner = { ...somebody(), firstName: "Grace" };
    const page = await visit({ at: shop.url, tolerate: [/401|422/] });
    const { field, firstOwner, factor } = WORDS.en.auth;
    await page.goto(link);
    const main = page.getByRole("main");
    await expectAccessible(page);
    await main.getByLabel(field.firstName, { exact: true }).fill(owner.firstName);
    await main.getByLabel(field.lastName, { exact: true }).fill(owner.lastName);
    await main.getByLabel(field.email, { exact: true }).fill(owner.email);
    await main.getByLabel(field.phone, { exact: true }).fill("07700 900456");
    await main.getByLabel(field.birthDate, { exact: true }).fill("1990-05-17");
    await main.getByLabel(field.newPassword, { exact: true }).fill(owner.password);
    await main.getByLabel(field.confirmPassword, { exact: true }).fill(owner.password);
    await button(page, firstOwner.submit).click();
    await page.waitForURL("**/second-factor?next=*");
    await setUp(page, owner, "en");
    await page.getByRole("link", { name: factor.kept, exact: true }).click();

    await page.waitForURL("**/admin/live");
    await page.getByRole("heading", { level: 1, name: liveEn.title, exact: true }).waitFor();
    await button(page, liveEn.look).click();
    await page.getByRole("status").filter({ hasText: liveEn.looked }).waitFor();
    // The provider's event may arrive after the page; reload until it does.
    const webhookState = async () => {
      await page.reload();
      return stateOf(page, "webhook");
    };
    await expect.poll(webhookState).toBe("green");
    for (const id of ["owner", "trader", "mail", "storage", "postal"]) expect(await stateOf(page, id), id).toBe("green");
    expect(await stateOf(page, "payments")).toBe("amber");
    for (const id of ["brand", "terms", "draw"]) expect(await stateOf(page, id), id).toBe("red");
    expect((await mailbox.list()).mails.filter(({ to }) => to === owner.email).length).toBeGreaterThan(0);

    await page.goto("/admin/shop");
    await page.getByLabel(peopleEn.shop.name, { exact: true }).fill(NAME);
    await page.getByLabel(peopleEn.shop.accent, { exact: true }).fill(ACCENT);
    await page.getByRole("button", { name: peopleEn.shop.save, exact: true }).click();
    await page.getByRole("status").filter({ hasText: peopleEn.shop.saved }).waitFor();

    const beside = await connectBeside(shop);
    const lottery = await makeLottery(beside.ctx, { title: "Aurora GT", title_fr: "Aurora GT" });
    const [url, { placeholder, widths, ...size }] = await storePicture(beside.ctx);
    const row = { ...size, image_url: url, widths: [...widths], placeholder, lottery_id: lottery, display_order: 0 };
    await beside.ctx.db.insertInto("lottery_images").values(row).execute();
    await beside.close();
    const buyer = await visit({ at: shop.url, language: "fr", width: 390 });
    const { email, ...tester } = somebody();
    await signUp(buyer, { ...tester, email }, "fr");
    await buyer.goto(`/lottery/${lottery}`);
    await buyer.getByRole("heading", { name: WORDS.fr.lottery.state.shopShut.title, exact: true }).waitFor();
    const soon = WORDS.fr.prize.chip.shopShut;
    await buyer.getByRole("main").getByText(soon, { exact: true }).waitFor();
    for (const path of ["/", "/prize"]) {
      await buyer.goto(path);
      await buyer.getByRole("main").getByText(soon, { exact: true }).first().waitFor();
    }

    await page.goto("/admin/live");
    await button(page, liveEn.termsRead).click();
    await button(page, liveEn.open).click();
    await page.getByRole("heading", { level: 1, name: liveEn.health, exact: true }).waitFor();

    await buyer.goto(`/lottery/${lottery}?quantity=1`);
    await goToQuestion(buyer, "fr");
    await answerAndOrder(buyer, { answer: "Porsche", sum: "29,99\u00a0£", language: "fr" });
    await buyer.getByText(NAME).first().waitFor();
    await payWithCard(buyer, CARDS.pays, "fr");
    const tried = await readNumbers(buyer, 1, "fr");
    expect(tried).toHaveLength(1);

    for (const [reader, path] of [
      [page, "/"],
      [buyer, `/lottery/${lottery}`],
    ] as const) {
      await reader.goto(path);
      expect(await reader.title()).toContain(NAME);
      expect(await reader.locator("body").innerText()).not.toMatch(/Concours|\.com\/@?concours/);
      const accent = () => getComputedStyle(document.documentElement).getPropertyValue("--color-champagne");
      expect(await reader.evaluate(accent)).toBe(ACCENT);
    }
    const written = await subjectsTo(email);
    expect(written.length).toBeGreaterThan(0);
    expect(written.join()).not.toContain("Concours");

    // All mails are marked as tests.
    expect(written.filter((subject) => !subject.startsWith("[Test] "))).toEqual([]);
    for (const [reader, path, says] of [
      [page, "/", commonEn.testMode.text],
      [page, "/admin/live", commonEn.testMode.text],
      [buyer, `/lottery/${lottery}`, commonFr.testMode.short],
      [buyer, "/profile", commonFr.testMode.short],
    ] as const) {
      const reply = await reader.goto(path);
      await reader.getByText(says, { exact: true }).waitFor();
      expect(reply?.headers()).toMatchObject({
        "x-robots-tag": "noindex, nofollow",
        "cache-control": expect.stringMatching(/no-cache|no-store/),
      });
      expect(await reader.locator('meta[name="robots"]').first().getAttribute("content")).toContain("noindex");
    }
    await page.goto("/admin/live");
    await expectAccessible(page);
    await page.getByText("1 order, with its payments, refunds and receipt", { exact: true }).waitFor();
    await page.getByLabel(liveEn.testMode.name.replace("{{shop}}", NAME), { exact: true }).fill("Concours");
    await button(page, liveEn.testMode.ask).click();
    await page.getByText(liveEn.testMode.wrongName.replace("{{shop}}", NAME), { exact: true }).waitFor();
    await page.getByLabel(liveEn.testMode.name.replace("{{shop}}", NAME), { exact: true }).fill(NAME);
    await button(page, liveEn.testMode.ask).click();
    await page.locator('[data-test-mode="asked"]').waitFor();
    expect(shop.complaints).toEqual([]);
    // No page sends requests while the shop is away.
    for (const reader of [page, buyer]) await reader.goto("about:blank");
    await shop.stop({ keepData: true });
    shop = await startIn("live");

    await page.goto("/admin/live");
    await page.getByRole("heading", { level: 1, name: liveEn.title, exact: true }).waitFor();
    expect(await page.locator("[data-test-mode], .test-bar").count()).toBe(0);
    expect(await stateOf(page, "payments")).toBe("red");
    expect(await stateOf(page, "webhook")).toBe("red");
    expect(await stateOf(page, "terms")).toBe("green");
    await button(page, liveEn.look).click();
    await page.getByRole("status").filter({ hasText: liveEn.looked }).waitFor();
    await button(page, liveEn.open).click();
    await page.getByRole("heading", { level: 1, name: liveEn.health, exact: true }).waitFor();

    // Test players are gone; the draw on sale remains, and numbers start again.
    const real = await visit({ at: shop.url, language: "fr", width: 390, tolerate: [/401|422/] });
    const customer = somebody();
    await signUp(real, customer, "fr");
    await real.goto(`/lottery/${lottery}?quantity=1`);
    expect(await real.locator(".test-bar").count()).toBe(0);
    await goToQuestion(real, "fr");
    await answerAndOrder(real, { answer: "Porsche", sum: "29,99\u00a0£", language: "fr" });
    await payWithCard(real, CARDS.pays, "fr");
    expect(await readNumbers(real, 1, "fr")).toEqual(tried);
    expect((await subjectsTo(customer.email)).filter((subject) => subject.includes("Test"))).toEqual([]);
    const { ctx, close } = await connectBeside(shop);
    const orders = await ctx.db.selectFrom("orders").select(["is_test", "state"]).execute();
    const people = await ctx.db.selectFrom("users").select("email").execute();
    await close();
    expect(orders).toEqual([{ is_test: false, state: "paid" }]);
    expect(people.map((person) => person.email).toSorted()).toEqual([owner.email, customer.email].toSorted());
    expect(shop.complaints).toEqual([]);
  },
);

const languageOf = (page: Page) => page.getAttribute("html", "lang");
const choices = (page: Page) => page.locator("header details li a").filter({ visible: true });

/** The reply to a visitor who prefers Welsh. */
async function answered(path: string) {
  const reply = await fetch(`${shop.url}${path}`, { headers: { "Accept-Language": "cy" } });
  const html = await reply.text();
  return {
    language: /<html[^>]* lang="(\w+)"/.exec(html)?.[1],
    others: [...html.matchAll(/<link rel="alternate" hrefLang="([\w-]+)"/gi)].map(([, language]) => language),
  };
}

journey("a language that was added is read by its address, and offered to visitors once the owner says so", async ({ visit }) => {
  expect(await answered("/")).toEqual({ language: "en", others: ["en", "fr", "x-default"] });
  const page = await visit({ at: shop.url });
  await page.goto("/?lng=cy");
  expect(await languageOf(page)).toBe("cy");
  await page.locator("header").getByText("Y rhai byw").filter({ visible: true }).first().waitFor();
  // Untranslated texts are English, and no page shows a key.
  expect(await page.locator("h1").textContent()).not.toMatch(/^[a-z]+\.[a-zA-Z.]+$/);

  const { ctx, close } = await connectBeside(shop);
  const choice = { languages: ["cy"] };
  const { version } = await ctx.db
    .selectFrom("shop_brands")
    .select("version")
    .orderBy("version", "desc")
    .executeTakeFirstOrThrow();
  await ctx.db.transaction().execute((tx) => insertBrand(tx, { version: version + 1, choice, at: new Date(), by: undefined }));
  await close();
  await expect.poll(() => answered("/")).toEqual({ language: "cy", others: ["en", "fr", "cy", "x-default"] });
});

journey("is chosen in the switch like any other: in place, kept, and its texts are fetched alone", async ({ visit }) => {
  const page = await visit({ at: shop.url });
  await page.goto("/how-to-win");
  const fetched: string[] = [];
  page.on("request", (request) => request.url().includes("/locales/") && fetched.push(new URL(request.url()).pathname));
  await page.locator("header summary").filter({ visible: true }).click();
  expect(await choices(page).allTextContents()).toEqual(["English", "Français", "Cymraeg"]);
  await choices(page).getByText("Cymraeg").click();
  await page.waitForFunction(() => document.documentElement.lang === "cy");
  await page.getByRole("heading", { name: "Sut i ennill" }).waitFor();
  expect(fetched.every((path) => path.startsWith("/locales/cy/"))).toBe(true);
  expect(fetched).toContain("/locales/cy/howtowin.json");
  await page.reload();
  expect(await languageOf(page)).toBe("cy");
});
