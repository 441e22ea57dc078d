/** Letters to the people with tickets in a draw: who may, who gets them, once each, and what is checked. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { reauthedAdmin, registered } from "#features/accounts/server/accounts.fixture.ts";
import { forgetMessages } from "#features/mail/server/forget-messages.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import { sendLetter } from "./send-letter.ts";
import { type LetterDraft, previewLetter, showLetters, writeLetter } from "./write-letter.ts";

let ctx: TestCtx;
let queued: JobData["letter-mail"][] = [];
const staff = new Map<string, ReturnType<typeof reauthedAdmin>>();
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const send = async (_tx: unknown, name: string, data: unknown) => {
    if (name === "letter-mail") queued.push(data as JobData["letter-mail"]);
  };
  Object.assign(ctx, { jobs: { ...ctx.jobs, send } });
  for (const role of ["owner", "draws", "support", "marketing"] as const) {
    const { userId } = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id: userId, role }).execute();
    staff.set(role, reauthedAdmin(ctx, userId));
  }
});
// These people hold tickets without an order.
afterAll(() => ctx.close({ broken: ["participants-are-holders"] }));
beforeEach(() => {
  queued = [];
});

const by = (role: string) => staff.get(role) ?? { kind: "admin" as const, id: randomUUID() };
const DRAFT: LetterDraft = {
  topic: "draw",
  subject: "News of {{draw}}",
  text: "Hello {{name}}, the car is here.",
  subjectFr: "",
  textFr: "",
};
const FRENCH = { subjectFr: "Des nouvelles", textFr: "Bonjour {{name}}, la voiture est là." };

/** A draw with tickets of these people. */
async function drawOf(userIds: readonly string[], title = "The Valmont"): Promise<string> {
  const id = await makeLottery(ctx, { title });
  for (const user_id of userIds) await ctx.owner.query("INSERT INTO participants VALUES ($1, $2, 3)", [id, user_id]);
  return id;
}
const write = (lotteryId: string, more: Partial<Parameters<typeof writeLetter>[2]> = {}, role = "owner") =>
  writeLetter(ctx, by(role), { ...DRAFT, lotteryId, userIds: undefined, requestKey: undefined, ...more });
async function work(): Promise<void> {
  for (const job of queued.splice(0)) {
    await sendLetter(ctx, job);
    // A job that runs twice sends nothing twice.
    await sendLetter(ctx, job);
  }
  if (queued.length > 0) await work();
}
async function mailsTo(email: string) {
  const { mails = [] } = (await ctx.mailbox?.list()) ?? {};
  return Promise.all(mails.filter(({ to }) => to === email).map(({ id }) => ctx.mailbox?.get(id)));
}

it("goes once to each person with tickets, in their language, and to no one else", async () => {
  const [amelia, zoe, other] = [
    await makeUser(ctx, { first_name: "Amelia" }),
    await makeUser(ctx, { first_name: "Zoé", locale: "fr" }),
    await makeUser(ctx),
  ];
  const lottery = await drawOf([amelia.id, zoe.id]);
  expect(await write(lottery, FRENCH)).toEqual({ ok: true, value: 2 });
  await work();
  const [[english, ...more], [french]] = [await mailsTo(amelia.email), await mailsTo(zoe.email)];
  expect(more).toEqual([]);
  expect(english).toMatchObject({
    subject: "News of The Valmont",
    text: expect.stringContaining("Hello Amelia, the car is here."),
  });
  expect(french).toMatchObject({ subject: "Des nouvelles", text: expect.stringContaining("Bonjour Zoé, la voiture est là.") });
  expect(english?.headers.find(({ name }) => name === "Reply-To")?.value).toBe(ctx.brand.current.trader.email);
  expect(await mailsTo(other.email)).toEqual([]);
  const shown = await showLetters(ctx, by("owner"), { lotteryId: lottery, userIds: undefined });
  expect(shown).toMatchObject({ value: { recipients: { all: 2, french: 1 }, letters: [{ recipients: 2, sent: 2, failed: 0 }] } });
});

it("without a French text goes to all in English", async () => {
  const zoe = await makeUser(ctx, { locale: "fr" });
  await write(await drawOf([zoe.id]));
  await work();
  expect((await mailsTo(zoe.email)).map((mail) => mail?.subject)).toEqual(["News of The Valmont"]);
});

it("that is sent twice is one letter", async () => {
  const amelia = await makeUser(ctx);
  const lottery = await drawOf([amelia.id]);
  const requestKey = randomUUID();
  const sent = await Promise.all([write(lottery, { requestKey }), write(lottery, { requestKey })]);
  expect([...sent, await write(lottery, { requestKey })]).toEqual(Array(3).fill({ ok: true, value: 1 }));
  await work();
  expect(await mailsTo(amelia.email)).toHaveLength(1);
  const logged = ctx.db
    .selectFrom("audit_log")
    .select("after")
    .where("action", "=", "letter.send")
    .where("subject_id", "=", lottery);
  expect(await logged.execute()).toEqual([{ after: { topic: "draw", subject: DRAFT.subject, recipients: 1 } }]);
});

it("may go to a selection of the people with tickets, but not to others", async () => {
  const [amelia, ben, other] = [await makeUser(ctx), await makeUser(ctx), await makeUser(ctx)];
  const lottery = await drawOf([amelia.id, ben.id]);
  expect(await write(lottery, { userIds: [ben.id, other.id, "x"] })).toEqual({ ok: true, value: 1 });
  await work();
  expect([await mailsTo(amelia.email), await mailsTo(other.email)]).toEqual([[], []]);
  expect(await mailsTo(ben.email)).toHaveLength(1);
  expect(await write(lottery, { userIds: [] })).toMatchObject({ error: "no_recipients" });
});

it("is split into jobs of 25 recipients", async () => {
  const people = await Promise.all(Array.from({ length: 27 }, () => makeUser(ctx)));
  await write(await drawOf(people.map(({ id }) => id)));
  const [first] = queued.splice(0);
  if (!first) throw new Error("no job was queued");
  await sendLetter(ctx, first);
  expect(queued.splice(0).map(({ userIds = [] }) => userIds.length)).toEqual([25, 2]);
});

it("needs the right, which support and marketing lack, and a recent re-authentication", async () => {
  const lottery = await drawOf([(await makeUser(ctx)).id]);
  for (const role of ["support", "marketing", "none"]) {
    expect(await write(lottery, {}, role)).toMatchObject({ error: "forbidden" });
    expect(await showLetters(ctx, by(role), { lotteryId: lottery, userIds: undefined })).toMatchObject({ error: "forbidden" });
    expect(await previewLetter(ctx, by(role), { lotteryId: lottery, draft: DRAFT })).toMatchObject({ error: "forbidden" });
  }
  expect(await write(lottery, {}, "draws")).toMatchObject({ ok: true });
  const stale = { ...by("owner"), reauthAt: undefined };
  const letter = { ...DRAFT, lotteryId: lottery, userIds: undefined, requestKey: undefined };
  expect(await writeLetter(ctx, stale, letter)).toMatchObject({ error: "reauth_needed" });
});

it("is refused without a topic, a subject or a text, half in French, or with an unknown placeholder", async () => {
  const lottery = await drawOf([(await makeUser(ctx)).id]);
  const problems = async (change: Partial<LetterDraft>) => {
    const refused = await write(lottery, change);
    return !refused.ok && refused.error === "invalid" ? refused.problems : refused;
  };
  expect(await problems({ topic: "advertising", subject: " ", text: "" })).toEqual({
    ...{ topic: "no_topic", subject: "no_subject", text: "no_text" },
  });
  expect(await problems({ textFr: "Bonjour" })).toEqual({ subjectFr: "no_subject" });
  expect(await problems({ text: "{{promoCode}}" })).toEqual({ text: "unknown_placeholder" });
  expect(await problems({ subject: "x".repeat(151) })).toEqual({ subject: "too_long" });
});

it("is previewed in each language as it is sent", async () => {
  const lottery = await drawOf([]);
  const shown = await previewLetter(ctx, by("draws"), { lotteryId: lottery, draft: { ...DRAFT, ...FRENCH } });
  if (!shown.ok) throw new Error(shown.error);
  expect(shown.value.map(({ locale, subject }) => [locale, subject])).toEqual([
    ["en", "News of The Valmont"],
    ["fr", "Des nouvelles"],
  ]);
});

it("is deleted with its recipients after 24 months", async () => {
  const lottery = await drawOf([(await makeUser(ctx)).id]);
  await write(lottery);
  queued = [];
  await ctx.owner.query("UPDATE letters SET created_at = '2020-01-01' WHERE lottery_id = $1", [lottery]);
  await forgetMessages(ctx);
  const shown = await showLetters(ctx, by("owner"), { lotteryId: lottery, userIds: undefined });
  expect(shown).toMatchObject({ value: { letters: [] } });
});
