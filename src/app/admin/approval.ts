/** A proposal as the page of approvals shows it. */
import type { ProposalState } from "#features/accounts/rules/proposals.ts";
import type { Role } from "#features/accounts/rules/rights.ts";
import type { ReplacementReason } from "#features/draws/rules/replacement.ts";
import type { Cancellation } from "#features/lotteries/rules/cancel-reason.ts";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import type { Day } from "#shared/dates.ts";
import type { Pence } from "#shared/money.ts";

export type Approval = {
  readonly id: string;
  readonly state: ProposalState;
  readonly reason: string;
  readonly proposer: string;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
  readonly decider: string;
  readonly decidedAt: Date | undefined;
  readonly note: string | undefined;
  readonly isOwn: boolean;
  /** The draw, where it is about one. */
  readonly about: { readonly id: string; readonly title: Messages; readonly shortNumber: number } | undefined;
  readonly what:
    | { readonly kind: "second_factor_reset"; readonly userId: string; readonly name: string }
    | { readonly kind: "winner_by_hand"; readonly ticketNumber: number; readonly reasonCode: ReplacementReason }
    /** Without a reason where it was proposed before there was a list. */
    | { readonly kind: "lottery_cancel"; readonly cancellation: Cancellation | undefined }
    | { readonly kind: "order_refund"; readonly orderId: string; readonly orderNumber: string; readonly amount: Pence }
    | {
        readonly kind: "person_erase";
        readonly userId: string;
        readonly name: string;
        readonly tickets: number;
        readonly amount: Pence;
      }
    /** Without an address once nobody waits to be invited. */
    | { readonly kind: "owner_invite"; readonly email: string | undefined }
    | {
        readonly kind: "owner_change";
        readonly userId: string;
        readonly name: string;
        readonly from: Role;
        readonly to: Role | undefined;
      }
    /** `done` once they are keyed in; `left` are the lines that could not be. */
    | {
        readonly kind: "postal_batch";
        readonly cards: number;
        /** As they were pasted, until somebody decides: nobody confirms what they cannot see. */
        readonly lines: string | undefined;
        /** Of lines that name no day; whether a card counts depends on it. */
        readonly receivedOn: Day | undefined;
        /** Lines of which the proposer says that they are no duplicates. */
        readonly another: readonly number[];
        readonly done: number | undefined;
        readonly left: string | undefined;
      };
};
