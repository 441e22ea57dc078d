/** The back office in a browser: access, both themes and widths, searching, deleting, signing out. */
import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { expectAccessibleIn, expectNoSidewaysScroll, WINDOWS } from "./accessible.fixture.ts";
import { visitEveryScreen } from "./admin-screens.fixture.ts";
import { withDatabase } from "./books.fixture.ts";
import { waitForHydration } from "./hydration.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { ADMIN, PLAYER, signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");

/** A user without tickets is deleted for good; staff cannot be deleted. */
async function deleteSomebody(page: Page): Promise<void> {
  const leaving = await withDatabase(shop, (db) => makeUser({ db }, { first_name: "Ludovic", last_name: "Partant" }));
  const dialog = page.getByRole("dialog");
  const rowOf = (email: string) => page.getByRole("row").filter({ hasText: email });
  for (const [email, said] of [
    [leaving.email, "User deleted successfully"],
    [ADMIN.email, "Failed to delete user. An administrator cannot be deleted here."],
  ] as const) {
    await page.getByPlaceholder("Search users...").fill(email);
    await expect.poll(() => page.getByTitle("Delete User").count()).toBe(1);
    await rowOf(email).getByTitle("Delete User").click();
    await dialog.getByRole("button", { name: "Delete User" }).click();
    await page.getByText(said).first().waitFor();
    await dialog.waitFor({ state: "hidden" });
    await rowOf(email).waitFor({ state: email === ADMIN.email ? "visible" : "detached" });
  }
}

const GROUNDS = [
  ["light", "rgb(247, 246, 243)"],
  ["dark", "rgb(18, 19, 20)"],
] as const;

describe("the back office", () => {
  journey("is closed to players and strangers", async ({ visit }) => {
    const page = await visit();
    await page.goto("/admin/users");
    expect(new URL(page.url()).pathname).toBe("/");
    await signIn(page, shop, PLAYER);
    await page.goto("/admin");
    expect(new URL(page.url()).pathname).toBe("/");
    expect(await page.getByRole("link", { name: "Admin", exact: true }).count()).toBe(0);
  });

  journey("is whole on both grounds, and axe finds nothing", async ({ visit }) => {
    const page = await visit();
    await signIn(page, shop);
    // Alternately on a phone in the dark and on a desktop; each screen in both: admin.slow.ts.
    await visitEveryScreen(page, (at) => expectAccessibleIn(page, WINDOWS.slice(at % 2, (at % 2) + 1)));
    await page.setViewportSize({ width: 1440, height: 900 });
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    for (const [colorScheme, colour] of GROUNDS) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(ground).toBe(colour);
    }
    // Printing is always light and without the layout.
    await page.getByRole("button", { name: "Dark", exact: true }).click();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect.poll(ground).toBe(GROUNDS[0][1]);
    await expect.poll(() => page.getByRole("navigation").first().isVisible()).toBe(false);
  });

  journey("finds a user, asks before deleting them, and signs out", async ({ visit }) => {
    const page = await visit({ tolerate: [/409/] });
    await signIn(page, shop);
    await page.goto("/");
    await waitForHydration(page);
    await page.getByRole("link", { name: "Admin", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Admin Dashboard" }).waitFor();
    await page.getByRole("link", { name: "Users" }).click();
    const search = page.getByPlaceholder("Search users...");
    await search.fill("no such person");
    await page.getByText("No users found matching your search criteria").waitFor();
    await search.fill("YILDIZ");
    await page.getByRole("cell", { name: /^Adam Yildiz/ }).waitFor();
    expect(page.url()).toContain("q=YILDIZ");
    const remove = page.getByTitle("Delete User");
    await expect.poll(() => remove.count()).toBe(1);
    await remove.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Are you sure you want to delete this user? This action cannot be undone.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });
    await deleteSomebody(page);
    await page.goto("/admin/nowhere");
    expect(new URL(page.url()).pathname).toBe("/admin");
    await page.locator("summary:visible").filter({ hasText: "EN" }).click();
    const languages = page.getByRole("list").filter({ has: page.getByRole("link", { name: "Français", exact: true }) });
    expect(await languages.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /Sign out/ }).click();
    await page.getByRole("link", { name: "Sign in" }).first().waitFor();
    await page.goto("/admin");
    expect(new URL(page.url()).pathname).toBe("/");
  });

  journey("works without scripts, and in French from a drawer", async ({ visit }) => {
    const page = await visit({ language: "fr", width: 390, scripts: false, tolerate: [/422/] });
    await signIn(page, shop);
    await page.goto("/admin/users?q=YILDIZ&sort=name");
    await page.getByText("Adam Yildiz").first().waitFor();
    await page.getByRole("button", { name: "Ouvrir le menu" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Journal d’audit" }).click();
    await page.getByRole("heading", { level: 1, name: "Journal d’audit" }).waitFor();
    await page.goto("/admin/journal");
    await page.getByRole("table").getByRole("link").first().click();
    await page.getByRole("heading", { level: 1, name: /^Journal du / }).waitFor();
    await page.getByText("Solde chez le prestataire de paiement").first().waitFor();
    await expectNoSidewaysScroll(page);
    // A problem of a group of checkboxes is shown beside it only.
    await page.goto("/admin/webhooks");
    await page.locator('[name="url"]').fill("https://crm.example.com/hook");
    await page.getByRole("button", { name: "Ajouter", exact: true }).click();
    await page.locator("#event-error").waitFor();
    const unsaid = page.locator(".admin-unsaid");
    expect([await unsaid.count(), await unsaid.isVisible()]).toEqual([1, false]);
  });

  journey(
    "a form that is refused leads to what is wrong, and one before scripts had loaded says what came of it",
    async ({ visit }) => {
      const page = await visit({ tolerate: [/422/, /ERR_FAILED/] });
      await signIn(page, shop);
      // Submitted with Enter from a valid field.
      await page.goto("/admin/profit");
      const amount = page.locator('[name="amount"]');
      await amount.fill("a lot");
      await page.locator('[name="note"]').fill("Invoice 7");
      await page.locator('[name="note"]').press("Enter");
      await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);
      // A reopened dialog has no earlier answer.
      await page.goto("/admin/staff");
      const invite = page.getByRole("button", { name: "Invite" });
      await invite.click();
      await page.locator("#invite-email").fill("nobody@nowhere");
      await page.getByRole("textbox", { name: "Reason" }).fill("New");
      await page.getByRole("textbox", { name: "Reason" }).press("Enter");
      await page.locator("#invite-email-error").waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
      await invite.click();
      await page.locator("#invite-email").waitFor();
      expect(await page.locator("#invite-email-error").count()).toBe(0);

      // Its scripts load with the reply.
      const scripts = /\/assets\/.*\.js/;
      await page.route(scripts, (route) => route.abort());
      await page.goto("/admin/journal", { waitUntil: "domcontentloaded" });
      const sent = page.waitForRequest((request) => request.method() === "POST");
      await page.getByRole("button", { name: "Bring up to date", exact: true }).click();
      await sent;
      await page.unroute(scripts);
      const done = page.getByRole("main").getByText("The journal is up to date.", { exact: true });
      await done.waitFor();
      await waitForHydration(page);
      expect(await done.isVisible()).toBe(true);
    },
  );

  journey("a dialog stays open until its result arrives; Enter saves a text once", async ({ visit }) => {
    const page = await visit({ tolerate: [/409/] });
    await signIn(page, shop);
    await page.goto(`/admin/users?q=${ADMIN.email}`);
    await waitForHydration(page);
    await page.getByTitle("Delete User").click();
    const dialog = page.getByRole("dialog");
    await page.getByRole("textbox", { name: "Reason" }).fill("Has left");
    let held = Promise.withResolvers<void>();
    await page.route("**/admin/*.data*", async (route) => {
      if (route.request().method() === "POST") await held.promise;
      await route.continue();
    });
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/admin/users.data"));
    await dialog.getByRole("button", { name: "Delete User" }).click();
    await sent;
    await dialog.getByRole("button", { name: "Cancel" }).click({ force: true });
    await page.keyboard.press("Escape");
    expect(await dialog.isVisible()).toBe(true);
    held.resolve();
    await page.getByText("Failed to delete user. An administrator cannot be deleted here.").first().waitFor();
    await dialog.waitFor({ state: "hidden" });

    await page.goto("/admin/texts?document=terms");
    await waitForHydration(page);
    const saved: string[] = [];
    page.on("request", (request) => request.method() === "POST" && saved.push(request.url()));
    held = Promise.withResolvers();
    await page.locator('[name="title"]').first().fill("What we sell");
    await page.keyboard.press("Enter");
    await expect.poll(() => saved.length).toBe(1);
    await page.keyboard.press("Enter");
    held.resolve();
    await page.getByRole("status").getByText("Draft saved. Visitors don’t see it yet.").waitFor();
    expect(saved.filter((url) => url.includes("/admin/texts.data"))).toHaveLength(1);
  });

  journey("nothing behind a question is reached without scripts", async ({ visit }) => {
    const page = await visit({ scripts: false, width: 390 });
    await signIn(page, shop);
    await page.goto("/admin/users");
    await page.locator('form:has([value^="delete:"]) button').first().click();
    const question = page.getByRole("dialog", { name: /^Delete / });
    await question.waitFor();
    // The index of the focused control, or `outside`. `body`: the browser's own buttons have the focus.
    const reached = new Set<number>();
    const controls = () =>
      question.evaluate((dialog) => {
        const own = [...dialog.querySelectorAll("a[href], button, input:not([type=hidden])")].filter((each) =>
          each.checkVisibility(),
        );
        const { activeElement: focused } = document;
        return {
          all: own.map((_, index) => index),
          focused: focused && focused !== document.body ? own.indexOf(focused) : undefined,
        };
      });
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press("Tab");
      const { focused } = await controls();
      if (focused !== undefined) reached.add(focused);
    }
    expect((await controls()).all.length).toBeGreaterThan(1);
    expect([...reached].toSorted()).toEqual((await controls()).all);
  });
});
