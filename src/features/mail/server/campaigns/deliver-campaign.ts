/** Sends a campaign's due mails. Rows are marked as "sending" first, so a crash sends nothing twice. */
import { setTimeout as sleep } from "node:timers/promises";
import { listMailReaders } from "#features/accounts/server/profile/list-mail-readers.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { topicOf, waitAfter } from "../../rules/campaign.ts";
import { deliver, type MailOnItsWay, type OutgoingMail } from "../deliver-mail.ts";
import {
  type ClaimedMail,
  claimDue,
  findRemaining,
  finishMails,
  type MailEnd,
  reserveRate,
  saveRecipient,
  saveWorkedAt,
} from "../delivery-store.ts";
import { openCampaignMail, type Prepare, RenderingFailed, stopReason } from "./campaign-draft.ts";
import { type CampaignRow, findCampaignRow } from "./campaign-store.ts";
import { endCampaign, holdCampaign } from "./control-campaign.ts";

/** Maximum duration of a job, well below the queue's timeout. */
const LONGEST_RUN_MS = 60_000;
/** Concurrent batches: one is sent while others are read. A crash leaves these mails' results unknown. */
const WORKERS = 3;
const MOST_AT_ONCE = 20;
/** Rate reservations per second, fewer than batches. */
const RESERVATIONS_PER_SECOND = 4;
const MOST_RESERVED = 200;
/** After this many failures in a row the mail server accepts nothing: pause. */
const TOO_MANY_FAILED = 20;
const HEARTBEAT_MS = 2_000;

/** `allowed`: mails that the rate limit still permits. `failed`: failures in a row. */
type Sending = {
  readonly ctx: Ctx;
  readonly campaign: CampaignRow;
  readonly write: (reader: { userId: string; firstName: string }) => OutgoingMail;
  readonly ends: ResultWriter;
  allowed: number;
  failed: number;
};

/** The job: sends due mails for at most a minute, then queues itself again if some are left. */
export async function deliverCampaign(ctx: Ctx, campaignId: string, prepare?: Prepare): Promise<void> {
  const campaign = await findCampaignRow(ctx.db, campaignId);
  const lottery = await findLottery(ctx, campaign?.lotteryId);
  // The timer cancels campaigns whose draw or code is over.
  if (campaign?.state !== "sending" || !lottery || stopReason(lottery, campaign, ctx.now())) return;
  const { template, subject, content, promotion } = campaign;
  const write = await openCampaignMail(ctx, { template, subject, content, lottery, promotion }, prepare).catch(
    logRenderingFailure(ctx),
  );
  if (!write) return holdCampaign(ctx, campaignId, "unwritten");

  const until = performance.now() + LONGEST_RUN_MS;
  const sending: Sending = { ctx, campaign, write, ends: writeResults(ctx), allowed: 0, failed: 0 };
  const worker = async () => {
    while (!ctx.jobs.stopping.aborted && performance.now() < until && sending.failed < TOO_MANY_FAILED)
      if (!(await sendBatch(sending))) return;
  };
  const stopHeartbeat = startHeartbeat(ctx, campaignId);
  await Promise.all(Array.from({ length: WORKERS }, worker)).finally(stopHeartbeat);
  await sending.ends.written();

  const { isLeft, isDue } = await findRemaining(ctx.db, campaignId, ctx.now());
  // Staff watch the progress: end at once rather than by the timer.
  if (!isLeft) return endCampaign(ctx, campaignId, "done");
  const isOver = performance.now() >= until;
  if (isDue && isOver) await ctx.db.transaction().execute((tx) => ctx.jobs.send(tx, "campaign", { campaignId }));
}

/** Logs that a campaign cannot be rendered. A retry would fail in the same way, unnoticed. */
function logRenderingFailure({ log }: Pick<Ctx, "log">) {
  return (error: unknown) => {
    if (!(error instanceof RenderingFailed)) throw error;
    log.error({ err: error }, "a campaign could not be rendered");
    return undefined;
  };
}

/** Shows other processes that this worker is alive. @returns a function that stops it */
function startHeartbeat(ctx: Ctx, campaignId: string): () => void {
  const writeHeartbeat = () => {
    saveWorkedAt(ctx.db, campaignId, ctx.now()).catch((error: unknown) =>
      ctx.log.warn({ err: error }, "a heartbeat could not be written"),
    );
  };
  const timer = setInterval(writeHeartbeat, HEARTBEAT_MS).unref();
  return () => clearInterval(timer);
}

/** Sends the next mails. @returns false if nothing is due */
async function sendBatch(sending: Sending): Promise<boolean> {
  const { ctx, campaign, ends } = sending;
  const most = await awaitRate(sending);
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
      const result = await sendOne(sending, mail, readers.get(mail.userId));
      const hasFailed = result.state === "queued" || result.state === "unknown";
      if (result.state !== "suppressed") sending.failed = hasFailed ? sending.failed + 1 : 0;
      ends.add({ ...result, checkedAt });
    }),
  );
  return true;
}

/** Waits for the rate limit. @returns how many mails may be sent */
async function awaitRate(sending: Sending): Promise<number> {
  const { ctx } = sending;
  const { mailsPerSecond } = ctx.env;
  const part = Math.max(1, Math.floor(mailsPerSecond / RESERVATIONS_PER_SECOND));
  const most = Math.min(MOST_AT_ONCE, part);
  if (sending.allowed < most) {
    const more = Math.min(MOST_RESERVED, part);
    const wait = await reserveRate(ctx.db, more, mailsPerSecond);
    if (wait > 0) await sleep(wait, undefined, { signal: ctx.jobs.stopping }).catch(() => undefined);
    sending.allowed += more;
  }
  sending.allowed -= most;
  return most;
}

type Reader = { readonly email: string; readonly firstName: string; readonly refusal: string | undefined };

/** Sends one mail if its reader still may be written to. */
async function sendOne({ ctx, write }: Sending, mail: ClaimedMail, reader: Reader | undefined): Promise<MailEnd> {
  if (!reader || reader.refusal !== undefined) return { id: mail.id, state: "suppressed", reason: reader?.refusal ?? "gone" };
  if (reader.email !== mail.recipient) await saveRecipient(ctx.db, mail.id, reader.email);
  const to = { id: mail.id, messageId: mail.messageId, to: reader.email };
  const end = await attempt(ctx, to, () => write({ userId: mail.userId, firstName: reader.firstName }));
  if (end.state !== "queued") return end;
  const wait = waitAfter(mail.attempts, (ctx.random(1)[0] ?? 0) / 255);
  return wait === undefined ? { ...end, state: "failed" } : { ...end, notBefore: new Date(ctx.now().getTime() + wait) };
}

/** A mail that cannot be rendered is retried later, without delaying the others. */
async function attempt(ctx: Ctx, mail: MailOnItsWay, write: () => OutgoingMail): Promise<MailEnd> {
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
  /** Resolves when all are stored; rejects if one could not be: its result stays unknown. */
  written(): Promise<void>;
};

/** Stores results in batches while mails are sent. */
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
