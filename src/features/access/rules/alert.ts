/** Kinds of alerts, their subjects and links. Titles: `admin-alerts:alerts.titles`. */
import { formatDate } from "#shared/dates/dates.ts";
import { type Locale, localeTag } from "#shared/language/locale.ts";
import { formatMoney, pence } from "#shared/money/money.ts";

export const ALERT_SUBJECTS = ["order", "dispute", "lottery", "person", "campaign", "shop"] as const;
/** For `shop`, and after the id of an order, the remainder of the id only tells alerts of one kind apart. */
export type AlertSubject = { readonly type: (typeof ALERT_SUBJECTS)[number]; readonly id: string };

/** An alert's subject where an order may have several problems at once: `name` says which one. */
export function partOfOrder(orderId: string, name: string): AlertSubject {
  return { type: "order", id: `${orderId} ${name}` };
}

/** Address of the page of a subject's id; undefined without a page. */
type Page = (id: string) => string | undefined;
const PAGES: Readonly<Record<AlertSubject["type"], Page>> = {
  order: (id) => `/admin/orders/${id.replace(/ .*/, "")}`,
  dispute: (id) => `/admin/disputes/${id}`,
  lottery: (id) => `/admin/draw/${id}`,
  person: (id) => `/profile?uid=${id}`,
  campaign: (id) => `/admin/emails/${id}`,
  shop: () => undefined,
};

/** Marks kinds whose page is the page of their subject. */
const OF_SUBJECT = undefined;
/** All kinds, each with the page where staff deal with it. Stored in the database: never rename one. */
const KINDS = {
  invariant_broken: OF_SUBJECT,
  money_went_back: OF_SUBJECT,
  refund_failed: OF_SUBJECT,
  refund_returned: OF_SUBJECT,
  refund_waits: OF_SUBJECT,
  authorisation_kept: OF_SUBJECT,
  second_payment_disputed: OF_SUBJECT,
  second_payment_kept: OF_SUBJECT,
  mail_refused: OF_SUBJECT,
  unshown_mail_refused: OF_SUBJECT,
  mails_unknown: () => "/admin/emails",
  campaign_held: OF_SUBJECT,
  text_held: (id) => `/admin/texts?document=${id.replace(/^text /, "")}`,
  beacon_unreachable: OF_SUBJECT,
  approval_needed: () => "/admin/approvals",
  approval_by_newcomer: () => "/admin/approvals",
  many_kept_out: (id) => `/admin/audit-log?person=${id.replace(/^kept out by /, "")}`,
  untrusted_proxy: OF_SUBJECT,
  fraud_warning: OF_SUBJECT,
  dispute_inquiry: OF_SUBJECT,
  dispute_opened: OF_SUBJECT,
  dispute_of_refunded: OF_SUBJECT,
  dispute_of_winner: OF_SUBJECT,
  dispute_of_winner_lost: OF_SUBJECT,
  dispute_due: OF_SUBJECT,
  dispute_won: OF_SUBJECT,
  dispute_won_in_part: OF_SUBJECT,
  dispute_lost: OF_SUBJECT,
  wrong_clock: OF_SUBJECT,
  commitment_not_witnessed: OF_SUBJECT,
  draw_stuck: OF_SUBJECT,
  draw_held: OF_SUBJECT,
  publishing_failed: (id) => `/admin/lotteries?form=${id}`,
  proof_broken: OF_SUBJECT,
  winner_not_contacted: () => "/admin/winners",
  winner_is_staff: () => "/admin/winners",
  help_old: () => "/admin/practice",
  review_due: () => "/admin/practice",
  handover_soon: () => "/admin/winners",
  handover_late: () => "/admin/winners",
  webhook_paused: (id) => `/admin/webhooks/${id}`,
  endpoint_held: (id) => `/admin/webhooks/${id}`,
  provider_failing: () => "/admin/payments",
  complaint_unconfirmed: (id) => `/admin/messages/${id}`,
  complaint_unanswered: (id) => `/admin/messages/${id}`,
  messages_wait: () => "/admin/messages",
  signs_of_harm: () => "/admin/care",
} as const satisfies Readonly<Record<string, Page | undefined>>;
export type AlertKind = keyof typeof KINDS;
export const ALERT_KINDS = Object.keys(KINDS).filter(isAlertKind);

/** Facts that the sentences mention, with their formats. None is personal data. */
const FACTS = {
  invariant: "text",
  message: "text",
  number: "text",
  rows: "count",
  times: "count",
  mails: "count",
  amount: "pence",
  back: "pence",
  due: "instant",
} as const;
type FactName = keyof typeof FACTS;
/** The facts of one alert: pence as a number, an instant as an ISO text. */
export type AlertFacts = Readonly<Partial<Record<FactName, string | number>>>;

/** `times`: how often it was raised while open. `facts`: those of the last time. */
export type Alert = {
  readonly id: string;
  readonly kind: AlertKind;
  readonly subject: AlertSubject;
  readonly facts: AlertFacts;
  readonly times: number;
  readonly raisedAt: Date;
  readonly lastRaisedAt: Date;
  readonly seenAt: Date | undefined;
  readonly handledAt: Date | undefined;
};

export const ALERT_VIEWS = ["open", "unread", "done", "all"] as const;
export type AlertView = (typeof ALERT_VIEWS)[number];

export const LONGEST_NOTE = 1_000;

export function isAlertKind(kind: string): kind is AlertKind {
  return Object.hasOwn(KINDS, kind);
}

/** Address of the page where staff deal with the alert; undefined if there is none. */
export function alertPath({ kind, subject: { type, id } }: Pick<Alert, "kind" | "subject">): string | undefined {
  return (KINDS[kind] ?? PAGES[type])(id);
}

/** The facts as text in a language, to be inserted into sentences. Missing facts are empty. */
export function alertValues(facts: AlertFacts, locale: Locale): Record<FactName, string> {
  const write = (name: FactName) => {
    const fact = facts[name];
    if (fact === undefined) return "";
    if (FACTS[name] === "pence") return formatMoney(pence(Number(fact)), locale);
    if (FACTS[name] === "instant") return formatMoment(new Date(fact), locale);
    if (FACTS[name] === "text") return String(fact);
    return new Intl.NumberFormat(localeTag(locale)).format(Number(fact)).replaceAll("\u202f", "\u00a0");
  };
  return Object.fromEntries(Object.keys(FACTS).map((name) => [name, write(name as FactName)])) as Record<FactName, string>;
}

type SentenceKey = "alerts.by" | "alerts.soon" | `alerts.titles.${AlertKind}` | `alerts.texts.${AlertKind}`;

/**
 * Title and text of an alert, for screens and mails. `say` fills in a sentence of `admin-alerts`. The
 * placeholder `by` becomes the deadline, or "soon" without one.
 */
export function alertSentences(
  { kind, facts }: Pick<Alert, "kind" | "facts">,
  locale: Locale,
  say: (key: SentenceKey, values: Readonly<Record<FactName | "by", string>>) => string,
): { readonly title: string; readonly text: string } {
  const dated = { ...alertValues(facts, locale), by: "" };
  const values = { ...dated, by: say(dated.due ? "alerts.by" : "alerts.soon", dated) };
  return { title: say(`alerts.titles.${kind}`, values), text: say(`alerts.texts.${kind}`, values) };
}

function formatMoment(at: Date, locale: Locale): string {
  return `${formatDate(at, locale)}, ${formatDate(at, locale, "time")}`;
}
