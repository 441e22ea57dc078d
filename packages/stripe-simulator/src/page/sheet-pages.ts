/** The payer's pages that say one thing: confirm with the bank, already paid, closed, unknown. */
import { html } from "hono/html";
import type { Card, SessionRecord } from "../ledger/records.ts";
import { formatAmount, type Language } from "../wire/format-amount.ts";
import { type Markup, pageReply } from "./page-shell.ts";
import { PAGE_WORDS, type PageMessages } from "./page-texts.ts";
import { shopName } from "./shop-name.ts";
import { successUrl } from "./success-url.ts";

/** Stands in for the bank's own page, which asks the cardholder. */
export function confirmPage(session: SessionRecord, card: Card, language: Language): Promise<Response> {
  const words = PAGE_WORDS[language];
  const rows = [
    [words.shop, shopName(session)],
    [words.amount, formatAmount(session.amount, session.currency, language)],
    [words.card, `•••• ${card.last4}`],
  ] as const;
  const content = html`<p>${words.confirmText}</p>
<dl>${rows.map(([name, value]) => html`<div class="row"><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<form method="post" class="choices">
<button name="decision" value="confirm">${words.confirm}</button>
<button name="decision" value="refuse" class="plain">${words.refuse}</button>
</form>`;
  return pageReply({
    title: words.confirmTitle,
    language,
    session,
    root: "../../",
    body: sheet(words, words.confirmTitle, content),
  });
}

/** For somebody who comes back to a paid page. */
export function paidPage(session: SessionRecord, language: Language): Promise<Response> {
  const words = PAGE_WORDS[language];
  const sum = formatAmount(session.amount, session.currency, language);
  const content = html`<p>${words.paidText(sum)}</p><a class="button" href="${successUrl(session)}">${words.continueTo(shopName(session))}</a>`;
  return pageReply({ title: words.paidTitle, language, session, body: sheet(words, words.paidTitle, content) });
}

/** For a session whose time was up, or that the seller has closed. */
export function expiredPage(session: SessionRecord, language: Language): Promise<Response> {
  const words = PAGE_WORDS[language];
  const back =
    session.cancelUrl === null ? "" : html`<a class="button" href="${session.cancelUrl}">${words.back(shopName(session))}</a>`;
  const content = html`<p>${words.expiredText}</p>${back}`;
  return pageReply({
    title: words.expiredTitle,
    language,
    session,
    status: 410,
    body: sheet(words, words.expiredTitle, content),
  });
}

export function missingPage(language: Language): Promise<Response> {
  const words = PAGE_WORDS[language];
  return pageReply({
    title: words.missingTitle,
    language,
    status: 404,
    body: sheet(words, words.missingTitle, html`<p>${words.missingText}</p>`),
  });
}

function sheet(words: PageMessages, title: string, content: Markup): Markup {
  return html`<main class="middle"><div class="sheet"><span class="pill">${words.simulator}</span><h1>${title}</h1>${content}</div></main>`;
}
