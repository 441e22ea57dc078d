/** The queues: what each carries, and how often a job is tried. */
import type { AccountMessage } from "#shared/account-mails.ts";
import type { Locale } from "#shared/locale.ts";

export type JobData = {
  /** Tell a buyer something about an order, by mail. `again` names a repetition that somebody asked for, `refundId` the refund that is told of. */
  mail: {
    message: "order-confirmation" | "refund" | "refund-pending" | "refund-failed" | "free-entry-confirmation" | "entry-void";
    orderId: string;
    again?: string;
    refundId?: string;
  };
  /** Account mail. Everything it says is in here, but not a link's secret, which follows from `about`. */
  "account-mail": {
    message: AccountMessage;
    about: string;
    userId: string;
    to: string;
    firstName: string;
    locale: Locale;
    /** Of a deletion, and of a change of address: the old one was verified, so that what came from it was theirs. */
    isOwn?: boolean;
    /** Of a deletion: whose, since when they had the address, and until when, in ISO 8601: before and after, somebody else wrote from there. */
    writer?: { lastName: string; since: string; until: string };
    /** Of a change of address: the new one. */
    newEmail?: string;
    /** Of a rest from play: when it ends, in ISO 8601. */
    until?: string;
  };
  /** Staff mail. `about`: the id of an invitation or proposal; `person`, `by`: names; the others as the rules have them. */
  "staff-mail": {
    message: "staff-invited" | "staff-role" | "staff-changed" | "staff-proposal" | "staff-decided";
    about: string;
    userId?: string;
    to: string;
    firstName: string;
    locale: Locale;
    person?: string;
    by?: string;
    role?: string;
    was?: string;
    kind?: string;
    state?: string;
  };
  /** Somebody asked for a way back in. Whether there is such an account is found out by the job, where nobody can measure it. */
  "password-reset": {
    email: string;
    linkId: string;
    /** Strangers have had enough mails sent there: one that lies in the mailbox will do. */
    isSpare?: boolean;
  };
  /** Somebody was refused at signing in: its owner gets a link that opens the door, if there is such an account. */
  "sign-in-link": { email: string; linkId: string };
  /** Tell a buyer what became of a payment that their bank took back: the tickets are suspended, valid again, or void. */
  "dispute-mail": {
    message: "dispute-opened" | "dispute-opened-frozen" | "dispute-won" | "dispute-lost" | "dispute-lost-frozen";
    disputeId: string;
    orderId: string;
  };
  refund: { orderId: string };
  /** Tells of a draw by mail: these people, or without them all concerned, cut into such jobs. */
  "draw-news":
    | { message: "draw-closed" | "draw-result" | "draw-winner"; lotteryId: string; userIds?: string[] }
    | { message: "draw-cancelled"; lotteryId: string; userIds: string[] };
  campaign: { campaignId: string };
  "postal-batch": { proposalId: string };
  /** Hand a visitor's message to the shop, and tell the visitor that it has come. */
  "contact-mail": { messageId: string; withReceipt: boolean };
  /** Tell whoever complained that it has come, that somebody looks into it, or what is answered. */
  "complaint-mail": { message: "complaint-received" | "complaint-confirmed" | "complaint-answered"; messageId: string };
  /** Tell one of the staff of alerts that have come since the last time. `facts` are those of the alert. */
  "alert-mail": {
    digestId: string;
    alerts: { id: string; kind: string; facts: Record<string, string | number | boolean> }[];
    more: number;
    userId: string;
    to: string;
    firstName: string;
    locale: Locale;
  };
};
export type JobName = keyof JobData;

/** Tries behind the first; the pauses between them grow from seconds to ten minutes. */
export const QUEUES: Record<JobName, { retryLimit: number }> = {
  // A day and more: somebody waits for it, and a mail server may be away for a night.
  mail: { retryLimit: 160 },
  "account-mail": { retryLimit: 160 },
  "staff-mail": { retryLimit: 160 },
  "draw-news": { retryLimit: 160 },
  "contact-mail": { retryLimit: 160 },
  "complaint-mail": { retryLimit: 160 },
  "alert-mail": { retryLimit: 160 },
  "dispute-mail": { retryLimit: 160 },
  "postal-batch": { retryLimit: 160 },
  // Each has a timer behind it that finds it again.
  refund: { retryLimit: 30 },
  campaign: { retryLimit: 10 },
  // Whoever asked has asked again by then.
  "password-reset": { retryLimit: 10 },
  "sign-in-link": { retryLimit: 10 },
};

export const JOB_NAMES = Object.keys(QUEUES).filter(isJobName);

export function isJobName(name: string): name is JobName {
  return Object.hasOwn(QUEUES, name);
}
