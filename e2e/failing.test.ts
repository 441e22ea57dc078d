/** What a page shows when a picture, a draw or the database is unavailable. */

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import profileFr from "../public/locales/fr/profile.json" with { type: "json" };
import { expectAccessible } from "./accessible.fixture.ts";
import { type Draw, makeDraw, withDatabase } from "./books.fixture.ts";
import { arriveSignedIn, newPerson, signUp, WORDS } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { type Shop, startShop } from "./shop.fixture.ts";
import { variants } from "./variants.fixture.ts";
import { drawTheWinner } from "./winner-draw.fixture.ts";

const shop = inject("shop");
const LANGUAGES = ["en", "fr"] as const;
/** One language is enough: types ensure that both have each key. */
const SPOKEN = "fr";
const SCRIPT_MISSING = [/ERR_FAILED/, /dynamically imported module/, /Minified React error/];
let draw: Draw;
/** A shop of its own, whose draws are sold before it is broken. */
let broken: Shop;
let lost: Draw;
beforeAll(async () => {
  [draw, broken] = await Promise.all([makeDraw(shop, { title: "Without pictures" }), startShop()]);
  lost = await makeDraw(broken, { title: "Lost" });
}, 180_000);
afterAll(() => broken.stop());

describe("a picture that does not come", () => {
  const placeholders = (page: Page) => page.getByRole("main").getByText(WORDS.en.common.imageNotAvailable, { exact: true });

  journey("is replaced by a drawing that says so, when it fails while the page is looked at", async ({ visit }) => {
    const page = await visit({ tolerate: [/media/, /ERR_FAILED/] });
    await page.goto("/");
    await page.route("**/media/**", (route) => route.abort());
    await page.getByRole("banner").getByRole("link", { name: WORDS.en.common.nav.liveDraws, exact: true }).first().click();
    await page.waitForURL("**/prize");
    await page.getByRole("article").first().waitFor();
    await expect.poll(() => placeholders(page).count()).toBeGreaterThan(0);
  });

  journey("and when it has failed before the page's scripts came", async ({ visit }) => {
    const page = await visit({ tolerate: [/media/, /ERR_FAILED/] });
    let arrive = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route("**/assets/*.js*", async (route) => {
      await held;
      await route.continue();
    });
    await page.route("**/media/**", (route) => route.abort());
    const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/media/"));
    await page.goto(`/lottery/${draw.id}`, { waitUntil: "commit" });
    await failed;
    expect(await placeholders(page).count()).toBe(0);
    arrive();
    await expect.poll(() => placeholders(page).count()).toBeGreaterThan(0);
  });
});

describe("without a connection", () => {
  journey.for(variants(LANGUAGES))(
    "a link says so on a page that has no form, and leads nowhere, in %s",
    async (language, { visit }) => {
      const page = await visit({ language, width: 390, tolerate: [/ERR_INTERNET_DISCONNECTED/, /_DISCONNECTED/] });
      await page.goto("/");
      await page.waitForFunction(() => "__reactRouterDataRouter" in window);
      await page.waitForLoadState("networkidle");
      await page.context().setOffline(true);
      await page.getByRole("contentinfo").locator("a[href='/about']").click();
      await page.getByRole("alert").getByText(WORDS[language].common.cutOff.unreachable).waitFor();
      expect(new URL(page.url()).pathname).toBe("/");
      // Text on a picture stays visible if the picture is missing.
      expect(
        await page.locator("section[aria-labelledby=sign-up-title]").getByText(WORDS[language].common.imageNotAvailable).count(),
      ).toBe(0);
      await page.context().setOffline(false);
    },
  );
});

describe("a form that is sent to another page", () => {
  journey("keeps what was typed without a connection, too", async ({ visit }) => {
    const page = await visit({ language: SPOKEN, tolerate: [/ERR_INTERNET_DISCONNECTED/, /_DISCONNECTED/] });
    await signUp(page, newPerson(), SPOKEN);
    await page.goto("/profile?tab=play");
    await page.waitForFunction(() => "__reactRouterDataRouter" in window);
    const loaded = () => performance.getEntriesByType("resource").some(({ name }) => name.includes("/safer-play-page-"));
    await expect.poll(() => page.evaluate(loaded)).toBe(true);
    await page.waitForLoadState("networkidle");
    const limit = page.getByLabel(profileFr.saferPlay.limit.label, { exact: true });
    await limit.fill("45");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: profileFr.saferPlay.limit.set, exact: true }).click();
    await page.getByRole("alert").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/profile");
    expect(await limit.inputValue()).toBe("45");
    await page.context().setOffline(false);
  });
});

describe("a draw that cannot be shown", () => {
  journey.for(variants(LANGUAGES))("says why, in %s", async (language, { visit }) => {
    const page = await visit({ language, tolerate: [/40[04]/] });
    const { problem } = WORDS[language].lottery;
    for (const [path, status, text] of [
      ["/lottery", 400, problem.idRequired],
      ["/lottery/00000000-0000-4000-8000-000000000000", 404, problem.notFound],
    ] as const) {
      const reply = await page.goto(path);
      expect(reply?.status()).toBe(status);
      await page.getByRole("heading", { level: 1, name: text, exact: true }).waitFor();
    }
  });
});

// Runs before the shop is broken.
describe("the winner draw", () => {
  journey(
    "goes from the question over the beacon's round to the winner, however often it is asked for",
    { timeout: 240_000 },
    ({ visit }) => drawTheWinner(visit, broken),
  );
});

describe("a payment that cannot be opened", () => {
  journey("is said on the page of the question, which stays and can be tried again", async ({ visit }) => {
    const { quiz } = WORDS[SPOKEN];
    const page = await visit({ at: broken.url, language: SPOKEN, tolerate: [/50[23]/, /ERR_FAILED/, /quiz/] });
    await signUp(page, newPerson(), SPOKEN);
    await page.goto(`/quiz/${lost.id}?quantity=1`);
    await page.getByRole("radio", { name: "Porsche", exact: true }).check();
    const pay = page.getByRole("button", {
      name: quiz.pay.replace("{{amount}}", "29,99\u00a0£"),
      exact: true,
    });
    const said = (text: string) => page.getByRole("main").getByText(text, { exact: true }).waitFor();
    const refuse = (share: number) =>
      fetch(`${broken.simulatorUrl}/_simulator/knobs`, { method: "POST", body: JSON.stringify({ refuse: share }) });
    await refuse(1);
    try {
      await pay.click();
      await said(quiz.errors.payment_failed);
    } finally {
      await refuse(0);
    }
    await page.route("**/quiz/**", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
    await pay.click();
    await said(quiz.errors.not_sent);
    await page.unroute("**/quiz/**");
    // No button stays busy: the same one works.
    await pay.click();
    await page.waitForURL(/\/c\/pay\//);
  });

  journey("nor a question asked where there is no draw, or none with a picture", async ({ visit }) => {
    const { quiz } = WORDS[SPOKEN];
    const page = await visit({ language: SPOKEN, tolerate: [/404/] });
    const bare = await makeDraw(shop, { title: "Bare" });
    await withDatabase(shop, (db) => db.deleteFrom("lottery_images").where("lottery_id", "=", bare.id).execute());
    await arriveSignedIn(page, `/quiz/${bare.id}`, SPOKEN);
    const { title, text, home } = quiz.unavailable;
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    await page.getByText(text, { exact: true }).waitFor();
    expect(await page.getByRole("link", { name: quiz.back, exact: true }).getAttribute("href")).toBe(`/lottery/${bare.id}`);
    await page.goto("/quiz/00000000-0000-4000-8000-000000000000");
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    expect(await page.getByRole("main").getByRole("link", { name: home, exact: true }).getAttribute("href")).toBe("/prize");
    await expectAccessible(page);
  });
});

describe("the operator's own questions", () => {
  journey("stand and open, although their script does not arrive", async ({ visit }) => {
    const text = { lead: "Ask us.", sections: [{ id: "keys", title: "Who keeps the keys?", text: "Our notary does." }] };
    await withDatabase(broken, (db) =>
      db
        .insertInto("site_texts")
        .values({
          document: "faq",
          version: 1,
          bodies: JSON.stringify({ en: text, fr: text }),
          publish_at: new Date(),
          saved_at: new Date(),
        })
        .execute(),
    );
    const page = await visit({ at: broken.url, language: SPOKEN, tolerate: SCRIPT_MISSING });
    const asked = await blockScript(page, "own-faq");
    const question = page.locator("#faq summary", { hasText: "Who keeps the keys?" });
    await expect
      .poll(async () => {
        await page.goto("/");
        return question.count();
      })
      .toBe(1);
    await expect.poll(asked).toBeGreaterThan(0);
    await question.click();
    await page.getByText("Our notary does.", { exact: true }).waitFor();
    expect(await page.getByRole("banner").isVisible()).toBe(true);
  });
});

/** Blocks a lazily loaded script. @returns the number of its requests */
async function blockScript(page: Page, name: string): Promise<() => number> {
  let count = 0;
  await page.route(`**/assets/${name}-*.js*`, (route) => {
    count += 1;
    return route.abort();
  });
  return () => count;
}

describe("a shop with nothing to show", () => {
  journey("says so", { timeout: 180_000 }, async ({ visit }) => {
    await withDatabase(broken, async (db) => {
      // Bypasses the triggers that protect draws with tickets.
      await sql`ALTER TABLE lotteries DISABLE TRIGGER USER`.execute(db);
      await db.updateTable("lotteries").set({ status: "draft", winner_id: null }).execute();
    });
    const { home, prize, pastdraws } = WORDS[SPOKEN];
    const page = await visit({ at: broken.url, language: SPOKEN, tolerate: SCRIPT_MISSING });
    // The page of before may still be cached.
    const text = async () => (await fetch(broken.url, { headers: { "Accept-Language": SPOKEN } })).text();
    await expect.poll(text).toContain(`>${home.soon.notify}<`);
    const asked = await blockScript(page, "coming-soon");
    await page.goto("/");
    // What the server sent stands, with its links.
    await expect.poll(asked).toBeGreaterThanOrEqual(3);
    await page.getByRole("link", { name: home.soon.notify, exact: true }).waitFor();
    await page.unrouteAll();
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: home.soon.title, exact: true }).waitFor();
    expect(await page.getByRole("link", { name: home.soon.notify, exact: true }).getAttribute("href")).toBe("/register");
    const teaser = page.locator(".hero-picture img");
    await expect.poll(() => teaser.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    for (const [path, text] of [
      ["/prize", prize.empty],
      ["/past-draws", pastdraws.empty],
    ] as const) {
      await page.goto(path);
      await page.getByText(text, { exact: true }).waitFor();
      await expectAccessible(page);
    }
  });
});

describe("a shop that cannot read its books", () => {
  journey("says so on home, in a message as well, and on every page that needs them", { timeout: 180_000 }, async ({ visit }) => {
    const away = (table: string) => sql`ALTER TABLE IF EXISTS ${sql.table(table)} RENAME TO ${sql.table(`${table}_away`)}`;
    await withDatabase(broken, (db) => away("lotteries").execute(db));
    // Earlier replies are cached for a second.
    await sleep(1_500);
    const page = await visit({ at: broken.url, language: SPOKEN, tolerate: [/50[03]/] });
    const { common, lottery, quiz } = WORDS[SPOKEN];
    for (const [path, text] of [
      ["/prize", common.notLoaded.liveDraws],
      ["/past-draws", common.notLoaded.pastDraws],
      ["/", common.notLoaded.lotteries],
    ] as const) {
      expect((await page.goto(path))?.status()).toBe(503);
      await page.getByText(text, { exact: true }).first().waitFor();
    }
    await page.getByRole("heading", { level: 1, name: common.error.title, exact: true }).waitFor();
    await page.getByRole("alert").filter({ hasText: common.notLoaded.lotteries }).waitFor();
    await page.getByRole("button", { name: common.error.reload, exact: true }).waitFor();
    await expectAccessible(page);
    const reply = await page.goto(`/lottery/${lost.id}`);
    expect(reply?.status()).toBe(500);
    await page.getByRole("heading", { level: 1, name: lottery.problem.loadFailed, exact: true }).waitFor();
    await expectAccessible(page);
    await arriveSignedIn(page, `/quiz/${lost.id}?quantity=1`, SPOKEN);
    await page.getByRole("heading", { level: 1, name: quiz.loadFailed, exact: true }).waitFor();
    await withDatabase(broken, (db) => away("orders").execute(db));
    const { success } = WORDS[SPOKEN];
    await arriveSignedIn(page, "/success?success=true&session_id=cs_test_any", SPOKEN);
    const message = page.getByRole("alert").filter({ hasText: success.toast.loadFailure });
    await message.waitFor();
    expect(await message.count()).toBe(1);
    // A page without error texts of its own.
    await page.goto("/safer-play");
    await page.getByRole("heading", { level: 1, name: common.error.title, exact: true }).waitFor();
    await page.getByText(common.error.unexpected, { exact: true }).waitFor();
    const help = page.getByRole("link", { name: common.error.contact, exact: true });
    expect(await help.getAttribute("href")).toBe("/contact");
    await expectAccessible(page);
    const again = page.waitForEvent("request", (request) => request.isNavigationRequest());
    await page.getByRole("button", { name: common.error.reload, exact: true }).click();
    expect(new URL((await again).url()).pathname).toBe("/safer-play");
  });
});
