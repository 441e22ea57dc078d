import type { Bill, PageSkin } from "@concours/simulator-kit/page/bill";
import { cardPage } from "@concours/simulator-kit/page/card-page";
import { type Language, pageLanguage } from "@concours/simulator-kit/page/language";
import { readPageFont } from "@concours/simulator-kit/page/page-shell";
import { PAGE_WORDS, type PageMessages } from "@concours/simulator-kit/page/page-texts";
import {
  type CardForm,
  type CardFormErrors,
  checkCardForm,
  pickCardForm,
  type TypedCard,
} from "@concours/simulator-kit/page/read-card-form";
import { confirmPage, expiredPage, missingPage, paidPage } from "@concours/simulator-kit/page/sheet-pages";
import { type Context, Hono } from "hono";
import { currentSession } from "../actions/expire-session.ts";
import { answerBank, awaitingIntent, type PayResult, paySession } from "../actions/pay-session.ts";
import { cardRestriction, readCard } from "../ledger/cards.ts";
import type { SessionRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";

const SKIN: PageSkin = {
  provider: "Stripe",
  cards: [
    ["4242 4242 4242 4242", "cardPays"],
    ["4000 0082 6000 0000", "creditPays"],
    ["4000 0000 0000 0002", "cardRefuses"],
    ["4000 0025 0000 3155", "cardAsks"],
  ],
};

function billOf(session: SessionRecord): Bill {
  return { ...session, successUrl: successUrl(session) };
}

/** A test card that is always declined is declined whatever the session accepts. */
function refusalOf({ digits, month, year }: TypedCard, { restrictions }: SessionRecord, words: PageMessages): string | undefined {
  const { card, outcome } = readCard(digits, month, year);
  const restriction = outcome.kind === "refuses" ? undefined : cardRestriction(card, restrictions);
  return restriction && (restriction === "brand" ? words.brandBlocked : words.fundingBlocked(card.funding));
}

/** All links are relative, so that the pages work under another origin that forwards `/c/` here. */
export function createPages(sim: Simulation): Hono {
  const pages = new Hono();
  const font = readPageFont();
  const attempts: Attempts = new Map();

  pages.get("/font.woff2", (context) =>
    context.body(font, 200, { "content-type": "font/woff2", "cache-control": "public, max-age=604800" }),
  );

  pages.get("/pay/:id", async (context) => {
    const { session, language, ended } = openPage(sim, context);
    if (ended !== undefined) return ended();
    const last = context.req.query("tried") === undefined ? undefined : attempts.get(session.id);
    if (last !== undefined) return cardPage({ bill: billOf(session), skin: SKIN, language, ...last });
    const refusal =
      context.req.query("refused") === undefined ? null : (sim.ledger.intents.get(session.intent ?? "")?.refusal ?? null);
    return cardPage({
      bill: billOf(session),
      skin: SKIN,
      language,
      ...(refusal !== null && { refusal: PAGE_WORDS[language].refused(refusal) }),
    });
  });

  pages.post("/pay/:id", async (context) => {
    const posted = new URLSearchParams(await context.req.text());
    const { session, language, ended } = openPage(sim, context);
    // A second click or tab, after the first has paid.
    if (session?.status === "complete") return context.redirect(successUrl(session), 303);
    if (ended !== undefined) return ended();
    return tryCard(sim, context, { session, language, form: pickCardForm(posted, session), attempts });
  });

  pages.get("/pay/:id/confirm", async (context) => {
    const { session, language, ended } = openPage(sim, context);
    if (ended !== undefined) return session === undefined ? ended() : context.redirect(`../${session.id}`, 303);
    const intent = awaitingIntent(sim, session);
    return intent === undefined
      ? context.redirect(`../${session.id}`, 303)
      : confirmPage(billOf(session), intent.awaiting.card, language);
  });

  pages.post("/pay/:id/confirm", async (context) => {
    const decision = new URLSearchParams(await context.req.text()).get("decision");
    const { session, ended } = openPage(sim, context);
    if (session?.status === "complete") return context.redirect(successUrl(session), 303);
    if (ended !== undefined) return session === undefined ? ended() : context.redirect(`../${session.id}`, 303);
    const intent = awaitingIntent(sim, session);
    if (intent === undefined) return context.redirect(`../${session.id}`, 303);
    const result = answerBank(sim, session, intent, decision === "confirm");
    await sim.commit(result.changes);
    return context.redirect(result.kind === "paid" ? successUrl(result.session) : `../${session.id}?refused`, 303);
  });
  return pages;
}

type Opened = { readonly language: Language } & (
  | { readonly session: SessionRecord; readonly ended: undefined }
  | { readonly session: SessionRecord | undefined; readonly ended: () => Promise<Response> }
);

function openPage(sim: Simulation, { req }: Context): Opened {
  const session = currentSession(sim, req.param("id") ?? "");
  const language = pageLanguage(session?.locale ?? null, req.header("accept-language"));
  if (session === undefined) return { session, language, ended: () => missingPage(language) };
  if (session.status === "complete") return { session, language, ended: () => paidPage(billOf(session), language) };
  if (session.status === "expired") return { session, language, ended: () => expiredPage(billOf(session), language) };
  return { session, language, ended: undefined };
}

/** The result of a session's last attempt, without the security code, for pages opened again. */
type Attempts = Map<string, { readonly form: CardForm; readonly errors?: CardFormErrors; readonly refusal?: string }>;

type Typed = {
  readonly session: SessionRecord;
  readonly language: Language;
  readonly form: CardForm;
  readonly attempts: Attempts;
};

async function tryCard(sim: Simulation, context: Context, { session, language, form, attempts }: Typed): Promise<Response> {
  const words = PAGE_WORDS[language];
  const now = new Date(sim.clock.seconds() * 1000);
  const checked = checkCardForm(form, words, { now, refuses: (card) => refusalOf(card, session, words) });
  const again = (why: { errors: CardFormErrors } | { refusal: string }) => {
    attempts.set(session.id, { form: { ...form, cardCvc: "" }, ...why });
    return context.redirect(`./${session.id}?tried`, 303);
  };
  if (!checked.ok) return again({ errors: checked.errors });
  const { card, outcome } = readCard(checked.card.digits, checked.card.month, checked.card.year);
  const result: PayResult = paySession(sim, session, { card, payer: checked.payer }, outcome);
  await sim.commit(result.changes);
  attempts.delete(session.id);
  if (result.kind === "paid") return context.redirect(successUrl(result.session), 303);
  if (result.kind === "asks") return context.redirect(`./${session.id}/confirm`, 303);
  return again({ refusal: words.refused(result.decline) });
}

export function successUrl(session: SessionRecord): string {
  return session.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", session.id).replaceAll("%7BCHECKOUT_SESSION_ID%7D", session.id);
}
