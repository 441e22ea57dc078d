/** Erasing a person together with what becomes of their tickets, in one transaction. For players who leave, and for administrators. */

import { erasePerson } from "#features/accounts/server/erase-person.ts";
import { listJoinedPeople } from "#features/accounts/server/join-person.ts";
import { canLeave, isFilling } from "#features/lotteries/rules/lifecycle.ts";
import { forgetPastTickets } from "#features/lotteries/server/imported-draws.ts";
import { dropPictures, takeDownPhotosOf } from "#features/lotteries/server/keep-pictures.ts";
import { refreshWinnerRecords } from "#features/lotteries/server/winner-records.ts";
import { forgetPlacesOf } from "#features/queue/server/enter.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { deleteCasesOf } from "./care-store.ts";
import { endHolds } from "./end-holds.ts";
import { releaseHold } from "./hold-store.ts";
import { deleteCardsOf } from "./kept-card-store.ts";
import { hasOpenBusiness, listHolds, listLiveRows, lockOrdersOf } from "./live-store.ts";
import { lockLotteryState } from "./lottery-state-store.ts";
import { refundRemaining } from "./refund-store.ts";
import { lockOrder } from "./store.ts";
import { voidFreeEntry, voidTickets } from "./ticket-store.ts";

/**
 * What becomes of tickets whose draw is still to come.
 *
 * - `keep`: they stay in their draws, and the contact details are retained for those alone.
 * - `give_up`: they leave their draws without money back, but for draws whose entries are frozen: there they stay, as with `keep`.
 * - `refund`: they leave their draws and are paid back; refused with `frozen` between freeze and result.
 */
export type TicketFate = "keep" | "give_up" | "refund";
export type EraseError = "not_found" | "administrator" | "address_changed" | "frozen";

/** Thrown by `eraseIn`: what was done until then is to be undone. */
export class Refused extends Error {
  readonly reason: EraseError;
  constructor(reason: EraseError) {
    super(reason);
    this.reason = reason;
  }
}

/** Somebody who came by post was found to be this person meanwhile, and has to go along. */
class SomebodyJoined extends Error {}

type Erasing = {
  readonly tickets: TicketFate;
  readonly forGood?: boolean;
  /** Whether a mail says so to the old address; it does unless told otherwise. */
  readonly isTold?: boolean;
  /** Called before anybody is emptied; what it throws undoes everything. */
  readonly before?: (tx: Tx) => Promise<void>;
  /** Called in the same transaction, for a row in the log. */
  readonly record?: (tx: Tx) => Promise<void>;
};

/**
 * Erases the account's person (docs/decisions/0017: orders, payments and proofs stay under the account's id, a pseudonym). Photos of a winner go, their files too. What somebody is
 * paying for is ended at the provider first; where that was too late, the tickets are there and share the others' fate.
 *
 * @returns `not_found` for unknown and erased ones, `administrator`, `address_changed`, `frozen`: then nothing has changed
 */
export async function eraseUser(ctx: Ctx, userId: string, options: Erasing): Promise<Result<undefined, EraseError>> {
  let photos: readonly string[] | undefined;
  for (let tries = 0; photos === undefined; tries += 1) {
    const people = await listPeople(ctx, userId);
    const erase = (tx: Tx) => eraseIn(ctx, tx, people, options);
    try {
      const holds = await listHoldsOf(ctx, people);
      // A payment page that is closed stays so: first whether anything stands against it.
      if (holds.length > 0) await rehearse(ctx, erase);
      await endHolds(ctx, holds);
      photos = await ctx.db.transaction().execute(erase);
    } catch (error) {
      if (error instanceof Refused) return err(error.reason);
      if (!(error instanceof SomebodyJoined) || tries > 2) throw error;
    }
  }
  await dropPictures(ctx, photos);
  return ok();
}

/** Does it, and undoes it again. Throws what refused it. */
async function rehearse(ctx: Pick<Ctx, "db">, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  class Undone extends Error {}
  const undone = ctx.db.transaction().execute(async (tx) => {
    await work(tx);
    throw new Undone();
  });
  await undone.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}

/** Whoever goes along with an account: those who came by post. */
async function listPeople(ctx: Pick<Ctx, "db">, userId: string): Promise<readonly string[]> {
  return [userId, ...(await listJoinedPeople(ctx, userId))];
}

async function listHoldsOf({ db }: Pick<Ctx, "db">, people: readonly string[]): Promise<readonly string[]> {
  return (await Promise.all(people.map((id) => listHolds(db, id)))).flat();
}

/** What they are paying for is ended at the provider, which no transaction can wait for. */
export async function endHoldsOf(ctx: Ctx, userId: string): Promise<void> {
  await endHolds(ctx, await listHoldsOf(ctx, await listPeople(ctx, userId)));
}

/** The rest of it, in the caller's transaction. Throws `Refused`. @returns the photos to be dropped once all is committed */
export async function eraseIn(ctx: Ctx, tx: Tx, people: readonly string[], options: Erasing): Promise<readonly string[]> {
  for (const id of people) await lockOrdersOf(tx, id);
  for (const id of people) await releaseRest(ctx, tx, id);
  for (const id of people) await forgetPlacesOf(tx, id);
  if (options.tickets !== "keep") for (const id of people) await takeOut(ctx, tx, id, options.tickets);
  const photos = await takeDownPhotosOf(ctx, tx, people);
  await refreshWinnerRecords(tx, people);
  await options.before?.(tx);
  for (const id of people) {
    let isKept = false;
    const keepContact = async () => (isKept = await hasOpenBusiness(tx, id));
    const erased = await erasePerson(ctx, tx, id, {
      keepContact,
      forGood: options.forGood ?? false,
      isTold: options.isTold ?? true,
    });
    // Whatever was done to the tickets until here is undone with it.
    if (!erased.ok) throw new Refused(erased.error);
    if (!isKept) await deleteCardsOf(tx, id);
    await deleteCasesOf(tx, id);
  }
  const [account = ""] = people;
  if ((await listJoinedPeople({ db: tx }, account)).length > 0) throw new SomebodyJoined();
  // Behind their accounts, so that no file that is being imported gives them another one.
  await forgetPastTickets(tx, people);
  await options.record?.(tx);
  return photos;
}

/** What the provider has not decided by now, or could not be asked about: should money come of it, it goes back. */
async function releaseRest(ctx: Ctx, tx: Tx, userId: string): Promise<void> {
  for (const orderId of await listHolds(tx, userId)) {
    const order = await lockOrder(tx, orderId);
    if (order) await releaseHold(tx, order, ctx.now());
  }
}

async function takeOut(ctx: Ctx, tx: Tx, userId: string, fate: "give_up" | "refund"): Promise<void> {
  const orders = await lockOrdersOf(tx, userId);
  const live = await listLiveRows(tx, userId);
  const open = new Set<string>();
  for (const lotteryId of live.map((entry) => entry.lotteryId).sort()) {
    const lottery = await lockLotteryState(tx, lotteryId);
    const leaving = canLeave(lottery, { stands: false });
    if (!leaving.ok && fate === "refund") throw new Refused("frozen");
    if (leaving.ok && isFilling(lottery)) open.add(lotteryId);
  }
  const leaving = orders.filter((order) => open.has(order.lotteryId));
  const paid = leaving.filter((order) => order.kind === "paid");
  for (const order of leaving.filter((order) => order.kind === "free")) await voidFreeEntry(tx, order.id, ctx.now());
  for (const order of paid) await voidTickets(tx, order, ctx.now());
  if (fate === "give_up") return;
  const owed = await refundRemaining(
    tx,
    paid.map((order) => order.id),
    { reason: "erasure", now: ctx.now() },
  );
  for (const orderId of owed) await ctx.jobs.send(tx, "refund", { orderId });
}
