/**
 * Working days until a complaint is confirmed, and days until it is answered. Source: the shop's terms; the
 * code of practice (1.2) names none.
 */
export const COMPLAINT_DAYS = { acknowledge: 2, answer: 14 } as const;
