/** Disputes of payments at the buyer's bank, as a provider reports them. */
import type { Pence } from "#shared/money/money.ts";
import type { Result } from "#shared/result.ts";

/**
 * Amounts in pence. `withdrawn`: what the bank has now; `fee`: the provider's charge. `status`: the
 * provider's word.
 */
export type PaymentDispute = {
  readonly id: string;
  readonly paymentIntentId: string | undefined;
  readonly status: string;
  readonly reason: string;
  readonly amount: Pence;
  readonly withdrawn: Pence;
  readonly fee: Pence;
  readonly dueBy: Date | undefined;
  readonly isSubmitted: boolean;
  /** For an inquiry that became a dispute: when it became one. */
  readonly openedAt: Date;
};

/** What a file shows. `summary`: the shop's own document. Providers take one file of each kind. */
export type EvidenceKind = "summary" | "delivery" | "communication" | "receipt";

/** `type`: by content. */
export type EvidenceFile = {
  readonly name: string;
  readonly type: "application/pdf" | "image/jpeg" | "image/png";
  readonly bytes: Uint8Array;
};

/** The provider's reason. A repeated call is refused in the same way. */
export type EvidenceRefusal = `refused: ${string}`;

/** `text`: for the bank. `files`: the provider's ids. `attempt`: an idempotency key. */
export type EvidenceRequest = {
  readonly disputeId: string;
  readonly text: string;
  readonly files: Readonly<Partial<Record<EvidenceKind, string>>>;
  readonly attempt: string;
};

/** The API of a provider for evidence. */
export type EvidenceApi = {
  /** The provider's id of the file. `attempt` identifies the file: repeated calls may return the same id. */
  uploadEvidence(file: EvidenceFile, attempt: string): Promise<Result<string, EvidenceRefusal>>;
  /**
   * Submits evidence for good. The caller first reads whether the dispute has evidence: a call whose reply
   * was lost may have submitted it.
   * @returns the provider's reply, to be stored
   */
  submitEvidence(request: EvidenceRequest): Promise<Result<Readonly<Record<string, unknown>>, EvidenceRefusal>>;
};

export type PaymentDisputes = {
  /** Absent if the provider takes evidence only on its pages. */
  readonly evidence?: EvidenceApi;
  getDispute(disputeId: string): Promise<PaymentDispute | undefined>;
  listDisputes(since: Date): AsyncIterable<PaymentDispute>;
};
