/** Evidence is sent to the bank once, with both providers, whatever fails meanwhile. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { EvidenceApi } from "#platform/payments/payment-disputes.server.ts";
import { type PaymentProvider, paymentsOf } from "#platform/payments/payments.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import { control, order, pay } from "../../orders.fixture.ts";
import { type Checkout, withCheckout } from "../../settlement/checkout-com.fixture.ts";
import { settleOrder } from "../../settlement/settle-order.ts";
import { showDispute } from "../list-disputes.ts";
import { settleDispute } from "../settle-dispute.ts";
import { addEvidenceFile, saveEvidenceNote } from "./change-evidence.ts";
import { markEvidenceSent, unmarkEvidenceSent } from "./mark-sent.ts";
import { sendEvidence } from "./send-evidence.ts";

const COMMAND = { kind: "command" } as const;
const PDF = Buffer.from("%PDF-1.7\nfixture\n%%EOF");
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let stripe: TestCtx;
let shop: Checkout;
beforeAll(async () => {
  stripe = await testCtx();
  shop = await withCheckout(stripe);
});
afterAll(async () => {
  await shop.simulator.stop();
  await stripe.close();
});

/** An order whose payment is disputed. `id`: the shop's. */
async function disputed(name: PaymentProviderName) {
  const ctx: TestCtx = name === "stripe" ? stripe : shop.ctx;
  const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 2);
  let providerId: string;
  if (name === "stripe") {
    await pay(ctx, sessionId);
    await settleOrder(ctx, sessionId);
    providerId = ((await control(ctx, `/_simulator/charges/${sessionId}/dispute`, {})) as { id: string }).id;
  } else {
    const payment = await shop.pay(sessionId);
    await settleOrder(ctx, sessionId);
    providerId = (await shop.control(`payments/${payment}/dispute`)).id;
  }
  await settleDispute(ctx, providerId, name);
  const { id } = await ctx.db.selectFrom("disputes").select("id").where("provider_id", "=", providerId).executeTakeFirstOrThrow();
  return { ctx, id, providerId, orderId, name };
}
type Disputed = Awaited<ReturnType<typeof disputed>>;

/** The shop with a provider whose calls for evidence are counted, and fail as told. */
function counting({ ctx, name }: Disputed, failing: Partial<EvidenceApi> = {}) {
  const provider = ctx.payments.of(name);
  const { evidence } = provider;
  if (!evidence) throw new Error("The provider takes no evidence");
  const calls = { uploads: 0, submissions: 0 };
  const counted: PaymentProvider = {
    ...provider,
    evidence: {
      uploadEvidence(...args) {
        calls.uploads += 1;
        return (failing.uploadEvidence ?? evidence.uploadEvidence)(...args);
      },
      submitEvidence(...args) {
        calls.submissions += 1;
        return (failing.submitEvidence ?? evidence.submitEvidence)(...args);
      },
    },
  };
  return { calls, ctx: { ...ctx, payments: paymentsOf([counted]) } satisfies TestCtx };
}

const send = (ctx: TestCtx, { id }: Disputed, document: Uint8Array = PDF) =>
  sendEvidence(ctx, COMMAND, { disputeId: id, makeDocument: async () => document });
const add = (ctx: TestCtx, { id }: Disputed) =>
  addEvidenceFile(ctx, COMMAND, { disputeId: id, kind: "communication", name: "messages.pdf", bytes: PDF });
async function rowOf({ ctx, id }: Disputed) {
  const row = await ctx.db.selectFrom("dispute_submissions").selectAll().where("dispute_id", "=", id).executeTakeFirst();
  const { is_submitted: isSubmitted } = await ctx.db
    .selectFrom("disputes")
    .select("is_submitted")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { state: row?.state, failure: row?.failure, reply: row?.reply, attempts: row?.attempts, isSubmitted };
}
const actionsOf = async ({ ctx, orderId }: Disputed) =>
  (
    await ctx.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", orderId)
      .where("action", "in", ["dispute.send", "dispute.sent", "dispute.refused", "dispute.mark_sent", "dispute.unmark_sent"])
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

describe.each(["stripe", "checkout"] as const)("evidence for a dispute of %s", (name) => {
  it("is uploaded with each added PDF, submitted, stored with the provider's reply and logged", async () => {
    const dispute = await disputed(name);
    await saveEvidenceNote(dispute.ctx, COMMAND, { disputeId: dispute.id, note: "She wrote on Monday.", version: "" });
    expect(await add(dispute.ctx, dispute)).toEqual({ ok: true });
    const { ctx, calls } = counting(dispute);
    expect(await send(ctx, dispute)).toEqual({ ok: true });
    expect(calls).toEqual({ uploads: 2, submissions: 1 });
    expect(await rowOf(dispute)).toMatchObject({ state: "sent", isSubmitted: true, failure: null, attempts: 1 });
    expect(JSON.stringify((await rowOf(dispute)).reply)).toContain(name === "stripe" ? "under_review" : "She wrote on Monday.");
    expect(await dispute.ctx.payments.of(name).getDispute(dispute.providerId)).toMatchObject({ status: "under_review" });
    expect(await actionsOf(dispute)).toEqual(["dispute.send", "dispute.sent"]);
    const shown = await showDispute(dispute.ctx, COMMAND, dispute.id);
    expect(shown).toMatchObject({ ok: true, value: { dispute: { isSubmitted: true, status: "under_review" } } });
  });

  it("is sent once when the button is pressed many times, and takes no more changes", async () => {
    const dispute = await disputed(name);
    const { ctx, calls } = counting(dispute);
    const pressed = await Promise.all(Array.from({ length: 5 }, () => send(ctx, dispute)));
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(calls.submissions).toBe(1);
    expect(await send(ctx, dispute)).toEqual({ ok: false, error: "already_sent" });
    expect(await add(ctx, dispute)).toEqual({ ok: false, error: "already_sent" });
    expect(calls.submissions).toBe(1);
  });

  it("continues after a failed upload without sending the uploaded file again", async () => {
    const dispute = await disputed(name);
    await add(dispute.ctx, dispute);
    const api = dispute.ctx.payments.of(name).evidence;
    const failing = counting(dispute, {
      uploadEvidence: async (file, attempt) => {
        if (file.name === "communication.pdf" || !api) throw new Error("connection lost");
        return api.uploadEvidence(file, attempt);
      },
    });
    await expect(send(failing.ctx, dispute)).rejects.toThrow("connection lost");
    expect(await rowOf(dispute)).toMatchObject({ state: "sending", failure: "Error: connection lost", isSubmitted: false });
    const { ctx, calls } = counting(dispute);
    const other = Buffer.from("%PDF-1.7\nmade later\n%%EOF");
    expect(await send(ctx, dispute, other)).toEqual({ ok: true });
    expect(calls).toEqual({ uploads: 1, submissions: 1 });
  });

  it("is not sent again when the reply of the provider was lost", async () => {
    const dispute = await disputed(name);
    const api = dispute.ctx.payments.of(name).evidence;
    const lost = counting(dispute, {
      submitEvidence: async (request) => {
        await api?.submitEvidence(request);
        throw new Error("reply lost");
      },
    });
    await expect(send(lost.ctx, dispute)).rejects.toThrow("reply lost");
    expect(await rowOf(dispute)).toMatchObject({ state: "sending", isSubmitted: false });
    const { ctx, calls } = counting(dispute);
    expect(await send(ctx, dispute)).toEqual({ ok: true });
    expect(calls).toEqual({ uploads: 0, submissions: 0 });
    expect(await rowOf(dispute)).toMatchObject({ state: "sent", isSubmitted: true, attempts: 2 });
  });

  it("counts as sent once the provider reports it, after a process was killed", async () => {
    const dispute = await disputed(name);
    const api = dispute.ctx.payments.of(name).evidence;
    const killed = counting(dispute, {
      submitEvidence: async (request) => {
        await api?.submitEvidence(request);
        throw new Error("killed");
      },
    });
    await expect(send(killed.ctx, dispute)).rejects.toThrow("killed");
    await settleDispute(dispute.ctx, dispute.providerId, name);
    expect(await rowOf(dispute)).toMatchObject({ state: "sent", isSubmitted: true });
  });

  it("that the provider refuses stays unsent with its reason, and can be sent after a change", async () => {
    const dispute = await disputed(name);
    const refusing = counting(dispute, { submitEvidence: async () => ({ ok: false, error: "refused: no such file" }) });
    expect(await send(refusing.ctx, dispute)).toEqual({ ok: false, error: "refused" });
    expect(await rowOf(dispute)).toMatchObject({ state: "refused", failure: "no such file", isSubmitted: false });
    expect(await actionsOf(dispute)).toEqual(["dispute.send", "dispute.refused"]);
    const { ctx, calls } = counting(dispute);
    expect(await send(ctx, dispute)).toEqual({ ok: true });
    expect(calls).toEqual({ uploads: 1, submissions: 1 });
  });

  it("is not sent by two processes at once; a killed one blocks the next for five minutes", async () => {
    const dispute = await disputed(name);
    let release = () => {};
    const held = counting(dispute, {
      uploadEvidence: () => new Promise((_, reject) => (release = () => reject(new Error("killed")))),
    });
    const first = send(held.ctx, dispute);
    first.catch(() => undefined);
    while (held.calls.uploads === 0) await dispute.ctx.pause(5);
    const { ctx, calls } = counting(dispute);
    expect(await send(ctx, dispute)).toEqual({ ok: false, error: "under_way" });
    expect(await markEvidenceSent(ctx, COMMAND, { disputeId: dispute.id, day: "2026-01-01" })).toMatchObject({
      error: "under_way",
    });
    const later = { ...ctx, now: () => new Date(ctx.now().getTime() + 6 * MINUTE) };
    expect(await send(later, dispute)).toEqual({ ok: true });
    release();
    await expect(first).rejects.toThrow("killed");
    expect(calls.submissions).toBe(1);
    expect(await rowOf(dispute)).toMatchObject({ state: "sent", isSubmitted: true });
  });

  it("is refused after the deadline, without a call to the provider", async () => {
    const dispute = await disputed(name);
    const { ctx, calls } = counting(dispute);
    const late = { ...ctx, now: () => new Date(ctx.now().getTime() + 8 * DAY) };
    expect(await send(late, dispute)).toEqual({ ok: false, error: "past_due" });
    expect(calls).toEqual({ uploads: 0, submissions: 0 });
  });
});

describe("evidence", () => {
  it("that is too large for the provider is not sent", async () => {
    const dispute = await disputed("stripe");
    const { ctx, calls } = counting(dispute);
    const large = Buffer.concat([PDF, Buffer.alloc(4.2 * 1024 * 1024)]);
    expect(await send(ctx, dispute, large)).toEqual({ ok: false, error: "too_large" });
    expect(calls.uploads).toBe(0);
    expect(await rowOf(dispute)).toMatchObject({ state: "refused", failure: "too_large" });
  });

  it("of a provider without an API, or without keys, is marked as sent by hand, which can be taken back", async () => {
    const dispute = await disputed("stripe");
    const { evidence: _, ...without } = dispute.ctx.payments.of("stripe");
    const ctx: TestCtx = { ...dispute.ctx, payments: paymentsOf([without]) };
    expect(await send(ctx, dispute)).toEqual({ ok: false, error: "no_api" });
    expect(await showDispute(ctx, COMMAND, dispute.id)).toMatchObject({ value: { canSend: false } });
    const today = londonDate(ctx.now());
    const mark = (day: string) => markEvidenceSent(ctx, COMMAND, { disputeId: dispute.id, day });
    for (const day of ["2000-01-01", "2999-01-01", "yesterday"]) expect(await mark(day)).toEqual({ ok: false, error: "bad_day" });
    ctx.setNow(new Date(`${today}T12:00:00Z`));
    expect(await mark(today)).toEqual({ ok: true });
    expect(await mark(today)).toEqual({ ok: false, error: "already_sent" });
    expect(await showDispute(ctx, COMMAND, dispute.id)).toMatchObject({
      value: { dispute: { isSubmitted: true }, submission: { state: "sent", isByHand: true } },
    });
    expect(await unmarkEvidenceSent(ctx, COMMAND, dispute.id)).toEqual({ ok: true });
    expect(await unmarkEvidenceSent(ctx, COMMAND, dispute.id)).toEqual({ ok: false, error: "not_marked" });
    ctx.setNow(undefined);
    expect(await rowOf(dispute)).toMatchObject({ state: undefined, isSubmitted: false });
    expect(await actionsOf(dispute)).toEqual(["dispute.mark_sent", "dispute.unmark_sent"]);
  });

  it("for an inquiry does not count for the dispute that it becomes", async () => {
    const { orderId, sessionId } = await order(stripe, await makeLottery(stripe), 1);
    await pay(stripe, sessionId);
    await settleOrder(stripe, sessionId);
    const inquiry = { inquiry: true };
    const { id: providerId } = (await control(stripe, `/_simulator/charges/${sessionId}/dispute`, inquiry)) as { id: string };
    await settleDispute(stripe, providerId, "stripe");
    const { id } = await stripe.db.selectFrom("disputes").select("id").where("order_id", "=", orderId).executeTakeFirstOrThrow();
    const dispute: Disputed = { ctx: stripe, id, providerId, orderId, name: "stripe" };
    expect(await send(stripe, dispute)).toEqual({ ok: true });
    await control(stripe, `/_simulator/disputes/${providerId}/turn`, { to: "needs_response" });
    await settleDispute(stripe, providerId, "stripe");
    expect(await showDispute(stripe, COMMAND, id)).toMatchObject({
      value: { dispute: { standing: "open", isSubmitted: false, sentAt: undefined }, submission: undefined },
    });
    expect(await send(stripe, dispute)).toEqual({ ok: true });
    const rows = await stripe.db.selectFrom("dispute_submissions").select("stage").where("dispute_id", "=", id).execute();
    expect(rows.map(({ stage }) => stage).sort()).toEqual(["dispute", "inquiry"]);
  });
});
