/** Keys in a postcard: free entries, numbered in the same sequence as paid tickets. */

import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import { activeExclusion } from "#features/accounts/rules/person/safer-play.ts";
import { isSameSender } from "#features/accounts/rules/person/same-person.ts";
import { isClosedForGood } from "#features/accounts/server/person/closed-accounts.ts";
import { findPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import { joinPerson } from "#features/accounts/server/person/join-person.ts";
import { readPhone } from "#features/accounts/server/profile/phone.ts";
import { canEnterFree, type RefusalOf } from "#features/lotteries/rules/lifecycle.ts";
import { entriesPerCard } from "#features/lotteries/rules/purchase/entries-per-card.ts";
import { needsSecondAdmin } from "#features/staff/server/approvals/propose.ts";
import { isAnyExcludedStaff } from "#features/staff/server/team/staff-exclusion.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { isUuid } from "#shared/ids.ts";
import type { Locale } from "#shared/language/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type Card, type CardFields, type CardProblems, readCard } from "../../rules/postal/postal-card.ts";
import { CARD_DAY_MS, CARDS_A_DAY, CARDS_AN_HOUR, entriesLeft } from "../../rules/postal/postal-limits.ts";
import { issueFreeTickets } from "../ticket-store.ts";
import {
  countKeyedBy,
  findEntryByRequest,
  findPersonByCard,
  hasCardOfDay,
  listCardsLike,
  lockKeyingOf,
  lockPostalDraw,
  offerOf,
  OF_PROPOSAL,
  type PostalDraw,
} from "./postal-card-store.ts";

/**
 * For the audit log: the confirmed proposal, which lifts the hourly limit, or that there was none to confirm
 * it.
 */
export type BatchDetails = { readonly proposal_id: string } | { readonly alone: true };

/** A card as typed, and its form. */
export type CardInput = {
  readonly lotteryId: string;
  readonly fields: CardFields;
  readonly locale: Locale;
  /** Sent by the form. A repeated request changes nothing and returns the first result. */
  readonly requestKey: string;
  /** The administrator confirms that this is another card of a person whose card of that day is keyed in. */
  readonly isAnother?: boolean;
  readonly auditDetails?: BatchDetails;
  /** How many cards a day need no second administrator, if fewer than `CARDS_A_DAY`. */
  readonly mostUnapproved?: number;
};

/** Whether a second administrator has confirmed the card's batch. */
const isConfirmed = ({ auditDetails }: CardInput) => auditDetails !== undefined && "proposal_id" in auditDetails;

/** An entered card. `joined`: to a known person; `isMailed`: a confirmation is sent. */
export type EnteredCard = {
  readonly orderId: string;
  readonly shortNumber: number;
  /** The first ticket. */
  readonly number: number;
  readonly quantity: number;
  readonly name: string;
  readonly joined: boolean;
  readonly isMailed: boolean;
};

/** Why a draw takes no cards. */
export type PostalRefusal = "not_found" | RefusalOf<typeof canEnterFree>;

/**
 * Why a card is refused. `duplicate`: a card of the same person came on the same day. `paused`, `excluded`,
 * `staff`: the person may not play. `too_many_of_person`: beyond the draw's terms. `too_many_alone`: the
 * administrator's limit is reached. `bad_request`: the form's key is invalid.
 */
export type KeyInError =
  | PostalRefusal
  | "forbidden"
  | "bad_request"
  | "duplicate"
  | "paused"
  | "excluded"
  | "staff"
  | "too_many_of_person"
  | "too_many_alone";
/** The problems of the card's fields. */
export type KeyInRefusal = { readonly ok: false; readonly error: "invalid"; readonly problems: CardProblems };

/** Of the secret tag of each ticket. */
const TAG_BYTES = 16;
const HOUR_MS = 3_600_000;

/** Rolls the transaction back: the person may not play. */
class Excluded extends Error {
  readonly kind: "paused" | "excluded" | "staff";
  constructor(kind: "paused" | "excluded" | "staff") {
    super(kind);
    this.kind = kind;
  }
}

/**
 * Whether the administrator has keyed in as many cards as allowed within an hour or, without approval, a
 * day.
 */
async function hasReachedCardLimit(
  ctx: Ctx,
  tx: Tx,
  actor: Actor,
  { mostUnapproved = CARDS_A_DAY }: CardInput,
): Promise<boolean> {
  if (actor.kind !== "admin") return false;
  await lockKeyingOf(tx, actor.id);
  const keyedWithin = (ms: number) => countKeyedBy(tx, actor.id, new Date(ctx.now().getTime() - ms));
  if ((await keyedWithin(HOUR_MS)) >= CARDS_AN_HOUR) return true;
  return (await keyedWithin(CARD_DAY_MS)) >= mostUnapproved && (await needsSecondAdmin(tx, actor, "postal_batch"));
}

type ValidCard = { readonly draw: PostalDraw; readonly card: Card; readonly input: CardInput };

/** Joins the card to a person, checks the person's cards, and issues the entries. */
async function enter(ctx: Ctx, tx: Tx, actor: Actor, { draw, card, input }: ValidCard): Promise<Result<EnteredCard, KeyInError>> {
  if (await isClosedForGood(ctx, tx, card)) return err("excluded");
  const known = card.email === undefined ? await findPersonByCard(tx, card) : undefined;
  const person = await joinPerson(ctx, tx, { ...card, locale: input.locale }, known);
  for (const id of [person.id, ...person.duplicates]) {
    const exclusion = activeExclusion(await findPlayerLimits({ db: tx }, id), ctx.now());
    if (exclusion) throw new Excluded(exclusion.kind);
  }
  if (await isAnyExcludedStaff(ctx, tx, [person.id, ...person.duplicates])) throw new Excluded("staff");
  if (!input.isAnother && (await hasCardOfDay(tx, draw.id, person.id, card.receivedOn))) return err("duplicate");

  const similar = await listCardsLike(tx, draw.id, person.id, card.birthDate);
  const own = similar.filter((other) => other.userId === person.id || isSameSender(other, card));
  const left = entriesLeft(
    own.map((other) => other.quantity),
    draw.mostTickets,
  );
  if (left === 0) return err("too_many_of_person");
  const quantity = Math.min(left, entriesPerCard(offerOf(draw), ctx.env.stampPrices, card.postedOn ?? card.receivedOn));

  const keyedBy = adminIdOf(actor);
  const entry = await issueFreeTickets(
    tx,
    {
      ...{ lotteryId: draw.id, userId: person.id, locale: person.locale, card, quantity, requestKey: input.requestKey, keyedBy },
      isTest: ctx.env.isTestMode,
    },
    { tags: ctx.random(TAG_BYTES * quantity), now: ctx.now() },
  );
  await recordChange(tx, {
    actor,
    action: "order.key-in",
    subjectType: "order",
    subjectId: entry.orderId,
    after: {
      state: "free",
      lottery_id: draw.id,
      ticket_number: entry.number,
      ...(quantity > 1 && { tickets: quantity }),
      new_person: person.isNew,
      ...input.auditDetails,
    },
    at: ctx.now(),
  });
  const isMailed = card.email !== undefined;
  if (isMailed) await ctx.jobs.send(tx, "mail", { message: "free-entry-confirmation", orderId: entry.orderId });
  return ok({ ...entry, name: `${card.firstName} ${card.lastName}`, joined: !person.isNew, isMailed });
}

async function keyInLocked(
  ctx: Ctx,
  tx: Tx,
  actor: Actor,
  input: CardInput,
): Promise<Result<EnteredCard, KeyInError> | KeyInRefusal> {
  const draw = await lockPostalDraw(tx, input.lotteryId);
  if (!draw) return err("not_found");
  const name = `${input.fields.firstName} ${input.fields.lastName}`.trim();
  const earlier = await findEntryByRequest(tx, input.requestKey);
  if (earlier) return ok({ ...earlier, name, joined: false, isMailed: input.fields.email.trim() !== "" });

  if (!isConfirmed(input) && (await hasReachedCardLimit(ctx, tx, actor, input))) return err("too_many_alone");
  const allowed = canEnterFree(draw, ctx.now());
  if (!allowed.ok) return allowed;
  const { card, problems } = readCard(input.fields, draw, { today: londonDate(ctx.now()), readPhone });
  if (problems) return { ok: false, error: "invalid", problems };
  return enter(ctx, tx, actor, { draw, card, input });
}

/**
 * Enters a card, sold out or not, in one transaction under the draw's lock, so that a freeze includes it or
 * refuses it. Requires the right `entries.write`.
 */
export async function keyInCard(
  ctx: Ctx,
  actor: Actor,
  input: CardInput,
): Promise<Result<EnteredCard, KeyInError> | KeyInRefusal> {
  if (!(await may(ctx, actor, "entries.write"))) return err("forbidden");
  if (!isUuid(input.lotteryId)) return err("not_found");
  if (!/^[\w:-]{16,200}$/.test(input.requestKey)) return err("bad_request");
  if (!isConfirmed(input) && input.requestKey.startsWith(OF_PROPOSAL)) return err("bad_request");
  try {
    return await ctx.db.transaction().execute((tx) => keyInLocked(ctx, tx, actor, input));
  } catch (error) {
    if (error instanceof Excluded) return err(error.kind);
    throw error;
  }
}
