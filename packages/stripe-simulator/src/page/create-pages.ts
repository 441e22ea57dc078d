/** The payer's way under `/c`: the card page, the bank's question, and back to the shop. */
import { readFileSync } from "node:fs";
import { type Context, Hono } from "hono";
import { currentSession } from "../actions/expire-session.ts";
import { answerBank, awaitingIntent, type PayResult, paySession } from "../actions/pay-session.ts";
import type { SessionRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import type { Language } from "../wire/format-amount.ts";
import { cardPage } from "./card-page.ts";
import { pageLanguage } from "./page-language.ts";
import { PAGE_WORDS } from "./page-texts.ts";
import { type CardForm, type CardFormErrors, checkCardForm, pickCardForm } from "./read-card-form.ts";
import { confirmPage, expiredPage, missingPage, paidPage } from "./sheet-pages.ts";
import { successUrl } from "./success-url.ts";

const FONT = new URL(import.meta.resolve("@fontsource-variable/mona-sans/files/mona-sans-latin-wght-normal.woff2"));

/** All links and redirects are relative, so that the pages work under another origin that forwards `/c/` here. */
export function createPages(sim: Simulation): Hono {
  const pages = new Hono();
  const font = readFileSync(FONT);
  const tries: Tries = new Map();

  pages.get("/font.woff2", (context) =>
    context.body(font, 200, { "content-type": "font/woff2", "cache-control": "public, max-age=604800" }),
  );

  pages.get("/pay/:id", async (context) => {
    const { session, language, ended } = openPage(sim, context);
    if (ended !== undefined) return ended();
    const last = context.req.query("tried") === undefined ? undefined : tries.get(session.id);
    if (last !== undefined) return cardPage({ session, language, ...last });
    const refusal =
      context.req.query("refused") === undefined ? null : (sim.ledger.intents.get(session.intent ?? "")?.refusal ?? null);
    return cardPage({ session, language, ...(refusal !== null && { refusal: PAGE_WORDS[language].refused(refusal) }) });
  });

  pages.post("/pay/:id", async (context) => {
    const posted = new URLSearchParams(await context.req.text());
    const { session, language, ended } = openPage(sim, context);
    // A second click, or the second of two tabs: the first has paid.
    if (session?.status === "complete") return context.redirect(successUrl(session), 303);
    if (ended !== undefined) return ended();
    return tryCard(sim, context, { session, language, form: pickCardForm(posted, session), tries });
  });

  pages.get("/pay/:id/confirm", async (context) => {
    const { session, language, ended } = openPage(sim, context);
    if (ended !== undefined) return ended();
    const intent = awaitingIntent(sim, session);
    return intent === undefined
      ? context.redirect(`../${session.id}`, 303)
      : confirmPage(session, intent.awaiting.card, language);
  });

  pages.post("/pay/:id/confirm", async (context) => {
    const decision = new URLSearchParams(await context.req.text()).get("decision");
    const { session, ended } = openPage(sim, context);
    if (session?.status === "complete") return context.redirect(successUrl(session), 303);
    if (ended !== undefined) return ended();
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

/** The session of the URL, or the page that says why it takes no payment. */
function openPage(sim: Simulation, { req }: Context): Opened {
  const session = currentSession(sim, req.param("id") ?? "");
  const language = pageLanguage(session?.locale ?? null, req.header("accept-language"));
  if (session === undefined) return { session, language, ended: () => missingPage(language) };
  if (session.status === "complete") return { session, language, ended: () => paidPage(session, language) };
  if (session.status === "expired") return { session, language, ended: () => expiredPage(session, language) };
  return { session, language, ended: undefined };
}

/** What the last try of each session came to, without the code on the card: shown by a page that can be gone back to and loaded again. */
type Tries = Map<string, { readonly form: CardForm; readonly errors?: CardFormErrors; readonly refusal?: string }>;

type Typed = { readonly session: SessionRecord; readonly language: Language; readonly form: CardForm; readonly tries: Tries };

async function tryCard(sim: Simulation, context: Context, { session, language, form, tries }: Typed): Promise<Response> {
  const words = PAGE_WORDS[language];
  const checked = checkCardForm(form, session, words, new Date(sim.clock.seconds() * 1000));
  const again = (why: { errors: CardFormErrors } | { refusal: string }) => {
    tries.set(session.id, { form: { ...form, cardCvc: "" }, ...why });
    return context.redirect(`./${session.id}?tried`, 303);
  };
  if (!checked.ok) return again({ errors: checked.errors });
  const result: PayResult = paySession(sim, session, checked, checked.outcome);
  await sim.commit(result.changes);
  tries.delete(session.id);
  if (result.kind === "paid") return context.redirect(successUrl(result.session), 303);
  if (result.kind === "asks") return context.redirect(`./${session.id}/confirm`, 303);
  return again({ refusal: words.refused(result.decline) });
}
