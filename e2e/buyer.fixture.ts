/** Steps of a buyer in either language, which find elements by visible text only. */
import { randomUUID } from "node:crypto";
import { PAGE_WORDS } from "@concours/simulator-kit/page/page-texts";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import authEn from "../public/locales/en/auth.json" with { type: "json" };
import commonEn from "../public/locales/en/common.json" with { type: "json" };
import homeEn from "../public/locales/en/home.json" with { type: "json" };
import liveEn from "../public/locales/en/live.json" with { type: "json" };
import lotteryEn from "../public/locales/en/lottery.json" with { type: "json" };
import pastdrawsEn from "../public/locales/en/pastdraws.json" with { type: "json" };
import prizeEn from "../public/locales/en/prize.json" with { type: "json" };
import quizEn from "../public/locales/en/quiz.json" with { type: "json" };
import successEn from "../public/locales/en/success.json" with { type: "json" };
import authFr from "../public/locales/fr/auth.json" with { type: "json" };
import commonFr from "../public/locales/fr/common.json" with { type: "json" };
import homeFr from "../public/locales/fr/home.json" with { type: "json" };
import liveFr from "../public/locales/fr/live.json" with { type: "json" };
import lotteryFr from "../public/locales/fr/lottery.json" with { type: "json" };
import pastdrawsFr from "../public/locales/fr/pastdraws.json" with { type: "json" };
import prizeFr from "../public/locales/fr/prize.json" with { type: "json" };
import quizFr from "../public/locales/fr/quiz.json" with { type: "json" };
import successFr from "../public/locales/fr/success.json" with { type: "json" };
import { PASSWORD } from "./api-client.fixture.ts";
import type { Draw } from "./books.fixture.ts";
import { waitForHydration } from "./hydration.fixture.ts";

export type Language = "en" | "fr";
export type Person = { readonly firstName: string; readonly lastName: string; readonly email: string; readonly password: string };

/** The locale files of the screens. A test quotes the texts that it is about. */
export const WORDS = {
  en: {
    auth: authEn,
    common: commonEn,
    home: homeEn,
    live: liveEn,
    lottery: lotteryEn,
    pastdraws: pastdrawsEn,
    prize: prizeEn,
    quiz: quizEn,
    success: successEn,
  },
  fr: {
    auth: authFr,
    common: commonFr,
    home: homeFr,
    live: liveFr,
    lottery: lotteryFr,
    pastdraws: pastdrawsFr,
    prize: prizeFr,
    quiz: quizFr,
    success: successFr,
  },
} as const;

export const CARDS = { pays: "4242424242424242", declines: "4000000000000002", asks: "4000002500003155" } as const;

export function newPerson(): Person {
  return { firstName: "Amelia", lastName: "Hart", email: `amelia-${randomUUID().slice(0, 8)}@concours.test`, password: PASSWORD };
}

export async function register(page: Page, person: Person, language: Language, phone = "07700 900456"): Promise<void> {
  const { field, register } = WORDS[language].auth;
  const main = page.getByRole("main");
  await main.getByLabel(field.firstName, { exact: true }).fill(person.firstName);
  await main.getByLabel(field.lastName, { exact: true }).fill(person.lastName);
  await main.getByLabel(field.email, { exact: true }).fill(person.email);
  await main.getByLabel(field.phone, { exact: true }).fill(phone);
  await main.getByLabel(field.birthDate, { exact: true }).fill("1990-05-17");
  await main.getByLabel(field.newPassword, { exact: true }).fill(person.password);
  await main.getByLabel(field.confirmPassword, { exact: true }).fill(person.password);
  await main.getByRole("button", { name: register.submit, exact: true }).click();
}

export async function logIn(page: Page, person: Pick<Person, "email" | "password">, language: Language): Promise<void> {
  const { field, login } = WORDS[language].auth;
  const main = page.getByRole("main");
  await main.getByLabel(field.email, { exact: true }).fill(person.email);
  await main.getByLabel(field.password, { exact: true }).fill(person.password);
  await main.getByRole("button", { name: login.submit, exact: true }).click();
}

/** Opens `path` signed in to a new account, without typing, for journeys about something else. */
export async function arriveSignedIn(page: Page, path: string, language: Language = "en"): Promise<Person> {
  const person = newPerson();
  await signUp(page, person, language);
  await page.goto(path);
  return person;
}

/** Registers by request, without the form, and signs the browser in. */
export async function signUp(page: Page, person: Person, language: Language = "en"): Promise<void> {
  const { firstName, lastName, email, password } = person;
  const form = {
    firstName,
    lastName,
    email,
    phone: "07700 900456",
    birthDate: "1990-05-17",
    password,
    confirmPassword: password,
  };
  const reply = await page.request.post("/register", { form, maxRedirects: 0, headers: { "Accept-Language": language } });
  if (reply.status() !== 302) throw new Error(`Registering answered ${reply.status()}: ${await reply.text()}`);
  await page.context().clearCookies({ name: "flash" });
}

/** On a draw's page: goes to the quiz with the chosen quantity. */
export async function goToQuestion(page: Page, language: Language): Promise<void> {
  await page.getByRole("button", { name: WORDS[language].lottery.panel.continue, exact: true }).click();
}

/** On the quiz page: answers, and presses the button that names `sum`. */
export async function answerAndOrder(
  page: Page,
  { answer, sum, language }: { answer: string; sum: string; language: Language },
): Promise<void> {
  await page.getByRole("radio", { name: answer, exact: true }).check();
  await page.getByRole("button", { name: WORDS[language].quiz.pay.replace("{{amount}}", sum), exact: true }).click();
  await page.waitForURL(/\/(c\/pay|page)\//);
}

/** On the payment page: types a card and pays. */
export async function payWithCard(page: Page, number: string, language: Language): Promise<void> {
  const { labels } = PAGE_WORDS[language];
  await page.getByLabel(labels.cardNumber, { exact: true }).fill(number);
  await page.getByLabel(labels.cardExpiry, { exact: true }).fill("12 / 34");
  await page.getByLabel(labels.cardCvc, { exact: true }).fill("123");
  await page.getByLabel(labels.billingName, { exact: true }).fill("Amelia Hart");
  await page
    .locator("main")
    .getByRole("button", { name: new RegExp(`^${PAGE_WORDS[language].pay("")}`) })
    .click();
}

/** On /success: reads every ticket number, including those that are folded. */
export async function readNumbers(page: Page, quantity: number, language: Language): Promise<string[]> {
  const { tickets } = WORDS[language].success;
  const title = quantity === 1 ? tickets.title_one : tickets.title_other.replace("{{n}}", String(quantity));
  await page.getByRole("heading", { name: title, exact: true }).waitFor();
  await waitForHydration(page);
  const others = page.getByRole("button", { name: new RegExp(`^${tickets.more_other.split("{{n}}")[0]}`) });
  if (await others.isVisible()) await others.click();
  const list = page.getByRole("list", { name: title, exact: true });
  await expect.poll(() => list.getByRole("listitem").count()).toBe(quantity);
  const [before = ""] = WORDS[language].common.copyTicketNumber.split("{{number}}");
  const labels = await list
    .getByRole("button")
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? ""));
  return labels.map((label) => label.replace(before, ""));
}

export const ONE_TICKET = { answer: "Porsche", sum: "£29.99", language: "en" } as const;

/** Signs in and opens the payment page for one ticket. */
export async function atThePaymentPage(page: Page, draw: Draw): Promise<void> {
  await arriveSignedIn(page, `/quiz/${draw.id}?quantity=1`);
  await answerAndOrder(page, ONE_TICKET);
}

export const bought = (page: Page) => page.getByRole("heading", { level: 1, name: "Good luck, Amelia." });
