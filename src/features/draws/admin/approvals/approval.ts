/** A proposal of one administrator that a second one must confirm, as the approvals page shows it. */
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import type { ProposalKind, ProposalState } from "#features/staff/rules/proposals.ts";
import type { Proposed } from "./proposed.server.ts";

export type Approval = {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly state: ProposalState;
  /** What the proposer wrote. */
  readonly reason: string;
  /** The full name, empty for a command or an erased account; so for the decider. */
  readonly proposer: string;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
  readonly decider: string;
  readonly decidedAt: Date | undefined;
  /** What the decider wrote. */
  readonly note: string | undefined;
  /** The viewer proposed it, and can only withdraw it. */
  readonly isOwn: boolean;
  /** The id of the draw, order, person or invitation that would change. */
  readonly subjectId: string;
  /** The draw that would change, if the subject is one. */
  readonly draw:
    | {
        readonly id: string;
        readonly title: Messages;
        readonly shortNumber: number;
        /** Of the prizes after the first one. */
        readonly furtherTitles: readonly Messages[];
      }
    | undefined;
  /** The full name of the person that would change, else empty. */
  readonly name: string;
  /** The address of the invited person. */
  readonly email: string | undefined;
  /** Undefined if another version of the shop wrote the proposal. */
  readonly change: Proposed | undefined;
};
