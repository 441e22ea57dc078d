/** A visitor verifies a draw in the browser, step by step, and looks up a ticket. */
import { describe, expect, inject } from "vitest";
import { makeDraw, withDatabase } from "./books.fixture.ts";
import { WORDS } from "./buyer.fixture.ts";
import { expectAccessible, journey } from "./journey.fixture.ts";
import { variants } from "./variants.fixture.ts";

const shop = inject("shop");

/** The demo's first finished draw and its list. */
async function wonDraw() {
  return withDatabase(shop, async (db) => {
    const draw = await db
      .selectFrom("draw_log")
      .innerJoin("lotteries", "lotteries.id", "draw_log.lottery_id")
      .innerJoin("draws", "draws.lottery_id", "draw_log.lottery_id")
      .select(["lotteries.id", "title", "n", "prize_document"])
      .where("sequence", "=", 1)
      .executeTakeFirstOrThrow();
    const { tag, ticket_number } = await db
      .selectFrom("tickets")
      .select(["tag", "ticket_number"])
      .where("lottery_id", "=", draw.id)
      .where("ticket_number", "=", 42)
      .executeTakeFirstOrThrow();
    type Prize = { pictures: { url: string; files: object }[] };
    const { prizes } = JSON.parse(draw.prize_document ?? "") as { prizes: Prize[] };
    const pictures = prizes.flatMap((prize) => prize.pictures);
    const files = pictures.flatMap(({ url, files }) => Object.keys(files).map((name) => `${url}-${name}`));
    return { ...draw, files, tag: tag.toString("hex"), ticket: ticket_number };
  });
}

describe("the proof of a draw", () => {
  journey("is checked with the keyboard on a phone, in French, and a ticket is found by its tag", async ({ visit }) => {
    const { id, n, files, tag, ticket } = await wonDraw();
    const words = WORDS.fr.pastdraws;
    const page = await visit({ language: "fr", width: 390 });
    await page.goto("/past-draws");
    await page.locator(`main a[href="/draws/${id}"]`).press("Enter");
    await page.getByText(words.record.demoTitle, { exact: true }).waitFor();
    // Explanations are folded at first.
    expect(await page.getByText(words.proves.cannotText, { exact: true }).isVisible()).toBe(false);

    const fetched: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      // The page may still load a picture, prefetch, or discover the routes of its links.
      const isItsOwn = request.resourceType() === "image" || /^\/(?:assets\/(?!check-worker)|__manifest$)/.test(pathname);
      if (!isItsOwn) fetched.push(pathname);
    });
    await page.getByRole("button", { name: words.check.start, exact: true }).press("Enter");
    await page.getByRole("status").getByText(words.check.yes, { exact: true }).waitFor();
    expect(await page.getByText(words.check.agrees, { exact: true }).count()).toBe(6);
    await page.getByText(words.proves.cannotText, { exact: true }).waitFor();
    // The verifier and its files are loaded on demand.
    expect(fetched.map((path) => path.replace(/-[\w-]{8}\.js$/, ".js")).toSorted()).toEqual([
      "/assets/check-worker.js",
      `/draws/${id}/entries.csv`,
      `/draws/${id}/proof.json`,
      // The sealed pictures, to be compared.
      ...files.toSorted(),
    ]);

    const field = page.getByLabel(words.find.label, { exact: true });
    await field.fill(tag);
    await field.press("Enter");
    const entries = new Intl.NumberFormat("fr").format(n).replace("\u202f", "\u00a0");
    const place = words.find.yesText.replace("{{place}}", String(ticket)).replace("{{tickets}}", entries);
    await page.getByText(place, { exact: true }).waitFor();
    await page.getByText(words.find.rootAgrees, { exact: true }).waitFor();
    expect(fetched).toHaveLength(3 + files.length);
    await expectAccessible(page);
  });

  journey("that was altered is refused at its step, in English at a desk; the true one then agrees", async ({ visit }) => {
    const { id, title } = await wonDraw();
    const words = WORDS.en.pastdraws;
    const page = await visit({ language: "en", width: 1440, reducedMotion: false });
    let altered = true;
    await page.route(`**/draws/${id}/proof.json`, async (route) => {
      const reply = await route.fetch();
      const text = await reply.text();
      const body = altered ? text.replace(/"seed": "(.)/, (_all, digit) => `"seed": "${digit === "0" ? "1" : "0"}`) : text;
      await route.fulfill({ response: reply, body });
    });
    await page.goto("/draws");
    await page.getByRole("link", { name: `${words.checkDraw} (${title})` }).click();
    await page.getByRole("button", { name: words.check.start, exact: true }).click();
    const refusal = words.check.no.replace("{{step}}", "5").replace("{{name}}", words.seed.title);
    await page.getByRole("status").getByText(refusal, { exact: true }).waitFor();
    expect(await page.getByText(words.check.differs, { exact: true }).count()).toBe(1);
    await page.locator("dt").getByText("seed", { exact: true }).waitFor();
    await expectAccessible(page);

    altered = false;
    await page.getByRole("button", { name: words.check.again, exact: true }).click();
    await page.getByText(words.check.yes, { exact: true }).waitFor();

    const field = page.getByLabel(words.find.label, { exact: true });
    await field.fill("CONC-9999-000001");
    await page.getByRole("button", { name: words.find.submit, exact: true }).click();
    await page.getByText(words.find.otherDraw, { exact: true }).waitFor();
    await field.fill("999999");
    await page.getByRole("button", { name: words.find.submit, exact: true }).click();
    await page.getByText(words.find.no, { exact: true }).waitFor();
  });

  journey("whose files the shop does not hand out is said to be that, and no trouble of the network", async ({ visit }) => {
    const { id } = await wonDraw();
    const words = WORDS.fr.pastdraws;
    const page = await visit({ language: "fr", width: 390, tolerate: [/50[03]/] });
    let status = 500;
    await page.route(`**/draws/${id}/proof.json`, (route) => route.fulfill({ status }));
    await page.goto(`/draws/${id}`);
    await page.getByRole("button", { name: words.check.start, exact: true }).click();
    const told = words.check.withheldText.replace("{{status}}", "500").replace("{{file}}", `/draws/${id}/proof.json`);
    await page.getByRole("status").getByText(told, { exact: true }).waitFor();
    status = 503;
    await page.getByRole("button", { name: words.check.again, exact: true }).click();
    await page.getByRole("status").getByText(words.check.unreachable, { exact: true }).waitFor();
  });

  journey.for(
    variants([
      ["en", 390],
      ["fr", 1440],
    ] as const),
  )(
    "has not begun while tickets are sold: its page says what will happen, in %s at %i px",
    async ([language, width], { visit }) => {
      const { id } = await withDatabase(shop, (db) =>
        db.selectFrom("lotteries").select("id").where("title", "=", "Valmont GT-10").executeTakeFirstOrThrow(),
      );
      const words = WORDS[language].pastdraws;
      const page = await visit({ language, width });
      await page.goto(`/draws/${id}`);
      await page.getByRole("heading", { name: words.steps.plan, exact: true }).waitFor();
      await page.getByRole("heading", { name: words.proves.cannot, exact: true }).waitFor();
      expect(await page.getByRole("button", { name: words.check.start, exact: true }).count()).toBe(0);
      await expectAccessible(page);
    },
  );

  journey("reloads the result when a hidden tab becomes visible", async ({ visit }) => {
    const { id } = await makeDraw(shop, { title: "Waited for in a hidden tab", available: 5 });
    await withDatabase(shop, (db) =>
      db
        .updateTable("lotteries")
        .set({ end_date: "2026-01-02", start_date: "2026-01-01", takes_free_entries: false, draws_by_itself: false })
        .where("id", "=", id)
        .execute(),
    );
    const page = await visit({ language: "en", width: 390 });
    await page.clock.install();
    await page.goto(`/draws/${id}`);
    await page.getByRole("heading", { name: WORDS.en.pastdraws.steps.plan, exact: true }).waitFor();
    const hide = (state: "hidden" | "visible") =>
      page.evaluate((value) => Object.defineProperty(document, "visibilityState", { value, configurable: true }), state);
    const looks: string[] = [];
    page.on("request", (request) => looks.push(new URL(request.url()).pathname));
    await hide("hidden");
    await page.clock.fastForward(70_000);
    expect(looks).toEqual([]);
    await hide("visible");
    const look = page.waitForRequest((request) => request.url().includes(`/draws/${id}.data`));
    await page.clock.fastForward(70_000);
    await look;
  });
});
