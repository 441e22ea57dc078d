/** Topics of marketing mail, and the reasons why an account gets none. */

/** `draws`: new draws, and those about to end. `weekly`: the week's overview. `offers`: reduced prices. */
export const MAIL_TOPICS = ["draws", "weekly", "offers"] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

/**
 * The first reason against marketing mail. `gone`: erased or unknown. `resting`: pause or self-exclusion.
 * `suppressed`: bounced, or refused before the account existed. `topicRefused`: not this topic.
 */
export const MAIL_REFUSALS = ["gone", "resting", "noConsent", "notVerified", "suppressed", "topicRefused"] as const;
export type MailRefusal = (typeof MAIL_REFUSALS)[number];

export function isMailTopic(value: unknown): value is MailTopic {
  return MAIL_TOPICS.some((topic) => topic === value);
}
