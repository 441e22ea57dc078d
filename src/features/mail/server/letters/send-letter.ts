/** The job that mails a letter to its recipients. */
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import type { Locale } from "#shared/language/locale.ts";
import { readsFrench } from "../../rules/letter.ts";
import { deliverMail } from "../deliver-mail.ts";
import { letterMail } from "../mails/message-mails.ts";
import { findLetter, listLetterRecipients } from "./letter-store.ts";

/** Keeps a job under two minutes, even if the mail server takes seconds for each mail. */
const RECIPIENTS_PER_JOB = 25;

/**
 * The job of a letter. Without `userIds`, it queues jobs for the letter's recipients. Throws on temporary
 * errors, so that the queue retries; no recipient gets it twice.
 */
export async function sendLetter(ctx: Ctx, { letterId, userIds }: JobData["letter-mail"]): Promise<void> {
  const letter = await findLetter(ctx.db, letterId);
  const lottery = letter && (await findLottery(ctx, letter.lotteryId));
  if (!letter || !lottery) return;
  if (!userIds) {
    const recipients = await listLetterRecipients(ctx.db, letterId);
    await ctx.db.transaction().execute(async (tx) => {
      for (let from = 0; from < recipients.length; from += RECIPIENTS_PER_JOB)
        await ctx.jobs.send(tx, "letter-mail", { letterId, userIds: recipients.slice(from, from + RECIPIENTS_PER_JOB) });
    });
    return;
  }
  const contacts = await listContacts(ctx, userIds);
  const { topic } = letter;
  const isCancelled = lottery.status === "cancelled";
  let failure: unknown;
  for (const userId of userIds) {
    const reader = contacts.get(userId);
    if (!reader) continue;
    const { email: to, locale } = reader;
    const isFrench = letter.textFr !== undefined && readsFrench(locale);
    const texts = isFrench ? { subject: letter.subjectFr ?? "", text: letter.textFr ?? "" } : letter;
    // An unconfirmed address may be another person's: no typed name.
    const firstName = reader.isConfirmed ? reader.firstName : "";
    // The mail's own words are in the language of its text.
    const language: Locale = isFrench ? "fr" : "en";
    const delivery = {
      message: `letter:${letterId}:${userId}`,
      to,
      userId,
      locale: language,
      replyTo: ctx.brand.current.trader.email,
    };
    await deliverMail(ctx, delivery, (pen) =>
      letterMail(pen, { topic, isCancelled, draw: inLanguage(lottery.title, language), firstName, ...texts }),
    ).catch((error: unknown) => {
      failure = error;
    });
  }
  if (failure !== undefined) throw failure;
}
