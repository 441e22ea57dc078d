/** Buying works without scripts, keeps its state when the language changes, and respects reduced motion. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject } from "vitest";
import { type Draw, makeDraw } from "./books.fixture.ts";
import {
  answerAndOrder,
  arriveSignedIn,
  CARDS,
  goToQuestion,
  type Language,
  newPerson,
  payWithCard,
  register,
  WORDS,
} from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { variants } from "./variants.fixture.ts";

const shop = inject("shop");
const SUM = { en: "£74.98", fr: "74,98 £" } as const;
let draw: Draw;
beforeAll(async () => {
  draw = await makeDraw(shop, { title: "For everybody", pricePence: 3749 });
});

describe("without scripts", () => {
  journey.for(variants(["en", "fr"] as const))(
    "a visitor reads the draw, signs up and gets to the payment page, in %s",
    async (language, { visit }) => {
      const page = await visit({ language, scripts: false });
      const { auth, lottery, home, quiz } = WORDS[language];
      const person = newPerson();
      await page.goto("/");
      await page.getByRole("link", { name: home.hero.enter, exact: true }).waitFor();
      await page.goto(`/lottery/${draw.id}`);
      await page.getByRole("heading", { level: 1, name: draw.title }).waitFor();
      await page.getByRole("textbox", { name: lottery.panel.quantity }).fill("2");
      await goToQuestion(page, language);
      await page.waitForURL(/\/login\?/);
      await page.getByRole("main").getByRole("link", { name: auth.login.register, exact: true }).click();
      await register(page, person, language);
      await page.waitForURL(new RegExp(`/quiz/${draw.id}\\?.*quantity=2`));
      // The browser itself requires an answer.
      await page.getByRole("button", { name: quiz.pay.replace("{{amount}}", SUM[language]), exact: true }).click();
      expect(await page.locator("input:invalid").count()).toBeGreaterThan(0);
      await answerAndOrder(page, { answer: "Porsche", sum: SUM[language], language });
      await payWithCard(page, CARDS.pays, language);
      await page.getByRole("heading", { level: 1, name: new RegExp(person.firstName) }).waitFor();
      await expect.poll(() => page.getByText(/CONC-\d{4}-/).count()).toBe(2);
    },
  );

  journey("a gold pack is carried on", async ({ visit }) => {
    const page = await visit({ scripts: false });
    await arriveSignedIn(page, `/lottery/${draw.id}`);
    await page.getByRole("radio", { name: /Gold/ }).check();
    await goToQuestion(page, "en");
    // 25 × £37.49, less 15%.
    await page.getByRole("button", { name: "Pay £796.66", exact: true }).waitFor();
  });
});

describe("another language in the middle", () => {
  journey("keeps what was chosen, without a reload", async ({ visit }) => {
    const page = await visit();
    await arriveSignedIn(page, `/lottery/${draw.id}`);
    await page.getByRole("radio", { name: /Platinum/ }).check();
    await markDocument(page);
    await switchTo(page, "Français");
    await page.getByRole("button", { name: "Passer à la question", exact: true }).waitFor();
    await page.getByText("Pack Platinum, 25 % de réduction").waitFor();
    await expect.poll(() => page.getByRole("radio", { name: /Platinum/ }).isChecked()).toBe(true);
    await goToQuestion(page, "fr");
    await page.getByRole("radio", { name: "Audi", exact: true }).check();
    await switchTo(page, "English");
    // 50 × £37.49, less 25%.
    await page.getByRole("button", { name: "Pay £1,405.87", exact: true }).waitFor();
    expect(await page.getByRole("radio", { name: "Audi", exact: true }).isChecked()).toBe(true);
    expect(await isMarked(page)).toBe(true);
  });
});

describe("with reduced motion", () => {
  journey("sees none, and reads everything at once", async ({ visit }) => {
    const page = await visit({ reducedMotion: true });
    for (const path of ["/", `/lottery/${draw.id}`]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter((animation) => animation.playState === "running" && Number(animation.effect?.getComputedTiming().duration) > 1)
          .map((animation) => (animation.effect as KeyframeEffect | null)?.target?.className),
      );
      expect(moving, `what moves on ${path}`).toEqual([]);
    }
  });

  journey("animations block nothing: the first screen can be used while the loader is visible", async ({ visit }) => {
    const page = await visit({ reducedMotion: false });
    await page.goto("/", { waitUntil: "domcontentloaded" });
    await page.getByRole("link", { name: "Enter the draw", exact: true }).click();
    await page.waitForURL(/\/lottery\//);
  });
});

const markDocument = (page: Page) => page.evaluate(() => document.documentElement.setAttribute("data-same-document", ""));
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-same-document"));

async function switchTo(page: Page, name: "English" | "Français"): Promise<void> {
  await page.getByRole("banner").locator("summary").filter({ visible: true }).click();
  await page.getByRole("banner").getByRole("link", { name, exact: true }).filter({ visible: true }).click();
  const language: Language = name === "English" ? "en" : "fr";
  await expect.poll(() => page.getAttribute("html", "lang")).toBe(language);
}
