/** Two-step sign-in, from setup to use, in both languages. */
import type { Page } from "playwright-core";
import { inject } from "vitest";
import peopleEn from "../public/locales/en/admin-people.json" with { type: "json" };
import { connectBeside } from "./beside.fixture.ts";
import { arriveSignedIn, logIn, newPerson, signUp, WORDS } from "./buyer.fixture.ts";
import { expectAccessible, journey } from "./journey.fixture.ts";
import { app, button, setUp } from "./second-factor.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");
const REFUSED = [/401|422/];
const signOut = (page: Page) => page.request.post("/logout", { headers: { Origin: shop.url }, maxRedirects: 0 });

journey(
  "a player sets it up in a hand, signs in with it, and is remembered; a recovery code works at a desk",
  async ({ visit }) => {
    const words = WORDS.en.auth;
    const page = await visit({ width: 390, tolerate: REFUSED });
    const person = await arriveSignedIn(page, "/profile?tab=security");
    await page.getByRole("link", { name: words.factor.begin, exact: true }).click();
    const { code, codes } = await setUp(page, person, "en");
    await page.getByRole("link", { name: words.factor.kept, exact: true }).click();
    await page.waitForURL("**/profile?tab=security");
    await page.getByText(words.factor.isOn, { exact: true }).waitFor();
    await expectAccessible(page);

    await signOut(page);
    await page.goto("/login?next=%2Fhow-to-win");
    await logIn(page, person, "en");
    await page.waitForURL("**/login/code?next=%2Fhow-to-win");
    await expectAccessible(page);
    const field = page.getByLabel(words.code.code, { exact: true });
    // The setup code cannot be used again.
    await field.fill(await code(0));
    await page.getByLabel(words.code.remember, { exact: true }).check();
    await button(page, words.login.submit).click();
    await page.getByText(words.codeWrong, { exact: true }).waitFor();
    await field.fill(await code(1));
    await button(page, words.login.submit).click();
    await page.waitForURL("**/how-to-win");

    await signOut(page);
    await page.goto("/login?next=%2Fhow-to-win");
    await logIn(page, person, "en");
    await page.waitForURL("**/how-to-win");

    const french = WORDS.fr.auth;
    const desk = await visit({ language: "fr", width: 1440, tolerate: REFUSED });
    await desk.goto("/login?next=%2Fsecond-factor");
    await logIn(desk, person, "fr");
    await desk.getByRole("link", { name: french.code.useRecovery, exact: true }).click();
    await desk.getByLabel(french.code.recovery, { exact: true }).fill(codes[0] ?? "");
    await button(desk, french.login.submit).click();
    // Without a page to return to, it leads to the shop.
    await desk.waitForURL((url) => !url.pathname.startsWith("/login"));
    await desk.goto("/second-factor");
    await desk.getByText(french.factor.codesLeft_other.replace("{{count}}", "9")).waitFor();
    await desk.getByText(french.factor.off, { exact: true }).click();
    await expectAccessible(desk);
    await desk.locator("#off-code").fill(codes[1] ?? "");
    await button(desk, french.factor.offSubmit).click();
    await desk.getByText(french.factor.turnedOff, { exact: true }).waitFor();
    await desk.getByLabel(french.factor.password, { exact: true }).waitFor();
  },
);

journey("without scripts it is set up all the same", async ({ visit }) => {
  const page = await visit({ scripts: false, tolerate: REFUSED });
  const person = newPerson();
  await signUp(page, person);
  await page.goto("/second-factor");
  const words = WORDS.en.auth.factor;
  await page.getByLabel(words.password, { exact: true }).fill(person.password);
  await button(page, words.begin).click();
  await page.getByRole("img", { name: words.qr, exact: true }).waitFor();
  const key = page.getByText(/^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/);
  const { code } = app((await key.textContent()) ?? "");
  await page.getByLabel(words.code, { exact: true }).fill(await code(0));
  await button(page, words.confirm).click();
  await page.getByText(words.codesOnce, { exact: true }).waitFor();
});

journey("an administrator has the two-step sign-in of a player reset", async ({ visit }) => {
  const [player, page] = [await visit({ tolerate: REFUSED }), await visit({ width: 1440, tolerate: [/403|401/] })];
  const person = newPerson();
  await signUp(player, person);
  await player.goto("/second-factor");
  await setUp(player, person, "en");

  await signIn(page, shop);
  const beside = await connectBeside(shop);
  try {
    // The password was entered an hour ago.
    await beside.ctx.pool.query(
      "UPDATE sessions SET proved_at = now() - interval '1 hour' FROM users u WHERE u.id = user_id AND u.email = 'admin@concours.test'",
    );
  } finally {
    await beside.close();
  }
  await page.goto(`/admin/users?q=${encodeURIComponent(person.email)}`);
  const { users } = peopleEn;
  await page.getByRole("button", { name: new RegExp(users.factorReset) }).click();
  await page.getByLabel(users.factorReason, { exact: true }).fill("I called the number in the account");
  await expectAccessible(page);
  await page.getByRole("button", { name: users.factorConfirm, exact: true }).click();
  await page.getByLabel(WORDS.en.auth.proof.password, { exact: true }).fill("Admin-demo-1");
  await page.getByRole("button", { name: WORDS.en.auth.proof.submit, exact: true }).click();
  await page.getByText(new RegExp(`${users.factorDone}|${users.factorAsked}`)).waitFor();
});
