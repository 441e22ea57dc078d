/** Validates answers, events and requests by a schema made from Stripe's type declarations. */
import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import qs from "qs";

const schema = JSON.parse(readFileSync(new URL("../schema/schema.json", import.meta.url), "utf8")) as object;
const answers = new Ajv({ strict: false, allErrors: true }).addSchema(schema, "stripe");
/** A form's values are all strings. */
const requests = new Ajv({ strict: false, allErrors: true, coerceTypes: true }).addSchema(schema, "stripe");

const compiled = new Map<string, ValidateFunction>();

function judge(ajv: Ajv, definition: string, json: unknown): void {
  const key = `${ajv === answers ? "answer" : "request"}:${definition}`;
  const validate = compiled.get(key) ?? ajv.compile({ $ref: `stripe#/definitions/root.${definition}` });
  compiled.set(key, validate);
  if (validate(json)) return;
  throw new Error(
    `${definition} is not as Stripe's: ${ajv.errorsText(validate.errors, { separator: "\n" })}\n${JSON.stringify(json)}`,
  );
}

const DEFINITIONS: Readonly<Record<string, string>> = {
  "checkout.session": "checkout_session",
  payment_intent: "payment_intent",
  charge: "charge",
  refund: "refund",
  item: "line_item",
};

/** The number of validations by each definition, so that a test can check the coverage. */
export const judged = new Map<string, number>();

/** Throws unless Stripe could have sent this answer or event. */
export function judgeAnswer(json: unknown): void {
  const object = (json ?? {}) as Record<string, unknown>;
  const kind = String(object.object ?? "error");
  judged.set(kind, (judged.get(kind) ?? 0) + 1);
  if ("error" in object) judgeError(object.error);
  else if (kind === "list") judgeList(object);
  else if (kind === "event") {
    // The schema defines one event of disputes, and none of warnings and authorisations.
    const type = String(object.type)
      .replace(/^(?:charge\.dispute|radar\.early_fraud_warning)\..+/, "charge.dispute.created")
      .replace(/^charge\.captured$/, "charge.succeeded")
      .replace(/^payment_intent\.(?:canceled|amount_capturable_updated)$/, "payment_intent.succeeded");
    judge(answers, "event", { ...object, type });
    judgeAnswer((object.data as { object: unknown }).object);
  } else if (kind === "radar.early_fraud_warning") judgeWarning(object);
  else if (kind === "payout") judgePayout(object);
  // The schema does not define disputes, but it defines their balance transactions.
  else if (kind === "dispute") for (const moved of object.balance_transactions as unknown[]) judgeAnswer(moved);
  else judge(answers, DEFINITIONS[kind] ?? kind, json);
}

/** The schema has no definition of these. Source: docs.stripe.com/api/payouts/object. */
function judgePayout({
  id,
  amount,
  arrival_date,
  automatic,
  balance_transaction,
  created,
  status,
}: Record<string, unknown>): void {
  const texts = [id, balance_transaction, status].every((text) => typeof text === "string");
  const numbers = [amount, arrival_date, created].every((number) => Number.isInteger(number));
  if (!texts || !numbers || typeof automatic !== "boolean") throw new Error(`not a payout of Stripe's: ${JSON.stringify(id)}`);
}

/** The schema has no definition of these. Source: docs.stripe.com/api/radar/early_fraud_warnings/object. */
function judgeWarning(warning: Record<string, unknown>): void {
  const { id, actionable, charge, created, fraud_type: type, livemode, payment_intent: intent } = warning;
  const texts = [id, charge, type, intent].every((text) => typeof text === "string");
  if (!texts || typeof actionable !== "boolean" || typeof created !== "number" || livemode !== false)
    throw new Error(`not an early fraud warning of Stripe's: ${JSON.stringify(warning)}`);
}

function judgeList({ data, has_more, url }: Record<string, unknown>): void {
  if (!Array.isArray(data) || typeof has_more !== "boolean" || typeof url !== "string") throw new Error("not a list");
  for (const item of data) judgeAnswer(item);
}

function judgeError(error: unknown): void {
  const { type, message } = (error ?? {}) as Record<string, unknown>;
  const types = ["api_error", "card_error", "idempotency_error", "invalid_request_error"];
  if (!types.includes(String(type)) || typeof message !== "string")
    throw new Error(`not an error of Stripe's: ${JSON.stringify(error)}`);
}

/** Throws unless Stripe's `*_create_params` allow this form. */
export function judgeRequest(path: string, body: string): void {
  const definition = { "/v1/checkout/sessions": "checkout_session_create_params", "/v1/refunds": "refund_create_params" }[path];
  if (definition === undefined) return;
  judged.set(definition, (judged.get(definition) ?? 0) + 1);
  judge(requests, definition, qs.parse(body, { depth: 10 }));
}
