/** The lists of open and past draws. */
import { sql } from "kysely";
import { describe, expect, inject } from "vitest";
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { expectNoSidewaysScroll } from "./accessible.fixture.ts";
import { withDatabase } from "./books.fixture.ts";
import { WORDS } from "./buyer.fixture.ts";
import { IMPORTED, importDraw } from "./imported.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { variants } from "./variants.fixture.ts";

const shop = inject("shop");
/** `accessible.test.ts` checks both pages with axe. */
const VISITS = [
  ["en", 1440],
  ["fr", 390],
] as const;

describe("live draws", () => {
  journey.for(variants(VISITS))("stand in a row each, newest first, in %s at %i px", async ([language, width], { visit }) => {
    const page = await visit({ language, width });
    const rows = await withDatabase(shop, (db) =>
      db
        .selectFrom("lotteries")
        .select(["id", "title", "title_fr", "description", "description_fr", "end_date"])
        .where("status", "=", "active")
        .where("created_at", ">", sql<Date>`now() - interval '300 days'`)
        .orderBy("created_at", "desc")
        .execute(),
    );
    await page.goto("/prize");
    const titles = () => page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
    await expect
      .poll(async () => (await titles()).slice(0, rows.length))
      .toEqual(rows.map((row) => (language === "fr" && row.title_fr) || row.title));

    const first = page.getByRole("article").first();
    await first.getByText("1 / 3").waitFor();
    const facts = await first.locator("dd").allInnerTexts();
    const [value, price] = language === "fr" ? ["148\u00a0000\u00a0£", "29,99\u00a0£"] : ["£148,000", "£29.99"];
    expect(facts.slice(0, 2)).toEqual([value, expect.stringContaining(price)]);
    const { drawnFrom } = drawDates({ endDate: rows[0]?.end_date ?? "", endTime: "23:59", takesFreeEntries: true });
    expect(await first.locator("dd time").getAttribute("datetime")).toBe(drawnFrom);
    await first
      .getByText((language === "fr" && rows[0]?.description_fr) || (rows[0]?.description ?? ""), { exact: true })
      .waitFor();
    const { gallery } = WORDS[language].common;
    await first.getByRole("button", { name: gallery.next, exact: true }).click();
    await first.getByText("2 / 3").waitFor();
    await first.getByRole("button", { name: gallery.previous, exact: true }).click();
    await first.getByText("1 / 3").waitFor();
    // Pictures, title and button lead to the draw; the free entry is beside the price.
    const targets = await first.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    const isFree = (target: string) => target.startsWith("/enter-free");
    expect(targets.filter((target) => !isFree(target))).toEqual(Array.from({ length: 5 }, () => `/lottery/${rows[0]?.id}`));
    expect(targets.filter(isFree)).toEqual([`/enter-free#draw-${rows[0]?.id}`]);
    // One primary button: the draw that closes first.
    const golden = page.getByRole("main").locator('a[data-variant="gold"]');
    expect(await golden.count()).toBe(1);
    await expectNoSidewaysScroll(page);
  });
});

describe("past draws", () => {
  journey.for(variants(VISITS))("name their winners, newest end first, in %s at %i px", async ([language, width], { visit }) => {
    const page = await visit({ language, width });
    const rows = await withDatabase(shop, (db) =>
      db
        .selectFrom("lotteries")
        .innerJoin("users", "users.id", "winner_id")
        .select(["title", "first_name", "last_name", "winner_photo_url"])
        .where("status", "=", "completed")
        // Other journeys draw lotteries meanwhile, whose winners have no photo.
        .where("winner_photo_url", "is not", null)
        .orderBy("end_date", "desc")
        .execute(),
    );
    expect(rows.length).toBeGreaterThan(1);
    await importDraw(shop);
    await page.goto("/past-draws");
    const articles = page.getByRole("article");
    await expect.poll(() => articles.count()).toBeGreaterThanOrEqual(rows.length);
    const shown = await articles.getByRole("heading", { level: 2 }).allTextContents();
    const titles = rows.map(({ title }) => title);
    expect(shown.filter((title) => titles.includes(title))).toEqual(titles);
    for (const row of rows) {
      const name = `${row.first_name} ${row.last_name}`;
      const heading = page.getByRole("heading", { level: 2, name: row.title, exact: true });
      const article = articles.filter({ has: heading });
      await article.getByText(WORDS[language].pastdraws.congratulations.replace("{{name}}", name), { exact: true }).waitFor();
      expect(await article.getByRole("img").getAttribute("src")).toBe(row.winner_photo_url);
    }
    // Imported draws are marked and link to no proof.
    const words = WORDS[language].pastdraws.imported;
    const elsewhere = page.getByRole("region", { name: words.title });
    const imported = elsewhere.getByRole("listitem").filter({ hasText: IMPORTED.title });
    await imported.getByText(words.heldOn.replace("{{platform}}", IMPORTED.platform), { exact: true }).waitFor();
    await imported.getByText(IMPORTED.winner, { exact: true }).waitFor();
    const targets = await elsewhere.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(targets).toEqual([IMPORTED.evidence]);
    await expectNoSidewaysScroll(page);
  });
});
