/** Staff write to the people with tickets in a draw. */
import { type Actor, adminIdOf, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import { withPlainLines } from "#features/inbox/rules/contact.ts";
import { inLanguage, type Lottery } from "#features/lotteries/rules/lottery.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Locale } from "#shared/language/locale.ts";
import { hasBothLanguages, isInUse } from "#shared/language/own-languages.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { checkLetter, LETTER_TOPICS, type LetterProblem, type LetterTexts, readsFrench } from "../../rules/letter.ts";
import type { MailContent } from "../mails/mail.ts";
import { letterMail } from "../mails/message-mails.ts";
import { penIn } from "../mails/pen.ts";
import { renderMail } from "../mails/render-mail.ts";
import {
  findLetterByKey,
  insertLetter,
  insertLetterRecipients,
  listLetterRows,
  listTicketHolderIds,
  type SentLetter,
} from "./letter-store.ts";

/** `userIds`: some of the people with tickets; undefined: all of them. */
export type LetterRecipients = { readonly lotteryId: string; readonly userIds: readonly string[] | undefined };

export type LetterDraft = LetterTexts & { readonly topic: string };
export type LetterRefusal =
  | { readonly ok: false; readonly error: ReauthRefusal | "not_found" | "no_recipients" }
  | {
      readonly ok: false;
      readonly error: "invalid";
      readonly problems: Partial<Record<keyof LetterTexts | "topic", LetterProblem | "no_topic">>;
    };

/** What the page of a draw's letters shows. `french`: how many read French; 0 in a shop with one language. */
export type LetterPage = {
  readonly lottery: Pick<Lottery, "id" | "title">;
  readonly recipients: { readonly all: number; readonly french: number };
  readonly letters: readonly SentLetter[];
};

export async function showLetters(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  recipients: LetterRecipients,
): Promise<Result<LetterPage, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "messages.broadcast"))) return err("forbidden");
  const lottery = isUuid(recipients.lotteryId) ? await findLottery(ctx, recipients.lotteryId) : undefined;
  if (!lottery) return err("not_found");
  const [reachable, letters] = await Promise.all([listReachable(ctx, recipients), listLetterRows(ctx.db, lottery.id)]);
  const french = hasBothLanguages() ? reachable.filter(({ locale }) => readsFrench(locale)).length : 0;
  return ok({ lottery: { id: lottery.id, title: lottery.title }, recipients: { all: reachable.length, french }, letters });
}

const CONTACTS_AT_ONCE = 5_000;

/** People with tickets and an address. */
async function listReachable(ctx: Pick<Ctx, "db">, { lotteryId, userIds }: LetterRecipients) {
  const holders = await listTicketHolderIds(ctx.db, lotteryId, userIds?.filter(isUuid));
  const reachable: { id: string; locale: Locale }[] = [];
  for (let from = 0; from < holders.length; from += CONTACTS_AT_ONCE) {
    const contacts = await listContacts(ctx, holders.slice(from, from + CONTACTS_AT_ONCE));
    for (const [id, { locale }] of contacts) reachable.push({ id, locale });
  }
  return reachable;
}

/** Drops the texts of a switched-off language; if that is English, it repeats the French (record 0119). */
function tidy({ subject, text, subjectFr, textFr }: LetterTexts): LetterTexts {
  const english = { subject: withPlainLines(subject).replaceAll("\n", " ").trim(), text: withPlainLines(text).trim() };
  const french = { subjectFr: withPlainLines(subjectFr).replaceAll("\n", " ").trim(), textFr: withPlainLines(textFr).trim() };
  if (!isInUse("en")) return { subject: french.subjectFr, text: french.textFr, ...french };
  return { ...english, ...(isInUse("fr") ? french : { subjectFr: "", textFr: "" }) };
}

function checkDraft(draft: LetterDraft, lotteryId: string) {
  const texts = tidy(draft);
  const topic = LETTER_TOPICS.find((known) => known === draft.topic);
  const problems = { ...checkLetter(texts, lotteryId), ...(topic === undefined && { topic: "no_topic" as const }) };
  if (topic === undefined || Object.keys(problems).length > 0) return { ok: false, error: "invalid", problems } as const;
  return ok({ ...texts, topic });
}

/** The letter as an example reader gets it, in each language of its texts. */
export async function previewLetter(
  ctx: Ctx,
  actor: Actor,
  { lotteryId, draft }: { readonly lotteryId: string; readonly draft: LetterDraft },
): Promise<{ readonly ok: true; readonly value: readonly (MailContent & { readonly locale: Locale })[] } | LetterRefusal> {
  if (!(await may(ctx, actor, "messages.broadcast"))) return { ok: false, error: "forbidden" };
  const lottery = isUuid(lotteryId) ? await findLottery(ctx, lotteryId) : undefined;
  if (!lottery) return { ok: false, error: "not_found" };
  const checked = checkDraft(draft, lottery.id);
  if (!checked.ok) return checked;
  const { topic, subject, text, subjectFr, textFr } = checked.value;
  const languages: { locale: Locale; subject: string; text: string }[] = [];
  if (isInUse("en")) languages.push({ locale: "en", subject, text });
  if (textFr !== "") languages.push({ locale: "fr", subject: subjectFr, text: textFr });
  const isCancelled = lottery.status === "cancelled";
  const mails = languages.map(async ({ locale, ...texts }) => {
    const pen = penIn(ctx, locale);
    const mail = letterMail(pen, { topic, isCancelled, draw: inLanguage(lottery.title, locale), firstName: "Amelia", ...texts });
    return { ...(await renderMail(pen, mail)), locale };
  });
  return ok(await Promise.all(mails));
}

/** Stores and queues a letter. Idempotent per request key. @returns the number of recipients */
export async function writeLetter(
  ctx: Pick<Ctx, "db" | "jobs" | "log" | "now">,
  actor: Actor,
  letter: LetterDraft & LetterRecipients & { readonly requestKey: string | undefined },
): Promise<{ readonly ok: true; readonly value: number } | LetterRefusal> {
  const reauth = await requireReauth(ctx, actor, "messages.broadcast");
  if (!reauth.ok) return reauth;
  const lottery = isUuid(letter.lotteryId) ? await findLottery(ctx, letter.lotteryId) : undefined;
  if (!lottery) return { ok: false, error: "not_found" };
  const { requestKey } = letter;
  const earlier = requestKey === undefined ? undefined : await findLetterByKey(ctx.db, requestKey);
  if (earlier) return ok(earlier.recipients);
  const checked = checkDraft(letter, lottery.id);
  if (!checked.ok) return checked;
  const readers = await listReachable(ctx, letter);
  if (readers.length === 0) return { ok: false, error: "no_recipients" };
  const { topic, subject, text, subjectFr, textFr } = checked.value;
  await ctx.db.transaction().execute(async (tx) => {
    const at = ctx.now();
    const texts = { subject, text, subjectFr: subjectFr || undefined, textFr: textFr || undefined };
    const created = { createdBy: adminIdOf(actor), at, requestKey };
    const id = await insertLetter(tx, { lotteryId: lottery.id, topic, ...texts, ...created });
    // The same request was stored meanwhile.
    if (id === undefined) return;
    const userIds = readers.map((reader) => reader.id);
    await insertLetterRecipients(tx, id, userIds);
    await ctx.jobs.send(tx, "letter-mail", { letterId: id });
    const after = { topic, subject, recipients: readers.length };
    await recordChange(tx, { actor, action: "letter.send", subjectType: "lottery", subjectId: lottery.id, after, at });
  });
  return ok(readers.length);
}
