/** The queues: their payloads and numbers of retries. */
import type { AccountMessage } from "#shared/account-mails.ts";
import type { Locale } from "#shared/language/locale.ts";

/** The data of jobs, by queue. */
export type JobData = {
  /** Mail to a buyer about an order. `again` identifies a requested resend, `refundId` the refund. */
  mail: {
    message: "order-confirmation" | "refund" | "refund-pending" | "refund-failed" | "free-entry-confirmation" | "entry-void";
    orderId: string;
    again?: string;
    refundId?: string;
  };
  /** Account mail. The payload is complete except for the link's secret, which is derived from `about`. */
  "account-mail": {
    message: AccountMessage;
    about: string;
    userId: string;
    to: string;
    firstName: string;
    locale: Locale;
    /** For deletions and changes of address: whether the former address was verified. */
    isOwn?: boolean;
    /** For deletions: the account's name, and from when to when (ISO 8601) the address was theirs. */
    writer?: { lastName: string; since: string; until: string };
    /** For changes of address. */
    newEmail?: string;
    /** For pauses: the end, in ISO 8601. */
    until?: string;
  };
  /** Staff mail. `about`: the id of an invitation or proposal; `person`, `by`: names. */
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
  /** The job, not the request, looks the account up, so that response times do not reveal it. */
  "password-reset": {
    email: string;
    linkId: string;
    /** The address has had enough mails from strangers: skip the mail if an earlier link is still valid. */
    isSpare?: boolean;
  };
  /** A sign-in was refused: the owner of the account, if there is one, gets a link that unlocks it. */
  "sign-in-link": { email: string; linkId: string };
  /** Mail to a buyer about a disputed payment: the tickets are suspended, valid again, or void. */
  "dispute-mail": {
    message: "dispute-opened" | "dispute-opened-frozen" | "dispute-won" | "dispute-lost" | "dispute-lost-frozen";
    disputeId: string;
    orderId: string;
  };
  refund: { orderId: string };
  /** Mails about a draw to these users. Without `users` it is split into such jobs. */
  "draw-news":
    | { message: "draw-closed" | "draw-result" | "draw-winner"; lotteryId: string; userIds?: string[] }
    | { message: "draw-cancelled"; lotteryId: string; userIds: string[] };
  campaign: { campaignId: string };
  "postal-batch": { proposalId: string };
  /** `entryId`: a further message of the conversation. */
  "contact-mail": { messageId: string; entryId?: string; withReceipt: boolean };
  /** The shop's answer or, without `entryId`, the message that it wrote first. */
  "conversation-mail": { messageId: string; entryId?: string };
  /** Without `userIds` it is split into jobs for its recipients. */
  "letter-mail": { letterId: string; userIds?: string[] };
  "complaint-mail": { message: "complaint-received" | "complaint-confirmed" | "complaint-answered"; messageId: string };
  /** Tells a member of staff about new alerts. */
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

/** Retries after the first attempt; pauses grow from seconds to ten minutes. */
export const QUEUES: Record<JobName, { retryLimit: number }> = {
  // More than a day: a mail server may be down for a night.
  mail: { retryLimit: 160 },
  "account-mail": { retryLimit: 160 },
  "staff-mail": { retryLimit: 160 },
  "draw-news": { retryLimit: 160 },
  "contact-mail": { retryLimit: 160 },
  "conversation-mail": { retryLimit: 160 },
  "letter-mail": { retryLimit: 160 },
  "complaint-mail": { retryLimit: 160 },
  "alert-mail": { retryLimit: 160 },
  "dispute-mail": { retryLimit: 160 },
  "postal-batch": { retryLimit: 160 },
  // A timer finds each of them again.
  refund: { retryLimit: 30 },
  campaign: { retryLimit: 10 },
  // Later, the user has requested another link.
  "password-reset": { retryLimit: 10 },
  "sign-in-link": { retryLimit: 10 },
};

export const JOB_NAMES = Object.keys(QUEUES).filter(isJobName);

export function isJobName(name: string): name is JobName {
  return Object.hasOwn(QUEUES, name);
}
