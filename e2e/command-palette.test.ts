/** The search of the back office: by keyboard, by pointer on a phone, and as far as the role may see. */
import { describe, expect, inject } from "vitest";
import { waitForHydration } from "./hydration.fixture.ts";
import { expectAccessible, journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");

describe("the search of the back office", () => {
  journey("finds pages, players, orders and draws by keyboard", async ({ visit }) => {
    const page = await visit({ width: 1440 });
    await signIn(page, shop);
    await page.goto("/admin");
    await waitForHydration(page);
    await page.keyboard.press("Control+k");
    const search = page.getByRole("combobox", { name: "Page, player, order or draw" });
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await search.fill("refund");
    await page.getByRole("option", { name: /^Orders/, selected: true }).waitFor();
    await search.fill("yildiz");
    const player = page.getByRole("group", { name: "Players" }).getByRole("option", { name: /^Adam Yildiz/ });
    await player.waitFor();
    // While a reply is awaited, Enter must not open a result of the text before.
    const { promise: isChecked, resolve: answer } = Promise.withResolvers<void>();
    await page.route("**/admin/search?q=aldane", async (route) => {
      await isChecked;
      await route.continue();
    });
    await search.fill("aldane");
    await player.waitFor({ state: "detached" });
    answer();
    await page
      .getByRole("group", { name: "Draws" })
      .getByRole("option", { name: /^Aldane Grand Continental/ })
      .waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 2, name: "Participants" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/admin\/draw\//);
    await page.keyboard.press("Control+k");
    await search.fill("no such thing");
    await page.getByRole("status").filter({ hasText: "Nothing found" }).waitFor();
    await page.keyboard.press("Escape");
    await search.waitFor({ state: "detached" });
  });

  journey("opens from the top bar of a phone, in French", async ({ visit }) => {
    const page = await visit({ width: 390, language: "fr" });
    await signIn(page, shop);
    await page.goto("/admin");
    await waitForHydration(page);
    await page.getByRole("button", { name: "Rechercher", exact: true }).click();
    await page.getByRole("combobox").fill("virements");
    await page.getByRole("option", { name: /^Versements/ }).click();
    await page.getByRole("heading", { level: 1, name: "Versements" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});
