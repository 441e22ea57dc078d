/** The file of a draw's participants in a browser, and the loading text of a screen. */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { describe, expect, inject } from "vitest";
import { withDatabase } from "./books.fixture.ts";
import { expectAccessibleInBoth, journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");
/** In the order of the specification. */
const SIDEBAR = ["Dashboard", "Users", "Lotteries", "Draw", "Winners", "Emails", "Settings"];

describe("the participants", () => {
  journey("are looked over, found and saved", async ({ visit }) => {
    const page = await visit({ width: 390 });
    await signIn(page, shop);
    const { id } = await withDatabase(shop, (db) =>
      db.selectFrom("lotteries").select("id").where("title", "=", "Aldane Grand Continental").executeTakeFirstOrThrow(),
    );
    await page.goto("/admin/draw");
    await page.getByRole("link", { name: "View participants of Aldane Grand Continental" }).click();
    await page.getByRole("heading", { level: 2, name: "Participants" }).waitFor();
    await page.getByRole("button", { name: "Next picture" }).click();
    await page.getByText("2 / 3").waitFor();
    await expectAccessibleInBoth(page);
    await page.getByPlaceholder("Search participants").fill("yildiz");
    await expect.poll(() => page.getByRole("button", { name: /Show the tickets of/ }).count()).toBe(1);
    await page.getByRole("button", { name: /Show the tickets of Adam Yildiz/ }).click();
    await page
      .getByRole("dialog")
      .getByText(/^CONC-0005-\d{6}$/)
      .first()
      .waitFor();
    await expectAccessibleInBoth(page);
    await page.keyboard.press("Escape");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^aldane-grand-continental-participants-\d{4}-\d{2}-\d{2}\.csv$/);
    const rows = parse<Record<string, string>>(await readFile(await download.path(), "utf8"), {
      columns: true,
      record_delimiter: "\r\n",
    });
    const count = await withDatabase(shop, (db) =>
      db
        .selectFrom("tickets")
        .select((eb) => eb.fn.countAll<number>().as("tickets"))
        .where("lottery_id", "=", id)
        .where("void_at", "is", null)
        .executeTakeFirstOrThrow(),
    );
    expect(rows).toHaveLength(Number(count.tickets));
    await page.getByRole("button", { name: "Back to draws" }).click();
    await page.getByRole("link", { name: "View participants of Aldane Grand Continental" }).waitFor();
  });
});

journey("each screen says that it is on its way, and then what it is for", async ({ visit }) => {
  const page = await visit();
  await signIn(page, shop);
  await page.goto("/admin");
  await page.getByText("Manage your lottery system and monitor statistics", { exact: true }).waitFor();
  const links = page.getByRole("navigation", { name: "Administration" }).getByRole("link");
  // The specification's entries in its order, each in sight among those of its group.
  const shown = (await links.allInnerTexts()).map((text) => text.replace(/\s+\d+$/, "").trim());
  expect(shown.filter((text) => SIDEBAR.includes(text))).toEqual(SIDEBAR);
  for (const [link, said, heading] of [
    ["Winners", "Loading winners...", "Winner Management"],
    ["Users", "Loading users...", "User Management"],
    ["Draw", "Checking permissions...", "Draw Management"],
  ] as const) {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route("**/admin/*.data*", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("link", { name: link, exact: true }).click();
    await page.getByRole("status").getByText(said, { exact: true }).waitFor();
    goOn();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.getByText(said, { exact: true }).waitFor({ state: "detached" });
    await page.unroute("**/admin/*.data*");
  }
  const heads = () => page.getByRole("columnheader").allTextContents();
  expect(await heads()).toEqual(["Image", "Title", "Description", "Price", "Prize Value", "End Date", "Status", "Actions"]);
  await page.goto("/admin/users");
  await page.getByText("Manage registered users and their accounts", { exact: true }).waitFor();
  expect(await heads()).toEqual(["User", "Contact", "Birth Date", "Joined", "Actions"]);
  const adam = page.getByRole("row").filter({ hasText: "adam.yildiz@concours.test" });
  await page.getByPlaceholder("Search users...").fill("yildiz");
  expect(await adam.getByRole("cell").first().textContent()).toMatch(/Adam Yildiz.*[0-9a-f]{8}-[0-9a-f-]{27}/);
  expect(await adam.getByRole("cell").nth(1).textContent()).toMatch(/07700/);

  await page.goto("/admin/settings");
  const rules = page.getByRole("list", { name: /password/i }).getByRole("listitem");
  const met = () => rules.filter({ hasText: "(done)" }).count();
  const field = page.getByLabel("New password", { exact: true });
  for (const [text, count] of [
    ["a", 0],
    ["abcdefgh", 1],
    ["abcdefg1", 2],
    ["Abcdefg1", 3],
  ] as const) {
    await field.fill(text);
    await expect.poll(met).toBe(count);
  }
});
