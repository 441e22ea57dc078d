/** Sends what is due of a campaign. A row says "on its way" before its mail leaves, so a crash sends nothing twice. */
import { setTimeout as sleep } from "node:timers/promises";
import { listMailReaders } from "#features/accounts/server/list-mail-readers.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { topicOf, waitAfter } from "../rules/campaign.ts";
import { openCampaignMail, type Prepare, Unwritten, whyOver } from "./campaign-draft.ts";
import { type CampaignRow, findCampaignRow } from "./campaign-store.ts";
import { endCampaign, holdCampaign } from "./control-campaign.ts";
import { deliver, type MailOnItsWay, type OutgoingMail } from "./deliver-mail.ts";
import {
  type ClaimedMail,
  claimDue,
  findRest,
  finishMails,
  type MailEnd,
  saveRecipient,
  saveWorkedAt,
  takePace,
} from "./delivery-store.ts";

/** A job's turn, well within what the queue allows it. */
const TURN_MS = 60_000;
/** While one lot is on its way, the next ones are looked up. What is on its way when a process dies is of unknown fate: not too many. */
const LANES = 3;
const MOST_AT_ONCE = 20;
/** The pace is asked for less often than lots are taken. */
const PACE_PARTS = 4;
const MOST_PACED = 200;
/** Then the mail server takes nothing at all, and a pause spares both sides. */
const TOO_MANY_FAILED = 20;
/** A sign of life each so many milliseconds. */
const BEAT_MS = 2_000;

type Sending = {
  readonly ctx: Ctx;
  readonly campaign: CampaignRow;
  readonly write: (reader: { userId: string; firstName: string }) => OutgoingMail;
  readonly ends: ResultWriter;
  allowed: number;
  failed: number;
};

export async function deliverCampaign(ctx: Ctx, campaignId: string, prepare?: Prepare): Promise<void> {
  const campaign = await findCampaignRow(ctx.db, campaignId);
  const lottery = await findLottery(ctx, campaign?.lotteryId);
  // A campaign for a draw that is over, or with a code that is, is cancelled by whoever tends them.
  if (campaign?.state !== "sending" || !lottery || whyOver(lottery, campaign, ctx.now())) return;
  const { template, subject, content, promotion } = campaign;
  const write = await openCampaignMail(ctx, { template, subject, content, lottery, promotion }, prepare).catch(unwritten(ctx));
  if (!write) return holdCampaign(ctx, campaignId, "unwritten");

  const until = performance.now() + TURN_MS;
  const sending: Sending = { ctx, campaign, write, ends: writeResults(ctx), allowed: 0, failed: 0 };
  const lane = async () => {
    while (!ctx.jobs.stopping.aborted && performance.now() < until && sending.failed < TOO_MANY_FAILED)
      if (!(await sendSome(sending))) return;
  };
  const stopBeating = showLife(ctx, campaignId);
  await Promise.all(Array.from({ length: LANES }, lane)).finally(stopBeating);
  await sending.ends.written();

  const { isLeft, isDue } = await findRest(ctx.db, campaignId, ctx.now());
  // Somebody is looking at the progress: the end is not kept for the timer.
  if (!isLeft) return endCampaign(ctx, campaignId, "done");
  const isOver = performance.now() >= until;
  if (isDue && isOver) await ctx.db.transaction().execute((tx) => ctx.jobs.send(tx, "campaign", { campaignId }));
}

/** To try again would end in the same way, without anybody hearing of it. */
function unwritten({ log }: Pick<Ctx, "log">) {
  return (error: unknown) => {
    if (!(error instanceof Unwritten)) throw error;
    log.error({ err: error }, "a campaign could not be rendered");
    return undefined;
  };
}

function showLife(ctx: Ctx, campaignId: string): () => void {
  const beat = () => {
    saveWorkedAt(ctx.db, campaignId, ctx.now()).catch((error: unknown) =>
      ctx.log.warn({ err: error }, "a heartbeat could not be written"),
    );
  };
  const timer = setInterval(beat, BEAT_MS).unref();
  return () => clearInterval(timer);
}

/** @returns whether to go on: not where nothing is due */
async function sendSome(sending: Sending): Promise<boolean> {
  const { ctx, campaign, ends } = sending;
  const most = await keepPace(sending);
  if (ctx.jobs.stopping.aborted) return false;

  const mails = await claimDue(ctx.db, campaign.id, most, ctx.now());
  if (mails.length === 0) return false;
  const checkedAt = ctx.now();
  const readers = await listMailReaders(
    ctx,
    mails.map(({ userId }) => userId),
    topicOf(campaign.template),
  );
  await Promise.all(
    mails.map(async (mail) => {
      const end = await sendOne(sending, mail, readers.get(mail.userId));
      if (end.state !== "suppressed") sending.failed = end.state === "queued" || end.state === "unknown" ? sending.failed + 1 : 0;
      ends.add({ ...end, checkedAt });
    }),
  );
  return true;
}

/** Waits until some mails may be sent. @returns how many */
async function keepPace(sending: Sending): Promise<number> {
  const { ctx } = sending;
  const { mailsPerSecond } = ctx.env;
  const part = Math.max(1, Math.floor(mailsPerSecond / PACE_PARTS));
  const most = Math.min(MOST_AT_ONCE, part);
  if (sending.allowed < most) {
    const more = Math.min(MOST_PACED, part);
    const wait = await takePace(ctx.db, more, mailsPerSecond);
    if (wait > 0) await sleep(wait, undefined, { signal: ctx.jobs.stopping }).catch(() => undefined);
    sending.allowed += more;
  }
  sending.allowed -= most;
  return most;
}

type Reader = { readonly email: string; readonly firstName: string; readonly refusal: string | undefined };

async function sendOne({ ctx, write }: Sending, mail: ClaimedMail, reader: Reader | undefined): Promise<MailEnd> {
  if (!reader || reader.refusal !== undefined) return { id: mail.id, state: "suppressed", reason: reader?.refusal ?? "gone" };
  if (reader.email !== mail.recipient) await saveRecipient(ctx.db, mail.id, reader.email);
  const to = { id: mail.id, messageId: mail.messageId, to: reader.email };
  const end = await tryOnce(ctx, to, () => write({ userId: mail.userId, firstName: reader.firstName }));
  if (end.state !== "queued") return end;
  const wait = waitAfter(mail.attempts, (ctx.random(1)[0] ?? 0) / 255);
  return wait === undefined ? { ...end, state: "failed" } : { ...end, notBefore: new Date(ctx.now().getTime() + wait) };
}

/** What cannot be written has not left: it waits for its next try like any other, and keeps none of the others waiting. */
async function tryOnce(ctx: Ctx, mail: MailOnItsWay, write: () => OutgoingMail): Promise<MailEnd> {
  let letter: OutgoingMail;
  try {
    letter = write();
  } catch (error) {
    ctx.log.error({ err: error, mailId: mail.id }, "an email could not be rendered");
    return { id: mail.id, state: "queued", reason: "unwritten" };
  }
  return deliver(ctx, mail, letter);
}

type ResultWriter = {
  add(end: MailEnd): void;
  /** Resolves when all are written; rejects where one could not be, whose mail then stays of unknown fate. */
  written(): Promise<void>;
};

function writeResults(ctx: Pick<Ctx, "db" | "now">): ResultWriter {
  let waiting: MailEnd[] = [];
  let writing: Promise<void> | undefined;
  const write = async () => {
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      await finishMails(ctx.db, some, ctx.now());
    }
    writing = undefined;
  };
  let failure: unknown;
  return {
    add(end) {
      waiting.push(end);
      writing ??= write().catch((error: unknown) => {
        failure = error;
        writing = undefined;
      });
    },
    async written() {
      while (writing) await writing;
      if (failure !== undefined) throw failure;
    },
  };
}
