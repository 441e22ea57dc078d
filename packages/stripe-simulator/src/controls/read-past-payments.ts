import type { PastDispute, PastPayment, PastRefund } from "../actions/enter-past-payments.ts";
import type { PastPayout } from "../api/balance.ts";
import { badParameter } from "../api/stripe-error.ts";
import type { Metadata } from "../ledger/records.ts";

type Fields = Readonly<Record<string, unknown>>;

const MOST = 99_999_999;

export function readPastPayments({ payments }: Fields, now: number): readonly PastPayment[] {
  return listOf(payments, "payments").map(({ fields, name }) => {
    const { text, whole } = readersOf(fields, name);
    const amount = whole("amount", { least: 1, most: MOST });
    const { fee = 0, refunds = [], dispute } = fields;
    return {
      session: text("session", /^cs_\w+$/),
      intent: text("payment_intent", /^pi_\w+$/),
      created: whole("created", { least: 0, most: now }),
      amount,
      fee: fee === 0 ? 0 : whole("fee", { least: 0, most: amount }),
      refunds: listOf(refunds, `${name}[refunds]`).map((refund) => readRefund(refund, { amount, now })),
      dispute: dispute === undefined ? undefined : readDispute(dispute, `${name}[dispute]`, { amount, now }),
      currency: text("currency", /^[a-z]{3}$/),
      description: text("description", /\S/),
      payer: { email: text("email", /^[^\s@]+@[^\s@]+$/), name: text("name", /\S/) },
      successUrl: text("success_url", /^https?:\/\//),
      metadata: readMetadata(fields.metadata, `${name}[metadata]`),
    };
  });
}

/** Absent: none. */
export function readPastPayouts({ payouts = [] }: Fields, now: number): readonly PastPayout[] {
  return listOf(payouts, "payouts").map(({ fields, name }) => {
    const { text, whole } = readersOf(fields, name);
    return { id: text("id", /^po_\w+$/), created: whole("created", { least: 0, most: now }) };
  });
}

type Named = { readonly fields: Fields; readonly name: string };
type Limits = { readonly amount: number; readonly now: number };

function readRefund({ fields, name }: Named, { amount, now }: Limits): PastRefund {
  const { text, whole } = readersOf(fields, name);
  return {
    id: text("id", /^re_\w+$/),
    created: whole("created", { least: 0, most: now }),
    amount: whole("amount", { least: 1, most: amount }),
    metadata: readMetadata(fields.metadata, `${name}[metadata]`),
    ...(fields.failure !== undefined && {
      failure: text("failure", /^[a-z_]+$/),
      failedAt: whole("failed_at", { least: 0, most: now }),
    }),
  };
}

function readDispute(dispute: unknown, name: string, { amount, now }: Limits): PastDispute {
  if (!isFields(dispute)) throw wrong(name);
  const { text, whole } = readersOf(dispute, name);
  return {
    id: text("id", /^dp_\w+$/),
    created: whole("created", { least: 0, most: now }),
    amount: whole("amount", { least: 1, most: amount }),
    reason: text("reason", /^[a-z_]+$/),
  };
}

function readersOf(fields: Fields, name: string) {
  return {
    text(field: string, shape: RegExp): string {
      const value = fields[field];
      if (typeof value !== "string" || !shape.test(value)) throw wrong(`${name}[${field}]`);
      return value;
    },
    whole(field: string, { least, most }: { least: number; most: number }): number {
      const value = fields[field];
      if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most)
        throw wrong(`${name}[${field}]`);
      return value;
    },
  };
}

function listOf(list: unknown, name: string): readonly Named[] {
  if (!Array.isArray(list)) throw wrong(name);
  return list.map((fields: unknown, index) => {
    if (!isFields(fields)) throw wrong(`${name}[${index}]`);
    return { fields, name: `${name}[${index}]` };
  });
}

function readMetadata(metadata: unknown = {}, name: string): Metadata {
  if (!isFields(metadata)) throw wrong(name);
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => {
      if (typeof value !== "string") throw wrong(`${name}[${key}]`);
      return [key, value];
    }),
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wrong(param: string) {
  return badParameter(param, "parameter_invalid_value", `Missing, or not as it should be: ${param}`);
}
