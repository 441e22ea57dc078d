/** Compares cookies and storage of a browser that visits everything with the cookie policy. */
import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import { makeDraw, withDatabase } from "./books.fixture.ts";
import { goToQuestion, logIn, newPerson, register, WORDS } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { button, setUp } from "./second-factor.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");

/** Runs in the browser before any page script: reports each stored entry. */
function tellOfEntries(): void {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function keep(this: Storage, name: string, value: string) {
    (window as unknown as { kept(name: string): void }).kept(name);
    setItem.call(this, name, value);
  };
}

/** Every name that replies or scripts store from now on, in cookies or storage. */
async function listen(page: Page): Promise<Set<string>> {
  const names = new Set<string>();
  const context = page.context();
  await context.exposeFunction("kept", (name: string) => void names.add(name));
  await context.addInitScript(tellOfEntries);
  context.on("response", (response) => {
    void response.headersArray().then(
      (headers) => {
        for (const { name, value } of headers)
          if (name.toLowerCase() === "set-cookie") for (const line of value.split("\n")) names.add(line.split("=")[0] ?? "");
      },
      () => undefined,
    );
  });
  return names;
}
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();

journey("the cookie policy names what a browser holds after a walk through the shop, and nothing else", async ({ visit }) => {
  const page = await visit({ firstVisit: true, tolerate: [/401|422/] });
  const { common, auth } = WORDS.en;
  const names = await listen(page);
  const look = async () => {
    for (const { name } of await page.context().cookies()) names.add(name);
    for (const name of await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])) names.add(name);
  };
  const draw = await makeDraw(shop, { title: "For the jar" });

  await page.goto("/");
  await press(page, "I am 18 or over");
  await press(page, common.consent.acceptAll);
  await look();
  const person = newPerson();
  await page.goto("/register");
  await register(page, person, "en");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto(`/lottery/${draw.id}`);
  await goToQuestion(page, "en");
  await page.getByRole("radio", { name: "Porsche", exact: true }).check();
  await look();
  for (const path of ["/prize", "/past-draws", "/how-to-win", "/contact", "/profile?tab=security", "/profile?tab=play"]) {
    await page.goto(path);
    await look();
  }
  const opens = { gather_minutes: 15, per_minute: 60, most_inside: 1, opens_at: new Date(Date.now() + 600_000) };
  const room = { lottery_id: draw.id, is_on: true, seed: Buffer.alloc(32, 7), ...opens };
  await withDatabase(shop, (db) => db.insertInto("waiting_rooms").values(room).execute());
  await page.goto(`/lottery/${draw.id}/queue`);
  await look();
  await page.goto("/profile?tab=details&edit=1");
  await page.getByLabel(auth.field.firstName, { exact: true }).fill("Ada");
  await look();
  await page.goto("/second-factor");
  const { code } = await setUp(page, person, "en");
  await page.goto("/profile");
  await page.getByRole("banner").locator("summary").first().click();
  await page.getByRole("banner").getByRole("link", { name: "Français", exact: true }).first().click();
  await page.waitForFunction(() => document.documentElement.lang === "fr");
  await look();
  await page.getByRole("button", { name: WORDS.fr.common.account.signOut, exact: true }).first().click();
  await page.waitForURL((url) => url.pathname === "/");
  await look();
  await page.goto("/login");
  await logIn(page, person, "fr");
  await page.waitForURL("**/login/code**");
  await page.getByLabel(WORDS.fr.auth.code.code, { exact: true }).fill(await code(1));
  await page.getByLabel(WORDS.fr.auth.code.remember, { exact: true }).check();
  await button(page, WORDS.fr.auth.login.submit).click();
  await page.waitForURL((url) => url.pathname === "/");
  await look();
  // For staff.
  await signIn(page, shop);
  await page.goto("/admin");
  await page.request.post("/admin/theme", { form: { theme: "dark" } });
  await look();

  await page.goto("/cookies");
  const listed = (await page.locator("main dt").allInnerTexts()).flatMap((text) => text.split(", "));
  // Over HTTPS some of them have other names.
  const here = listed.filter((name) => !/^__(Host|Secure)-/.test(name));
  expect([...names].toSorted()).toEqual(here.toSorted());
});
