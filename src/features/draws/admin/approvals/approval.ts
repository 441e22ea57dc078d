import type { Messages } from "#features/lotteries/rules/lottery.ts";
import type { ProposalKind, ProposalState } from "#features/staff/rules/proposals.ts";
import type { Proposed } from "./proposed.server.ts";

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
  readonly about: { readonly id: string; readonly title: Messages; readonly shortNumber: number } | undefined;
  readonly name: string;
  readonly email: string | undefined;
  readonly what: Proposed | undefined;
};
