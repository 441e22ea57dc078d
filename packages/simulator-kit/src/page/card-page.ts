import { html } from "hono/html";
import type { Bill, PageSkin } from "./bill.ts";
import { shopName } from "./bill.ts";
import { formatAmount, type Language } from "./language.ts";
import { type Markup, pageReply } from "./page-shell.ts";
import { type FieldName, PAGE_WORDS, type PageMessages } from "./page-texts.ts";
import { type CardForm, type CardFormErrors, EMPTY_FORM } from "./read-card-form.ts";

export type CardPage = {
  readonly bill: Bill;
  readonly skin: PageSkin;
  readonly language: Language;
  /** The previous input; the security code is never shown again. */
  readonly form?: CardForm;
  readonly errors?: CardFormErrors;
  readonly refusal?: string;
};

const FORM_ORDER: readonly FieldName[] = ["email", "cardNumber", "cardExpiry", "cardCvc", "billingName"];

/** The page as a response: 200, 422 with wrong fields, 402 after a decline. */
export function cardPage({ bill, skin, language, form = EMPTY_FORM, errors = {}, refusal }: CardPage): Promise<Response> {
  const words = PAGE_WORDS[language];
  const isWrong = Object.keys(errors).length > 0;
  const status = refusal === undefined ? (isWrong ? 422 : 200) : 402;
  const title = `${words.paying(shopName(bill))} ${formatAmount(bill.amount, bill.currency, language)}`;
  const body = html`<div class="page">
    ${seller(bill, language, words)}
    <main class="card">
      <div class="inner">
        ${refusal === undefined ? "" : alert(html`<strong>${refusal}</strong>${words.tryAgain}`)}
        ${isWrong ? alert(errorList(errors, words)) : ""}
        <h2>${words.withCard}</h2>
        ${
          bill.customerEmail === null
            ? ""
            : html`<dl class="fixed">
                <dt>${words.labels.email}</dt>
                <dd>${bill.customerEmail}</dd>
              </dl>`
        }
        <form method="post" data-card novalidate>
          <div class="fields">
            ${bill.customerEmail === null ? field("email", { form, errors, words }) : ""}
            ${field("cardNumber", { form, errors, words })}
            <div class="pair">${field("cardExpiry", { form, errors, words })} ${field("cardCvc", { form, errors, words })}</div>
            ${field("billingName", { form, errors, words })}
          </div>
          <button data-pay data-busy="${words.busy}">${words.pay(formatAmount(bill.amount, bill.currency, language))}</button>
          ${bill.submitMessage === null ? "" : html`<p class="fine">${bill.submitMessage}</p>`}
          <p class="fine">${words.neverReal}</p>
        </form>
      </div>
    </main>
    ${testCards(skin, words)}
  </div>`;
  return pageReply({ title: status === 200 ? title : `${words.errorTitle} ${title}`, language, body, bill, status });
}

function seller(bill: Bill, language: Language, words: PageMessages): Markup {
  const { cancelUrl, currency, lines } = bill;
  const shop = shopName(bill);
  const sum = formatAmount(bill.amount, currency, language);
  return html`<header class="seller">
    <div class="inner">
      <div class="top">
        ${cancelUrl === null ? html`<span class="back">${shop}</span>` : html`<a class="back" href="${cancelUrl}" aria-label="${words.back(shop)}">${ARROW}<span>${shop}</span></a>`}
        <span class="pill">${words.simulator}</span>
      </div>
      <h1><span class="paying">${words.paying(shop)}</span> <span class="sum">${sum}</span></h1>
      <ul class="lines" aria-label="${words.summary}">
        ${lines.map((line) => billLine(line, currency, language, words))}
      </ul>
      <p class="row total"><span>${words.total}</span><span class="price">${sum}</span></p>
    </div>
  </header>`;
}

function billLine(line: Bill["lines"][number], currency: string, language: Language, words: PageMessages): Markup {
  const sum = formatAmount(line.unitAmount * line.quantity, currency, language);
  const [image] = line.images;
  return html`<li>
    ${image === undefined ? "" : html`<img src="${image}" alt="" width="56" height="56" />`}
    <span class="what"
      ><span class="name">${line.name}</span>
      ${line.description === null ? "" : html`<span class="small">${line.description}</span>`}
      ${line.quantity === 1 ? "" : html`<span class="small">${words.quantity(line.quantity, formatAmount(line.unitAmount, currency, language))}</span>`}
    </span>
    <span class="price">${sum}</span>
  </li>`;
}

type InputAttributes = { readonly type?: string; readonly mode: string; readonly complete: string; readonly length: number };

const INPUTS: Readonly<Record<FieldName, InputAttributes>> = {
  email: { type: "email", mode: "email", complete: "email", length: 200 },
  cardNumber: { mode: "numeric", complete: "cc-number", length: 25 },
  cardExpiry: { mode: "numeric", complete: "cc-exp", length: 9 },
  cardCvc: { mode: "numeric", complete: "cc-csc", length: 4 },
  billingName: { mode: "text", complete: "cc-name", length: 120 },
};

function field(
  name: FieldName,
  { form, errors, words }: { form: CardForm; errors: CardFormErrors; words: PageMessages },
): Markup {
  const attributes = INPUTS[name];
  const error = errors[name];
  const hint = {
    cardNumber: words.numberHint,
    cardExpiry: words.expiryHint,
    cardCvc: words.cvcHint,
    email: "",
    billingName: "",
  }[name];
  const describedBy = [hint === "" ? "" : `${name}-hint`, error === undefined ? "" : `${name}-error`].join(" ").trim();
  return html`<div class="field">
    <label for="${name}">${words.labels[name]}</label>
    ${hint === "" ? "" : html`<span class="hint" id="${name}-hint">${hint}</span>`}
    <span class="box"
      ><input
        id="${name}"
        name="${name}"
        type="${attributes.type ?? "text"}"
        inputmode="${attributes.mode}"
        autocomplete="${attributes.complete}"
        maxlength="${attributes.length}"
        spellcheck="false"
        autocapitalize="${name === "billingName" ? "words" : "off"}"
        value="${name === "cardCvc" ? "" : form[name]}"
        required${error === undefined ? "" : html` aria-invalid="true"`}${describedBy === "" ? "" : html` aria-describedby="${describedBy}"`}
      />${name === "cardNumber" ? html`<span class="brand" data-brand aria-hidden="true"></span>` : ""}</span
    >
    ${error === undefined ? "" : html`<span class="wrong" id="${name}-error">${WARNING}${error}</span>`}
  </div>`;
}

/** Takes the focus when the page opens, so that screen readers announce it first. */
function alert(content: Markup): Markup {
  return html`<div class="alert" role="alert" tabindex="-1" autofocus>${content}</div>`;
}

function errorList(errors: CardFormErrors, words: PageMessages): Markup {
  const wrong = FORM_ORDER.filter((name) => errors[name] !== undefined);
  return html`<strong>${words.checkFields}</strong>
    <ul>
      ${wrong.map((name) => html`<li><a href="#${name}">${errors[name]}</a></li>`)}
    </ul>`;
}

function testCards({ provider, cards }: PageSkin, words: PageMessages): Markup {
  return html`<aside class="note" aria-labelledby="test-cards">
    <div class="inner">
      <h2 id="test-cards">${words.testCards}</h2>
      <p>${words.note(provider)}</p>
      <ul>
        ${cards.map(
          ([number, does]) =>
            html`<li>
              <span class="which"><span class="number">${number}</span> <span>${words[does]}</span></span>
              <button
                type="button"
                hidden
                data-number="${number.replaceAll(" ", "")}"
                aria-label="${words.use(number.slice(-4))}"
              >
                ${words.useShort}
              </button>
            </li>`,
        )}
      </ul>
      <p>${words.anyDate}</p>
    </div>
  </aside>`;
}

const ARROW = html`<svg
  class="arrow"
  width="18"
  height="18"
  viewBox="0 0 18 18"
  fill="none"
  stroke="currentColor"
  stroke-width="1.75"
  stroke-linecap="round"
  stroke-linejoin="round"
  aria-hidden="true"
>
  <path d="M15 9H3.5M8 4 3 9l5 5" />
</svg>`;
const WARNING = html`<svg class="sign" width="14" height="14" viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
  <path d="M7 0a7 7 0 1 0 0 14A7 7 0 0 0 7 0Zm-.8 3.4h1.6v4.4H6.2V3.4Zm.8 7.4a1 1 0 1 1 0-2 1 1 0 0 1 0 2Z" />
</svg>`;
