/** The payer's pages without a browser, with forms as sent without scripts. */
import { describe, expect, test } from "vitest";
import { type Running, sessionParams, startForTest } from "../simulator.fixture.ts";

const CARD = {
  email: "amelia@example.com",
  cardNumber: "4242 4242 4242 4242",
  cardExpiry: "12 / 40",
  cardCvc: "123",
  billingName: "Amelia Hart",
};

type Page = { readonly status: number; readonly text: string; readonly to: string | null; readonly headers: Headers };

async function visit(url: string, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
  const init = form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) };
  const response = await fetch(url, { ...init, headers, redirect: "manual" });
  // Errors have their own page, so that going back never asks to send the form again.
  const next = response.headers.get("location");
  if (next?.endsWith("?tried")) return visit(new URL(next, url).href, undefined, headers);
  return {
    status: response.status,
    text: await response.text(),
    to: response.headers.get("location"),
    headers: response.headers,
  };
}

async function openPage(
  { stripe }: Running,
  over: Parameters<typeof sessionParams>[0] = {},
): Promise<{ id: string; url: string }> {
  const { id, url } = await stripe.checkout.sessions.create(sessionParams(over));
  return { id, url: String(url) };
}

describe("the card page", () => {
  test("shows the seller, the items and the amount, in English", async () => {
    const running = await startForTest();
    const { url } = await openPage(running, { locale: "en-GB", branding_settings: { display_name: "Concours" } });
    const { status, text } = await visit(url);
    expect(status).toBe(200);
    for (const words of [
      'lang="en-GB"',
      "Pay Concours",
      "25 tickets",
      "Pay £637.29",
      "Card number",
      "No money changes hands",
      "4000 0025 0000 3155",
    ])
      expect(text).toContain(words);
  });

  test("is in French for French sessions", async () => {
    const running = await startForTest();
    const { url } = await openPage(running, { locale: "fr" });
    const { text } = await visit(url);
    for (const words of ['lang="fr"', "Payer 637,29\u00a0£", "Numéro de carte"]) expect(text).toContain(words);
  });

  test("uses the browser's language if the session leaves it open", async () => {
    const running = await startForTest();
    const { url } = await openPage(running, { locale: "auto" });
    expect((await visit(url, undefined, { "accept-language": "de, en;q=0.4, fr;q=0.7" })).text).toContain('lang="fr"');
    expect((await visit(url, undefined, { "accept-language": "de" })).text).toContain('lang="en-GB"');
  });

  test("shows the seller's texts as text, never as markup", async () => {
    const running = await startForTest();
    const name = "<script>alert(1)</script>";
    const price = { currency: "gbp", unit_amount: 500, product_data: { name } };
    const { url } = await openPage(running, {
      line_items: [{ quantity: 1, price_data: price }],
      cancel_url: 'http://shop.example/?a="><b>',
    });
    const { text } = await visit(url);
    expect(text).not.toContain(name);
    expect(text).toContain("&lt;script&gt;");
    expect(text).not.toContain('"><b>');
  });

  test("runs only its own scripts, sends forms only to itself and the shop, and forbids framing", async () => {
    const running = await startForTest();
    const { url } = await openPage(running);
    const first = await visit(url);
    const policy = String(first.headers.get("content-security-policy"));
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(first.text).toContain(`<script type="module" nonce="${nonce}">`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://shop.example;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await visit(url)).headers.get("content-security-policy")).not.toBe(policy);
    expect(first.headers.get("cache-control")).toBe("no-store");
  });
});

describe("the form", () => {
  test("pays and returns to the shop", async () => {
    const running = await startForTest();
    const { id, url } = await openPage(running);
    expect(await visit(url, CARD)).toMatchObject({ status: 303, to: `http://shop.example/success?session_id=${id}` });
    const session = await running.stripe.checkout.sessions.retrieve(id);
    expect(session).toMatchObject({ payment_status: "paid", customer_details: { email: CARD.email, name: CARD.billingName } });
  });

  test("a double click pays once, and both responses lead to the shop", async () => {
    const running = await startForTest();
    const { url } = await openPage(running);
    const both = await Promise.all([visit(url, CARD), visit(url, CARD)]);
    expect(both.map(({ status, to }) => [status, to?.startsWith("http://shop.example/success")])).toEqual([
      [303, true],
      [303, true],
    ]);
    expect((await running.control("ledger")).json.charges).toHaveLength(1);
  });

  test("lists every missing field, beside it and in a summary", async () => {
    const running = await startForTest();
    const { url } = await openPage(running);
    const { status, text } = await visit(url, {});
    expect(status).toBe(422);
    for (const field of Object.keys(CARD)) {
      expect(text).toContain(`href="#${field}"`);
      expect(text).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"[^>]*aria-describedby="[^"]*${field}-error"`));
    }
    expect(text).toContain('role="alert"');
  });

  test.each([
    ["a number with a wrong digit", { cardNumber: "4242424242424241" }, "This card number is not valid", "cardNumber"],
    ["a date that is none", { cardExpiry: "13/40" }, "Enter the date as MM / YY", "cardExpiry"],
    ["a date in the past", { cardExpiry: "01/20" }, "expiry date has passed", "cardExpiry"],
    ["too short a code", { cardCvc: "12" }, "The CVC has 3 digits", "cardCvc"],
    ["too short a code for American Express", { cardNumber: "378282246310005" }, "The CVC has 4 digits", "cardCvc"],
    ["an address that is none", { email: "amelia" }, "Enter an email address like name@example.com", "email"],
  ])("refuses %s and keeps the other input, except the security code", async (_, over, message, field) => {
    const running = await startForTest();
    const { id, url } = await openPage(running);
    const { status, text } = await visit(url, { ...CARD, ...over });
    expect(status).toBe(422);
    expect(text).toContain(message);
    expect(text.match(/ aria-invalid="true"/g)).toHaveLength(1);
    expect(text).toContain(`id="${field}-error"`);
    expect(text).toContain('value="Amelia Hart"');
    expect(text).not.toMatch(/id="cardCvc"[^>]*value="1/);
    expect((await running.stripe.checkout.sessions.retrieve(id)).payment_intent).toBeNull();
  });

  test("a card is valid until the last day of its month", async () => {
    const now = new Date("2026-11-30T23:59:59Z");
    const running = await startForTest({ now: () => now });
    const { url } = await openPage(running);
    expect((await visit(url, { ...CARD, cardExpiry: "10 / 26" })).status).toBe(422);
    expect((await visit(url, { ...CARD, cardExpiry: "1126" })).status).toBe(303);
  });

  test("a declined card is reported in the page's language, and another may follow", async () => {
    const running = await startForTest();
    const { url } = await openPage(running, { locale: "fr" });
    const declined = await visit(url, { ...CARD, cardNumber: "4000000000000002" });
    expect(declined.status).toBe(402);
    expect(declined.text).toContain("Votre carte a été refusée.");
    expect(declined.text).toContain("<title>Erreur\u00a0: Payer");
    expect((await visit(url, CARD)).status).toBe(303);
  });

  test("keeps the email address given by the shop", async () => {
    const running = await startForTest();
    const { id, url } = await openPage(running, { customer_email: "known@example.com" });
    await visit(url, { ...CARD, email: "other@example.com" });
    expect((await running.stripe.checkout.sessions.retrieve(id)).customer_details?.email).toBe("known@example.com");
  });

  test("refuses a card that the session excludes, at the field", async () => {
    const running = await startForTest();
    const { url } = await openPage(running, {
      payment_method_options: { card: { restrictions: { funding_types_blocked: ["credit"] } } },
    });
    expect((await visit(url, { ...CARD, cardNumber: "4000 0082 6000 0000" })).text).toContain(
      "This order can’t be paid by credit card. Please use a debit card",
    );
    const declined = await visit(url, { ...CARD, cardNumber: "4000000000000002" });
    expect([declined.status, declined.text.includes("Your card was declined.")]).toEqual([402, true]);
    expect((await visit(url, CARD)).status).toBe(303);
  });

  test("every failed attempt leads to a page that can be reloaded", async () => {
    const running = await startForTest();
    const { id, url } = await openPage(running);
    for (const over of [{ cardCvc: "12" }, { cardNumber: "4000000000000002" }]) {
      const reply = await fetch(url, { method: "POST", body: new URLSearchParams({ ...CARD, ...over }), redirect: "manual" });
      expect([reply.status, reply.headers.get("location")]).toEqual([303, `./${id}?tried`]);
    }
  });
});

describe("the bank's confirmation", () => {
  const ASKS = { ...CARD, cardNumber: "4000 0025 0000 3155" };

  test("has its own page, and yes pays", async () => {
    const running = await startForTest();
    const { id, url } = await openPage(running, { locale: "fr" });
    const asked = await visit(url, ASKS);
    const confirm = new URL(String(asked.to), url).href;
    expect([asked.status, confirm]).toEqual([303, `${url}/confirm`]);
    expect((await visit(confirm)).text).toContain("Confirmez auprès de votre banque");
    expect((await running.stripe.checkout.sessions.retrieve(id)).payment_status).toBe("unpaid");
    expect((await visit(confirm, { decision: "confirm" })).to).toContain(id);
    expect((await visit(confirm, { decision: "confirm" })).to).toContain("http://shop.example/success");
    expect((await running.control("ledger")).json.charges).toHaveLength(1);
  });

  test("returns to the form after a no, without a payment", async () => {
    const running = await startForTest();
    const { url } = await openPage(running);
    await visit(url, ASKS);
    const refused = await visit(`${url}/confirm`, { decision: "refuse" });
    const back = new URL(String(refused.to), `${url}/confirm`).href;
    expect((await visit(back)).text).toContain("wasn’t confirmed with your bank");
    expect((await visit(`${url}/confirm`)).status).toBe(303);
    expect((await running.control("ledger")).json.charges).toEqual([]);
  });

  test("finds the page closed if the session has expired meanwhile", async () => {
    const running = await startForTest();
    const { url } = await openPage(running);
    await visit(url, ASKS);
    await running.control("clock", { advanceSeconds: 86_400 });
    const sent = await visit(`${url}/confirm`, { decision: "confirm" });
    const late = await visit(new URL(sent.to ?? "", `${url}/confirm`).href);
    expect([late.status, late.text.includes("You haven’t paid anything")]).toEqual([410, true]);
    expect((await running.control("ledger")).json.charges).toEqual([]);
  });
});

describe("afterwards", () => {
  test("a paid page says so and links to the shop", async () => {
    const running = await startForTest();
    const { id, url } = await openPage(running);
    await visit(url, CARD);
    const { status, text } = await visit(url);
    expect([status, text.includes(`href="http://shop.example/success?session_id=${id}"`)]).toEqual([200, true]);
  });

  test("an expired page takes no card and links to the shop", async () => {
    const running = await startForTest();
    const { id, url } = await openPage(running);
    await running.stripe.checkout.sessions.expire(id);
    for (const page of [await visit(url), await visit(url, CARD)]) {
      expect(page.status).toBe(410);
      expect(page.text).toContain('href="http://shop.example/?canceled=true"');
    }
  });

  test("an unknown session has a page", async () => {
    const { simulator } = await startForTest();
    const { status, text } = await visit(`${simulator.url}/c/pay/cs_test_none`, undefined, { "accept-language": "fr" });
    expect([status, text.includes("introuvable")]).toEqual([404, true]);
  });
});

test("the pages work under another origin that forwards to them", async () => {
  const running = await startForTest({ publicUrl: "https://pay.example" });
  const { id, url } = await openPage(running);
  expect(url).toBe(`https://pay.example/c/pay/${id}`);
  const forward = (path: string, init?: RequestInit) => running.simulator.fetch(new Request(`https://pay.example${path}`, init));
  expect((await forward(`/c/pay/${id}`)).status).toBe(200);
  expect((await forward("/c/font.woff2")).headers.get("content-type")).toBe("font/woff2");
  const paid = await forward(`/c/pay/${id}`, { method: "POST", body: new URLSearchParams(CARD) });
  expect(paid.headers.get("location")).toContain("http://shop.example/success");
});

test("the bank's page of a paid session redirects to the session's page, which loads its typeface", async () => {
  const running = await startForTest();
  const { url } = await openPage(running);
  await visit(url, CARD);
  const { to } = await visit(`${url}/confirm`);
  expect(new URL(to ?? "", `${url}/confirm`).href).toBe(url);
  expect((await visit(url)).text).toContain('url("../font.woff2")');
});
