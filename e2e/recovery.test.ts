/** A forgotten password: form, mailbox, link, and the end of the old session. */
import { expect, inject } from "vitest";
import { expectAccessible } from "./accessible.fixture.ts";
import { newApiClient } from "./api-client.fixture.ts";
import { arriveSignedIn, logIn, newPerson, register, WORDS } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { linkInMailbox } from "./mailbox.fixture.ts";

const shop = inject("shop");
const NEW = "Quiet9Lantern";

const toReset = (subject: string, to: string) => ({ subject, to, leads: /reset-password\?token=/ });

journey("by keyboard: a forgotten password is replaced, and the browser that knew it is signed out", async ({ visit }) => {
  const known = await visit();
  const person = await arriveSignedIn(known, "/profile");
  const page = await visit({ reducedMotion: true });
  const { auth } = WORDS.en;

  await page.goto("/forgot-password");
  await expectAccessible(page);
  await page.getByRole("main").getByLabel(auth.field.email, { exact: true }).focus();
  await page.keyboard.type(person.email);
  await page.keyboard.press("Enter");
  await page.getByText(auth.emailSent, { exact: true }).waitFor();
  await expectAccessible(page);

  const link = await linkInMailbox(page, toReset("Choose a new password", person.email));
  await page.goto(link);
  await expectAccessible(page);
  const main = page.getByRole("main");
  const password = main.getByLabel(auth.resetPassword.password, { exact: true });
  await password.focus();
  const rule = main.getByRole("listitem").filter({ hasText: auth.passwordRules.passwordNeedsDigit });
  await expect.poll(() => rule.textContent()).toContain(WORDS.en.common.password.notMet);
  await page.keyboard.type(NEW);
  await expect.poll(async () => (await rule.textContent())?.endsWith(WORDS.en.common.password.met)).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(NEW);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/login");
  await page.getByText(auth.resetPassword.success).waitFor();
  await logIn(page, { email: person.email, password: NEW }, "en");
  await page.waitForURL((url) => url.pathname === "/");

  await known.goto("/profile");
  expect(new URL(known.url()).pathname).toBe("/login");
});

journey("in French, what is wrong is said in a toast, and a used link says that it is", async ({ visit }) => {
  const page = await visit({ language: "fr", width: 390, tolerate: [/401|422|410/] });
  const { auth } = WORDS.fr;
  const person = newPerson();
  await page.goto("/register");
  await register(page, person, "fr");
  await page.waitForURL((url) => url.pathname === "/");
  await page.context().clearCookies({ name: "session" });
  await page.goto("/forgot-password");
  await expectAccessible(page);
  await page.getByRole("main").getByRole("button", { name: auth.forgotPassword.submit, exact: true }).click();
  await page.getByText(auth.validation.required, { exact: true }).waitFor();
  await page.getByRole("main").getByLabel(auth.field.email, { exact: true }).fill(person.email);
  await page.getByRole("main").getByRole("button", { name: auth.forgotPassword.submit, exact: true }).click();
  await page.getByText(auth.emailSent, { exact: true }).waitFor();

  await page.goto(await linkInMailbox(page, toReset("Choisissez un nouveau mot de passe", person.email)));
  const main = page.getByRole("main");
  const choose = async (password: string, again: string) => {
    await main.getByLabel(auth.resetPassword.password, { exact: true }).fill(password);
    await main.getByLabel(auth.resetPassword.confirm, { exact: true }).fill(again);
    await main.getByRole("button", { name: auth.resetPassword.submit, exact: true }).click();
  };
  const toast = (text: string) => page.locator("[data-sonner-toast]").getByText(text, { exact: true }).first().waitFor();
  await choose("court", "court");
  await toast(auth.passwordRequirements);
  await choose(NEW, `${NEW}s`);
  await toast(auth.passwordMismatch);
  await expectAccessible(page);
  const link = page.url();
  await choose(NEW, NEW);
  await page.waitForURL("**/login");
  await page.goto(link);
  await page.getByText(auth.resetPassword.expiredTitle, { exact: true }).waitFor();
  await expectAccessible(page);
});

journey("asking for a known and an unknown address gets the same bytes", async () => {
  const { email: known } = await newApiClient(shop);
  const ask = async (email: string) => {
    const reply = await fetch(`${shop.url}/forgot-password`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: shop.url },
      body: new URLSearchParams({ intent: "forgot", email }),
    });
    const html = (await reply.text()).replaceAll(email, "ADDRESS").replaceAll(/nonce="[^"]*"/g, "");
    return { status: reply.status, headers: [...reply.headers.keys()], html };
  };
  expect(await ask(known)).toEqual(await ask(known.replace("program-", "nobodys-")));
});
