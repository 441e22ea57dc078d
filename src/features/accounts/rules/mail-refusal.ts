/** `draws`: new ones, and those about to end. `weekly`: the week's overview. `offers`: reduced prices. */
export const MAIL_TOPICS = ["draws", "weekly", "offers"] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

/**
 * Why a person gets no marketing mail, the first that applies.
 * `gone`: erased or unknown. `resting`: time-out or self-exclusion. `noConsent`: never given, or withdrawn.
 * `notVerified`: unconfirmed address. `suppressed`: bounced, or refused before the account existed.
 * `topicRefused`: not this topic.
 */
export const MAIL_REFUSALS = ["gone", "resting", "noConsent", "notVerified", "suppressed", "topicRefused"] as const;
export type MailRefusal = (typeof MAIL_REFUSALS)[number];

export function isMailTopic(value: unknown): value is MailTopic {
  return MAIL_TOPICS.some((topic) => topic === value);
}
