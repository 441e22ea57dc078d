/** `draws`: new ones, and those about to end. `weekly`: the week's overview. `offers`: reduced prices. */
export const MAIL_TOPICS = ["draws", "weekly", "offers"] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

/**
 * Why somebody gets no advertising; the first that holds. `gone`: erased, or never known. `resting`: paused or excluded from play. `noConsent`: has not agreed, or no longer.
 * `notVerified`: nobody has shown that the address is theirs. `suppressed`: mails to the address came back, or it was refused before the
 * account was. `topicRefused`: not this kind. Source: decisions on mass e-mail.
 */
export const MAIL_REFUSALS = ["gone", "resting", "noConsent", "notVerified", "suppressed", "topicRefused"] as const;
export type MailRefusal = (typeof MAIL_REFUSALS)[number];

export function isMailTopic(value: unknown): value is MailTopic {
  return MAIL_TOPICS.some((topic) => topic === value);
}
