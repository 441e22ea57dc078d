/** A visitor buys tickets, in both languages, on a desktop, on a phone, and by keyboard. */
import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { expectNoSidewaysScroll } from "./accessible.fixture.ts";
import { DEMO_DRAW, makeDraw } from "./books.fixture.ts";
import {
  answerAndOrder,
  bought,
  CARDS,
  goToQuestion,
  newPerson,
  payWithCard,
  readNumbers,
  register,
  WORDS,
} from "./buyer.fixture.ts";
import { waitForHydration } from "./hydration.fixture.ts";
import { journey } from "./journey.fixture.ts";

const shop = inject("shop");
const PRINTED = /^CONC-\d{4}-\d{6}$/;

describe("a visitor buys 25 tickets", () => {
  journey("in English at a desk, from home to the mailbox", async ({ visit }) => {
    const page = await visit({ width: 1440, reducedMotion: false });
    const person = newPerson();
    await page.goto("/");
    await page.getByRole("banner").getByRole("link", { name: "Create account", exact: true }).click();
    await register(page, person, "en");
    await page.waitForURL(`${shop.url}/`);
    await page.getByRole("status").filter({ hasText: "Your account is ready. Welcome!" }).waitFor();

    await page.getByRole("link", { name: "Enter the draw", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: DEMO_DRAW, exact: true }).waitFor();
    await page.getByRole("radio", { name: /Gold/ }).check();
    const panel = page.getByRole("complementary", { name: "Buy tickets" });
    await panel.getByText("£637.29").first().waitFor();
    await panel.getByText("Gold pack, 15% off").waitFor();
    await panel.getByText("−£112.46").waitFor();
    await goToQuestion(page, "en");

    await page.getByRole("heading", { level: 1, name: "What is the make of this car?" }).waitFor();
    expect(new URL(page.url()).searchParams.get("quantity")).toBe("25");
    const pay = page.getByRole("button", { name: "Pay £637.29", exact: true });
    await expect.poll(() => pay.isDisabled()).toBe(true);
    await answerAndOrder(page, { answer: "Valmont", sum: "£637.29", language: "en" });
    await page.getByRole("heading", { name: "£637.29" }).waitFor();
    await payWithCard(page, CARDS.pays, "en");

    await page.getByRole("heading", { level: 1, name: "Good luck, Amelia." }).waitFor();
    const numbers = await readNumbers(page, 25, "en");
    expect(new Set(numbers).size).toBe(25);
    for (const number of numbers) expect(number).toMatch(PRINTED);
    await expectMail(page, { to: person.email, subject: `${DEMO_DRAW}: your 25 tickets`, numbers });
  });

  journey("in French in the hand, with every word and sum written in French", async ({ visit }) => {
    const page = await visit({ language: "fr", width: 390, reducedMotion: false });
    const person = newPerson();
    await page.goto("/");
    expect(await page.getAttribute("html", "lang")).toBe("fr");
    await expectNoSidewaysScroll(page);
    await page.getByRole("link", { name: "Participer au tirage", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: DEMO_DRAW, exact: true }).waitFor();
    await page.getByRole("radio", { name: /Gold/ }).check();
    await page.getByText("Pack Gold, 15 % de réduction").waitFor();
    await expectNoSidewaysScroll(page);
    await goToQuestion(page, "fr");

    // Signed out: registers and returns with the same quantity.
    await page.waitForURL(/\/login\?/);
    await page.getByRole("main").getByRole("link", { name: "Créer un compte", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Créez votre compte" }).waitFor();
    await expectNoSidewaysScroll(page);
    await register(page, person, "fr");
    await page.waitForURL(/\/lottery\/.*quantity=25/);
    await goToQuestion(page, "fr");

    await page.getByRole("heading", { level: 1, name: "Quelle est la marque de cette voiture ?" }).waitFor();
    await expectNoSidewaysScroll(page);
    const button = page.getByRole("button", { name: "Payer 637,29 £", exact: true });
    // A no-break space before the sign.
    await expect.poll(() => button.textContent()).toContain("Payer 637,29\u00a0£");
    await answerAndOrder(page, { answer: "Valmont", sum: "637,29 £", language: "fr" });
    expect(await page.getAttribute("html", "lang")).toBe("fr");
    await page.getByRole("button", { name: "Payer 637,29 £", exact: true }).waitFor();
    await expectNoSidewaysScroll(page);
    await payWithCard(page, CARDS.pays, "fr");

    await page.getByRole("heading", { level: 1, name: "Bonne chance, Amelia." }).waitFor();
    await expectNoSidewaysScroll(page);
    const numbers = await readNumbers(page, 25, "fr");
    expect(new Set(numbers).size).toBe(25);
    expect(await page.locator("body").textContent()).not.toContain("\u202f");
    await expectMail(page, { to: person.email, subject: `${DEMO_DRAW} : vos 25 tickets`, numbers });
  });

  journey("with the keyboard alone", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Keys only" });
    const page = await visit({ firstVisit: true, tolerate: [/422/] });
    const person = newPerson();
    const { panel } = WORDS.en.lottery;
    await page.goto(`/lottery/${draw.id}`);
    const gate = page.getByRole("dialog");
    await expect.poll(() => gate.getByRole("button").first().evaluate(hasFocus)).toBe(true);
    await page.keyboard.press("Enter");
    await gate.waitFor({ state: "hidden" });
    await tabTo(page, "button", WORDS.en.common.consent.rejectAll);
    await page.keyboard.press("Enter");
    await tabTo(page, "radio", /.*/);
    // The packs are one tab stop; arrow keys choose among them.
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.getByRole("radio", { name: /Gold/ }).isChecked()).toBe(true);
    await tabTo(page, "button", panel.continue);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/login\?/);
    await tabTo(page, "link", "Create an account");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/register\?/);

    const { field } = WORDS.en.auth;
    const fields = {
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      phone: "07700 900456",
      birthDate: "17051990",
      newPassword: person.password,
      confirmPassword: person.password,
    } as const;
    for (const [name, value] of Object.entries(fields)) {
      await tabTo(page, "textbox", field[name as keyof typeof fields]);
      await page.keyboard.type(value);
    }
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/lottery\/.*quantity=25/);
    await tabTo(page, "button", panel.continue);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/quiz\//);
    // The page says before the payment what is published about a winner.
    await page.getByText(WORDS.en.quiz.winnerName.replaceAll(/<.*?>/g, ""), { exact: true }).waitFor();
    await tabTo(page, "radio", /.*/);
    await page.keyboard.press("Space");
    const porsche = page.getByRole("radio", { name: "Porsche" });
    if (await porsche.isChecked()) await page.keyboard.press("ArrowDown");
    await tabTo(page, "button", "Pay £637.29");
    await page.keyboard.press("Enter");
    // After a wrong answer the focus is on the message, and the next Tab leads to the answers.
    const wrong = page.getByText("isn’t the right answer");
    await expect.poll(() => wrong.evaluate((it) => it.closest("[tabindex]") === document.activeElement)).toBe(true);
    expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
    await page.keyboard.press("Tab");
    for (let i = 0; i < 3 && !(await porsche.isChecked()); i++) await page.keyboard.press("ArrowDown");
    await tabTo(page, "button", "Pay £637.29");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/c\/pay\//);
    for (const [label, value] of [
      ["Card number", CARDS.pays],
      ["Expiry date", "1234"],
      ["CVC", "123"],
      ["Name on card", "Amelia Hart"],
    ] as const) {
      await tabTo(page, "textbox", label);
      await page.keyboard.type(value);
    }
    await page.keyboard.press("Enter");
    await bought(page).waitFor();
    await waitForHydration(page);
    await tabTo(page, "button", "Show 17 more tickets");
    await page.keyboard.press("Enter");
    expect(await readNumbers(page, 25, "en")).toHaveLength(25);
  });
});

type Role = "link" | "button" | "radio" | "textbox";
const hasFocus = (element: Element) => element === document.activeElement;

/** Presses Tab until the element has the focus and shows it. */
async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, typeof name === "string" ? { name, exact: true } : { name });
  const fallback = typeof name === "string" ? page.getByLabel(name, { exact: true }) : wanted;
  const target = wanted.or(fallback);
  await target.first().waitFor();
  for (let presses = 0; presses < 80; presses++) {
    const all = await target.all();
    for (const each of all)
      if (await each.evaluate(hasFocus)) {
        expect(await each.evaluate((element) => element.matches(":focus-visible"))).toBe(true);
        return;
      }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches the ${role} ${name}`);
}

type Expected = { readonly to: string; readonly subject: string; readonly numbers: readonly string[] };

/** The confirmation is in the demonstration's mailbox and lists every ticket. */
async function expectMail(page: Page, { to, subject, numbers }: Expected): Promise<void> {
  await page.goto("/mailbox");
  // The list reloads by itself.
  await page.getByRole("main").getByRole("link").filter({ hasText: to }).filter({ hasText: subject }).click();
  await page.getByRole("heading", { level: 1, name: subject, exact: true }).waitFor();
  const frame = page.frameLocator("iframe");
  for (const part of [frame.locator("body"), undefined]) {
    if (part === undefined) await page.goto(`${page.url()}?part=text`);
    const text = (await (part ?? page.getByRole("main")).textContent()) ?? "";
    const short = numbers.map((number) => number.replace(/^CONC-\d{4}-/, ""));
    expect(
      short.filter((number) => !text.includes(number)),
      `numbers missing in the mail's ${part ? "page" : "text"}`,
    ).toEqual([]);
  }
}
