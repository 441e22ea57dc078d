/** The shop while the browser translates it: every text is replaced by an element. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject } from "vitest";
import footerEn from "../public/locales/en/footer.json" with { type: "json" };
import { type Draw, makeDraw } from "./books.fixture.ts";
import {
  answerAndOrder,
  arriveSignedIn,
  bought,
  CARDS,
  goToQuestion,
  newPerson,
  payWithCard,
  register,
  WORDS,
} from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";

const shop = inject("shop");
let draw: Draw;
beforeAll(async () => {
  draw = await makeDraw(shop, { title: "Read in Welsh" });
});

/** Runs in the browser. Like Chrome: `<font><font>…</font></font>` replaces each text and each change. */
function translator(): void {
  const skipped = "font, script, style, noscript, textarea, title, [translate=no]";
  const wrap = (text: Node) => {
    if (!text.nodeValue?.trim() || !text.parentElement || text.parentElement.closest(skipped)) return;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.append(text.nodeValue);
    outer.append(inner);
    text.parentElement.replaceChild(outer, text);
  };
  const translate = () => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walk.nextNode()) texts.push(walk.currentNode);
    texts.forEach(wrap);
  };
  let due: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener("DOMContentLoaded", () => {
    translate();
    new MutationObserver(() => {
      clearTimeout(due);
      due = setTimeout(translate, 100);
    }).observe(document.body, { childList: true, subtree: true });
  });
}

const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
const translations = (page: Page) => page.locator("main font font").count();

describe("a translated shop", () => {
  journey("sells tickets, with the right sums", async ({ visit }) => {
    const page = await visit();
    const { panel } = WORDS.en.lottery;
    await page.context().addInitScript(translator);
    await arriveSignedIn(page, `/lottery/${draw.id}`);
    await expect.poll(() => translations(page)).toBeGreaterThan(20);
    const main = page.getByRole("main");
    const sum = (amount: string) =>
      main.locator(".type-total").filter({ visible: true }).getByText(amount, { exact: true }).waitFor();
    await page.getByRole("radio", { name: /Gold/ }).check();
    await sum("£637.29");
    await page.getByRole("radio", { name: /Bronze/ }).check();
    await sum("£404.86");
    const quantity = page.getByRole("textbox", { name: panel.quantity });
    for (const [typed, amount] of [
      ["3", "£89.97"],
      ["50", "£1,124.62"],
      ["2", "£59.98"],
    ] as const) {
      await quantity.fill(typed);
      await sum(amount);
    }
    await press(page, panel.more);
    await sum("£89.97");
    await press(page, panel.fewer);
    await sum("£59.98");
    await goToQuestion(page, "en");
    await answerAndOrder(page, { answer: "Porsche", sum: "£59.98", language: "en" });
    await payWithCard(page, CARDS.pays, "en");
    await bought(page).waitFor();
    await expect.poll(() => page.getByText(/CONC-\d{4}-/).count()).toBeGreaterThan(1);
  });

  journey("lets people register with mistakes, and change their cookies and the language", async ({ visit }) => {
    const page = await visit({ tolerate: [/422/] });
    await page.context().addInitScript(translator);
    const { auth, common } = WORDS.en;
    await page.goto("/register");
    await expect.poll(() => translations(page)).toBeGreaterThan(10);
    const person = newPerson();
    await register(page, { ...person, email: "nobody" }, "en");
    await page.getByText(auth.emailInvalid, { exact: true }).first().waitFor();
    await register(page, person, "en");
    await page.waitForURL((url) => url.pathname === "/");
    await press(page, footerEn.cookieSettings);
    const dialog = page.getByRole("dialog", { name: common.consent.title });
    await dialog.getByRole("switch").last().click();
    await press(page, common.consent.save);
    await expect.poll(() => dialog.count()).toBe(0);
    await page.goto(`/lottery/${draw.id}`);
    await expect.poll(() => translations(page)).toBeGreaterThan(20);
    await page.locator("header summary").filter({ visible: true }).click();
    await page.locator("header").getByRole("link", { name: "Français", exact: true }).filter({ visible: true }).click();
    await page.getByRole("button", { name: WORDS.fr.lottery.panel.continue, exact: true }).first().waitFor();
    expect(await page.getByRole("button", { name: WORDS.en.lottery.panel.continue, exact: true }).count()).toBe(0);
  });
});
