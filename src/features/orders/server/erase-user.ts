/** Erasing a person together with what becomes of their tickets, in one transaction. For players who leave, and for administrators. */

import { erasePerson, lockErased } from "#features/accounts/server/erase-person.ts";
import { listJoinedPeople } from "#features/accounts/server/join-person.ts";
import { canLeave, isFilling, type Sale } from "#features/lotteries/rules/lifecycle.ts";
import { forgetPastTickets } from "#features/lotteries/server/imported-draws.ts";
import { dropPictures, takeDownPhotosOf } from "#features/lotteries/server/store-pictures.ts";
import { refreshWinnerRecords } from "#features/lotteries/server/winner-records.ts";
import { forgetPlacesOf } from "#features/queue/server/enter.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { isHolding } from "../rules/settlement.ts";
import { deleteCasesOf } from "./care-store.ts";
import { endHolds } from "./end-holds.ts";
import { releaseHold } from "./hold-store.ts";
import { deleteCardsOf } from "./kept-card-store.ts";
import { hasOpenBusiness, type LiveOrder, type LiveTickets, listHolds, listLiveRows, lockOrdersOf } from "./live-store.ts";
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
  /** Throws at the end, too: for `endHoldsOf`, which asks whether anything stands against it. */
  readonly isRehearsal?: boolean;
};

/** Thrown by a rehearsal that nothing has refused. */
class Rehearsed extends Error {}

/**
 * Erases the account's person (docs/decisions/0017: orders, payments and proofs stay under the account's id, a pseudonym). Photos of a winner go, their files too. What somebody is
 * paying for is ended at the provider first; where that was too late, the tickets are there and share the others' fate.
 *
 * @returns `not_found` for unknown and erased ones, `administrator`, `address_changed`, `frozen`: then nothing has changed, but for what `endHoldsOf` says
 */
export async function eraseUser(ctx: Ctx, userId: string, options: Erasing): Promise<Result<undefined, EraseError>> {
  let photos: readonly string[] | undefined;
  for (let tries = 0; photos === undefined; tries += 1) {
    const erase = async (isRehearsal: boolean) => {
      const people = await listPeople(ctx, userId);
      return ctx.db.transaction().execute((tx) => eraseIn(ctx, tx, people, { ...options, isRehearsal }));
    };
    try {
      await endHoldsOf(ctx, userId, () => erase(true));
      // Some of them wait for a draw that many want: they leave connections to everybody else.
      photos = await ctx.pool.withPermit("erasure", () => erase(false));
    } catch (error) {
      if (error instanceof Refused) return err(error.reason);
      if (!(error instanceof SomebodyJoined) || tries > 2) throw error;
    }
  }
  await dropPictures(ctx, photos);
  return ok();
}

/** Whoever goes along with an account: those who came by post. */
async function listPeople(ctx: Pick<Ctx, "db">, userId: string): Promise<readonly string[]> {
  return [userId, ...(await listJoinedPeople(ctx, userId))];
}

/**
 * What an account's people are paying for is ended at the provider, which no transaction can wait for. A payment page that is closed stays so, and thus `rehearse` comes first, the
 * deletion with `isRehearsal`. Only what comes up between the two, such as a payment in that very moment, still refuses a deletion whose checkout is closed.
 *
 * @returns what `rehearse` was refused with: then no page is closed
 */
export async function endHoldsOf<R>(ctx: Ctx, userId: string, rehearse: () => Promise<R>): Promise<R | undefined> {
  const people = await listPeople(ctx, userId);
  const holds = (await Promise.all(people.map((id) => listHolds(ctx.db, id)))).flat();
  if (holds.length === 0) return undefined;
  try {
    return await rehearse();
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  await endHolds(ctx, holds);
  return undefined;
}

/** The rest of it, in the caller's transaction. Throws `Refused`, and `Rehearsed` where it is a rehearsal. @returns the photos to be dropped once all is committed */
export async function eraseIn(ctx: Ctx, tx: Tx, people: readonly string[], options: Erasing): Promise<readonly string[]> {
  const orders = await lockOrdersOf(tx, people);
  const live = options.tickets === "keep" ? [] : await listLive(tx, people);
  if (!options.isRehearsal) await leaveDraws(ctx, tx, { orders, live, fate: options.tickets });
  // Nobody who buys waits for a rehearsal: it locks no draw.
  else if (options.tickets === "refund" && live.some((each) => each.isFrozen)) throw new Refused("frozen");
  for (const id of people) await forgetPlacesOf(tx, id);
  const photos = await takeDownPhotosOf(ctx, tx, people);
  await refreshWinnerRecords(tx, people);
  await options.before?.(tx);
  await lockErased(ctx, tx, people);
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
  if (options.isRehearsal) throw new Rehearsed();
  return photos;
}

async function listLive(tx: Tx, people: readonly string[]): Promise<readonly LiveTickets[]> {
  const live: LiveTickets[] = [];
  for (const id of people) live.push(...(await listLiveRows(tx, id)));
  return live;
}

type Leaving = { readonly orders: readonly LiveOrder[]; readonly live: readonly LiveTickets[]; readonly fate: TicketFate };

/** Frees what is still held: the provider has not decided it by now, or could not be asked. Should money come of it, it goes back. Then takes out `live`. */
async function leaveDraws(ctx: Ctx, tx: Tx, { orders, live, fate }: Leaving): Promise<void> {
  const held = orders.filter((order) => isHolding(order.state));
  const draws = new Map<string, Sale>();
  // All of them first, in one order for everybody: who holds tickets of one draw and has some of another meets crosswise whoever has it the other way round.
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
    const leaving = canLeave(lottery, { stands: false });
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
