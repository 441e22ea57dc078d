/** Erases a person; their tickets are kept, voided or refunded in the same transaction. */

import { listJoinedPeople } from "#features/accounts/server/person/join-person.ts";
import { erasePerson, lockErased } from "#features/accounts/server/profile/erase-person.ts";
import { canLeave, isFilling, type Sale } from "#features/lotteries/rules/lifecycle.ts";
import { forgetPastTickets } from "#features/lotteries/server/import/imported-draws.ts";
import { dropPictures, takeDownPhotosOf } from "#features/lotteries/server/pictures/store-pictures.ts";
import { refreshWinnerRecords } from "#features/lotteries/server/prize/winner-records.ts";
import { deleteCasesOf } from "#features/player-protection/server/harm/harm-case-store.ts";
import { forgetPlacesOf } from "#features/queue/server/enter.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { isHolding } from "../../rules/settlement.ts";
import { deleteEvidenceOf } from "../disputes/evidence/evidence-store.ts";
import { endHolds } from "../holds/end-holds.ts";
import { releaseHold } from "../holds/hold-store.ts";
import { hasOpenBusiness, type LiveOrder, type LiveTickets, listHolds, listLiveRows, lockOrdersOf } from "../holds/live-store.ts";
import { lockLotteryState } from "../refunds/lottery-state-store.ts";
import { refundRemaining } from "../refunds/refund-store.ts";
import { deleteCardsOf } from "../settlement/retained-card-store.ts";
import { lockOrder } from "../store.ts";
import { voidFreeEntry, voidTickets } from "../ticket-store.ts";

/**
 * What becomes of the person's tickets. `keep`: they stay in their draws, with contact details. `give_up`:
 * they leave their draws without a refund, except frozen ones. `refund`: they leave and are refunded;
 * `frozen` between freeze and result.
 */
export type TicketFate = "keep" | "give_up" | "refund";
/**
 * `administrator`: staff must leave the team first. `address_changed`: the email address changed within
 * seven days.
 */
export type EraseError = "not_found" | "administrator" | "address_changed" | "frozen";

/** Thrown by `eraseIn` to roll the transaction back. */
export class Refused extends Error {
  readonly reason: EraseError;
  constructor(reason: EraseError) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Rolls back: a person who entered by post was joined to this account meanwhile, and must be erased with it.
 */
class PersonJoined extends Error {}

type EraseOptions = {
  readonly tickets: TicketFate;
  readonly forGood?: boolean;
  /** Whether a mail confirms the erasure to the old address. Default: true. */
  readonly sendsMail?: boolean;
  /** Called before any data is erased; throwing rolls everything back. */
  readonly before?: (tx: Tx) => Promise<void>;
  /** Called in the same transaction, to write the audit log. */
  readonly record?: (tx: Tx) => Promise<void>;
  /** Rolls everything back at the end: `endHoldsOf` uses it to find refusals first. */
  readonly isDryRun?: boolean;
};

/** Thrown at the end of a dry run without refusals. */
class DryRunPassed extends Error {}

/** The account's person, and people who entered by post and were joined to it. */
async function listPeople(ctx: Pick<Ctx, "db">, userId: string): Promise<readonly string[]> {
  return [userId, ...(await listJoinedPeople(ctx, userId))];
}

/**
 * Ends a person's open payments at the provider, outside transactions. A closed page cannot be reopened, so
 * `dryRun` checks the erasure first; if it refuses, no page is closed.
 */
export async function endHoldsOf<R>(ctx: Ctx, userId: string, dryRun: () => Promise<R>): Promise<R | undefined> {
  const people = await listPeople(ctx, userId);
  const holds = (await Promise.all(people.map((id) => listHolds(ctx.db, id)))).flat();
  if (holds.length === 0) return undefined;
  try {
    return await dryRun();
  } catch (error) {
    if (!(error instanceof DryRunPassed)) throw error;
  }
  await endHolds(ctx, holds);
  return undefined;
}

/** The tickets of all these people in draws that are not decided. */
async function listLive(tx: Tx, people: readonly string[]): Promise<readonly LiveTickets[]> {
  const live: LiveTickets[] = [];
  for (const id of people) live.push(...(await listLiveRows(tx, id)));
  return live;
}

/** Tickets that may leave their draws, and what becomes of them. */
type LeavingTickets = { readonly orders: readonly LiveOrder[]; readonly live: readonly LiveTickets[]; readonly fate: TicketFate };

/**
 * Releases the holds that the provider could not end (late money is refunded), then removes `live` from
 * their draws.
 */
async function leaveDraws(ctx: Ctx, tx: Tx, { orders, live, fate }: LeavingTickets): Promise<void> {
  const held = orders.filter((order) => isHolding(order.state));
  const draws = new Map<string, Sale>();
  // Locks all draws in a fixed order: crosswise locks would deadlock with a concurrent erasure.
  for (const lotteryId of new Set([...held, ...live].map((each) => each.lotteryId).sort()))
    draws.set(lotteryId, await lockLotteryState(tx, lotteryId));
  for (const { id } of held) {
    const order = await lockOrder(tx, id);
    if (order) await releaseHold(tx, order, ctx.now());
  }
  const open = new Set<string>();
  for (const { lotteryId } of live) {
    const lottery = draws.get(lotteryId);
    if (!lottery) continue;
    const leaving = canLeave(lottery, { mayWin: false });
    if (!leaving.ok && fate === "refund") throw new Refused("frozen");
    if (leaving.ok && isFilling(lottery)) open.add(lotteryId);
  }
  const leaving = orders.filter((order) => open.has(order.lotteryId) && !isHolding(order.state));
  const paid = leaving.filter((order) => order.kind === "paid");
  for (const order of leaving.filter((order) => order.kind === "free")) await voidFreeEntry(tx, order.id, ctx.now());
  for (const order of paid) await voidTickets(tx, order, ctx.now());
  if (fate !== "refund") return;
  const owed = await refundRemaining(
    tx,
    paid.map((order) => order.id),
    { reason: "erasure", now: ctx.now() },
  );
  for (const orderId of owed) await ctx.jobs.send(tx, "refund", { orderId });
}

/**
 * Erases these people in the caller's transaction. Throws `Refused`, or `DryRunPassed` at the end of a dry
 * run.
 * @returns the photos to delete after the commit
 */
export async function eraseIn(ctx: Ctx, tx: Tx, people: readonly string[], options: EraseOptions): Promise<readonly string[]> {
  const orders = await lockOrdersOf(tx, people);
  const live = options.tickets === "keep" ? [] : await listLive(tx, people);
  if (!options.isDryRun) await leaveDraws(ctx, tx, { orders, live, fate: options.tickets });
  // A dry run locks no draw, so buyers do not wait for it.
  else if (options.tickets === "refund" && live.some((each) => each.isFrozen)) throw new Refused("frozen");
  for (const id of people) await forgetPlacesOf(tx, id);
  const photos = await takeDownPhotosOf(ctx, tx, people);
  await refreshWinnerRecords(tx, people);
  await options.before?.(tx);
  await lockErased(ctx, tx, people);
  for (const id of people) {
    let isContactRetained = false;
    const retainContact = async () => (isContactRetained = await hasOpenBusiness(tx, id));
    const erased = await erasePerson(ctx, tx, id, {
      retainContact,
      forGood: options.forGood ?? false,
      sendsMail: options.sendsMail ?? true,
    });
    // Rolls back the changes to the tickets, too.
    if (!erased.ok) throw new Refused(erased.error);
    if (!isContactRetained) await deleteCardsOf(tx, id);
    await deleteCasesOf(tx, id);
  }
  await deleteEvidenceOf(tx, people);
  const [account = ""] = people;
  if ((await listJoinedPeople({ db: tx }, account)).length > 0) throw new PersonJoined();
  // Accounts are locked before this, so a concurrent import cannot add past tickets.
  await forgetPastTickets(tx, people);
  await options.record?.(tx);
  if (options.isDryRun) throw new DryRunPassed();
  return photos;
}

/**
 * Erases the account's person and a winner's photos; orders, payments and proofs stay under the account's id
 * (docs/decisions/0017). Ends open payments at the provider first. If refused, nothing has changed except as
 * described at `endHoldsOf`.
 */
export async function eraseUser(ctx: Ctx, userId: string, options: EraseOptions): Promise<Result<undefined, EraseError>> {
  let photos: readonly string[] | undefined;
  for (let tries = 0; photos === undefined; tries += 1) {
    const erase = async (isDryRun: boolean) => {
      const people = await listPeople(ctx, userId);
      return ctx.db.transaction().execute((tx) => eraseIn(ctx, tx, people, { ...options, isDryRun }));
    };
    try {
      await endHoldsOf(ctx, userId, () => erase(true));
      // Erasures may wait for the row of a busy draw: they must not take all connections.
      photos = await ctx.pool.withPermit("erasure", () => erase(false));
    } catch (error) {
      if (error instanceof Refused) return err(error.reason);
      if (!(error instanceof PersonJoined) || tries > 2) throw error;
    }
  }
  await dropPictures(ctx, photos);
  return ok();
}
