import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
/** Staff record a complaint made by email, post or telephone, like one from the contact form. */
import { cleanEmail } from "#features/accounts/rules/person/email-address.ts";
import { tidyText } from "#features/accounts/rules/registration.ts";
import { isDay } from "#features/lotteries/rules/fields/typed-values.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { addDays, type Day, londonDate, startOfLondonDay } from "#shared/dates/dates.ts";
import type { Locale } from "#shared/language/locale.ts";
import { err, type Ok, ok } from "#shared/result.ts";
import {
  type ContactField,
  type ContactFields,
  type ContactProblem,
  checkContact,
  isSame,
  withPlainLines,
} from "../rules/contact.ts";
import { openComplaint } from "./answer-complaint.ts";
import { findMessageByKey, insertContactMessage } from "./contact-store.ts";

/** An earlier day is a typing error. */
const LONGEST_AGO_DAYS = 365;
const NOON_MS = 12 * 3_600_000;

/** `receivedOn`: a day in London. `requestKey`: makes repeated requests one. */
export type ReceivedComplaint = {
  readonly fields: ContactFields;
  readonly receivedOn: string;
  readonly locale: Locale;
  readonly requestKey: string | undefined;
};
export type RecordProblems = Partial<Record<ContactField, ContactProblem>> & { readonly receivedOn?: "dayInvalid" };
export type RecordRefusal =
  | { readonly ok: false; readonly error: "forbidden" }
  | { readonly ok: false; readonly error: "invalid"; readonly problems: RecordProblems };

/** Stores the complaint with the deadlines of its day. @returns the message's id */
export async function recordComplaint(
  ctx: Pick<Ctx, "db" | "jobs" | "log" | "now">,
  actor: Actor,
  { fields, receivedOn, locale, requestKey }: ReceivedComplaint,
): Promise<Ok<string> | RecordRefusal> {
  if (!(await may(ctx, actor, "complaints.write"))) return err("forbidden");
  const now = ctx.now();
  const today = londonDate(now);
  const day = receivedOn.trim();
  const problems: RecordProblems = { ...checkContact(fields), ...(!isReceivable(day, today) && { receivedOn: "dayInvalid" }) };
  if (Object.keys(problems).length > 0) return { ok: false, error: "invalid", problems };
  // The hour is unknown, but deadlines are whole days.
  const madeAt = day === today ? now : new Date(startOfLondonDay(day).getTime() + NOON_MS);
  const { name, email, subject, message } = fields;
  const text = withPlainLines(message).trim();
  const stored = { name: tidyText(name), email: cleanEmail(email), subject: tidyText(subject), message: text };
  return ctx.db.transaction().execute(async (tx) => {
    const insert = (key: string | undefined) => insertContactMessage(tx, { ...stored, locale, now: madeAt, requestKey: key });
    const inserted = await insert(requestKey);
    const other = inserted === undefined && requestKey ? await findMessageByKey(tx, requestKey) : undefined;
    if (other && isSame(other, stored) && londonDate(other.createdAt) === day) return ok(other.id);
    // The first request was stored, and the form was corrected since.
    const messageId = inserted ?? (await insert(undefined));
    if (messageId === undefined) throw new Error("inserting a message without a key returned no id");
    const number = await openComplaint(ctx, tx, { messageId, madeAt, withReceipt: true });
    const change = { subjectType: "message", subjectId: messageId, after: { number, received_on: day }, at: now };
    await recordChange(tx, { actor, action: "complaint.record", ...change });
    return ok(messageId);
  });
}

/** Whether the day is in the past year. */
function isReceivable(day: Day, today: Day): boolean {
  return isDay(day) && day <= today && day >= addDays(today, -LONGEST_AGO_DAYS);
}
