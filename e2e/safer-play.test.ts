/** A cautious new player: password hints, the question before the first purchase, limits and breaks. */
import { beforeAll, expect, inject } from "vitest";
import profileEn from "../public/locales/en/profile.json" with { type: "json" };
import profileFr from "../public/locales/fr/profile.json" with { type: "json" };
import { type Draw, makeDraw } from "./books.fixture.ts";
import { arriveSignedIn, newPerson, ONE_TICKET, register, WORDS } from "./buyer.fixture.ts";
import { waitForHydration } from "./hydration.fixture.ts";
import { expectAccessible, expectNoSidewaysScroll, journey } from "./journey.fixture.ts";

const shop = inject("shop");
let draw: Draw;
beforeAll(async () => {
  draw = await makeDraw(shop, { title: "For the careful" });
});

journey("in French in a hand: from the form to a limit, and from the limit to a break", async ({ visit }) => {
  const page = await visit({ language: "fr", width: 390, tolerate: [/422|409|403/] });
  const { auth, common, quiz } = WORDS.fr;
  const words = profileFr.saferPlay;
  const main = page.getByRole("main");
  const person = newPerson();

  await page.goto(`/register?next=${encodeURIComponent(`/quiz/${draw.id}?quantity=1`)}`);
  const rule = (text: string) => main.getByRole("listitem").filter({ hasText: text });
  const password = main.getByLabel(auth.field.newPassword, { exact: true });
  const { passwordTooShort, passwordNeedsDigit, passwordNeedsUppercase } = auth.passwordRules;
  for (const [typed, met] of [
    ["bleu", []],
    ["bleu7", [passwordNeedsDigit]],
    ["bleu7harbour", [passwordTooShort, passwordNeedsDigit]],
    ["Bleu7harbour", [passwordTooShort, passwordNeedsDigit, passwordNeedsUppercase]],
  ] as const) {
    await password.fill(typed);
    for (const text of [passwordTooShort, passwordNeedsDigit, passwordNeedsUppercase]) {
      const state = (met as readonly string[]).includes(text) ? common.password.met : common.password.notMet;
      await expect.poll(async () => (await rule(text).textContent())?.endsWith(state)).toBe(true);
    }
  }
  await register(page, person, "fr");

  // The question before the first purchase; its answer applies immediately.
  await page.getByRole("heading", { name: quiz.limit.title, exact: true }).waitFor();
  await expectAccessible(page);
  await waitForHydration(page);
  await main.getByLabel(quiz.limit.label, { exact: true }).fill("vingt");
  await main.getByRole("button", { name: quiz.limit.set, exact: true }).click();
  await page.getByText(quiz.limit.bad, { exact: true }).waitFor();
  const isFocused = (field: Element) => field === document.activeElement;
  await expect.poll(() => main.getByLabel(quiz.limit.label, { exact: true }).evaluate(isFocused)).toBe(true);
  await main.getByLabel(quiz.limit.label, { exact: true }).fill("20");
  await main.getByRole("button", { name: quiz.limit.set, exact: true }).click();
  await expect.poll(() => page.getByRole("heading", { name: quiz.limit.title, exact: true }).count()).toBe(0);
  await page.getByText(quiz.errors.over_limit.replace("{{left}}", "20,00\u00a0£")).first().waitFor();
  await expectAccessible(page);

  // An increase waits a day, and cancelling it keeps the former limit.
  await page.goto("/profile?tab=play");
  await page.getByText(words.limit.is.replace("{{limit}}", "20,00\u00a0£"), { exact: true }).waitFor();
  await main.getByLabel(words.limit.label, { exact: true }).fill("cent");
  await main.getByRole("button", { name: words.limit.set, exact: true }).click();
  const bad = page.getByText(words.limit.bad, { exact: true });
  await bad.waitFor();
  await main.getByLabel(words.limit.label, { exact: true }).fill("100");
  await main.getByRole("button", { name: words.limit.set, exact: true }).click();
  const keep = main.getByRole("button", { name: words.limit.keep.replace("{{limit}}", "20,00\u00a0£"), exact: true });
  await keep.waitFor();
  expect(await bad.count()).toBe(0);
  // When, as a French sentence writes it: « le 27 novembre 2026 à 22 h 22 ».
  await main.getByText(/À partir du \S+\s\S+\s\d{4} à \d{1,2}\sh\s\d\d, elle sera de 100,00\s£/).waitFor();
  await expectAccessible(page);
  await keep.click();
  await expect.poll(() => keep.count()).toBe(0);

  await main.getByLabel(words.pause.label, { exact: true }).selectOption("week");
  await main.getByLabel(words.pause.confirm, { exact: true }).check();
  await main.getByRole("button", { name: words.pause.start, exact: true }).click();
  const [taking = ""] = words.pause.is.split("{{date}}");
  await page.getByText(taking).first().waitFor();
  // Screen readers hear it, too.
  await page.getByRole("status").filter({ hasText: profileFr.choiceSaved }).first().waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await main.getByRole("link", { name: words.close.link, exact: true }).click();
  // It is folded, at the end of its page.
  await main.locator("#deletePassword").waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.goto(`/quiz/${draw.id}?quantity=1`);
  const [resting = ""] = quiz.errors.paused.split("{{until}}");
  await page.getByText(resting).first().waitFor();
});

journey("in English on a desktop: the public page, no limit chosen, and the address can be confirmed", async ({ visit }) => {
  const page = await visit({ width: 1440 });
  const { quiz, auth } = WORDS.en;
  const words = profileEn;
  await page.goto("/safer-play");
  await page.getByRole("link", { name: "gamcare.org.uk" }).waitFor();
  await page.getByText(words.saferPlay.signIn, { exact: true }).waitFor();
  await expectAccessible(page);

  const person = await arriveSignedIn(page, `/quiz/${draw.id}?quantity=1`);
  await page.getByRole("button", { name: quiz.limit.skip, exact: true }).click();
  await expect.poll(() => page.getByRole("heading", { name: quiz.limit.title, exact: true }).count()).toBe(0);
  // It is asked once, and the purchase continues unchanged.
  await page.reload();
  expect(await page.getByRole("heading", { name: quiz.limit.title, exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: quiz.pay.replace("{{amount}}", ONE_TICKET.sum), exact: true }).waitFor();

  await page.goto("/profile?tab=details");
  await page.getByRole("link", { name: words.details.confirmEmail, exact: true }).click();
  await page.getByText(auth.verifyEmail.openText.replace("{{email}}", person.email), { exact: true }).waitFor();
  await page.getByRole("button", { name: auth.verifyEmail.resend, exact: true }).click();
  await page.getByText(auth.verifyEmail.resent.replace("{{email}}", person.email), { exact: true }).first().waitFor();
  await expectAccessible(page);
});
