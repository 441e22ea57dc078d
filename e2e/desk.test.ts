/** Daily work in a browser: postal entries, looking up and refunding an order, answering a message. */
import { randomUUID } from "node:crypto";
import type { Page, Route } from "playwright-core";
import { describe, expect, inject } from "vitest";
import booksEn from "../public/locales/en/admin-books.json" with { type: "json" };
import aboutFr from "../public/locales/fr/about.json" with { type: "json" };
import { expectAccessible } from "./accessible.fixture.ts";
import { newApiClient } from "./api-client.fixture.ts";
import { withDatabase } from "./books.fixture.ts";
import { formReply, refusedWith } from "./form-reply.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { linkInMailbox } from "./mailbox.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");
const { journal: journalEn } = booksEn;

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();

/** A unique word. */
const newWord = () => randomUUID().slice(0, 8);

describe("running the shop", () => {
  journey("cards by post: nothing typed is lost, one card is one entry, a paste keeps its bad lines", async ({ visit }) => {
    const run = newWord();
    // Refused and interrupted requests are logged on the browser's console.
    const page = await visit({ width: 1440, tolerate: [/\b4(?:09|22)\b/, /net::ERR_FAILED/] });
    await page.emulateMedia({ colorScheme: "light" });
    await signIn(page, shop);
    await page.goto("/admin");
    await page.getByRole("link", { name: "Free entries" }).click();
    await heading(page, "Free entries");
    await expectAccessible(page);
    // The first draw has closed, so its cards need a postmark.
    const open = (await page.locator("#draw option", { hasText: /^Valmont GT-10/ }).getAttribute("value")) ?? "";
    for (const field of ["#draw", "#paste-draw"]) await page.locator(field).selectOption(open);
    const keyIn = page.getByRole("button", { name: "Key in", exact: true });
    await keyIn.click();
    await page.getByRole("heading", { name: "This card cannot be keyed in" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "First name" }).fill("Rosa");
    await page.getByRole("textbox", { name: "Last name" }).fill(`Lindqvist-${run}`);
    await page.getByLabel("Date of birth").fill("1984-02-29");
    await page.getByRole("textbox", { name: "County" }).fill("Kent");
    await page.getByRole("textbox", { name: "Postal address" }).fill("4 Mill Lane\nAshford");
    await page.getByRole("textbox", { name: "Email" }).fill(`rosa.${run}@example.com`);

    // The card reaches the shop, and its reply is lost.
    await page.route("**/admin/free-entries.data*", async (route) => {
      if (route.request().method() === "POST") await route.fetch();
      await route.abort();
    });
    await keyIn.click();
    await page.getByText("Nothing is lost: send it again.", { exact: false }).waitFor();
    await page.unroute("**/admin/free-entries.data*");
    expect(await page.getByRole("textbox", { name: "Last name" }).inputValue()).toBe(`Lindqvist-${run}`);
    await keyIn.click();
    const done = page.getByRole("status").filter({ hasText: `Rosa Lindqvist-${run} has number CONC-` });
    await done.first().waitFor();
    await expect.poll(() => page.getByRole("textbox", { name: "Last name" }).inputValue()).toBe("");
    // The next card can be typed at once.
    const first = page.getByRole("textbox", { name: "First name" });
    await expect.poll(() => first.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => page.getByRole("row", { name: new RegExp(`Rosa Lindqvist-${run}`) }).count()).toBe(1);

    const lines = page.getByRole("textbox", { name: "Lines" });
    await lines.fill(
      [
        "first name,surname,dob,address,county,email",
        `Rosa,Lindqvist-${run},1984-02-29,"4 Mill Lane, Ashford",Kent,rosa.${run}@example.com`,
        `Tom,Young-${run},2024-01-01,1 High St,Surrey,`,
        `Edith,Old-${run},12/03/1950,2 High St,Surrey,`,
      ].join("\n"),
    );
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("Under 18 when the card was received").waitFor();
    await page.getByText("Ready to key in").waitFor();
    await page.getByRole("checkbox", { name: "This is another card" }).check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Key in the valid lines" }).click();
    await page.getByText("2 cards keyed in").waitFor();
    await expect.poll(() => lines.inputValue()).not.toContain("Edith");
    expect(await lines.inputValue()).toContain(`Tom,Young-${run}`);

    await page.getByRole("link", { name: `Edith Old-${run}` }).click();
    // The remaining line would be lost.
    await page.getByRole("button", { name: "Leave without saving", exact: true }).click();
    await heading(page, /^Order /);
    await page.getByRole("button", { name: "Withdraw from the draw" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Withdraw from the draw" }).click();
    await dialog.getByText("Please give a reason.").waitFor();
    const reason = dialog.getByRole("textbox", { name: "Reason" });
    await expect.poll(() => reason.evaluate((element) => element === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await reason.fill("Keyed in by mistake.");
    await dialog.getByRole("button", { name: "Withdraw from the draw" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("The entry has been withdrawn").first().waitFor();
    // The button that opened the dialog is gone.
    await page.getByRole("main").getByRole("button", { name: "Withdraw from the draw" }).waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  });

  journey("like accounts: telling two people apart asks for a reason, each time the button is pressed", async ({ visit }) => {
    const phone = `07700 ${newWord()}`;
    const excluded = await newApiClient(shop);
    const other = await newApiClient(shop);
    await withDatabase(shop, async (db) => {
      const people = [excluded.userId, other.userId];
      await db.updateTable("users").set({ phone }).where("id", "in", people).execute();
      // A unique person: an excluded player's name and birth date would block the purchase.
      const unlike = { first_name: "Ines", last_name: "Marchetti", birth_date: "1971-03-08" };
      await db.updateTable("users").set(unlike).where("id", "=", excluded.userId).execute();
      const until = new Date(Date.now() + 200 * 86_400_000);
      await db.insertInto("player_limits").values({ user_id: excluded.userId, excluded_until: until }).execute();
    });
    const page = await visit({ tolerate: [/422/] });
    await signIn(page, shop);
    await page.goto("/admin/care");
    const row = page.getByRole("row").filter({ hasText: other.email });
    await row.getByText("Not the same person").click();
    const press = row.getByRole("button", { name: "They are two people" });
    const problem = row.getByText("Say in up to 500 characters how you know");
    for (let i = 0; i < 3; i++) {
      const replied = page.waitForResponse((reply) => reply.status() === 422);
      await press.click();
      await replied;
      await problem.waitFor();
      await expect.poll(() => press.getAttribute("aria-busy")).toBe(null);
    }
    await row.getByRole("textbox").fill("Met them both.");
    await press.click();
    await row.waitFor({ state: "detached" });
  });

  journey("orders: found by ticket and name, shown with their history, confirmed again", async ({ visit }) => {
    const page = await visit({ width: 390 });
    await page.emulateMedia({ colorScheme: "dark" });
    await signIn(page, shop);
    await page.goto("/admin/orders?state=paid&sort=total&dir=desc");
    await heading(page, "Orders");
    await expectAccessible(page);
    // A page beyond the last one redirects to the last one.
    await page.goto("/admin/orders?state=paid&page=9999");
    await page.waitForURL((url) => !["9999", "1"].includes(url.searchParams.get("page") ?? "1"));
    await page.locator("tbody tr").first().waitFor();
    await page.goto("/admin/orders?state=paid&sort=total&dir=desc");
    const first = page.locator("tbody tr").first();
    const number = (await first.getByText(/^CONC-\d{4}-\d{6}$/).textContent()) ?? "";
    await page.goto(`/admin/orders?q=${number}`);
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
    await page.locator("tbody a").first().click();
    await heading(page, /^Order /);
    await page.getByText(number).first().waitFor();
    await page.getByText("Paid, tickets issued").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Send confirmation again" }).click();
    await page.getByText("The confirmation is on its way").first().waitFor();
    const csv = await page.request.get(`${shop.url}/admin/orders.csv?q=${number}`);
    expect([csv.status(), csv.headers()["content-type"], (await csv.text()).trim().split("\r\n").length]).toEqual([
      200,
      expect.stringContaining("text/csv"),
      2,
    ]);
  });

  journey("messages: counted beside their entry, read, answered, done", async ({ visit }) => {
    const run = newWord();
    const subject = `A question ${run}`;
    const sent = await fetch(`${shop.url}/functions/send-contact-form`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        name: "Zoë O’Hara",
        email: `zoe.${run}@example.com`,
        subject,
        message: "Is it in?\n<b>Thank you.</b>",
      }),
    });
    expect(sent.status).toBe(200);
    const page = await visit({ width: 1440 });
    await page.emulateMedia({ colorScheme: "dark" });
    await signIn(page, shop);
    await page.goto("/admin");
    await page.getByRole("link", { name: /^Messages.*\d+ open/ }).click();
    await heading(page, "Messages");
    await expectAccessible(page);
    await page.getByPlaceholder("Search messages…").fill(run);
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
    // A delayed search does not navigate back after a link was followed.
    const slowly = async (route: Route) => {
      await page.waitForTimeout(600);
      await route.continue();
    };
    await page.route("**/admin/messages/*.data*", slowly, { times: 1 });
    await page.getByPlaceholder("Search messages…").fill(subject);
    // Simulates a browser that is too busy to render before the search starts.
    await page.getByRole("link", { name: subject }).evaluate((link: HTMLElement) => {
      link.click();
      for (const until = performance.now() + 400; performance.now() < until;);
    });
    await heading(page, subject);
    // A message is marked as read once it is visible.
    await page.getByRole("button", { name: "Mark as unread" }).waitFor();
    await page.getByText("<b>Thank you.</b>").waitFor();
    await expectAccessible(page);
    await page.getByLabel("Your answer", { exact: true }).fill("It is in.");
    await page.getByRole("button", { name: "Send by email" }).click();
    await page.getByText("Answer sent by email").first().waitFor();
    await page.getByRole("button", { name: "Mark as done" }).click();
    await page.getByRole("button", { name: "Mark as not done" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog");
    await dialog
      .getByText("Conversations are also deleted automatically 24 months after their last message.", { exact: false })
      .waitFor();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await heading(page, "Messages");
    await page.goto(`/admin/messages?view=all&q=${run}`);
    await page.getByText("No messages here").waitFor();
  });

  journey("a complaint: made in French, confirmed and answered by staff, and its answer arrives in French", async ({ visit }) => {
    const run = newWord();
    const email = `zoe.${run}@example.com`;
    const guest = await visit({ width: 390, language: "fr" });
    await guest.goto("/contact");
    const main = guest.getByRole("main");
    const { fields, submit, isComplaint } = aboutFr.contact;
    await main.getByLabel(fields.name, { exact: true }).fill("Zoé Roux");
    await main.getByLabel(fields.email, { exact: true }).fill(email);
    await main.getByLabel(fields.subject, { exact: true }).fill(`Sans réponse ${run}`);
    await main.getByLabel(fields.message, { exact: true }).fill("Je n’ai rien reçu.");
    await main.getByLabel(isComplaint, { exact: true }).check();
    await main.getByRole("button", { name: submit }).click();
    await guest.waitForURL(/\/contact\?sent=/);
    const number = new URL(guest.url()).searchParams.get("sent") ?? "";
    await guest.getByText(number).first().waitFor();

    const page = await visit({ width: 1440, tolerate: [/\b422\b/] });
    await signIn(page, shop);
    await page.goto(`/admin/complaints?q=${number}`);
    await heading(page, "Complaints");
    await page.getByRole("link", { name: new RegExp(number) }).click();
    await page.getByRole("button", { name: "Acknowledge the complaint" }).click();
    await page.getByText("Acknowledged by email").first().waitFor();
    const outcome = page.getByLabel("Outcome");
    await page.getByRole("button", { name: "Send the answer" }).press("Enter");
    await expect.poll(() => outcome.evaluate((element) => element === document.activeElement)).toBe(true);
    await outcome.selectOption("not_upheld");
    await page.getByLabel("Answer", { exact: true }).fill("Votre message était bien arrivé.");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Send the answer" }).click();
    await page.getByText("Answer sent").first().waitFor();
    const subject = `Notre réponse à votre réclamation ${number}`;
    await linkInMailbox(guest, { subject, to: email, leads: /terms#complaints$/ });
  });
});

journey(
  "a month whose provider is silent is closed without it by a second press alone, and never by the first",
  async ({ visit }) => {
    const page = await visit({ width: 1440, tolerate: [/\b422\b/] });
    await signIn(page, shop);
    // The shop's reply as its router encodes it; no month is closed here.
    const sent: (string | null)[] = [];
    const answers = ["not_told", "earlier_open", "not_told"];
    await page.route("**/admin/journal.data*", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const refused = refusedWith(answers[sent.length] ?? "");
      sent.push(new URLSearchParams(route.request().postData() ?? "").get("without"));
      await route.fulfill({ status: 422, ...formReply({ intent: "close", refused }) });
    });
    await page.goto("/admin/journal?month=1990-01");
    await page.getByRole("button", { name: journalEn.close, exact: true }).click();
    const dialog = page.getByRole("dialog");
    const press = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
    await press(journalEn.close);
    await dialog.getByText(booksEn.errors.not_told, { exact: true }).waitFor();
    await dialog.getByText(journalEn.withoutText, { exact: true }).waitFor();
    await expectAccessible(page);
    await press(journalEn.closeWithout);
    // Other refusals offer no exception.
    await dialog.getByText(booksEn.errors.earlier_open, { exact: true }).waitFor();
    expect(await dialog.getByRole("button", { name: journalEn.closeWithout, exact: true }).count()).toBe(0);
    await press(journalEn.close);
    await dialog.getByText(journalEn.withoutText, { exact: true }).waitFor();
    expect(sent).toEqual([null, "untold", null]);
    // A press before the dialog is idle again closes nothing.
    await expect.poll(() => page.keyboard.press("Escape").then(() => dialog.isVisible()), { interval: 500 }).toBe(false);
    // A reopened dialog is reset.
    await page.getByRole("button", { name: journalEn.close, exact: true }).click();
    await dialog.getByRole("button", { name: journalEn.close, exact: true }).waitFor();
    expect(await dialog.getByText(booksEn.errors.not_told, { exact: true }).count()).toBe(0);
  },
);

journey("account codes that a colleague saves meanwhile are not overwritten unread", async ({ visit }) => {
  const page = await visit({ width: 1440, tolerate: [/\b409\b/] });
  await signIn(page, shop);
  await page.goto("/admin/journal");
  await page.getByText(booksEn.labels.open, { exact: true }).click();
  const untaxed = page.locator('[name="untaxed"]');
  const fields = async () => {
    const form = page.locator("form", { has: untaxed });
    const all = await form.evaluate((element) => [...new FormData(element as HTMLFormElement)]);
    return { ...Object.fromEntries(all.map(([name, value]) => [name, String(value)])), intent: "labels" };
  };
  const post = async (form: Record<string, string>) => {
    const saved = await page.request.post("/admin/journal", { form, headers: { Origin: shop.url } });
    expect(saved.status()).toBe(200);
  };
  const before: Record<string, string> = await fields();
  await post({ ...before, untaxed: "Theirs" });
  await untaxed.fill("Mine");
  // Another form succeeds, and the page reloads.
  const vat = formReply({ intent: "vat", refused: { status: "error", error: { rate: ["bad_rate"] } } });
  await page.route("**/admin/journal.data*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fulfill(vat);
  });
  const look = page.waitForResponse((response) => /journal\.data/.test(response.url()) && response.request().method() === "GET");
  await page.getByRole("button", { name: booksEn.vat.set, exact: true }).click();
  await look;
  await page.unroute("**/admin/journal.data*");
  await page.getByText(booksEn.errors.bad_rate, { exact: true }).waitFor();
  const save = () => page.getByRole("button", { name: booksEn.labels.save, exact: true }).click();
  await save();
  await page.getByRole("alert").getByText(booksEn.errors.changed_meanwhile, { exact: true }).waitFor();
  expect(await untaxed.inputValue()).toBe("Mine");
  // Restores the former state for later tests.
  await untaxed.fill(before.untaxed ?? "");
  await save();
  await page.getByRole("status").filter({ hasText: booksEn.labels.saved }).waitFor();
});
