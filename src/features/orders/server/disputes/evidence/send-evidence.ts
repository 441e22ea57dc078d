/**
 * Sends the evidence of a dispute to the bank through the provider, once. A failed attempt is continued by
 * the next one (docs/decisions/0118).
 */
import { createHash } from "node:crypto";
import { type Actor, adminIdOf, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { withdrawAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { EvidenceApi, EvidenceKind } from "#platform/payments/payment-disputes.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { isOver } from "../../../rules/dispute.ts";
import { LARGEST_DOCUMENT_BYTES, MOST_EVIDENCE_BYTES, stageOf } from "../../../rules/evidence.ts";
import { type Evidence, readEvidence } from "../list-disputes.ts";
import { settleDispute } from "../settle-dispute.ts";
import { type LockedDispute, lockDispute, setSubmitted } from "./evidence-store.ts";
import { claimSubmission, endAttempt, findProgress, findSubmission, saveProgress, storeSent } from "./submission-store.ts";

/**
 * `over`: the bank has decided. `no_api`: to be sent on the provider's pages. `under_way`: another attempt
 * is running. `too_large`: above the limits of the providers. `refused`: by the provider; its reason is
 * stored.
 */
export type SendError =
  | ReauthRefusal
  | ("not_found" | "over" | "already_sent" | "past_due" | "no_api" | "under_way" | "too_large" | "refused");

/** Longer than all calls of an attempt with their retries. */
const CLAIM_MS = 5 * 60_000;

type MakeDocument = (evidence: Evidence) => Promise<Uint8Array>;
type Attempt = LockedDispute & { readonly actor: Actor; readonly api: EvidenceApi };

/** @param makeDocument makes the PDF; a continued attempt sends the one that it stored */
export async function sendEvidence(
  ctx: Ctx,
  actor: Actor,
  { disputeId, makeDocument }: { readonly disputeId: string; readonly makeDocument: MakeDocument },
): Promise<Result<undefined, SendError>> {
  const reauth = await requireReauth(ctx, actor, "disputes.export");
  if (!reauth.ok) return reauth;
  const claimed = await claim(ctx, actor, disputeId);
  if (!claimed.ok) return claimed;
  const attempt = claimed.value;
  const sent = await deliver(ctx, attempt, makeDocument).catch(async (error: unknown) => {
    await end(ctx, attempt, { state: "sending", failure: String(error).slice(0, 500) });
    throw error;
  });
  if (!sent.ok) return sent;
  await settleDispute(ctx, attempt.providerId, attempt.provider).catch((error: unknown) =>
    ctx.log.error({ err: error, disputeId: attempt.providerId }, "a dispute could not be read after its evidence was sent"),
  );
  return ok();
}

function keyOf({ id, standing }: Pick<LockedDispute, "id" | "standing">) {
  return { disputeId: id, stage: stageOf(standing) } as const;
}

async function claim(ctx: Ctx, actor: Actor, disputeId: string): Promise<Result<Attempt, SendError>> {
  const now = ctx.now();
  return ctx.db.transaction().execute(async (tx): Promise<Result<Attempt, SendError>> => {
    const dispute = isUuid(disputeId) ? await lockDispute(tx, disputeId) : undefined;
    if (!dispute) return err("not_found");
    if (isOver(dispute.standing)) return err("over");
    if (dispute.isSubmitted) return err("already_sent");
    const api = ctx.payments.all.find(({ name }) => name === dispute.provider)?.evidence;
    if (!api) return err("no_api");
    if (dispute.dueBy && dispute.dueBy <= now) return err("past_due");
    const key = keyOf(dispute);
    const before = await findSubmission(tx, dispute.id, key.stage);
    if (before?.claimedUntil && before.claimedUntil > now) return err("under_way");
    await claimSubmission(tx, key, {
      at: now,
      until: new Date(now.getTime() + CLAIM_MS),
      by: adminIdOf(actor) ?? null,
    });
    await record(tx, { actor, action: "dispute.send", dispute, at: now });
    return ok({ ...dispute, actor, api });
  });
}

async function deliver(ctx: Ctx, attempt: Attempt, makeDocument: MakeDocument): Promise<Result<undefined, SendError>> {
  // The reply of an earlier attempt may have been lost, or the evidence was sent on the provider's pages.
  if (await isSubmitted(ctx, attempt)) return finish(ctx, attempt);
  const key = keyOf(attempt);
  const evidence = await readEvidence(ctx.db, attempt.id);
  if (!evidence) return err("not_found");
  const progress = await findProgress(ctx.db, key);
  const document = progress.document ?? (await makeDocument(evidence));
  const files = [
    { kind: "summary" as const, name: `evidence-${attempt.providerId}.pdf`, bytes: document },
    ...evidence.files.flatMap(({ kind, type, content }) =>
      type === "application/pdf" ? [{ kind, name: `${kind}.pdf`, bytes: content }] : [],
    ),
  ];
  const total = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  if (document.byteLength > LARGEST_DOCUMENT_BYTES || total > MOST_EVIDENCE_BYTES) {
    await end(ctx, attempt, { state: "refused", failure: "too_large" });
    return err("too_large");
  }
  let uploads = progress.uploads;
  await saveProgress(ctx.db, key, { document, uploads });
  const ids: Partial<Record<EvidenceKind, string>> = {};
  for (const { kind, name, bytes } of files) {
    const digest = createHash("sha256").update(kind).update(bytes).digest("hex");
    const earlier = uploads[digest];
    const file = { name, type: "application/pdf", bytes } as const;
    const uploaded = earlier ? ok(earlier) : await attempt.api.uploadEvidence(file, `${attempt.id}:${key.stage}:${digest}`);
    if (!uploaded.ok) return refuse(ctx, attempt, uploaded.error);
    uploads = { ...uploads, [digest]: uploaded.value };
    await saveProgress(ctx.db, key, { document, uploads });
    ids[kind] = uploaded.value;
  }
  const submitted = await attempt.api.submitEvidence({
    disputeId: attempt.providerId,
    text: textOf(evidence),
    files: ids,
    attempt: `${attempt.id}:${key.stage}:${Object.values(ids).join(":")}`,
  });
  if (submitted.ok) return finish(ctx, attempt, submitted.value);
  return (await isSubmitted(ctx, attempt)) ? finish(ctx, attempt) : refuse(ctx, attempt, submitted.error);
}

async function isSubmitted(ctx: Ctx, { provider, providerId }: Attempt): Promise<boolean> {
  return (await ctx.payments.of(provider).getDispute(providerId))?.isSubmitted === true;
}

/** For the bank, before the files. */
function textOf({ order, note }: Evidence): string {
  const facts = `Tickets in a prize draw, delivered electronically at once (order ${order.orderNumber}). The PDF shows the payment, the terms accepted, the ticket numbers and the emails to the customer.`;
  return note === "" ? facts : `${facts}\n\n${note}`;
}

async function refuse(ctx: Ctx, attempt: Attempt, failure: string): Promise<Result<undefined, "refused">> {
  await end(ctx, attempt, { state: "refused", failure: failure.replace(/^refused: /, "").slice(0, 500) });
  return err("refused");
}

async function end(ctx: Ctx, attempt: Attempt, ended: { state: "sending" | "refused"; failure: string }): Promise<void> {
  const at = ctx.now();
  await ctx.db.transaction().execute(async (tx) => {
    await endAttempt(tx, keyOf(attempt), ended);
    if (ended.state === "refused") await record(tx, { actor: attempt.actor, action: "dispute.refused", dispute: attempt, at });
  });
}

async function finish(ctx: Ctx, attempt: Attempt, reply?: Readonly<Record<string, unknown>>): Promise<Result<undefined, never>> {
  const at = ctx.now();
  await ctx.db.transaction().execute(async (tx) => {
    const key = keyOf(attempt);
    const dispute = await lockDispute(tx, attempt.id);
    // Another process may have read meanwhile that the provider has the evidence.
    if (!(await storeSent(tx, key, { at, reply }))) return;
    // Evidence for an inquiry that has become a dispute meanwhile does not count for the dispute.
    if (dispute && stageOf(dispute.standing) === key.stage) await setSubmitted(tx, attempt.id, true);
    await withdrawAlert(tx, { kind: "dispute_due", subject: { type: "dispute", id: attempt.id }, at });
    await record(tx, { actor: attempt.actor, action: "dispute.sent", dispute: attempt, at });
  });
  return ok();
}

type Recorded = {
  readonly actor: Actor;
  readonly action: "dispute.send" | "dispute.sent" | "dispute.refused";
  readonly dispute: Pick<LockedDispute, "orderId" | "providerId">;
  readonly at: Date;
};

async function record(tx: Tx, { actor, action, dispute, at }: Recorded): Promise<void> {
  const after = { dispute: dispute.providerId };
  await recordChange(tx, { actor, action, subjectType: "order", subjectId: dispute.orderId, after, at });
}
