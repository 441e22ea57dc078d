/** What the page after a purchase shows, for each state of the order. */
import type { PackName } from "#features/lotteries/rules/purchase/pricing.ts";
import type { CodeView } from "#features/lotteries/rules/purchase/promotion.ts";
import type { Picture } from "#shared/brand/picture.ts";
import type { DrawDates } from "#shared/dates/draw-dates.ts";
import type { Pence } from "#shared/money/money.ts";
import type { EntryCount } from "#shared/money/odds.ts";
import type { DocumentKind, LotteryStatus, RefundReason } from "#shared/states.ts";

/** A paid order with its tickets. Instants are in milliseconds, days are "yyyy-mm-dd" in Europe/London. */
export type BoughtView = {
  readonly kind: "bought";
  readonly firstName: string;
  readonly email: string;
  readonly order: {
    readonly id: string;
    readonly number: string;
    readonly quantity: number;
    readonly unitPrice: Pence;
    readonly discount: Pence;
    readonly total: Pence;
    readonly pack: { readonly name: PackName; readonly percentOff: number } | undefined;
    /** The source of the discount if it is not a pack's. */
    readonly code: CodeView | undefined;
    readonly boughtAt: number;
  };
  readonly draw: {
    readonly id: string;
    readonly title: string;
    readonly status: LotteryStatus;
    readonly among: EntryCount;
    readonly dates: DrawDates;
    readonly isClosed: boolean;
    readonly picture: Picture | undefined;
  };
  /** Of the printed ticket numbers, "CONC-0042-". */
  readonly prefix: string;
  readonly numbers: readonly number[];
  /** Numbers that are excluded while the buyer's bank decides about the payment. */
  readonly suspended: readonly number[];
  /** All entries of the buyer that take part in this draw. */
  readonly entries: number;
  /** After the first purchase: asks whether a limit is wanted. */
  readonly asksForLimit: boolean;
  readonly now: number;
};

/** An order whose money goes or went back to the buyer. */
export type RefundView = {
  readonly kind: "refund";
  /** `due`: being sent or on its way; `failed`: failed and still owed; `bank`: the buyer's bank took it. */
  readonly stage: "due" | "done" | "failed" | "bank";
  readonly reason: RefundReason | "charged_back" | "other";
  readonly amount: Pence;
  readonly email: string;
  readonly lotteryId: string;
};

/** The buyer's choice, which the page offers again; the pack follows from the quantity. */
export type TryAgain = { readonly lotteryId: string; readonly quantity: number; readonly code: string | undefined };

/**
 * An unpaid order: `expired`, `replaced` by a newer open order or `bought_since` by a paid one, or its draw
 * has ended.
 */
export type UnpaidView =
  | { readonly kind: "expired"; readonly again: TryAgain | undefined }
  | { readonly kind: "replaced"; readonly quantity: number; readonly until: number; readonly payUrl: string }
  | { readonly kind: "bought_since"; readonly quantity: number; readonly orderId: string }
  | { readonly kind: "draw_cancelled" | "draw_closed"; readonly lotteryId: string };

/**
 * `waiting`: no tickets are known (yet). `invalid`: the payment's id is missing. `disputed`: the buyer's bank
 * has the money and no ticket takes part. `error`: the address names no result. `failed`: the lookup failed.
 */
export type PurchaseView =
  | BoughtView
  | RefundView
  | { readonly kind: "waiting"; readonly quantity: number | undefined }
  | { readonly kind: "disputed"; readonly lotteryId: string }
  | UnpaidView
  | { readonly kind: "canceled"; readonly again: TryAgain | undefined; readonly isFreed: boolean }
  | { readonly kind: "invalid" | "error" | "failed" };

/** The page looks up a waiting purchase this often. */
export const MAX_TRIES = 10;
const FIRST_DELAY_MS = 1000;
const GROWTH = 1.5;
const LONGEST_DELAY_MS = 10_000;

/** Milliseconds to wait before try `n`, from 1 to 10: 1000, 1500, 2250 … at most 10000. */
export function delayBeforeTry(n: number): number {
  return Math.min(LONGEST_DELAY_MS, Math.round(FIRST_DELAY_MS * GROWTH ** (n - 1)));
}

/** An accounting document, "R-000137". `vat` is part of `amount`, `vatPoints` is in 0.01 %. */
export type ReceiptDocument = {
  readonly kind: DocumentKind;
  readonly number: string;
  readonly amount: Pence;
  readonly vat: Pence;
  readonly vatPoints: number;
  readonly at: Date;
};
