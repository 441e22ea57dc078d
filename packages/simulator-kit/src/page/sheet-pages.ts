import { html } from "hono/html";
import type { Bill } from "./bill.ts";
import { shopName } from "./bill.ts";
import { formatAmount, type Language } from "./language.ts";
import { type Markup, pageReply } from "./page-shell.ts";
import { PAGE_WORDS, type PageMessages } from "./page-texts.ts";

export function confirmPage(
  bill: Bill,
  card: { readonly last4: string },
  language: Language,
  root = "../../",
): Promise<Response> {
  const words = PAGE_WORDS[language];
  const rows = [
    [words.shop, shopName(bill)],
    [words.amount, formatAmount(bill.amount, bill.currency, language)],
    [words.card, `•••• ${card.last4}`],
  ] as const;
  const content = html`<p>${words.confirmText}</p>
    <dl>
      ${rows.map(
        ([name, value]) =>
          html`<div class="row">
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <form method="post" class="choices">
      <button name="decision" value="confirm">${words.confirm}</button>
      <button name="decision" value="refuse" class="plain">${words.refuse}</button>
    </form>`;
  return pageReply({
    title: words.confirmTitle,
    language,
    bill,
    root,
    body: sheet(words, words.confirmTitle, content),
  });
}

export function paidPage(bill: Bill, language: Language): Promise<Response> {
  const words = PAGE_WORDS[language];
  const sum = formatAmount(bill.amount, bill.currency, language);
  const content = html`<p>${words.paidText(sum)}</p>
    <a class="button" href="${bill.successUrl}">${words.continueTo(shopName(bill))}</a>`;
  return pageReply({ title: words.paidTitle, language, bill, body: sheet(words, words.paidTitle, content) });
}

export function expiredPage(bill: Bill, language: Language): Promise<Response> {
  const words = PAGE_WORDS[language];
  const back = bill.cancelUrl === null ? "" : html`<a class="button" href="${bill.cancelUrl}">${words.back(shopName(bill))}</a>`;
  const content = html`<p>${words.expiredText}</p>
    ${back}`;
  return pageReply({
    title: words.expiredTitle,
    language,
    bill,
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
  return html`<main class="middle">
    <div class="sheet">
      <span class="pill">${words.simulator}</span>
      <h1>${title}</h1>
      ${content}
    </div>
  </main>`;
}
