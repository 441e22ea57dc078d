import type { PastPayment } from "../actions/enter-past-payments.ts";
import { badParameter } from "../api/stripe-error.ts";
import type { Metadata } from "../ledger/records.ts";

type Fields = Readonly<Record<string, unknown>>;

export function readPastPayments({ payments }: Fields, now: number): readonly PastPayment[] {
  if (!Array.isArray(payments)) throw wrong("payments");
  return payments.map((payment: unknown, index) => {
    const name = `payments[${index}]`;
    if (!isFields(payment)) throw wrong(name);
    const text = (field: string, shape: RegExp) => {
      const value = payment[field];
      if (typeof value !== "string" || !shape.test(value)) throw wrong(`${name}[${field}]`);
      return value;
    };
    const whole = (field: string, { least, most }: { least: number; most: number }) => {
      const value = payment[field];
      if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most)
        throw wrong(`${name}[${field}]`);
      return value;
    };
    return {
      session: text("session", /^cs_\w+$/),
      intent: text("payment_intent", /^pi_\w+$/),
      created: whole("created", { least: 0, most: now }),
      amount: whole("amount", { least: 1, most: 99_999_999 }),
      currency: text("currency", /^[a-z]{3}$/),
      description: text("description", /\S/),
      payer: { email: text("email", /^[^\s@]+@[^\s@]+$/), name: text("name", /\S/) },
      successUrl: text("success_url", /^https?:\/\//),
      metadata: readMetadata(payment.metadata, `${name}[metadata]`),
    };
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
