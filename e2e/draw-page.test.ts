/** The page of a draw: content, unavailable tickets, navigation, and messages. */
import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, inject } from "vitest";
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { formatDate } from "#shared/dates/dates.ts";
import { type Draw, makeDraw, withDatabase } from "./books.fixture.ts";
import { newPerson, register, WORDS } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { variants } from "./variants.fixture.ts";

const shop = inject("shop");
const UNAVAILABLE = {
  en: "Not that many tickets are left",
  fr: "Cette quantité n'est pas disponible actuellement",
} as const;
let draw: Draw;
beforeAll(async () => {
  draw = await makeDraw(shop, { title: "Twenty tickets", available: 20 });
});

const focused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Centred at the top on a dark ground, with a green icon for success. */
async function expectMessage(message: Locator, icon: "green" | "red"): Promise<void> {
  await message.waitFor();
  const look = () =>
    message.evaluate((element) => {
      const parts = (colour: string) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
      const { left, right, top } = element.getBoundingClientRect();
      const [red = 0, green = 0, blue = 0] = parts(getComputedStyle(element.querySelector("svg") ?? element).color);
      return {
        isCentred: Math.abs((left + right) / 2 - document.documentElement.clientWidth / 2) <= 2,
        isAtTop: top >= 0 && top < 200,
        isDark: Math.max(...parts(getComputedStyle(element).backgroundColor)) < 64,
        icon: green > red && green > blue ? "green" : red > green && red > blue ? "red" : "another",
      };
    });
  // It slides in.
  await expect.poll(look).toEqual({ isCentred: true, isAtTop: true, isDark: true, icon });
}

describe("the page of a draw", () => {
  journey.for(
    variants([
      ["en", 1440],
      ["fr", 390],
    ] as const),
  )(
    "shows pictures and facts, refuses what is not there, and leads back, in %s at %i px",
    async ([language, width], { visit }) => {
      const page = await visit({ language, width, reducedMotion: false });
      const { lottery, prize } = WORDS[language];
      const row = await withDatabase(shop, (db) =>
        db
          .selectFrom("lotteries")
          .select(["description", "description_fr", "end_date"])
          .where("id", "=", draw.id)
          .executeTakeFirstOrThrow(),
      );
      await page.goto("/prize");
      await page.getByRole("link", { name: prize.enterName.replace("{{title}}", draw.title), exact: true }).click();
      await page.waitForURL(`**/lottery/${draw.id}`);
      await page.getByRole("heading", { level: 1, name: draw.title, exact: true }).waitFor();
      await page.getByText((language === "fr" && row.description_fr) || row.description, { exact: true }).waitFor();
      const main = page.getByRole("main");
      const facts = await main.locator("dl").first().locator("dd").allInnerTexts();
      // The monospace typeface loads only when needed.
      const typefaces = await page.evaluate(async () => {
        await document.fonts.ready;
        return [...document.fonts].filter((font) => font.status !== "unloaded").map((font) => font.family);
      });
      expect(typefaces.join()).not.toMatch(/mono/i);
      // Sales end days before the list is fixed, because cards in the post still count.
      const { lastPostOn = "", drawnFrom } = drawDates({ endDate: row.end_date, endTime: "23:59", takesFreeEntries: true });
      await main.getByText(lottery.how.post.replace("{{post}}", formatDate(lastPostOn, language)), { exact: true }).waitFor();
      const [value, price] = language === "fr" ? ["148\u00a0000\u00a0£", "29,99\u00a0£"] : ["£148,000", "£29.99"];
      // The free entry is beside the price.
      expect(facts.slice(0, 2)).toEqual([value, expect.stringContaining(price)]);
      expect(await main.locator("dl").first().locator("time").getAttribute("datetime")).toBe(drawnFrom);

      // A one-second shimmer that does not block the page.
      const hold = main.locator(".hold");
      expect(await hold.evaluate((veil) => getComputedStyle(veil).animationDuration)).toBe("1s");
      expect(await hold.evaluate((veil) => getComputedStyle(veil).pointerEvents)).toBe("none");

      const thumbs = main
        .getByRole("button")
        .filter({ has: page.locator("picture") })
        .filter({ visible: true });
      await expect.poll(() => thumbs.count()).toBe(3);
      await thumbs.nth(1).click();
      await main.getByText("2 / 3", { exact: true }).waitFor();
      expect(await thumbs.nth(1).getAttribute("aria-current")).toBe("true");

      const quantity = main.getByRole("textbox", { name: lottery.panel.quantity });
      const refusal = main.getByText(UNAVAILABLE[language], { exact: true });
      await main.getByRole("radio", { name: new RegExp(lottery.packs.gold) }).check();
      await expectMessage(page.getByRole("alert").filter({ hasText: UNAVAILABLE[language] }).last(), "red");
      await refusal.waitFor();
      await main.getByRole("button", { name: lottery.panel.continue, exact: true }).click();
      await expect.poll(() => focused(quantity)).toBe(true);
      await quantity.fill("20");
      await refusal.waitFor({ state: "hidden" });
      await quantity.fill("21");
      await refusal.waitFor();
      expect(new URL(page.url()).pathname).toBe(`/lottery/${draw.id}`);

      await main.getByRole("link", { name: lottery.back, exact: true }).click();
      await page.waitForURL("**/prize");

      // The stock is live, and a selection that has become too large is reported.
      const going = await makeDraw(shop, { title: "Going", available: 20 });
      await page.goto(`/lottery/${going.id}?quantity=5`);
      await main.getByRole("button", { name: lottery.panel.continue, exact: true }).waitFor();
      await withDatabase(shop, (db) =>
        db.updateTable("lotteries").set({ tickets_available: 4 }).where("id", "=", going.id).execute(),
      );
      await refusal.waitFor();
      expect(await quantity.inputValue()).toBe("5");
      await page
        .getByRole("status")
        .filter({ hasText: lottery.panel.left_other.replace("{{n}}", "4") })
        .waitFor({ state: "attached" });
    },
  );
});

describe("what the shop says", () => {
  journey.for(
    variants([
      ["fr", 1440],
      ["en", 390],
    ] as const),
  )(
    "stands at the top with a green mark when all is well, after a password that was ticked off, in %s at %i px",
    async ([language, width], { visit }) => {
      const page = await visit({ language, width });
      const { auth, common } = WORDS[language];
      await page.goto("/register");
      const rules = page.getByRole("list", { name: auth.passwordRules.label, exact: true }).getByRole("listitem");
      const met = async () => (await rules.allInnerTexts()).map((rule) => rule.includes(common.password.met));
      const password = page.getByRole("main").getByLabel(auth.field.newPassword, { exact: true });
      for (const [typed, expected] of [
        ["a", [false, false, false]],
        ["abcdefgh", [true, false, false]],
        ["abcdefg7", [true, true, false]],
        ["Abcdefg7", [true, true, true]],
        ["Ab7", [false, true, true]],
      ] as const) {
        await password.fill(typed);
        await expect.poll(met).toEqual(expected);
      }
      await register(page, newPerson(), language);
      await page.waitForURL(`${shop.url}/`);
      await expectMessage(page.getByRole("status").filter({ hasText: auth.accountCreated }), "green");
    },
  );
});

const WINDOWS = [
  [1366, 768],
  [1440, 900],
  [390, 844],
] as const;

journey.for(variants(["fr", "en"] as const))(
  "the button to buy is in sight with its total in every window, in %s",
  async (language, { visit }) => {
    const { id } = await withDatabase(shop, (db) =>
      db.selectFrom("lotteries").select("id").where("title", "=", "Aldane Grand Continental").executeTakeFirstOrThrow(),
    );
    for (const isHand of [false, true]) {
      const page = await visit({ language, width: isHand ? 390 : 1440 });
      await page.goto(`/lottery/${id}`);
      const inSight = (target: Locator) =>
        target.evaluateAll((all) =>
          all.some((element) => {
            const { top, bottom, height } = element.getBoundingClientRect();
            return height > 0 && top >= 0 && bottom <= window.innerHeight && element.checkVisibility();
          }),
        );
      for (const [width, height] of WINDOWS.filter(([width]) => width < 600 === isHand)) {
        await page.setViewportSize({ width, height });
        const button = page.locator("button[type=submit][form], .buy-form button[type=submit]");
        await expect.poll(() => inSight(button), { message: `the button at ${width} × ${height}` }).toBe(true);
        const total = page.getByText(language === "fr" ? "24,99\u00a0£" : "£24.99", { exact: true });
        await expect.poll(() => inSight(total), { message: `its total at ${width} × ${height}` }).toBe(true);
      }
    }
  },
);
