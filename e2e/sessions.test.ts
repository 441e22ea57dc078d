/** One session in two tabs, one account in two browsers, and expiry. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import profile from "../public/locales/en/profile.json" with { type: "json" };
import { arriveSignedIn, logIn, newPerson, signUp, WORDS } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";

const SESSION = /\/api\/session$/;
/** The status of a session that ended elsewhere, which browsers log. */
const ENDED = /401/;

/** Opens a page and waits for its session. */
async function open(page: Page, path: string): Promise<void> {
  const known = page.waitForResponse(SESSION);
  await page.goto(path);
  expect((await known).status()).toBe(200);
}
const signOut = (page: Page) => page.getByRole("button", { name: WORDS.en.common.account.signOut, exact: true }).first().click();

journey("signing out in one tab signs out the other, which leaves private pages", async ({ visit }) => {
  const page = await visit();
  await arriveSignedIn(page, "/profile");
  await open(page, "/profile");
  const other = await page.context().newPage();
  await open(other, "/verify-email");
  await signOut(page);
  await other.waitForURL("**/login?next=%2Fverify-email");

  // The other way, too: signing in there needs no second sign-in here.
  await page.goto("/register");
  const person = await arriveSignedIn(other, "/verify-email");
  await page.waitForURL("**/profile");
  await page
    .getByRole("link", { name: new RegExp(person.firstName) })
    .first()
    .waitFor();
});

journey("a page left open renews its access token, and notices when another device ended its session", async ({ visit }) => {
  const [here, there] = [await visit(), await visit({ tolerate: [ENDED] })];
  const person = await arriveSignedIn(here, "/profile");
  await there.clock.install();
  await there.goto("/login?next=%2Fhow-to-win");
  await logIn(there, person, "en");
  await there.waitForURL("**/how-to-win");
  await open(there, "/verify-email");

  const renewed = there.waitForResponse(SESSION);
  await there.clock.fastForward("04:00");
  expect((await renewed).status()).toBe(200);

  await here.goto("/profile?tab=security");
  // On a phone, the text about the other device is not squeezed.
  await here.setViewportSize({ width: 390, height: 844 });
  const said = here.getByRole("region", { name: WORDS.en.auth.devices.title, exact: true }).locator("li p");
  await expect.poll(() => said.count()).toBe(4);
  const widths = await said.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
  expect(Math.min(...widths)).toBeGreaterThan(180);
  await here.getByRole("button", { name: WORDS.en.auth.devices.endOthers, exact: true }).click();
  await here.getByText(WORDS.en.auth.devices.none, { exact: true }).waitFor();
  await there.clock.fastForward("04:00");
  await there.waitForURL("**/login?next=%2Fverify-email");
});

journey("a public page does so, too, also after a navigation within the site", async ({ visit }) => {
  const [here, there] = [await visit(), await visit({ tolerate: [ENDED] })];
  const person = await arriveSignedIn(here, "/profile");
  await there.clock.install();
  await there.goto("/login?next=%2Fcontact");
  await logIn(there, person, "en");
  await there.waitForURL("**/contact");
  await open(there, "/about");
  await there.getByRole("banner").getByRole("link", { name: WORDS.en.common.nav.howToWin, exact: true }).first().click();
  await there.waitForURL("**/how-to-win");

  const renewed = there.waitForResponse(SESSION);
  await there.clock.fastForward("04:00");
  expect((await renewed).status()).toBe(200);

  await here.goto("/profile?tab=security");
  await here.getByRole("button", { name: WORDS.en.auth.devices.endOthers, exact: true }).click();
  await here.getByText(WORDS.en.auth.devices.none, { exact: true }).waitFor();
  await there.clock.fastForward("04:00");
  await there.getByRole("banner").getByRole("link", { name: WORDS.en.common.account.logIn, exact: true }).first().waitFor();
  expect(new URL(there.url()).pathname).toBe("/how-to-win");
});

journey("text typed by one user is not sent by the next user who signs in", async ({ visit }) => {
  const page = await visit();
  const field = (label: string) => page.getByRole("main").getByLabel(label, { exact: true });
  await arriveSignedIn(page, "/profile?tab=details&edit=1");
  await field(profile.details.firstName).fill("Zoe");
  const other = await page.context().newPage();
  await signUp(other, { ...newPerson(), firstName: "Bertha" });
  // A page without session watch reports nothing; the focused window checks.
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.getByRole("heading", { level: 1, name: "Bertha Hart" }).waitFor();
  expect(await field(profile.details.firstName).inputValue()).toBe("Bertha");
});
