/** The server's clock to a fraction of a second, from the `Date` headers of several replies. */

/** Limits of server time minus device time, in ms. */
export type ClockLimits = { readonly least: number; readonly most: number };

/** The device's times of request and reply in ms, and the headers `Date` and `Age`. */
export type TimedReply = {
  readonly askedAt: number;
  readonly receivedAt: number;
  readonly date: string | null;
  readonly age: string | null;
};

const SECOND_MS = 1_000;

function limitsOf({ askedAt, receivedAt, date, age }: TimedReply): ClockLimits | undefined {
  const second = Date.parse(date ?? "");
  if (Number.isNaN(second)) return undefined;
  const cached = Number(age ?? 0) || 0;
  // Both headers are cut to whole seconds.
  const least = second + cached * SECOND_MS - receivedAt;
  const most = second + (cached + (cached > 0 ? 2 : 1)) * SECOND_MS - askedAt;
  return { least, most };
}

/** Each reply narrows the limits. Contradicting limits are replaced: the device's clock was set. */
export function narrowClock(known: ClockLimits | undefined, reply: TimedReply): ClockLimits | undefined {
  const next = limitsOf(reply);
  if (!next) return known;
  if (!known) return next;
  const both = { least: Math.max(known.least, next.least), most: Math.min(known.most, next.most) };
  return both.least <= both.most ? both : next;
}

/** What to add to the device's clock. */
export function clockCorrection(limits: ClockLimits | undefined): number {
  return limits ? Math.round((limits.least + limits.most) / 2) : 0;
}
