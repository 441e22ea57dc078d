/** What can happen between the question and the tickets: cards that are refused, buyers who turn back, stock that goes, clicks that repeat. */
import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { type Draw, makeDraw, readLedger, sessionIdOf, withDatabase } from "./books.fixture.ts";
import { answerAndOrder, arriveSignedIn, CARDS, goToQuestion, logIn, payWithCard, readNumbers } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { newProgram, RIGHT_ANSWER } from "./program.fixture.ts";

const shop = inject("shop");
const ONE = { answer: "Porsche", sum: "£29.99", language: "en" } as const;
/** The status of a refusal is written on the console of every Chromium. */
const refusals = (status: number) => [new RegExp(`reply: ${status} `), new RegExp(`console: .*status of ${status}`)];

/** Signed in, at the payment page for one ticket. */
async function atThePaymentPage(page: Page, draw: Draw): Promise<void> {
  await arriveSignedIn(page, `/quiz/${draw.id}?quantity=1`);
  await answerAndOrder(page, ONE);
}

const left = (draw: Draw) =>
  withDatabase(shop, async (db) => {
    const row = await db
      .selectFrom("lotteries")
      .select(["tickets_available", "tickets_sold", "tickets_held"])
      .where("id", "=", draw.id)
      .executeTakeFirstOrThrow();
    return row.tickets_available - row.tickets_sold - row.tickets_held;
  });
const ordersOf = (draw: Draw) =>
  withDatabase(shop, (db) => db.selectFrom("orders").select(["id", "state"]).where("lottery_id", "=", draw.id).execute());
const bought = (page: Page) => page.getByRole("heading", { level: 1, name: "Good luck, Amelia." });

describe("on the payment page", () => {
  journey("a declined card is said so, and another one pays", async ({ visit }) => {
    const page = await visit({ tolerate: refusals(402) });
    await atThePaymentPage(page, await makeDraw(shop, { title: "Declined at first" }));
    await payWithCard(page, CARDS.declines, "en");
    await page.getByRole("alert").getByText("Your card was declined.").waitFor();
    await payWithCard(page, CARDS.pays, "en");
    await bought(page).waitFor();
    expect(await readNumbers(page, 1, "en")).toEqual([expect.stringMatching(/^CONC-\d{4}-000001$/)]);
  });

  journey("a card whose bank asks: refused once, then confirmed", async ({ visit }) => {
    const page = await visit({ tolerate: refusals(402) });
    await atThePaymentPage(page, await makeDraw(shop, { title: "The bank asks" }));
    await payWithCard(page, CARDS.asks, "en");
    await page.getByRole("button", { name: "Refuse", exact: true }).click();
    await page.getByText("The payment was not confirmed with your bank.").waitFor();
    await payWithCard(page, CARDS.asks, "en");
    await page.getByRole("button", { name: "Confirm payment", exact: true }).click();
    await bought(page).waitFor();
  });

  journey("whoever turns back frees the tickets, and is told that nothing was paid", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Turned back", available: 3 });
    const page = await visit();
    await atThePaymentPage(page, draw);
    expect(await left(draw)).toBe(2);
    await page.getByRole("link", { name: /^Back to / }).click();
    await page.getByRole("heading", { name: "No payment was taken" }).waitFor();
    expect(await left(draw)).toBe(3);
    await page.getByRole("link", { name: "Back to the draw", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: draw.title }).waitFor();
    expect(await ordersOf(draw)).toEqual([{ id: expect.anything(), state: "expired" }]);
  });
});

describe("before the payment page", () => {
  journey("a wrong answer buys nothing and says so; the right one goes on", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Wrong at first" });
    const page = await visit({ tolerate: refusals(422) });
    await arriveSignedIn(page, `/quiz/${draw.id}?quantity=1`);
    await page.getByRole("radio", { name: "BMW", exact: true }).check();
    await page.getByRole("button", { name: "Pay £29.99", exact: true }).click();
    await page.getByRole("alert").getByText("That is not the right answer, so nothing was bought. You can try again.").waitFor();
    expect(await ordersOf(draw)).toEqual([]);
    await answerAndOrder(page, ONE);
  });

  journey("tickets that others take between two pages cannot be bought, and it is said how to go on", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Gone meanwhile", available: 5 });
    const page = await visit({ tolerate: refusals(409) });
    await arriveSignedIn(page, `/lottery/${draw.id}?quantity=5`);
    await goToQuestion(page, "en");
    await page.getByRole("radio", { name: "Porsche", exact: true }).check();
    const other = await newProgram(shop);
    await other.openPage(draw.id, 3);

    await page.getByRole("button", { name: "Pay £149.95", exact: true }).click();
    await page.getByRole("main").getByRole("alert").getByText("This quantity is not currently available").waitFor();
    expect(await left(draw)).toBe(2);
    await page.getByRole("link", { name: "Change the quantity", exact: true }).click();
    await page.getByText("2 tickets are left.").waitFor();
    await page.getByRole("textbox", { name: "Or any quantity" }).fill("2");
    await goToQuestion(page, "en");
    await answerAndOrder(page, { ...ONE, sum: "£59.98" });
    await payWithCard(page, CARDS.pays, "en");
    await bought(page).waitFor();
    expect(await readNumbers(page, 2, "en")).toHaveLength(2);
  });

  journey("two clicks on the last button are one order", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Two clicks" });
    const page = await visit();
    await arriveSignedIn(page, `/quiz/${draw.id}?quantity=1`);
    await page.getByRole("radio", { name: "Porsche", exact: true }).check();
    await page.getByRole("button", { name: "Pay £29.99", exact: true }).dblclick();
    await page.waitForURL(/\/c\/pay\//);
    expect(await ordersOf(draw)).toHaveLength(1);
    expect(await left(draw)).toBe(999);
  });

  journey("so are two tabs that send the same form", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Two tabs" });
    const page = await visit();
    await arriveSignedIn(page, `/quiz/${draw.id}?quantity=1`);
    const form = await page
      .locator("form", { has: page.getByRole("radio") })
      .evaluate((element) => [...new FormData(element as HTMLFormElement)].map(([name, value]) => [name, String(value)]));
    const send = () =>
      page.request.post(`/quiz/${draw.id}`, {
        form: { ...Object.fromEntries(form), answer: RIGHT_ANSWER },
        headers: { Origin: shop.url },
        maxRedirects: 0,
      });
    const replies = await Promise.all([send(), send(), send()]);
    expect(replies.map((reply) => reply.status())).toEqual([303, 303, 303]);
    expect(new Set(replies.map((reply) => reply.headers().location)).size).toBe(1);
    expect(await ordersOf(draw)).toHaveLength(1);
  });

  journey("somebody who is signed out on the way signs in, and finds the same tickets", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Signed out on the way" });
    const page = await visit();
    const person = await arriveSignedIn(page, `/lottery/${draw.id}?quantity=7`);
    await page.getByRole("banner").getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("banner").getByRole("link", { name: "Log in", exact: true }).waitFor();
    await page.goto(`/quiz/${draw.id}?quantity=7`);
    await page.waitForURL(/\/login\?/);
    await logIn(page, person, "en");
    await page.waitForURL(`**/quiz/${draw.id}?quantity=7`);
    await page.getByRole("status").filter({ hasText: "Welcome back!" }).waitFor();
    await page.getByRole("button", { name: "Pay £209.93", exact: true }).waitFor();
  });

  journey("somebody whose session ends while the question is open is told so, and comes back to it", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Session gone" });
    const page = await visit({ tolerate: refusals(401) });
    const person = await arriveSignedIn(page, `/quiz/${draw.id}?quantity=2`);
    await page.context().clearCookies();
    await page.getByRole("radio", { name: "Porsche", exact: true }).check();
    await page.getByRole("button", { name: "Pay £59.98", exact: true }).click();
    await page.getByText("No valid session found").waitFor();
    expect(await ordersOf(draw)).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: "Log in", exact: true }).click();
    await logIn(page, person, "en");
    await answerAndOrder(page, { ...ONE, sum: "£59.98" });
  });
});

describe("after the payment", () => {
  journey("a reload issues nothing twice", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Loaded again" });
    const page = await visit();
    await atThePaymentPage(page, draw);
    await payWithCard(page, CARDS.pays, "en");
    await bought(page).waitFor();
    const numbers = await readNumbers(page, 1, "en");
    for (let i = 0; i < 3; i++) {
      await page.reload();
      expect(await readNumbers(page, 1, "en")).toEqual(numbers);
    }
    expect(await ordersOf(draw)).toEqual([{ id: expect.anything(), state: "paid" }]);
    expect(await left(draw)).toBe(999);
  });

  journey("the payment page of a paid order takes no second payment", async ({ visit }) => {
    const page = await visit();
    await atThePaymentPage(page, await makeDraw(shop, { title: "Paid already" }));
    const paymentPage = page.url();
    await payWithCard(page, CARDS.pays, "en");
    await bought(page).waitFor();
    await page.goto(paymentPage);
    await page.getByRole("heading", { name: "This is already paid" }).waitFor();
    const { sessions } = await readLedger(shop);
    expect(sessions.filter((session) => session.id === sessionIdOf(paymentPage))).toHaveLength(1);
  });

  journey("another's payment shows a stranger nothing, and the tries end with one message", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Not yours" });
    const page = await visit();
    await atThePaymentPage(page, draw);
    await payWithCard(page, CARDS.pays, "en");
    await bought(page).waitFor();
    const [number = ""] = await readNumbers(page, 1, "en");
    const address = new URL(page.url());

    const stranger = await visit();
    await arriveSignedIn(stranger, "/");
    await expectNothing(stranger, address.pathname + address.search, [number, draw.title]);
  });

  journey("a forged address shows nothing either", async ({ visit }) => {
    const page = await visit();
    await arriveSignedIn(page, "/");
    await expectNothing(page, "/success?success=true&session_id=cs_test_forged", ["CONC-"]);
  });

  journey.for([
    ["/success", "We cannot show this payment", undefined],
    ["/success?success=maybe", "We cannot show this payment", undefined],
    ["/success?success=true", "We cannot show this payment", "Invalid payment session"],
    ["/success?canceled=true", "No payment was taken", undefined],
  ] as const)("%s says: %s", async ([path, title, toast], { visit }) => {
    const page = await visit();
    await arriveSignedIn(page, "/");
    await page.goto(path);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    if (toast !== undefined) {
      await page.getByRole("alert").filter({ hasText: toast }).waitFor();
      expect(await page.getByRole("alert").filter({ hasText: toast }).count()).toBe(1);
    }
  });

  journey("signed out, /success leads to signing in and back", async ({ visit }) => {
    const page = await visit();
    await page.goto("/success?success=true&session_id=cs_test_any");
    await page.waitForURL(/\/login\?next=/);
    expect(new URL(page.url()).searchParams.get("next")).toBe("/success?success=true&session_id=cs_test_any");
  });
});

/** Ten tries on a clock that is turned by hand, then one message; and never a word of what must not be seen. */
async function expectNothing(page: Page, address: string, secrets: readonly string[]): Promise<void> {
  let looks = 0;
  page.on("request", (request) => {
    if (/\/success\.data/.test(request.url())) looks += 1;
  });
  await page.clock.install();
  await page.goto(address);
  await page.getByRole("status").filter({ hasText: "Try 1 of 10" }).waitFor();
  await rememberMessages(page);
  const over = page.getByRole("heading", { level: 1, name: "No tickets yet" });
  const turnOn = async () => {
    await page.clock.fastForward(10_000);
    return over.isVisible();
  };
  await expect.poll(turnOn, { timeout: 60_000, interval: 100 }).toBe(true);
  expect(looks).toBe(10);
  await expect.poll(() => shownMessages(page)).toEqual(["No tickets found for this payment"]);
  const text = await page.content();
  for (const secret of secrets) expect(text).not.toContain(secret);
}

/** On a clock that is turned by hand a message may be gone before anybody looks, so each is written down as it appears. */
async function rememberMessages(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: string[] = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes])) {
        const alert = node instanceof Element ? (node.matches("[role=alert]") ? node : node.querySelector("[role=alert]")) : null;
        if (alert) seen.push(alert.textContent ?? "");
      }
    }).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { shownMessages: seen });
  });
}

const shownMessages = (page: Page) => page.evaluate(() => (window as Window & { shownMessages?: string[] }).shownMessages);
