/** The demo's post: messages, complaints, campaigns, and postal cards that were keyed in. */
import { sql } from "kysely";
import { complaintDeadlines } from "#features/inbox/rules/complaint.ts";
import { insertComplaint, setComplaintMarks } from "#features/inbox/server/complaint-store.ts";
import { insertContactMessage } from "#features/inbox/server/contact-store.ts";
import { insertEntry } from "#features/inbox/server/conversations/entry-store.ts";
import { setMarks } from "#features/inbox/server/inbox-store.ts";
import { findCampaignTemplate } from "#features/mail/rules/campaign-templates.ts";
import { insertDeliveries } from "#features/mail/server/campaigns/campaign-mail-store.ts";
import { insertCampaign, saveCampaignState } from "#features/mail/server/campaigns/campaign-store.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { ComplaintOutcome } from "#shared/states.ts";

export type StoryMessage = {
  /** `userId`: if they are signed in. */
  readonly from: { readonly name: string; readonly email: string; readonly userId?: string };
  readonly subject: string;
  readonly message: string;
  readonly at: Date;
  readonly locale?: Locale;
  readonly readAt?: Date;
  readonly doneAt?: Date;
};

/** Returns its id. */
export async function writeInStory(tx: Tx, { from, at, locale = "en", ...message }: StoryMessage): Promise<string> {
  const { subject, message: text, readAt, doneAt } = message;
  const id = await insertContactMessage(tx, { ...from, subject, message: text, locale, now: at });
  if (id === undefined) throw new Error("The demonstration's message was not stored");
  await setMarks(tx, id, { read_at: readAt ?? null, done_at: doneAt ?? null });
  return id;
}

/** Staff have answered by mail, and closed the conversation. */
export async function answerInStory(
  tx: Tx,
  messageId: string,
  { to, text, by, at }: { readonly to: string; readonly text: string; readonly by: string; readonly at: Date },
): Promise<void> {
  const entryId = await insertEntry(tx, { messageId, kind: "answer", text, authorId: by, at, requestKey: undefined });
  await setMarks(tx, messageId, { read_at: at, answered_at: at, done_at: at });
  const message = `conversation:${messageId}:${entryId}`;
  const mail = { message, message_id: `demo.${message}`, recipient: to, state: "sent", attempts: 1 } as const;
  await tx
    .insertInto("mails")
    .values({ ...mail, created_at: at, claimed_at: at, sent_at: at })
    .execute();
}

/** Without an answer, it waits to be acknowledged. */
export async function complainInStory(
  tx: Tx,
  message: StoryMessage & {
    readonly answered?: { readonly at: Date; readonly outcome: ComplaintOutcome; readonly answer: string };
  },
): Promise<void> {
  const { answered } = message;
  const marks = answered && { readAt: answered.at, doneAt: answered.at };
  const messageId = await writeInStory(tx, { ...message, ...marks });
  await insertComplaint(tx, { messageId, madeAt: message.at, ...complaintDeadlines(message.at) });
  if (!answered) return;
  const { id } = await tx.selectFrom("complaints").select("id").where("message_id", "=", messageId).executeTakeFirstOrThrow();
  const { at, outcome, answer } = answered;
  await setComplaintMarks(tx, id, { acknowledged_at: message.at, answered_at: at, outcome, answer });
}

/** A campaign that was sent to all who had agreed, except one whose mailbox is gone. */
export async function campaignInStory(
  tx: Tx,
  campaign: {
    readonly template: string;
    readonly title: string;
    readonly by: string;
    readonly at: Date;
    readonly bounces: boolean;
  },
): Promise<void> {
  const { title, by, at, bounces } = campaign;
  const template = findCampaignTemplate(campaign.template);
  if (!template) throw new Error(`There is no template ${campaign.template}`);
  const lottery = await tx.selectFrom("lotteries").select("id").where("title", "=", title).executeTakeFirstOrThrow();
  const people = await tx
    .selectFrom("users")
    .select(["id", "email", "marketing_opt_in"])
    .where("id", "not in", (eb) => eb.selectFrom("admin_user").select("id"))
    .orderBy("email")
    .execute();
  const readers = people.flatMap(({ id, email, marketing_opt_in }) => (marketing_opt_in && email ? [{ id, email }] : []));
  const id = await insertCampaign(tx, {
    template: template.id,
    lotteryId: lottery.id,
    subject: template.subject,
    content: template.content,
    promotionId: undefined,
    requestKey: undefined,
    refused: people.length - readers.length,
    createdBy: by,
    now: at,
  });
  if (id === undefined) throw new Error("The demonstration's campaign was not stored");
  await insertDeliveries(tx, id, readers, at);
  await saveCampaignState(tx, id, "sending", at);
  const sentAt = new Date(at.getTime() + 60_000);
  const claimed = { attempts: 1, claimed_at: sentAt, consent_checked_at: sentAt };
  const gone = bounces ? (readers.at(-1)?.id ?? null) : null;
  const mails = () => tx.updateTable("mails").where("campaign_id", "=", id);
  await mails()
    .set({ ...claimed, state: "failed", last_error: "550 5.1.1 The mailbox does not exist" })
    .where("user_id", "=", gone)
    .execute();
  await mails()
    .set({ ...claimed, state: "sent", sent_at: sentAt })
    .where("user_id", "is distinct from", gone)
    .execute();
  await saveCampaignState(tx, id, "done", new Date(sentAt.getTime() + 60_000));
}

/** The confirmation of each order, sent half a minute after it was paid. */
export async function addConfirmations(tx: Tx): Promise<void> {
  await sql`
    INSERT INTO mails (message, recipient, user_id, message_id, state, attempts, created_at, claimed_at, sent_at)
    SELECT kind || ':' || id, email, user_id, 'demo.' || id, 'sent', 1, at, at, at
    FROM (SELECT CASE o.kind WHEN 'free' THEN 'free-entry-confirmation' ELSE 'order-confirmation' END AS kind, o.id, o.user_id, u.email,
        o.settled_at + interval '30 seconds' AS at
      FROM orders o JOIN users u ON u.id = o.user_id WHERE u.email IS NOT NULL) m`.execute(tx);
}

const STREETS = ["Mill Lane", "Church Road", "The Green", "Station Road", "Orchard Close", "Harbour Street"];

/** Gives each entry by post the card on which it came. */
export async function addCards(tx: Tx, keyedBy: string): Promise<void> {
  await sql`
    INSERT INTO postal_cards (order_id, request_key, first_name, last_name, birth_date, address, county, email, phone, received_on, posted_on, keyed_by, keyed_at)
    SELECT o.id, 'demo:' || o.id, u.first_name, u.last_name, u.birth_date,
      (1 + row_number() OVER (ORDER BY o.settled_at, o.id) * 7 % 90) || ' '
        || (${STREETS}::text[])[1 + row_number() OVER (ORDER BY o.settled_at, o.id) % ${STREETS.length}],
      u.county, u.email, u.phone, (o.settled_at AT TIME ZONE 'Europe/London')::date,
      (o.settled_at AT TIME ZONE 'Europe/London')::date - 2, ${keyedBy}, o.settled_at
    FROM orders o JOIN users u ON u.id = o.user_id WHERE o.kind = 'free'`.execute(tx);
}
