/**
 * `acknowledge`: working days until the shop confirms a complaint; `answer`: days until it answers. Source:
 * its terms.
 */

/** Working days until confirmation, and days until the answer. Source: the shop's terms. */
export const COMPLAINT_DAYS = { acknowledge: 2, answer: 14 } as const;
