/** Drawing a winner in a browser, from the dialog to the prize. */
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { fillDraw } from "#demo/orders.ts";
import { seededRandom } from "#demo/random.ts";
import { withDatabase } from "./books.fixture.ts";
import { expectAccessible, type Visit } from "./journey.fixture.ts";
import type { ShopAddress } from "./shop.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const lotteryId = (shop: ShopAddress, title: string) =>
  withDatabase(shop, async (db) => {
    const found = await db.selectFrom("lotteries").select("id").where("title", "=", title).executeTakeFirstOrThrow();
    return found.id;
  });

/** A draw without possible entries: all tickets are sold, and it takes no cards. */
const soldOut = (shop: ShopAddress, title: string) =>
  withDatabase(shop, async (db) => {
    const now = Date.now();
    const lotteryId = await makeLottery(
      { db, now: () => new Date(now) },
      { title, takes_free_entries: false, tickets_available: 3 },
    );
    const { id } = await makeUser({ db });
    const [from, until] = [new Date(now - 7_200_000), new Date(now - 3_600_000)];
    const orders = {
      unitPrice: 2999,
      sold: 3,
      from,
      until,
      playerIds: [id],
      luck: seededRandom(1),
      prefix: title,
      quantities: [1],
    };
    await db.transaction().execute((tx) => fillDraw(tx, { lotteryId, ...orders }));
    return lotteryId;
  });

const photo = (background: string) =>
  sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer();

export async function drawTheWinner(visit: (options: Visit) => Promise<Page>, shop: ShopAddress): Promise<void> {
  const page = await visit({ at: shop.url, tolerate: [/422/] });
  const cookie = await signIn(page, shop);
  const due = await lotteryId(shop, "Corvane C1");
  const open = await soldOut(shop, "Show Car");
  await page.goto("/admin");
  await page.getByRole("link", { name: "Draw", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Draw Management" }).waitFor();
  const rowOf = (title: string) => page.getByRole("row").filter({ hasText: title });
  const dialog = page.getByRole("dialog");

  await rowOf("Corvane C1")
    .getByRole("button", { name: /^Draw winner/ })
    .click();
  await dialog.getByRole("heading", { name: "Draw the winner of Corvane C1?" }).waitFor();
  await dialog.getByText("You cannot undo or repeat this.").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Draw the winner" }).click();
  // Repeated requests, as from impatient staff and other open pages. The server suite sends fifty.
  const clicks = Array.from({ length: 5 }, () =>
    fetch(`${shop.url}/admin/draw.data`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: cookie, Origin: shop.url },
      body: new URLSearchParams({ intent: "draw", lotteryId: due }),
    }),
  );
  // The six seconds may pass before a busy machine shows them.
  const waiting = dialog.getByText(/^Waiting for beacon round [\d,]+$/);
  await waiting.or(dialog.getByText(/^CONC-0003-\d{6}$/)).waitFor();
  // A busy machine may refuse some; the accepted ones change nothing. The books are checked below.
  expect((await Promise.all(clicks)).filter(({ status }) => status === 200).length).toBeGreaterThan(1);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  // Polling must not affect typed text.
  const ask = (title: string) =>
    rowOf(title)
      .getByRole("button", { name: /^Draw winner/ })
      .click();
  await ask("Valmont GT-10");
  await dialog.getByText(/A closing date is never brought forward/).waitFor();
  expect(await dialog.getByRole("button", { name: "Draw the winner" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await ask("Show Car");
  await dialog.getByText("Entries are still open", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Draw the winner" }).click();
  await dialog.getByText("Please give a reason").waitFor();
  const reason = dialog.getByLabel("Why are you drawing early?");
  await reason.fill("Only the car's handover date");
  // Behind the dialog, where elements have no role.
  await page.locator("tr", { hasText: "Corvane C1" }).getByText("Completed", { exact: true }).waitFor();
  await reason.pressSequentially(" was moved.");
  expect(await reason.inputValue()).toBe("Only the car's handover date was moved.");
  await dialog.getByRole("button", { name: "Draw the winner" }).click();
  await page.getByText("Winner has been drawn successfully!").last().waitFor({ timeout: 60_000 });
  await dialog.getByRole("heading", { name: "The winner of Show Car" }).waitFor({ timeout: 60_000 });
  await dialog.getByText(/^CONC-\d{4}-\d{6}$/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await rowOf("Show Car").getByText("Completed", { exact: true }).waitFor();
  // The button that opened the dialog is gone: the focus moves to its row.
  await expect.poll(() => rowOf("Show Car").evaluate((row) => row.contains(document.activeElement))).toBe(true);
  await page.goto(`/draws/${open}`);
  await page.getByText("Only the car's handover date was moved.").first().waitFor();

  const written = await withDatabase(shop, (db) =>
    db
      .selectFrom("audit_log")
      .select((eb) => ["action", eb.fn.countAll<number>().as("times")])
      .where("subject_id", "=", due)
      .groupBy("action")
      .execute(),
  );
  expect(Object.fromEntries(written.map(({ action, times }) => [action, Number(times)]))).toEqual({
    "draw.close": 1,
    "draw.request": 1,
    "draw.freeze": 1,
    "draw.result": 1,
  });
  await bringThePrize(page);
  await passItOn(page, due);
}

async function bringThePrize(page: Page): Promise<void> {
  await page.goto("/admin/winners");
  const card = page.getByRole("region", { name: "Corvane C1" });
  await card.getByText("Current winner").waitFor();
  const field = card.locator('input[type="file"]');
  await field.setInputFiles({ name: "jo.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-") });
  await page.getByText(/^Failed to upload winner photo\. File type must be/).waitFor();
  await field.setInputFiles({ name: "jo.jpg", mimeType: "image/jpeg", buffer: await photo("navy") });
  await page.getByText("Winner photo uploaded successfully").waitFor();
  const shown = card.getByRole("img", { name: /with Corvane C1$/ });
  const first = await shown.getAttribute("src");
  expect(first).toMatch(/^\/media\/winner-photos\/[0-9a-f]+p-\d+\.webp$/);

  // By drag and drop; it replaces the former photo.
  const bytes = [...(await photo("maroon"))];
  const dropped = await page.evaluateHandle((content) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(content)], "jo.jpg", { type: "image/jpeg" }));
    return files;
  }, bytes);
  await card.locator(".drop-zone").dispatchEvent("drop", { dataTransfer: dropped });
  await expect.poll(() => shown.getAttribute("src")).not.toBe(first);
  await expectAccessible(page);
  await card.getByRole("button", { name: "Delete photo" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete photo" }).click();
  await page.getByText("Winner photo deleted successfully").waitFor();
  await shown.waitFor({ state: "detached" });

  await card.getByRole("button", { name: "Mark as contacted" }).press("Enter");
  await page.getByText("Prize updated successfully").waitFor();
  // The focus moves to the next step, whose form replaced the first.
  const confirmed = card.getByRole("button", { name: "Mark as confirmed" });
  await confirmed.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("day");
  await confirmed.click();
  await card.getByLabel("Document seen").selectOption("passport");
  await card.getByRole("button", { name: "Record the check" }).click();
  await card.getByText("Passport", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Mark as delivered" }).waitFor();
}

/** Replaces the winner by keyboard; the steps restart, and the proof states the reason. */
async function passItOn(page: Page, lottery: string): Promise<void> {
  const card = page.getByRole("region", { name: "Corvane C1" });
  const select = card.getByRole("combobox", { name: "Winner" });
  const dialog = page.getByRole("dialog", { name: /^Make .+ the winner of Corvane C1\?$/ });
  const confirm = dialog.getByRole("button", { name: "Change the winner" });
  await select.click();
  await page.getByRole("option").filter({ hasNotText: "Current winner" }).first().waitFor();
  await expectAccessible(page);
  // The winner may also be a reserve, whose line comes first: only the next reserve can be chosen.
  const disabled = await page.getByRole("option").evaluateAll((lines) => lines.map((line) => line.getAttribute("aria-disabled")));
  for (let at = disabled.indexOf(null); at >= 0; at--) await select.press("ArrowDown");
  await select.press("Enter");
  await dialog.getByLabel("Reason", { exact: true }).selectOption("declined");
  await confirm.click();
  await dialog.getByText("Please give a reason").waitFor();
  await dialog.getByLabel("What happened").fill("The winner has no driveway.");
  const ticket = /CONC-0003-\d{6}/.exec((await dialog.textContent()) ?? "")?.[0] ?? "";
  await confirm.click();
  await page.getByText("Winner updated successfully").waitFor();
  await card.getByText(`Ticket ${ticket}`, { exact: true }).waitFor();
  await card.getByRole("button", { name: "Mark as contacted" }).waitFor();
  await page.goto(`/draws/${lottery}`);
  await page.getByText("The winner has no driveway.").first().waitFor();
}
