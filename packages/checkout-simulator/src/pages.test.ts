/** The payer's pages: input, messages and redirects. */
import { expect, test } from "vitest";
import { startForTest } from "./simulator.fixture.ts";

const CARD = { cardNumber: "4659 1055 6905 1157", cardExpiry: "12 / 40", cardCvc: "123", billingName: "Amelia Hart" };

/** Follows no redirect to a shop. */
async function visit(url: string, form?: Readonly<Record<string, string>>) {
  const reply = await fetch(url, { redirect: "manual", ...(form && { method: "POST", body: new URLSearchParams(form) }) });
  const to = reply.headers.get("location");
  return { status: reply.status, text: await reply.text(), to: to === null ? "" : new URL(to, url).href };
}

test.each([
  ["en-GB", "Pay Concours", "This page stands in for Checkout.com’s.", "Your card was declined"],
  ["fr-FR", "Payer Concours", "Cette page remplace celle de Checkout.com.", "Votre carte a été refusée."],
])("in %s, the page reports a declined card and accepts another one", async (locale, title, note, refused) => {
  const { open, call } = await startForTest();
  const { id, url } = await open({ locale });
  const { text } = await visit(url);
  expect(text).toContain(title);
  expect(text).toContain(note);
  expect(text).toContain("2 tickets, Valmont GT-10");
  const tried = await visit(url, { ...CARD, cardNumber: "4000148147058142" });
  expect((await visit(tried.to)).text).toContain(refused);
  expect((await visit(url, CARD)).to).toContain("http://shop.example/success?order=1&cko-session-id=sid_");
  expect((await call("GET", `/hosted-payments/${id}`)).json.status).toBe("Payment Received");
  expect((await visit(url)).text).toContain("http://shop.example/success?order=1");
});

test("the bank's confirmation has its own page: no returns to the card, yes continues to the shop", async () => {
  const { open } = await startForTest();
  const { url } = await open();
  const asks = { ...CARD, cardNumber: "4010061700000021" };
  const asked = await visit(url, asks);
  const question = await visit(asked.to);
  expect(question.text).toContain("Confirm with your bank");
  expect(question.text).toContain("../../../font.woff2");
  const no = await visit(asked.to, { decision: "refuse" });
  expect((await visit(no.to)).text).toContain("wasn’t confirmed with your bank");
  expect((await visit(asked.to)).to).toBe(url);
  const again = await visit(url, asks);
  expect((await visit(again.to, { decision: "confirm" })).to).toContain("http://shop.example/success");
});

test("wrong fields are listed without an attempt; old and unknown pages say so", async () => {
  const { open, control, simulator } = await startForTest();
  const { url } = await open();
  const wrong = await visit(url, { ...CARD, cardCvc: "12" });
  expect((await visit(wrong.to)).text).toContain("The CVC has 3 digits");
  expect((await control("ledger")).json.payments).toEqual([]);
  await control("clock", { advanceSeconds: 86_400 });
  expect([(await visit(url)).status, (await visit(url, CARD)).status]).toEqual([410, 410]);
  expect((await visit(`${simulator.url}/page/hpp_none`)).status).toBe(404);
  expect((await fetch(`${simulator.url}/font.woff2`)).headers.get("content-type")).toBe("font/woff2");
});
