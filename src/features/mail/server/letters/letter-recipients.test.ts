/** Letters: who gets them, in which language, once. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { checkout } from "#features/orders/server/orders.fixture.ts";
import { eraseUser } from "#features/orders/server/players/erase-user.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import { setOffered } from "#shared/language/languages.ts";
import { makeAdmin } from "../campaigns/campaigns.fixture.ts";
import { sendLetter } from "./send-letter.ts";
import { type LetterDraft, previewLetter, showLetters, writeLetter } from "./write-letter.ts";

let ctx: TestCtx;
let actor: Actor;
let queued: JobData["letter-mail"][] = [];
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const send = async (_tx: unknown, name: string, data: unknown) => {
    if (name === "letter-mail") queued.push(data as JobData["letter-mail"]);
  };
  Object.assign(ctx, { jobs: { ...ctx.jobs, send } });
  actor = (await makeAdmin(ctx)).actor;
});
beforeEach(() => void (queued = []));
afterEach(() => setOffered([]));
afterAll(() => ctx.close());

const DRAFT: LetterDraft = {
  topic: "draw",
  ...{ subject: "News of {{draw}}", text: "Hello {{name}}, the car has arrived." },
  ...{ subjectFr: "Des nouvelles", textFr: "Bonjour {{name}}, la voiture est arrivée." },
};
type Change = Partial<LetterDraft> & { lotteryId: string; userIds?: readonly string[]; requestKey?: string };
const write = ({ userIds, requestKey = randomUUID(), ...change }: Change) =>
  writeLetter(ctx, actor, { ...DRAFT, userIds, requestKey, ...change });
/** Runs the jobs, and those that they queue. */
async function sendQueued(): Promise<void> {
  for (let job = queued.shift(); job; job = queued.shift()) await sendLetter(ctx, job);
}
/** The mails of the draw's letters by address. */
async function mailsTo(...people: readonly { readonly email: string }[]) {
  const { mails = [] } = (await ctx.mailbox?.list()) ?? {};
  return mails.filter(({ to }) => people.some(({ email }) => email === to));
}
async function textTo(person: { readonly email: string }): Promise<string> {
  const [mail] = await mailsTo(person);
  return (mail && (await ctx.mailbox?.get(mail.id))?.text) ?? "";
}
/** A draw with one ticket each of new players. */
async function soldTo(...changes: readonly Parameters<typeof makeUser>[1][]) {
  const lotteryId = await makeLottery(ctx, { price_per_ticket_pence: 0 });
  const buyers = [];
  for (const change of changes) {
    const buyer = await makeUser(ctx, change);
    expect(await checkout(ctx, lotteryId, 1, buyer)).toMatchObject({ ok: true });
    buyers.push(buyer);
  }
  return { lotteryId, buyers };
}

it("all buyers get a letter once, in their language, also if the request and the jobs are repeated", async () => {
  const { lotteryId, buyers } = await soldTo({}, { first_name: "Zoé", locale: "fr" }, { locale: "de" });
  const stranger = await makeUser(ctx);
  const requestKey = randomUUID();
  for (let time = 0; time < 2; time++) expect(await write({ lotteryId, requestKey })).toEqual({ ok: true, value: 3 });
  expect(queued).toHaveLength(1);
  const jobs = [...queued, ...queued];
  queued = jobs;
  await sendQueued();
  expect(await mailsTo(...buyers)).toHaveLength(3);
  expect(await mailsTo(stranger)).toEqual([]);
  expect(await textTo(buyers[1]!)).toContain("Bonjour Zoé, la voiture est arrivée.");
  expect(await textTo(buyers[2]!)).toContain("Hello Amelia, the car has arrived.");
  expect(await showLetters(ctx, actor, { lotteryId, userIds: undefined })).toMatchObject({
    value: { recipients: { all: 3, french: 1 }, letters: [{ recipients: 3, sent: 3, failed: 0 }] },
  });
});

it("a selection is written to alone; an empty one writes to no one", async () => {
  const { lotteryId, buyers } = await soldTo({}, {});
  const stranger = await makeUser(ctx);
  const [first, second] = buyers;
  expect(await write({ lotteryId, userIds: [] })).toEqual({ ok: false, error: "no_recipients" });
  expect(await write({ lotteryId, userIds: [stranger.id] })).toEqual({ ok: false, error: "no_recipients" });
  expect(await write({ lotteryId, userIds: [first!.id, stranger.id] })).toEqual({ ok: true, value: 1 });
  await sendQueued();
  expect(await mailsTo(first!)).toHaveLength(1);
  expect(await mailsTo(second!, stranger)).toEqual([]);
});

it("a job that stopped between two mails continues with the others", async () => {
  const { lotteryId, buyers } = await soldTo({}, {});
  expect(await write({ lotteryId })).toMatchObject({ ok: true });
  const [job] = queued;
  // As if the process had ended after the first mail.
  await sendLetter(ctx, { letterId: job!.letterId, userIds: [buyers[0]!.id] });
  expect(await mailsTo(...buyers)).toHaveLength(1);
  await sendQueued();
  await sendLetter(ctx, job!);
  await sendQueued();
  expect(await mailsTo(buyers[0]!)).toHaveLength(1);
  expect(await mailsTo(buyers[1]!)).toHaveLength(1);
});

it("a buyer with an unconfirmed address gets it without the typed name, an erased one only while the ticket plays", async () => {
  const { lotteryId, buyers } = await soldTo({ first_name: "Mallory" }, {}, {});
  const [unconfirmed, playing, gone] = buyers;
  await ctx.db.updateTable("users").set({ email_verified: false }).where("id", "=", unconfirmed!.id).execute();
  expect(await eraseUser(ctx, playing!.id, { tickets: "keep" })).toMatchObject({ ok: true });
  expect(await write({ lotteryId })).toMatchObject({ ok: true, value: 3 });
  // Erased after the letter was written.
  expect(await eraseUser(ctx, gone!.id, { tickets: "keep" })).toMatchObject({ ok: true });
  await ctx.db.deleteFrom("retained_contacts").where("user_id", "=", gone!.id).execute();
  await sendQueued();
  expect(await mailsTo(playing!)).toHaveLength(1);
  expect(await mailsTo(gone!)).toEqual([]);
  const text = await textTo(unconfirmed!);
  expect(text).toContain("Hello there, the car has arrived.");
  expect(text).not.toContain("Mallory");
});

it("a person whose postal entries were joined to an account gets one letter, also if only these were chosen", async () => {
  const { lotteryId, buyers } = await soldTo({}, {});
  const [account, post] = buyers;
  await ctx.db.updateTable("users").set({ joined_to: account!.id, email: null }).where("id", "=", post!.id).execute();
  expect(await write({ lotteryId })).toEqual({ ok: true, value: 1 });
  expect(await write({ lotteryId, userIds: [post!.id] })).toEqual({ ok: true, value: 1 });
  await sendQueued();
  expect(await mailsTo(account!)).toHaveLength(2);
});

it("after a cancellation those get it whose tickets it made void, and it says that they had tickets", async () => {
  const { lotteryId, buyers } = await soldTo({}, {}, {});
  const [early, late, waiting] = buyers;
  const cancelledAt = ctx.now().getTime();
  const voidAt = (userId: string, at: number) =>
    ctx.db
      .updateTable("tickets")
      .set({ void_at: new Date(at) })
      .where("lottery_id", "=", lotteryId)
      .where("user_id", "=", userId)
      .execute();
  await voidAt(early!.id, cancelledAt - 60_000);
  await ctx.db
    .updateTable("lotteries")
    .set({ status: "cancelled", sales_state: "cancelled", cancel_reason: "force_majeure" })
    .where("id", "=", lotteryId)
    .execute();
  await ctx.db
    .insertInto("audit_log")
    .values({
      ...{ actor: "admin", action: "lottery.cancel", at: new Date(cancelledAt) },
      subject_type: "lottery",
      subject_id: lotteryId,
    })
    .execute();
  await voidAt(late!.id, cancelledAt + 60_000);
  expect(await write({ lotteryId })).toEqual({ ok: true, value: 2 });
  await sendQueued();
  expect(await mailsTo(early!)).toEqual([]);
  expect(await mailsTo(waiting!)).toHaveLength(1);
  expect((await textTo(late!)).replaceAll(/\s+/g, " ")).toContain("because you had tickets in the draw");
});

it("advertising and links to other draws are refused in both languages, a link to the draw itself is not", async () => {
  const { lotteryId } = await soldTo({});
  const other = await makeLottery(ctx);
  const problems = async (change: Partial<LetterDraft>) => {
    const refused = await write({ lotteryId, ...change });
    return "problems" in refused ? refused.problems : undefined;
  };
  expect(await problems({ text: "Last chance: get more tickets" })).toEqual({ text: "advertising" });
  expect(await problems({ subject: "Hurry" })).toEqual({ subject: "advertising" });
  expect(await problems({ textFr: "Dernière chance" })).toEqual({ textFr: "advertising" });
  expect(await problems({ text: `Also see https://shop.example/lottery/${other.toUpperCase()}` })).toEqual({
    text: "other_draw",
  });
  expect(await problems({ textFr: `Voir /quiz/${other}` })).toEqual({ textFr: "other_draw" });
  expect(await write({ lotteryId, text: `See /lottery/${lotteryId}` })).toMatchObject({ ok: true });
});

it("with English switched off only French is needed, and every reader gets it", async () => {
  const { lotteryId, buyers } = await soldTo({ locale: "en" }, { locale: "fr" });
  setOffered([], "en");
  const french = { ...DRAFT, subject: "", text: "" };
  expect(await previewLetter(ctx, actor, { lotteryId, draft: french })).toMatchObject({ value: [{ locale: "fr" }] });
  expect(await write({ lotteryId, ...french, textFr: "" })).toMatchObject({ problems: { textFr: "no_text" } });
  expect(await write({ lotteryId, ...french })).toMatchObject({ ok: true, value: 2 });
  await sendQueued();
  for (const buyer of buyers) expect(await textTo(buyer)).toContain("la voiture est arrivée");
  expect(await ctx.db.selectFrom("letters").select("text").where("lottery_id", "=", lotteryId).execute()).toEqual([
    { text: DRAFT.textFr },
  ]);
});

it("with French switched off only English is needed, and every reader gets it", async () => {
  const { lotteryId, buyers } = await soldTo({ locale: "fr" });
  setOffered([], "fr");
  expect(await showLetters(ctx, actor, { lotteryId, userIds: undefined })).toMatchObject({
    value: { recipients: { french: 0 } },
  });
  expect(await write({ lotteryId })).toMatchObject({ ok: true, value: 1 });
  await sendQueued();
  expect(await textTo(buyers[0]!)).toContain("the car has arrived");
});
