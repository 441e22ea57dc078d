import type { Bill, PageSkin } from "@concours/simulator-kit/page/bill";
import { cardPage } from "@concours/simulator-kit/page/card-page";
import type { Language } from "@concours/simulator-kit/page/language";
import { pageLanguage } from "@concours/simulator-kit/page/language";
import { readPageFont } from "@concours/simulator-kit/page/page-shell";
import { PAGE_WORDS } from "@concours/simulator-kit/page/page-texts";
import { type CardForm, type CardFormErrors, checkCardForm, pickCardForm } from "@concours/simulator-kit/page/read-card-form";
import { confirmPage, expiredPage, missingPage, paidPage } from "@concours/simulator-kit/page/sheet-pages";
import type { Bindings } from "@concours/simulator-kit/serve";
import { type Context, Hono } from "hono";
import { answerBank, pay } from "./act.ts";
import { judgeCard } from "./cards.ts";
import type { PageRecord, PaymentRecord } from "./records.ts";
import type { Simulation } from "./simulation.ts";

const SKIN: PageSkin = {
  provider: "Checkout.com",
  cards: [
    ["4659 1055 6905 1157", "cardPays"],
    ["4242 4242 4242 4242", "creditPays"],
    ["4544 2491 6767 3670", "cardRefuses"],
    ["4010 0617 0000 0021", "cardAsks"],
  ],
};

/** The result of a page's last attempt, without the security code. */
type Attempt = { readonly form: CardForm; readonly errors?: CardFormErrors; readonly refusal?: string };

export function createPages(sim: Simulation): Hono<Bindings> {
  const pages = new Hono<Bindings>();
  const font = readPageFont();
  const attempts = new Map<string, Attempt>();
  pages.get("/font.woff2", (context) =>
    context.body(font, 200, { "content-type": "font/woff2", "cache-control": "public, max-age=604800" }),
  );

  pages.get("/page/:id", async (context) => {
    const { page, language, ended } = openPage(sim, context);
    if (ended) return ended();
    return cardPage({
      bill: billOf(page),
      skin: SKIN,
      language,
      ...(context.req.query("tried") !== undefined && attempts.get(page.id)),
    });
  });

  pages.post("/page/:id", async (context) => {
    const posted = new URLSearchParams(await context.req.text());
    const { page, language, ended } = openPage(sim, context);
    if (ended) return ended();
    const bill = billOf(page);
    const form = pickCardForm(posted, bill);
    const again = (why: Omit<Attempt, "form">) => {
      attempts.set(page.id, { form: { ...form, cardCvc: "" }, ...why });
      return context.redirect(`./${page.id}?tried`, 303);
    };
    const words = PAGE_WORDS[language];
    const checked = checkCardForm(form, words, { now: new Date(sim.clock.seconds() * 1000) });
    if (!checked.ok) return again({ errors: checked.errors });
    const { payment, changes } = pay(sim, page, checked.payer.email, judgeCard(checked.card));
    await sim.commit(changes);
    if (payment.state === "asked") return context.redirect(`./${page.id}/confirm/${payment.id}`, 303);
    if (payment.state === "declined") return again({ refusal: words.refused(refusalOf(payment)) });
    attempts.delete(page.id);
    return context.redirect(successUrlOf(page, payment), 303);
  });

  pages.get("/page/:id/confirm/:payment", async (context) => {
    const { page, language, ended } = openPage(sim, context);
    if (ended) return page === undefined ? ended() : context.redirect(`../../${page.id}`, 303);
    const payment = sim.ledger.payments.get(context.req.param("payment"));
    if (payment?.state !== "asked" || payment.page !== page.id) return context.redirect(`../../${page.id}`, 303);
    return confirmPage(billOf(page), payment.card, language, "../../../");
  });

  pages.post("/page/:id/confirm/:payment", async (context) => {
    const decision = new URLSearchParams(await context.req.text()).get("decision");
    const { page, language, ended } = openPage(sim, context);
    if (ended) return page === undefined ? ended() : context.redirect(`../../${page.id}`, 303);
    const asked = sim.ledger.payments.get(context.req.param("payment"));
    if (asked?.state !== "asked" || asked.page !== page.id) return context.redirect(`../../${page.id}`, 303);
    const { payment, changes } = answerBank(sim, page, asked, decision === "confirm");
    await sim.commit(changes);
    if (payment.state === "authorised") return context.redirect(successUrlOf(page, payment), 303);
    const form = { email: payment.email, cardNumber: "", cardExpiry: "", cardCvc: "", billingName: "" };
    attempts.set(page.id, { form, refusal: PAGE_WORDS[language].refused(refusalOf(payment)) });
    return context.redirect(`../../${page.id}?tried`, 303);
  });
  return pages;
}

type OpenedPage = { readonly language: Language } & (
  | { readonly page: PageRecord; readonly ended: undefined }
  | { readonly page: PageRecord | undefined; readonly ended: () => Promise<Response> }
);

/** The page at this address, or the notice that it takes no payment. Only a payment or a day ends a page. */
function openPage(sim: Simulation, { req }: Context): OpenedPage {
  const page = sim.ledger.pages.get(req.param("id") ?? "");
  const language = pageLanguage(page?.locale ?? null, req.header("accept-language"));
  if (!page) return { page, language, ended: () => missingPage(language) };
  const payment = sim.ledger.payments.get(page.payment ?? "");
  if (payment)
    return { page, language, ended: () => paidPage({ ...billOf(page), successUrl: successUrlOf(page, payment) }, language) };
  if (page.expiresAt <= sim.clock.seconds()) return { page, language, ended: () => expiredPage(billOf(page), language) };
  return { page, language, ended: undefined };
}

/** The seller's success URL with the payment's ids, which prove nothing. */
export function successUrlOf(page: PageRecord, payment: PaymentRecord): string {
  const url = new URL(page.successUrl);
  url.searchParams.set("cko-session-id", payment.session);
  url.searchParams.set("cko-payment-id", payment.id);
  return url.href;
}

function billOf(page: PageRecord): Bill {
  const lines = page.products.map(({ name, quantity, price }) => ({
    name,
    description: null,
    images: [],
    unitAmount: price,
    quantity,
  }));
  const whole = {
    name: page.description ?? page.reference ?? "",
    description: null,
    images: [],
    unitAmount: page.amount,
    quantity: 1,
  };
  return {
    amount: page.amount,
    currency: page.currency.toLowerCase(),
    lines: lines.length > 0 ? lines : [whole],
    successUrl: page.successUrl,
    cancelUrl: page.cancelUrl,
    customerEmail: page.email,
    submitMessage: null,
    branding: { displayName: page.displayName, backgroundColor: null, buttonColor: null, borderStyle: null },
  };
}

function refusalOf({ code }: PaymentRecord) {
  const isUnconfirmed = code === "20151" || code === "20154";
  return {
    code: isUnconfirmed ? "payment_intent_authentication_failure" : "card_declined",
    declineCode: code === "20051" ? "insufficient_funds" : code === "20014" ? "test_mode_live_card" : null,
  };
}
