/** Between the quiz and the tickets: refused cards, cancelled payments, vanishing stock, repeated clicks. */
import { describe, expect, inject } from "vitest";
import { newApiClient, RIGHT_ANSWER } from "./api-client.fixture.ts";
import { makeDraw, ordersOf, ticketsLeft } from "./books.fixture.ts";
import {
  answerAndOrder,
  arriveSignedIn,
  atThePaymentPage,
  bought,
  CARDS,
  goToQuestion,
  logIn,
  ONE_TICKET,
  payWithCard,
  readNumbers,
} from "./buyer.fixture.ts";
import { waitForHydration } from "./hydration.fixture.ts";
import { journey } from "./journey.fixture.ts";

const shop = inject("shop");
/** Chromium logs the status of a refusal on the console. */
const refusals = (status: number) => [new RegExp(`reply: ${status} `), new RegExp(`console: .*status of ${status}`)];

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
    await page.getByText("The payment wasn’t confirmed with your bank.").waitFor();
    await payWithCard(page, CARDS.asks, "en");
    await page.getByRole("button", { name: "Confirm payment", exact: true }).click();
    await bought(page).waitFor();
  });

  journey("cancelling releases the tickets, and the page says that nothing was paid", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Turned back", available: 3 });
    const page = await visit();
    await arriveSignedIn(page, `/lottery/${draw.id}`);
    const quantity = page.getByLabel("Or enter a number", { exact: true });
    await quantity.fill("2");
    await quantity.press("Enter");
    await page.getByRole("radio", { name: "BMW", exact: true }).check();
    // The browser's Back keeps the choices.
    await page.goBack();
    await expect.poll(() => quantity.inputValue()).toBe("2");
    await page.getByRole("button", { name: "Continue to the question", exact: true }).click();
    await answerAndOrder(page, { ...ONE_TICKET, sum: "£59.98" });
    expect(await ticketsLeft(shop, draw)).toBe(1);
    await page.getByRole("link", { name: /^Back to / }).click();
    await page.getByRole("heading", { name: "You haven’t paid anything" }).waitFor();
    await expect.poll(() => ticketsLeft(shop, draw)).toBe(3);
    await waitForHydration(page);
    await page.getByRole("link", { name: "Try again", exact: true }).click();
    await page.waitForURL(`**/lottery/${draw.id}?quantity=2`);
    await page.getByRole("heading", { level: 1, name: draw.title }).waitFor();
    expect(await ordersOf(shop, draw)).toEqual([{ id: expect.anything(), state: "expired" }]);
  });
});

describe("before the payment page", () => {
  journey("a wrong answer buys nothing and says so; the right one goes on", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Wrong at first" });
    const page = await visit({ tolerate: refusals(422) });
    await arriveSignedIn(page, `/quiz/${draw.id}?quantity=1`);
    await page.getByRole("radio", { name: "BMW", exact: true }).check();
    await page.getByRole("button", { name: "Pay £29.99", exact: true }).click();
    await page.getByText("That isn’t the right answer. You haven’t paid anything and can try again.").waitFor();
    expect(await ordersOf(shop, draw)).toEqual([]);
    await answerAndOrder(page, ONE_TICKET);
  });

  journey("in a hand, a wrong answer is said where it is seen, however often it is given", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Wrong in a hand" });
    const page = await visit({ width: 390, tolerate: refusals(422) });
    await arriveSignedIn(page, `/quiz/${draw.id}?quantity=1`);
    await page.getByRole("radio", { name: "BMW", exact: true }).check();
    for (const _ of ["once", "twice"]) {
      const reply = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByRole("button", { name: "Pay £29.99", exact: true }).click();
      await reply;
      const said = page.getByRole("main").getByText("That isn’t the right answer.");
      const top = () => said.evaluate((text) => text.getBoundingClientRect().top);
      await expect.poll(top).toBeGreaterThan(0);
      expect(await top()).toBeLessThan(844);
    }
  });

  journey("tickets that others take between two pages cannot be bought, and it is said how to go on", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Gone meanwhile", available: 5 });
    const page = await visit({ tolerate: refusals(409) });
    await arriveSignedIn(page, `/lottery/${draw.id}?quantity=5`);
    await goToQuestion(page, "en");
    await page.getByRole("radio", { name: "Porsche", exact: true }).check();
    const other = await newApiClient(shop);
    await other.openPage(draw.id, 3);

    await page.getByRole("button", { name: "Pay £149.95", exact: true }).click();
    await page.getByRole("main").getByText("Not that many tickets are left").waitFor();
    // The focus announces it; a toast would repeat it.
    expect(await page.getByText("Not that many tickets are left").count()).toBe(1);
    expect(await ticketsLeft(shop, draw)).toBe(2);
    await page.getByRole("link", { name: "Change the quantity", exact: true }).click();
    await page.getByText("There are 2 tickets left.").waitFor();
    await page.getByRole("textbox", { name: "Or enter a number" }).fill("2");
    await goToQuestion(page, "en");
    await answerAndOrder(page, { ...ONE_TICKET, sum: "£59.98" });
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
    expect(await ordersOf(shop, draw)).toHaveLength(1);
    expect(await ticketsLeft(shop, draw)).toBe(999);
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
    expect(await ordersOf(shop, draw)).toHaveLength(1);
  });

  journey("a buyer who is signed out on the way signs in, and finds the same tickets", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Signed out on the way" });
    const page = await visit();
    const person = await arriveSignedIn(page, `/lottery/${draw.id}?quantity=7`);
    await page.getByRole("banner").getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("banner").getByRole("link", { name: "Sign in", exact: true }).waitFor();
    await page.goto(`/quiz/${draw.id}?quantity=7`);
    await page.waitForURL(/\/login\?/);
    await logIn(page, person, "en");
    await page.waitForURL(`**/quiz/${draw.id}?quantity=7`);
    await page.getByRole("status").filter({ hasText: "Welcome back!" }).waitFor();
    await page.getByRole("button", { name: "Pay £209.93", exact: true }).waitFor();
  });

  journey("a buyer whose session ends on the quiz page is told so, and returns to it", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Session gone" });
    const page = await visit({ tolerate: refusals(401) });
    const person = await arriveSignedIn(page, `/quiz/${draw.id}?quantity=2`);
    await page.context().clearCookies();
    await page.getByRole("radio", { name: "Porsche", exact: true }).check();
    await page.getByRole("button", { name: "Pay £59.98", exact: true }).click();
    await page.getByText("No valid session found").waitFor();
    expect(await ordersOf(shop, draw)).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
    await logIn(page, person, "en");
    await answerAndOrder(page, { ...ONE_TICKET, sum: "£59.98" });
  });
});
