/** Campaigns over a real mail server with failures, sent by processes that are killed: no duplicates. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { type SinkFault, type SmtpSink, startSmtpSink } from "#platform/mail/smtp-sink.fixture.ts";
import { deliverInChild, draftFor, mailingTo, makeAdmin, makeCrowd, plainLetters } from "./campaigns.fixture.ts";
import { controlCampaign, processCampaigns } from "./control-campaign.ts";
import { createCampaign } from "./create-campaign.ts";
import { deliverCampaign } from "./deliver-campaign.ts";
import { findCampaign, listDeliveries } from "./list-campaigns.ts";

const PEOPLE = process.env.LONG === "1" ? 10_000 : 1_000;
const MINUTE_MS = 60_000;

let ctx: TestCtx;
let lottery: string;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
const sinks: SmtpSink[] = [];

beforeAll(async () => {
  ctx = await testCtx({ MAILS_PER_SECOND: "10000" });
  lottery = await makeLottery(ctx);
  admin = await makeAdmin(ctx);
  await makeCrowd(ctx, PEOPLE);
});
afterAll(async () => {
  await Promise.all(sinks.map((sink) => sink.close()));
  await ctx.close();
});

const FAULTS: readonly SinkFault[] = ["busy", "full", "closeConnection", "cut", "taken, unsaid"];

/** One attempt in five fails, always the same ones, in alternating ways. */
function oneInFive(to: string, n: number): SinkFault | undefined {
  let hash = n * 7919;
  for (const sign of to) hash = (hash * 31 + sign.charCodeAt(0)) % 1_000_003;
  return hash % 5 === 0 ? FAULTS[Math.floor(hash / 5) % FAULTS.length] : undefined;
}

it(`each of ${PEOPLE} readers gets exactly one, or stands in the list of unknowns, though a fifth fails and the sender is killed twice`, async () => {
  const sink = await startSmtpSink({ fault: oneInFive });
  sinks.push(sink);
  const wanted = { ...draftFor(lottery), recipients: { kind: "all" } as const };
  const made = await createCampaign(ctx, admin.actor, wanted);
  if (!made.ok) throw new Error(made.error);
  const { id, reachable } = made.value;
  expect(reachable).toBe(PEOPLE);
  await controlCampaign(ctx, admin.actor, id, "start");

  for (const part of [0.2, 0.5]) {
    const child = deliverInChild(ctx, sink, id);
    const killed = expect.poll(() => sink.accepted.size, { timeout: 60_000, interval: 2 }).toBeGreaterThan(PEOPLE * part);
    await killed.finally(() => child.kill());
    expect(await child.ended).toMatchObject({ signal: "SIGKILL", stderr: "" });
  }

  // The timer finds the rest and the unknown ones; waits pass.
  const mailing = mailingTo(ctx, sink);
  for (let minutes = 10; minutes < 24 * 60; minutes += 30) {
    ctx.setNow(new Date(Date.now() + minutes * MINUTE_MS));
    await processCampaigns(ctx);
    const campaign = await findCampaign(ctx, admin.actor, id);
    if (campaign.ok && campaign.value.state === "done") break;
    await deliverCampaign(mailing, id, plainLetters);
  }
  await mailing.mail.close();

  const campaign = await findCampaign(ctx, admin.actor, id);
  if (!campaign.ok) throw new Error(campaign.error);
  const { state, progress } = campaign.value;
  expect(state).toBe("done");
  expect(progress).toMatchObject({ total: PEOPLE, queued: 0, sending: 0, failed: 0, suppressed: 0, cancelled: 0 });
  expect(progress.sent + progress.unknown).toBe(PEOPLE);
  // From kills, and from connections that broke after the last byte.
  expect(progress.unknown).toBeGreaterThan(0);
  expect(progress.unknown).toBeLessThan(PEOPLE / 5);

  expect(Math.max(...sink.accepted.values())).toBe(1);
  const { rows } = await ctx.pool.query<{ recipient: string; state: string }>(
    "SELECT recipient, state FROM mails WHERE campaign_id = $1",
    [id],
  );
  const wrong = rows.filter(({ recipient, state }) => state === "sent" && sink.accepted.get(recipient) !== 1);
  expect(wrong).toEqual([]);
  const known = new Set(rows.map(({ recipient }) => recipient));
  expect([...sink.accepted.keys()].filter((to) => !known.has(to))).toEqual([]);
  const unknowns = await listDeliveries(ctx, admin.actor, id, { state: "unknown", page: 1 });
  expect(unknowns).toMatchObject({ ok: true, value: { found: progress.unknown } });
}, 120_000);

it("waits while the mail server is down, and continues when it is back", async () => {
  const people = 200;
  await makeCrowd(ctx, people, "down.test");
  ctx.setNow(undefined);
  let isDown = false;
  // It goes down during transfers, and refuses connections.
  const first = await startSmtpSink({
    fault() {
      if (first.accepted.size < 30) return undefined;
      if (!isDown) void first.close();
      isDown = true;
      return "closeConnection";
    },
  });
  const mailing = mailingTo(ctx, first);
  const made = await createCampaign(ctx, admin.actor, { ...draftFor(lottery), recipients: { kind: "all", q: "@down.test" } });
  if (!made.ok) throw new Error(made.error);
  const { id } = made.value;
  await controlCampaign(ctx, admin.actor, id, "start");
  await deliverCampaign(mailing, id, plainLetters);
  const whileDown = await findCampaign(ctx, admin.actor, id);
  expect(whileDown).toMatchObject({ value: { state: "sending", progress: { failed: 0, unknown: 0, sending: 0 } } });
  // It stopped early, without trying all recipients.
  const { rows } = await ctx.pool.query("SELECT FROM mails WHERE campaign_id = $1 AND attempts = 0", [id]);
  expect(rows.length).toBeGreaterThan(people / 4);

  const again = await startSmtpSink({ port: Number(new URL(first.url).port) });
  sinks.push(again);
  for (let minutes = 10; minutes < 24 * 60; minutes += 30) {
    ctx.setNow(new Date(Date.now() + minutes * MINUTE_MS));
    await processCampaigns(ctx);
    const campaign = await findCampaign(ctx, admin.actor, id);
    if (campaign.ok && campaign.value.state === "done") break;
    await deliverCampaign(mailing, id, plainLetters);
  }
  await mailing.mail.close();
  expect(await findCampaign(ctx, admin.actor, id)).toMatchObject({ value: { state: "done", progress: { sent: people } } });
  const each = [...first.accepted, ...again.accepted].map(([to, times]) => `${to} ${times}`);
  expect(new Set(each).size).toBe(people);
  expect(each.length).toBe(people);
}, 120_000);
