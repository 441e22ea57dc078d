/** Mails to players, in both languages: required content, and escaping of names. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ANSWER_DAYS } from "#features/draws/rules/replacement.ts";
import type { AccountMessage } from "#shared/account-mails.ts";
import { LOCALES, type Locale } from "#shared/language/locale.ts";
import { pence } from "#shared/money/money.ts";
import type { RefundCause } from "#shared/states.ts";
import { type AccountNotice, accountNotice } from "./account-notice.ts";
import { type DrawNews, drawNews } from "./draw-news.ts";
import { draw, penSource, rendered } from "./every-mail.fixture.ts";
import type { MailContent, MailDraw, MailTicket } from "./mail.ts";
import { complaintNotice } from "./message-mails.ts";
import { type FreeEntryConfirmation, freeEntryConfirmation, type OrderConfirmation, orderConfirmation } from "./order-mails.ts";
import { cancellation, type RefundNotice, refundNotice } from "./payment-mails.ts";
import { runsOf } from "./tickets.ts";

function ticketsFrom(first: number, count: number): MailTicket[] {
  return Array.from({ length: count }, (_, i) => ({
    number: first + i,
    tag: createHash("md5")
      .update(String(first + i))
      .digest("hex"),
  }));
}

function confirmation(count: number, change: Partial<OrderConfirmation> = {}): OrderConfirmation {
  const subtotal = 2999 * count;
  const percentOff = count >= 50 ? 25 : count >= 25 ? 15 : 0;
  const discount = pence(Math.round((subtotal * percentOff) / 100));
  return {
    draw,
    firstName: "Amelia",
    order: {
      orderNumber: "KXTM-47GQ",
      paidAt: new Date("2026-11-22T16:18:00Z"),
      quantity: count,
      unitPrice: pence(2999),
      discount,
      percentOff,
      pack: count >= 50 ? "platinum" : count >= 25 ? "gold" : undefined,
      code: undefined,
      total: pence(subtotal - discount),
      paidWith: "Visa 4242",
    },
    tickets: ticketsFrom(3894, count),
    odds: { entries: count, among: { entries: 6000, free: 0, isFinal: false } },
    hasNewsAhead: true,
    ...change,
  };
}

function refund(cause: RefundCause, tickets: MailTicket[] = []): RefundNotice {
  const at = new Date("2026-11-22T16:18:00Z");
  const refund = { amount: pence(63_729), cause, stage: "done" as const, isPart: false, ticketNumbers: [], at };
  return { draw, firstName: "Amelia", order: { orderNumber: "KXTM-47GQ" }, refund, tickets };
}

const freeEntry: FreeEntryConfirmation = {
  draw,
  firstName: "Amelia",
  order: { orderNumber: "KXTM-47GQ" },
  receivedOn: "2026-11-20",
  tickets: ticketsFrom(137, 1),
};

const account = (message: AccountMessage): AccountNotice => ({
  message,
  firstName: "Amelia",
  email: "amelia@example.com",
  newEmail: "amelia@example.org",
  link: message.endsWith("-email") || message === "reset-password" ? "https://concours.example/open?token=1.2" : undefined,
});
const ABOUT_ACCOUNTS: AccountMessage[] = [
  "verify-email",
  "reset-password",
  "change-email",
  "email-change-asked",
  "email-changed",
  "password-changed",
  "account-deleted",
];

/** The visible text of the HTML part. */
function read(html: string): string {
  return html
    .replaceAll(/<(style|title)[^>]*>[\s\S]*?<\/\1>|<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll(/[ \n]+/g, " ");
}

const every: [string, (locale: Locale) => Promise<MailContent>][] = [
  ["a confirmation", (locale) => rendered(locale, (pen) => orderConfirmation(pen, confirmation(25)))],
  ["a confirmation of one ticket", (locale) => rendered(locale, (pen) => orderConfirmation(pen, confirmation(1)))],
  ["a confirmation of a thousand tickets", (locale) => rendered(locale, (pen) => orderConfirmation(pen, confirmation(1000)))],
  ["a refund", (locale) => rendered(locale, (pen) => refundNotice(pen, refund("cancelled", ticketsFrom(1, 3))))],
  ["a cancelled draw", (locale) => rendered(locale, (pen) => cancellation(pen, { draw, firstName: "Amelia" }))],
  ["a free entry", (locale) => rendered(locale, (pen) => freeEntryConfirmation(pen, freeEntry))],
  ...ABOUT_ACCOUNTS.map((message): [string, (locale: Locale) => Promise<MailContent>] => [
    message,
    (locale) => rendered(locale, (pen) => accountNotice(pen, account(message))),
  ]),
];

describe.each(LOCALES)("in %s", (locale) => {
  it.each([1, 25, 50, 51, 1000])(
    "the confirmation of %i tickets names every number and every tag, in both parts",
    async (count) => {
      const { html, text } = await rendered(locale, (pen) => orderConfirmation(pen, confirmation(count)));
      const lines = new Set(text.split("\n"));
      const words = new Set(read(html).split(" "));
      const missing = ticketsFrom(3894, count).filter(({ number, tag }) => {
        const printed = `CONC-0042-00${number}`;
        return !(words.has(printed) && words.has(String(tag)) && lines.has(`${printed}  ${tag}`));
      });
      expect(missing).toEqual([]);
      // Gmail clips mails beyond 102 kB.
      expect(Buffer.byteLength(html)).toBeLessThan(102_000);
    },
  );

  it.each(every)("%s fits through mail servers, says its language and loads nothing from elsewhere", async (_, render) => {
    const { subject, html, text } = await render(locale);
    for (const part of [html, text]) {
      expect(Math.max(...part.split("\n").map((line) => Buffer.byteLength(line)))).toBeLessThan(998);
      for (const missing of ["undefined", "NaN", "[object", "null"]) expect(part).not.toContain(missing);
    }
    expect(subject).toMatch(/^\S.{5,90}\S$/);
    expect(html).toMatch(new RegExp(`<html[^>]* lang="${locale}"`));
    expect(html).toContain('content="light dark"');
    for (const [, address] of html.matchAll(/(?:href|src)="([^"]+)"/g))
      expect(address).toMatch(/^https:\/\/concours\.example(\/|$)/);
    expect(html).not.toMatch(/<script|<link|<form|url\(|@import/);
    expect(html.match(/<img /g)).toHaveLength(html.match(/<img [^>]*alt="/g)?.length ?? 0);
    for (const part of [read(html), text]) {
      for (const must of ["Example Cars Ltd", "1 Example Street, EX1 1EX", "01234567", "help@concours.example"])
        expect(part).toContain(must);
    }
  });

  it.each(ABOUT_ACCOUNTS)("%s has one link to follow, absolute, the same in both parts", async (message) => {
    const { html, text } = await rendered(locale, (pen) => accountNotice(pen, account(message)));
    const href = /<a [^>]*href="([^"]+)"[^>]*background:#d9b98a/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(href).toMatch(account(message).link ?? /^https:\/\/concours\.example\/(profile|contact|forgot-password)$/);
    expect(text).toContain(href);
    expect(read(html)).toContain(locale === "fr" ? "Bonjour Amelia," : "Hello Amelia,");
  });

  it("each mail about an account has its own text", async () => {
    const mails = await Promise.all(
      ABOUT_ACCOUNTS.map((message) => rendered(locale, (pen) => accountNotice(pen, account(message)))),
    );
    expect(new Set(mails.map((mail) => mail.subject)).size).toBe(ABOUT_ACCOUNTS.length);
    expect(mails.filter((mail) => mail.text.includes("amelia@example.org"))).toHaveLength(2);
  });

  it.each(every)("%s has one gold button", async (_, render) => {
    expect((await render(locale)).html.match(/background:#d9b98a/g)).toHaveLength(1);
  });

  it("markup in a name is escaped, and a line break in it does not end the subject", async () => {
    const hostile = 'GT <img src=x onerror="alert(1)">\r\nBcc: all@example.com & co {{count}} $t(mails:foot.terms)';
    const data = confirmation(2, { firstName: "<b>A</b>\n", draw: { ...draw, name: hostile } });
    const { subject, html, text } = await rendered(locale, (pen) => orderConfirmation(pen, data));
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toMatch(/<img src=x|<b>A/);
    expect(read(html)).toContain('GT <img src=x onerror="alert(1)"> Bcc: all@example.com & co {{count}} $t(mails:foot.terms)');
    expect(text).toContain("<b>A</b>");
  });

  it("a confirmation lists the prizes of a draw with several, and a plain one does not", async () => {
    const prizes = [
      { title: "Valmont GT-10", value: pence(14_800_000) },
      { title: "A watch", value: pence(300_000) },
    ];
    const textOf = async (of: MailDraw) => [
      (await rendered(locale, (pen) => orderConfirmation(pen, confirmation(1, { draw: of })))).text,
      (await rendered(locale, (pen) => freeEntryConfirmation(pen, { ...freeEntry, draw: of }))).text,
    ];
    for (const text of await textOf({ ...draw, prizes }))
      expect(text).toMatch(/1\. Valmont GT-10[^\n]*148[^\n]*\n2\. A watch[^\n]*3/);
    for (const text of await textOf(draw)) expect(text).not.toContain("1. Valmont");
  });

  it("the answer to a complaint has space above it", async () => {
    const complaint = {
      number: "KXTM-47GQ",
      acknowledgeBy: new Date("2026-11-25T00:00:00Z"),
      answerBy: new Date("2026-12-07T00:00:00Z"),
      outcome: "not_upheld" as const,
      answer: "Your ticket was in the list.",
    };
    const { html } = await rendered(locale, (pen) => complaintNotice(pen, { message: "complaint-answered", complaint }));
    expect(html).toMatch(/<\/table>\s*<div style="height:20px"><\/div>\s*<p[^>]*>Your ticket was/);
  });

  it("a refund names its reason, and each reason has its own sentence", async () => {
    const causes: RefundCause[] = ["sold_out", "closed", "cancelled", "wrong_amount", "staff", "erasure", "dispute"];
    const texts = await Promise.all(
      causes.map(async (cause) => (await rendered(locale, (pen) => refundNotice(pen, refund(cause)))).text),
    );
    expect(new Set(texts).size).toBe(causes.length);
    for (const text of texts) expect(text).toContain(locale === "fr" ? "637,29\u00a0£" : "£637.29");
    // No reader is thanked for a request that they did not make.
    for (const text of texts) expect(text).not.toMatch(/you asked|vous (nous )?avez demandé/i);
  });

  it("refunds name their state, and void tickets only after a full refund", async () => {
    const refundText = async (change: Partial<RefundNotice["refund"]>) => {
      const notice = refund("staff", ticketsFrom(3894, 2));
      return (await rendered(locale, (pen) => refundNotice(pen, { ...notice, refund: { ...notice.refund, ...change } }))).text;
    };
    const [pending, done, failed, part, tickets] = await Promise.all([
      refundText({ stage: "pending" }),
      refundText({}),
      refundText({ stage: "failed" }),
      refundText({ isPart: true }),
      refundText({ cause: "partial", isPart: true, ticketNumbers: [7, 8] }),
    ]);
    expect(new Set([pending, done, failed, part, tickets]).size).toBe(5);
    expect(pending).toMatch(locale === "fr" ? "est en cours" : "is on its way");
    // A mere request is never called done.
    for (const underway of [pending, await refundText({ stage: "pending", isPart: true })])
      expect(underway).not.toMatch(locale === "fr" ? "avons remboursé" : "We’ve refunded");
    expect(done).not.toMatch(locale === "fr" ? "en cours." : "on its way");
    expect(failed).toMatch(locale === "fr" ? "n’a pas abouti" : "didn’t go through");
    for (const text of [pending, done]) expect(text).toContain("CONC-0042-003894");
    for (const text of [failed, part, tickets]) expect(text).not.toContain("CONC-0042-003894");
    expect(tickets).toContain("CONC-0042-000007");
  });
});

describe("the odds in the mail after a purchase", () => {
  const oddsText = async (count: number, odds: OrderConfirmation["odds"], locale: Locale) => {
    const { text } = await rendered(locale, (pen) => orderConfirmation(pen, confirmation(count, { odds })));
    return text.split("\n").find((line) => /^(Your odds|Vos chances)/.test(line));
  };
  const among = { entries: 4000, free: 0, isFinal: false };
  it("are named once for one ticket", async () => {
    expect(await oddsText(1, { entries: 1, among }, "en")).toBe("Your odds if every ticket sells: 1 in 4,000.");
    expect(await oddsText(1, { entries: 1, among }, "fr")).toBe(
      "Vos chances si tous les tickets sont vendus\u00a0: 1\u00a0sur\u00a04\u00a0000.",
    );
  });
  it("count free entries, and the buyer's earlier ones", async () => {
    const odds = { entries: 16, among: { entries: 207, free: 7, isFinal: false } };
    expect(await oddsText(15, odds, "en")).toBe(
      "Your odds if every ticket sells: 16 in 207, or about 1 in 13. That’s 200 tickets plus 7 free entries so far. The entry you already had is included.",
    );
    expect(await oddsText(15, odds, "fr")).toBe(
      "Vos chances si tous les tickets sont vendus\u00a0: 16\u00a0sur\u00a0207, soit environ 1\u00a0sur\u00a013. Soit 200\u00a0tickets et 7\u00a0participations gratuites à ce jour. Votre autre participation est incluse.",
    );
  });
  it("are final once sales have closed", async () => {
    expect(await oddsText(2, { entries: 2, among: { entries: 132, free: 7, isFinal: true } }, "en")).toMatch(
      /^Your odds: 2 in 132, or 1 in 66\./,
    );
  });
});

describe("the text of mails", () => {
  it("about a purchase, in English", async () => {
    const { subject, html, text } = await rendered("en", (pen) =>
      orderConfirmation(pen, confirmation(25, { tickets: ticketsFrom(3894, 25).map(({ number }) => ({ number })) })),
    );
    expect(subject).toBe("Valmont GT-10: your 25 tickets");
    expect(text).toMatchInlineSnapshot(`
      "Good luck, Amelia.

      Your 25 tickets are in the Valmont GT-10 draw.

      Your 25 tickets
      Numbers CONC-0042-003894 to CONC-0042-003918

      CONC-0042-003894
      CONC-0042-003895
      CONC-0042-003896
      CONC-0042-003897
      CONC-0042-003898
      CONC-0042-003899
      CONC-0042-003900
      CONC-0042-003901
      CONC-0042-003902
      CONC-0042-003903
      CONC-0042-003904
      CONC-0042-003905
      CONC-0042-003906
      CONC-0042-003907
      CONC-0042-003908
      CONC-0042-003909
      CONC-0042-003910
      CONC-0042-003911
      CONC-0042-003912
      CONC-0042-003913
      CONC-0042-003914
      CONC-0042-003915
      CONC-0042-003916
      CONC-0042-003917
      CONC-0042-003918

      Your odds if every ticket sells: 25 in 6,000, or 1 in 240.

      Your order
      25 tickets × £29.99: £749.75
      Gold pack, 15% off: −£112.46
      Paid: £637.29

      Order: KXTM-47GQ
      Date: 22 November 2026, 16:18
      Paid with: Visa 4242
      Seller: Example Cars Ltd, 1 Example Street, EX1 1EX

      What happens next
      - 4 December 2026 at 23:59 (London time): Sales close.
      - 11 December 2026: The last day for postal entries to arrive.
      - From 12 December 2026: We seal the entry list: we publish a fingerprint of it, and from then on nothing can be added or removed.
      - Then the winner is drawn: A public random number picks the winning ticket. We publish the proof, so anyone can check it.
      Follow this draw and see its proof: https://concours.example/draws/0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11

      You’ll hear from us when the list is sealed, and again when the winner is drawn.

      See your tickets: https://concours.example/profile
      See the draw: https://concours.example/lottery/0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11

      -- 
      We’re sending you this because you bought tickets. Questions? Write to help@concours.example.
      Example Cars Ltd, 1 Example Street, EX1 1EX
      Company number 01234567. Registered in England and Wales. 18 and over only.
      If playing is no longer fun, call the National Gambling Helpline, free at any time: 0808 8020 133.
      "
    `);
    for (const must of ["Good luck, Amelia.", "−£112.46", "£637.29", "1 in 240", "4 December 2026 at 23:59 (London time)"])
      expect(read(html)).toContain(must);
    expect(html).toContain(`https://concours.example/media/${"a1".repeat(16)}-1200.jpg`);
  });

  it("about a purchase, in French, with no-break spaces in figures", async () => {
    const { subject, text } = await rendered("fr", (pen) =>
      orderConfirmation(pen, confirmation(50, { tickets: ticketsFrom(1, 50).map(({ number }) => ({ number })) })),
    );
    expect(subject).toBe("Valmont GT-10\u00a0: vos 50\u00a0tickets");
    for (const must of [
      "1\u00a0499,50\u00a0£",
      "−374,88\u00a0£",
      "Pack Platinum, 25\u00a0% de réduction",
      "22 novembre 2026 à 16\u00a0h\u00a018",
      "6\u00a0000, soit 1\u00a0sur\u00a0120",
    ]) {
      expect(text).toContain(must);
    }
    expect(text).not.toContain("\u202f");
  });

  it("about a free entry", async () => {
    expect((await rendered("en", (pen) => freeEntryConfirmation(pen, freeEntry))).text).toMatchInlineSnapshot(`
      "You’re in, Amelia.

      Your card arrived on 20 November 2026. Here is the number of your free entry in the Valmont GT-10 draw.

      It has the same chance as a paid ticket, because all entries are on one list.

      Your number
      CONC-0042-000137  3988c7f88ebcb58c6ce932b957b6f332

      Each ticket also has a private tag. The public entry list shows the tag in place of your name, and only you know whose it is. Keep it to yourself until that list is published.

      Entry: KXTM-47GQ

      What happens next
      - 4 December 2026 at 23:59 (London time): Sales close.
      - 11 December 2026: The last day for postal entries to arrive.
      - From 12 December 2026: We seal the entry list: we publish a fingerprint of it, and from then on nothing can be added or removed.
      - Then the winner is drawn: A public random number picks the winning ticket. We publish the proof, so anyone can check it.
      Follow this draw and see its proof: https://concours.example/draws/0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11

      See the draw: https://concours.example/lottery/0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11

      -- 
      You’re receiving this email because you sent us a card with this address on it. Questions? Write to help@concours.example.
      Example Cars Ltd, 1 Example Street, EX1 1EX
      Company number 01234567. Registered in England and Wales. 18 and over only.
      If playing is no longer fun, call the National Gambling Helpline, free at any time: 0808 8020 133.
      "
    `);
    expect((await rendered("fr", (pen) => freeEntryConfirmation(pen, freeEntry))).text).toContain(
      "les mêmes chances qu’un ticket payant",
    );
  });

  it("about a refund, with its void tickets", async () => {
    const { text } = await rendered("en", (pen) => refundNotice(pen, refund("cancelled", ticketsFrom(3894, 25))));
    expect(text).toMatchInlineSnapshot(`
      "Hello Amelia,

      We’ve refunded £637.29.

      We’ve cancelled the Valmont GT-10 draw. Everyone who paid gets a full refund.

      The money goes back to the card you paid with. It usually takes 5 to 10 working days to appear, depending on your bank.

      These tickets are no longer in the draw:

      Numbers CONC-0042-003894 to CONC-0042-003918

      Refunded: £637.29

      Order: KXTM-47GQ
      Date: 22 November 2026, 16:18

      See your purchases: https://concours.example/profile

      -- 
      You’re receiving this email because it concerns one of your payments. Questions? Write to help@concours.example.
      Example Cars Ltd, 1 Example Street, EX1 1EX
      Company number 01234567. Registered in England and Wales. 18 and over only.
      If playing is no longer fun, call the National Gambling Helpline, free at any time: 0808 8020 133.
      "
    `);
    expect((await rendered("en", (pen) => refundNotice(pen, refund("sold_out")))).text).not.toContain("no longer in the draw");
  });

  it("about uneven odds says “about”", async () => {
    expect((await rendered("en", (pen) => orderConfirmation(pen, confirmation(7)))).text).toContain(
      "7 in 6,000, or about 1 in 857.",
    );
  });

  it("about one ticket names its odds once", async () => {
    expect((await rendered("en", (pen) => orderConfirmation(pen, confirmation(1)))).text).toContain(
      "Your odds if every ticket sells: 1 in 6,000.",
    );
    expect((await rendered("fr", (pen) => orderConfirmation(pen, confirmation(1)))).text).toContain(
      "1\u00a0sur\u00a06\u00a0000.",
    );
  });
});

it("names numbers with gaps as several runs", () => {
  const tickets = [5, 6, 7, 12, 3].map((number) => ({ number }));
  expect(runsOf(draw, tickets)).toEqual([
    ["CONC-0042-000003", "CONC-0042-000003"],
    ["CONC-0042-000005", "CONC-0042-000007"],
    ["CONC-0042-000012", "CONC-0042-000012"],
  ]);
});

describe("mails about a draw", () => {
  const news = (message: DrawNews["message"], change: Partial<DrawNews> = {}): DrawNews => ({
    message,
    draw,
    firstName: "Amelia",
    tickets: [{ number: 3894 }, { number: 3895 }],
    total: 6038,
    commitment: "ab".repeat(32),
    round: 10_422_650,
    roundAt: new Date("2026-12-05T00:10:00Z"),
    earlyReason: undefined,
    isDemo: false,
    cash: undefined,
    winner: message === "draw-closed" ? undefined : { ticketNumber: 17, name: "Noah H., Kent" },
    ...change,
  });

  it.each(LOCALES)("say what has happened and lead to the proof, in %s", async (locale) => {
    for (const message of ["draw-closed", "draw-result", "draw-winner"] as const) {
      const { subject, html, text } = await rendered(locale, (pen) => drawNews(pen, news(message)));
      for (const part of [html, text]) {
        expect(part).toContain(`https://concours.example/draws/${draw.id}`);
        expect(part).toContain("ab".repeat(32));
      }
      expect(subject).toContain(draw.name);
      expect(text).not.toContain("undefined");
      expect(text).not.toContain("\u202f");
      if (message !== "draw-closed") expect(text).toContain("CONC-0042-000017");
    }
  });

  it("about a fixed list name the reader's numbers, the round, and why it is early", async () => {
    const { text } = await rendered("en", (pen) =>
      drawNews(pen, news("draw-closed", { earlyReason: "The car is needed\nat a show." })),
    );
    for (const must of [
      "sealed the list of 6,038 entries. Your 2 tickets are on it",
      "Numbers CONC-0042-003894 to CONC-0042-003895",
      "A public random number (drand round 10,422,650) will pick the winner on 5 December 2026, 00:10 (London time).",
      "for this reason: The car is needed at a show.",
    ])
      expect(text).toContain(must);
  });

  it("name the winner's deadline, and what is needed before the handover", async () => {
    const { text } = await rendered("en", (pen) => drawNews(pen, news("draw-winner")));
    expect(text).toContain(`Please reply within ${ANSWER_DAYS} days: after that, the car can go to the next reserve.`);
    expect(text).toContain("we ask to see a passport, driving licence or identity card");
  });

  it("of a demonstration say so, and call an erased winner a player", async () => {
    const demo = news("draw-result", { isDemo: true, winner: { ticketNumber: 17, name: undefined } });
    expect((await rendered("en", (pen) => drawNews(pen, demo))).text).toMatch(
      /A player has won[\s\S]*the random number is our own/,
    );
    const { text } = await rendered("fr", (pen) => drawNews(pen, demo));
    expect(text).toMatch(
      /Un joueur remporte le tirage «\u00a0Valmont GT-10\u00a0»[\s\S]*Démonstration\u00a0: le nombre aléatoire/,
    );
  });
});

it.each([
  ["en", "Company number 01234567. Registered in England and Wales. VAT number GB 123 4567 89. 18"],
  ["fr", "Société nº 01234567. Immatriculée en Angleterre et au pays de Galles. TVA nº GB 123 4567 89. "],
] as const)("a seller's VAT number is in the foot, in %s", async (locale, foot) => {
  const { current } = penSource.brand;
  const brand = { current: { ...current, trader: { ...current.trader, vatNumber: "GB 123 4567 89" } } };
  const { html, text } = await rendered(locale, (pen) => refundNotice(pen, refund("staff")), { ...penSource, brand });
  for (const each of [html, text]) expect(each).toContain(foot);
});
