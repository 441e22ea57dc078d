/** A proposal as the page of approvals shows it. */
import type { ProposalKind, ProposalState } from "#features/accounts/rules/proposals.ts";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import type { Proposed } from "./proposed.ts";

export type Approval = {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly state: ProposalState;
  readonly reason: string;
  readonly proposer: string;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
  readonly decider: string;
  readonly decidedAt: Date | undefined;
  readonly note: string | undefined;
  readonly isOwn: boolean;
  readonly subjectId: string;
  /** The draw, where it is about one. */
  readonly about: { readonly id: string; readonly title: Messages; readonly shortNumber: number } | undefined;
  /** Whom it is about, where it is about somebody whose name is kept. */
  readonly name: string;
  /** Of somebody who waits to be invited. */
  readonly email: string | undefined;
  /** Undefined where it cannot be read. */
  readonly what: Proposed | undefined;
};
