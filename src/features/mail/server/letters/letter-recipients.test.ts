/** Letters: joined, erased and unconfirmed people, cancelled draws, one language, and no advertising. */
import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type MadeUser, makeLottery, makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { voidTickets } from "#features/draws/server/draws.fixture.ts";
import { checkout } from "#features/orders/server/orders.fixture.ts";
import { eraseUser } from "#features/orders/server/players/erase-user.ts";
import { cancelLottery, finishCancellations } from "#features/orders/server/refunds/cancel-lottery.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import type { Users } from "#platform/postgres/db-types.ts";
import { setOffered } from "#shared/language/languages.ts";
import { makeAdmin } from "../campaigns/campaigns.fixture.ts";
import { showPlayer } from "../show-player.ts";
import { sendLetter } from "./send-letter.ts";
import { type LetterDraft, previewLetter, writeLetter, showLetters } from "./write-letter.ts";

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
async function soldTo<const Changes extends readonly Partial<Insertable<Users>>[]>(...changes: Changes) {
  const lotteryId = await makeLottery(ctx, { price_per_ticket_pence: 0 });
  const buyers: MadeUser[] = [];
  for (const change of changes) {
    const buyer = await makeUser(ctx, change);
    expect(await checkout(ctx, lotteryId, 1, buyer)).toMatchObject({ ok: true });
    buyers.push(buyer);
  }
  return { lotteryId, buyers: buyers as unknown as { readonly [At in keyof Changes]: MadeUser } };
}

it("a job that stopped between two mails continues with the others", async () => {
  const { lotteryId, buyers } = await soldTo({}, {});
  expect(await write({ lotteryId })).toMatchObject({ ok: true });
  const [job] = queued;
  if (!job) throw new Error("no job was queued");
  // As if the process had ended after the first mail.
  await sendLetter(ctx, { letterId: job.letterId, userIds: [buyers[0].id] });
  expect(await mailsTo(...buyers)).toHaveLength(1);
  await sendQueued();
  await sendLetter(ctx, job);
  await sendQueued();
  expect(await mailsTo(buyers[0])).toHaveLength(1);
  expect(await mailsTo(buyers[1])).toHaveLength(1);
});

it("a buyer with an unconfirmed address gets it without the typed name, an erased one only while the ticket plays", async () => {
  const { lotteryId, buyers } = await soldTo({ first_name: "Mallory" }, {}, {});
  const [unconfirmed, playing, gone] = buyers;
  await ctx.db.updateTable("users").set({ email_verified: false }).where("id", "=", unconfirmed.id).execute();
  expect(await eraseUser(ctx, playing.id, { tickets: "keep" })).toMatchObject({ ok: true });
  expect(await write({ lotteryId })).toMatchObject({ ok: true, value: 3 });
  // Erased after the letter was written.
  expect(await eraseUser(ctx, gone.id, { tickets: "keep" })).toMatchObject({ ok: true });
  await ctx.db.deleteFrom("retained_contacts").where("user_id", "=", gone.id).execute();
  await sendQueued();
  expect(await mailsTo(playing)).toHaveLength(1);
  expect(await mailsTo(gone)).toEqual([]);
  const text = await textTo(unconfirmed);
  expect(text).toContain("Hello there, the car has arrived.");
  expect(text).not.toContain("Mallory");
});

it("a person whose postal entries were joined to an account gets one letter, also if only these were chosen", async () => {
  const { lotteryId, buyers } = await soldTo({}, {});
  const [account, post] = buyers;
  await ctx.db.updateTable("users").set({ joined_to: account.id, email: null }).where("id", "=", post.id).execute();
  expect(await write({ lotteryId })).toEqual({ ok: true, value: 1 });
  expect(await write({ lotteryId, userIds: [post.id] })).toEqual({ ok: true, value: 1 });
  await sendQueued();
  expect(await mailsTo(account)).toHaveLength(2);
});

it("after a cancellation those get it whose tickets it made void, and it says that they had tickets", async () => {
  const { lotteryId, buyers } = await soldTo({}, {});
  const [early, late] = buyers;
  await voidTickets(ctx, lotteryId, [1]);
  const since = ctx.now().getTime();
  ctx.setNow(new Date(since + 60_000));
  expect(
    await cancelLottery(ctx, { kind: "command" }, { lotteryId, reason: { code: "force_majeure", note: "", noteFr: "" } }),
  ).toMatchObject({
    ok: true,
  });
  ctx.setNow(new Date(since + 120_000));
  await finishCancellations(ctx);
  expect(await write({ lotteryId })).toEqual({ ok: true, value: 1 });
  await sendQueued();
  ctx.setNow(undefined);
  expect(await mailsTo(early)).toEqual([]);
  expect((await textTo(late)).replaceAll(/\s+/g, " ")).toContain("because you had tickets in the draw");
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
  expect(await textTo(buyers[0])).toContain("the car has arrived");
});

it("a player's page lists letters and campaigns with the state of their mail, also refused and uncertain ones", async () => {
  const { lotteryId, buyers } = await soldTo({});
  const { id: user_id, email: recipient } = buyers[0];
  expect(await write({ lotteryId })).toMatchObject({ ok: true });
  const mail = { user_id, recipient, is_marketing: true, consent_checked_at: ctx.now() };
  for (const state of ["sent", "sending", "unknown", "failed", "suppressed"] as const) {
    const campaign = { subject: state, content: "x", template: "weekly-update", state: "sending" } as const;
    const { id: campaign_id } = await ctx.db
      .insertInto("campaigns")
      .values({ ...campaign, started_at: ctx.now() })
      .returning("id")
      .executeTakeFirstOrThrow();
    await ctx.db
      .insertInto("mails")
      .values({ ...mail, campaign_id, state, message: `campaign:${campaign_id}`, message_id: campaign_id })
      .execute();
  }
  const shown = await showPlayer(ctx, actor, user_id);
  const mails = shown.ok ? shown.value.mails.map(({ kind, subject, state }) => `${kind} ${subject}: ${state}`) : [];
  expect(mails.toSorted()).toEqual([
    ...["failed", "sending", "sent", "unknown"].map((state) => `campaign ${state}: ${state}`),
    "letter News of {{draw}}: queued",
  ]);
});
