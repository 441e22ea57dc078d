/** A player's profile: purchases, personal data, receipts and deletion, with axe on each part. */
import { beforeAll, describe, expect, inject } from "vitest";
import commonEn from "../public/locales/en/common.json" with { type: "json" };
import profileEn from "../public/locales/en/profile.json" with { type: "json" };
import authFr from "../public/locales/fr/auth.json" with { type: "json" };
import commonFr from "../public/locales/fr/common.json" with { type: "json" };
import profileFr from "../public/locales/fr/profile.json" with { type: "json" };
import { type Draw, makeDraw, withDatabase } from "./books.fixture.ts";
import { answerAndOrder, arriveSignedIn, CARDS, logIn, payWithCard, readNumbers } from "./buyer.fixture.ts";
import { waitForHydration } from "./hydration.fixture.ts";
import { expectAccessible, journey } from "./journey.fixture.ts";

const shop = inject("shop");
let draw: Draw;
beforeAll(async () => {
  draw = await makeDraw(shop, { title: "For the album" });
});

describe("a player's profile", () => {
  journey("shows what was bought, and keeps what is changed, in English on a desk", async ({ visit }) => {
    const page = await visit({ width: 1440, tolerate: [/401/] });
    const words = profileEn;
    const person = await arriveSignedIn(page, `/quiz/${draw.id}?quantity=20`);
    await answerAndOrder(page, { answer: "Porsche", sum: "£539.82", language: "en" });
    await payWithCard(page, CARDS.pays, "en");
    const numbers = await readNumbers(page, 20, "en");

    await page.getByRole("link", { name: /My profile/ }).click();
    await page.getByRole("heading", { level: 1, name: "Amelia Hart" }).waitFor();
    const bought = page.getByRole("article", { name: draw.title });
    const stubs = bought.getByRole("list", { name: `Your ticket numbers for ${draw.title}` });
    await expect.poll(() => stubs.getByRole("listitem").count()).toBe(16);
    await expectAccessible(page);
    const more = bought.getByRole("button", { name: "Show 4 more" });
    await page.setViewportSize({ width: 1440, height: 360 });
    await more.evaluate((button) => button.scrollIntoView());
    await more.hover();
    const before = await page.evaluate(() => scrollY);
    await more.click();
    // The button disappears and its focus moves to the heading; with the mouse nothing scrolls.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/^H[23]$/);
    expect(await page.evaluate(() => scrollY)).toBe(before);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => stubs.getByRole("listitem").allInnerTexts()).toEqual(numbers.map((number) => number.slice(-6)));
    await bought.getByText("1 purchase").click();
    await bought.getByRole("link", { name: /^Receipt for 20 tickets/ }).click();
    await page.getByRole("heading", { level: 1, name: words.receipt.title }).waitFor();
    await page.getByText("£539.82", { exact: true }).waitFor();
    expect(await page.getByRole("list", { name: words.receipt.tickets }).getByRole("listitem").count()).toBe(20);
    await expectAccessible(page);

    await page.getByRole("link", { name: words.receipt.back }).click();
    await page.getByRole("link", { name: words.tabs.details, exact: true }).click();
    await page.getByRole("link", { name: words.details.edit, exact: true }).click();
    const field = (label: string) => page.getByRole("main").getByLabel(label, { exact: true });
    await field(words.details.firstName).fill("");
    await page.getByRole("button", { name: words.details.save, exact: true }).click();
    await page.getByText("Enter your first name").first().waitFor();
    await field(words.details.firstName).fill("Ada");
    // A switch beside the form, and a session that ends, do not reset typed fields.
    const marketing = page.getByRole("switch", { name: words.choices.marketing });
    await marketing.click();
    await page.getByText(words.choiceSaved).waitFor();
    await page.context().clearCookies({ name: "session" });
    await page.getByRole("button", { name: words.details.save, exact: true }).click();
    const beside = page.waitForEvent("popup");
    await page.getByRole("link", { name: commonEn.cutOff.signIn, exact: true }).click();
    const signingIn = await beside;
    await waitForHydration(signingIn);
    await logIn(signingIn, person, "en");
    await signingIn.waitForURL((url) => url.pathname !== "/login");
    expect(await field(words.details.firstName).inputValue()).toBe("Ada");
    await page.getByRole("button", { name: words.details.save, exact: true }).click();
    // The message of the save may be shown by the other tab, which asks for messages at this moment.
    await page.getByRole("link", { name: words.details.edit, exact: true }).waitFor();
    await page.getByRole("heading", { level: 1, name: "Ada Hart" }).waitFor();
    await expectAccessible(page);
    await page.getByText(person.email).waitFor();

    await page.reload();
    expect(await marketing.isChecked()).toBe(true);
  });

  journey("hands out one's data, and lets one go, in French in a hand", async ({ visit }) => {
    const page = await visit({ language: "fr", width: 390, tolerate: [/422/] });
    const words = profileFr;
    const person = await arriveSignedIn(page, "/profile", "fr");
    await page.getByText(words.tickets.emptyTitle).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: words.tabs.details, exact: true }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: words.data.download }).click();
    expect((await download).suggestedFilename()).toMatch(/^concours-my-data-.*\.json$/);
    // Later, the password is required first.
    await withDatabase(shop, async (db) => {
      const { id } = await db.selectFrom("users").select("id").where("email", "=", person.email).executeTakeFirstOrThrow();
      const proved_at = new Date(Date.now() - 3_600_000);
      await db.updateTable("sessions").set({ proved_at }).where("user_id", "=", id).execute();
    });
    await page.getByRole("link", { name: words.data.download }).click();
    await page.getByLabel(authFr.proof.password, { exact: true }).fill(person.password);
    const later = page.waitForEvent("download");
    await page.getByRole("button", { name: authFr.proof.submit, exact: true }).click();
    expect((await later).suggestedFilename()).toMatch(/^concours-my-data-.*\.json$/);
    await page.getByRole("link", { name: authFr.proof.back, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Amelia Hart" }).waitFor();

    await page
      .getByRole("navigation", { name: words.tabs.label })
      .getByRole("link", { name: words.tabs.play, exact: true })
      .click();
    await page.getByRole("heading", { name: words.saferPlay.limit.title }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: words.tabs.security, exact: true }).click();
    for (const title of [words.password.title, words.email.title, words.delete.title])
      await page.locator("summary").filter({ hasText: title }).click();
    // The buttons of the three password fields name their field.
    const eyes = page.getByRole("button", { name: commonFr.password.show });
    await eyes.nth(2).waitFor();
    expect(new Set((await eyes.allTextContents()).slice(0, 3)).size).toBe(3);
    const word = page.getByLabel("Saisissez DELETE pour confirmer");
    const submit = page.getByRole("button", { name: words.delete.submit, exact: true });
    await word.fill("delete");
    await page.locator("#deletePassword").fill(person.password);
    await submit.click();
    await page.getByText("Saisissez DELETE, en majuscules, pour confirmer").first().waitFor();
    // The focus moves to the field.
    await expect.poll(() => word.evaluate((field) => field === document.activeElement)).toBe(true);
    // Submitting with Enter in the other field does the same; the error is repeated after its toast has gone.
    await page.locator("[data-sonner-toast]").waitFor({ state: "detached" });
    await page.locator("#deletePassword").fill(person.password);
    await page.keyboard.press("Enter");
    await page.locator("[data-sonner-toast]", { hasText: "Saisissez DELETE, en majuscules, pour confirmer" }).waitFor();
    await expect.poll(() => word.evaluate((field) => field === document.activeElement)).toBe(true);
    await word.fill("DELETE");
    await page.locator("#deletePassword").fill(person.password);
    await submit.click();
    // Only the final message; the earlier one is still fading.
    await page.getByText(words.deleteSuccess).waitFor();
    await expect.poll(() => page.locator("[data-sonner-toast]").allInnerTexts()).toEqual([words.deleteSuccess]);
    await page.goto("/profile");
    await page.waitForURL("**/login?next=%2Fprofile");
  });
});
