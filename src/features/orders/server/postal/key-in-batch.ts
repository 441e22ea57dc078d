/** Pasting many cards: proposed by one administrator, keyed in after a second one has confirmed. */

import { z } from "zod";
import { type Actor, may } from "#features/access/server/actor.ts";
import { canEnterFree } from "#features/lotteries/rules/lifecycle.ts";
import { findConfirmed, storeRemainingCards } from "#features/staff/server/approvals/list-proposals.ts";
import { needsSecondAdmin, propose } from "#features/staff/server/approvals/propose.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { isLocale, type Locale } from "#shared/language/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { readCardLines } from "../../rules/postal/card-lines.ts";
import { CARD_DAY_MS, CARDS_WITHOUT_APPROVAL } from "../../rules/postal/postal-limits.ts";
import type { PostalRefusal } from "./key-in-card.ts";
import { type KeyedPaste, keyInCards, type Paste } from "./key-in-cards.ts";
import { countKeyedBy, findPostalDraw, OF_PROPOSAL } from "./postal-card-store.ts";

/** A paste; `another` are the numbers of lines that are no duplicates, although they look so. */
type Batch = Paste & { readonly locale: Locale; readonly batchKey: string; readonly another: readonly number[] };

/**
 * Payload of a `postal_batch` proposal. Once keyed in, it has only `done` and the lines that failed
 * (`left`).
 */
export const STORED_BATCH = z.object({
  cards: z.int().min(0),
  batch: z
    .object({
      text: z.string(),
      receivedOn: z.string(),
      locale: z.custom<Locale>(isLocale),
      another: z.array(z.int()).readonly(),
    })
    .optional(),
  done: z.int().optional(),
  left: z.string().optional(),
});
/** See `STORED_BATCH`. */
export type StoredBatch = z.infer<typeof STORED_BATCH>;

/** What became of the paste; `cards`: how many were proposed. */
export type SentCards =
  | { readonly kind: "keyed"; readonly keyed: KeyedPaste }
  | { readonly kind: "proposed"; readonly cards: number };

/**
 * How many cards the administrator keyed in today, without this batch, which may be sent again after a lost
 * reply.
 */
async function countUnapproved(ctx: Ctx, actor: Actor, batchKey: string): Promise<number> {
  return actor.kind === "admin" ? countKeyedBy(ctx.db, actor.id, new Date(ctx.now().getTime() - CARD_DAY_MS), batchKey) : 0;
}

/**
 * Keys the cards in. Beyond the daily limit without approval, proposes them if there is a second
 * administrator.
 */
export async function sendCards(
  ctx: Ctx,
  actor: Actor,
  input: Batch,
): Promise<Result<SentCards, PostalRefusal | "forbidden" | "already_proposed">> {
  if (!(await may(ctx, actor, "entries.write"))) return err("forbidden");
  const cards = readCardLines(input.text, input.receivedOn, londonDate(ctx.now())).lines.length;
  const needsApproval = cards + (await countUnapproved(ctx, actor, input.batchKey)) > CARDS_WITHOUT_APPROVAL;
  if (!needsApproval || !(await needsSecondAdmin(ctx.db, actor, "postal_batch"))) {
    const keyed = await keyInCards(ctx, actor, {
      ...input,
      ...(needsApproval ? { auditDetails: { alone: true } } : { mostUnapproved: CARDS_WITHOUT_APPROVAL }),
    });
    return keyed.ok ? ok({ kind: "keyed", keyed: keyed.value }) : keyed;
  }
  const draw = isUuid(input.lotteryId) ? await findPostalDraw(ctx.db, input.lotteryId) : undefined;
  if (!draw) return err("not_found");
  const allowed = canEnterFree(draw, ctx.now());
  if (!allowed.ok) return allowed;
  const { text, receivedOn, locale, another } = input;
  const payload: StoredBatch = { cards, batch: { text, receivedOn, locale, another } };
  const reason = `${cards} cards`;
  const proposed = await ctx.db
    .transaction()
    .execute((tx) => propose(ctx, tx, actor, { kind: "postal_batch", subjectId: input.lotteryId, payload, reason }));
  return proposed.ok ? ok({ kind: "proposed", cards }) : proposed;
}

/** Keys a confirmed batch in, on behalf of the confirming administrator. Idempotent. */
export async function keyInBatch(ctx: Ctx, proposalId: string): Promise<void> {
  const proposal = await findConfirmed(ctx, proposalId);
  if (!proposal?.decidedBy) return;
  const { cards, batch } = STORED_BATCH.parse(proposal.payload);
  if (!batch) return;
  const actor = { kind: "admin", id: proposal.decidedBy } as const;
  const input = {
    ...batch,
    lotteryId: proposal.subjectId,
    batchKey: `${OF_PROPOSAL}${proposalId}`,
    auditDetails: { proposal_id: proposalId },
  };
  const keyed = await keyInCards(ctx, actor, input);
  const remaining: StoredBatch = keyed.ok
    ? { cards, done: keyed.value.done.length, left: keyed.value.text }
    : { cards, done: 0, left: batch.text };
  await storeRemainingCards(ctx, proposalId, remaining);
}
