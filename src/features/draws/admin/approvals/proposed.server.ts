/** The proposed change, as stored in the column `payload` of a proposal. */
import { z } from "zod";
import { ROLES } from "#features/access/rules/rights.ts";
import { STORED_BATCH } from "#features/orders/server/postal/key-in-batch.ts";
import type { ProposalKind } from "#features/staff/rules/proposals.ts";
import { pence } from "#shared/money/money.ts";
import { CANCEL_REASONS } from "#shared/states.ts";
import { REPLACEMENT_REASONS } from "../../rules/replacement.ts";

/** In pence. */
const amount = z.int().min(0).transform(pence);

/** The stored payload of each kind of proposal. */
const PAYLOADS = {
  winner_by_hand: z.object({
    ticketNumber: z.int().min(1),
    place: z.int().min(1).optional(),
    instead: z.int().min(1).optional(),
    reason: z
      .object({ code: z.enum(REPLACEMENT_REASONS), text: z.string(), textFr: z.string().optional() })
      .transform(({ code, text, textFr }) => ({ code, text, textFr })),
  }),
  postal_batch: STORED_BATCH,
  second_factor_reset: z.object({}),
  order_refund: z.object({
    amount,
    left: amount.optional(),
    orderNumber: z.string(),
    ticketNumbers: z.array(z.int().min(1)).optional(),
  }),
  lottery_cancel: z
    .object({ reason: z.enum(CANCEL_REASONS), note: z.object({ en: z.string(), fr: z.string().optional() }).optional() })
    .transform(({ reason, note }) => ({ cancellation: { reason, note: note && { en: note.en, fr: note.fr } } })),
  person_erase: z.object({ tickets: z.int().min(0), amount, forGood: z.boolean().optional() }),
  owner_invite: z.object({}),
  owner_change: z
    .object({ from: z.enum(ROLES), to: z.enum(ROLES).nullable() })
    .transform(({ from, to }) => ({ from, to: to ?? undefined })),
} satisfies Record<ProposalKind, z.ZodType>;

/** A readable proposal: its kind, with the fields of that kind's payload. */
export type Proposed = { [Kind in ProposalKind]: { readonly kind: Kind } & z.output<(typeof PAYLOADS)[Kind]> }[ProposalKind];

/** Undefined if another version of the shop wrote the proposal and this one cannot read it. */
export function readProposed({
  kind,
  payload,
}: {
  readonly kind: ProposalKind;
  readonly payload: unknown;
}): Proposed | undefined {
  const read = PAYLOADS[kind].safeParse(payload);
  return read.success ? ({ kind, ...read.data } as Proposed) : undefined;
}
