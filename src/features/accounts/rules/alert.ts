/** What the shop tells those who run it: kinds of alerts, what each is about, and where that is looked at. Their sentences: `admin-alerts:alerts.titles`. */
import { formatDate } from "#shared/dates.ts";
import { type Locale, localeTag } from "#shared/locale.ts";
import { formatMoney, pence } from "#shared/money.ts";

export const ALERT_KINDS = [
  "invariant_broken",
  "money_went_back",
  "refund_failed",
  "refund_returned",
  "refund_waits",
  "mail_refused",
  "mails_unknown",
  "campaign_held",
  "text_held",
  "beacon_unreachable",
  "approval_needed",
  "untrusted_proxy",
  "fraud_warning",
  "dispute_inquiry",
  "dispute_opened",
  "dispute_of_refunded",
  "dispute_of_winner",
  "dispute_of_winner_lost",
  "dispute_due",
  "dispute_won",
  "dispute_won_in_part",
  "dispute_lost",
  "wrong_clock",
  "commitment_not_witnessed",
  "draw_stuck",
  "draw_held",
  "proof_broken",
  "winner_not_contacted",
  "winner_is_staff",
  "help_old",
  "review_due",
  "handover_soon",
  "handover_late",
  "webhook_paused",
  "endpoint_held",
  "provider_failing",
  "complaint_unconfirmed",
  "complaint_unanswered",
  "messages_wait",
  "signs_of_harm",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const ALERT_SUBJECTS = ["order", "dispute", "lottery", "person", "campaign", "shop"] as const;
/** What it is about. Of `shop` the id only tells one such alert from another. */
export type AlertSubject = { readonly type: (typeof ALERT_SUBJECTS)[number]; readonly id: string };

/** What the sentences say in figures, and how each is written. Nothing personal. */
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
export type AlertFacts = Readonly<Partial<Record<FactName, string | number>>>;

export type Alert = {
  readonly id: string;
  readonly kind: AlertKind;
  readonly subject: AlertSubject;
  readonly facts: AlertFacts;
  /** How often it was raised while it was open. */
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
  return ALERT_KINDS.some((known) => known === kind);
}

const OF_WINNERS: ReadonlySet<AlertKind> = new Set(["winner_not_contacted", "winner_is_staff", "handover_soon", "handover_late"]);

/** Where one looks into it; undefined where no screen shows it. */
export function alertPath({ kind, subject: { type, id } }: Pick<Alert, "kind" | "subject">): string | undefined {
  if (kind === "approval_needed") return "/admin/approvals";
  if (kind === "webhook_paused" || kind === "endpoint_held") return `/admin/webhooks/${id}`;
  if (kind === "provider_failing") return "/admin/payments";
  if (kind === "complaint_unconfirmed" || kind === "complaint_unanswered") return `/admin/messages/${id}`;
  if (kind === "messages_wait") return "/admin/messages";
  if (kind === "signs_of_harm") return "/admin/care";
  if (type === "order") return `/admin/orders/${id}`;
  if (type === "dispute") return `/admin/disputes/${id}`;
  if (OF_WINNERS.has(kind)) return "/admin/winners";
  if (type === "lottery") return `/admin/draw/${id}`;
  if (type === "person") return `/profile?uid=${id}`;
  if (type === "campaign") return `/admin/emails/${id}`;
  if (kind === "review_due") return "/admin/practice";
  if (kind === "text_held") return `/admin/texts?document=${id.replace(/^text /, "")}`;
  if (kind === "help_old") return "/safer-play";
  return kind === "mails_unknown" ? "/admin/emails" : undefined;
}

/** The facts as a sentence shows them; empty for those that it does not need. */
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

/** What an alert says, on the screen and in the mail about it: `say` fills a sentence of `admin-alerts` in, in that language. */
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
