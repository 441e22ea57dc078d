/** Errors in Stripe's form: `{ error: { type, code, message, … } }`. Source: docs.stripe.com/api/errors. */

export type ErrorBody = {
  readonly type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly charge?: string;
  readonly payment_intent?: Readonly<Record<string, unknown>>;
};

export class StripeError extends Error {
  override readonly name = "StripeError";
  readonly status: number;
  readonly body: ErrorBody;
  /** Whether the call had started to act. Only then does Stripe store the answer for the idempotency key. */
  readonly begun: boolean;

  constructor(status: number, body: ErrorBody, begun = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.begun = begun;
  }
}

/** An invalid parameter: status 400. */
export function badParameter(param: string, code: string, message: string): StripeError {
  return new StripeError(400, { type: "invalid_request_error", code, message, param });
}

/** An unsupported parameter or value, which must not be ignored silently. */
export function notSimulated(param: string, what: string): StripeError {
  return new StripeError(400, { type: "invalid_request_error", message: `The simulator does not support ${what}.`, param });
}

/** The object's state forbids the call: status 400, stored for the idempotency key. */
export function badState(message: string, code?: string): StripeError {
  return new StripeError(400, { type: "invalid_request_error", message, ...(code !== undefined && { code }) }, true);
}

/** 404 for an unknown object in the URL, 400 for one in a parameter. */
export function missing(thing: string, id: string, param: string, status: 400 | 404 = 404): StripeError {
  return new StripeError(status, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${thing}: '${id}'`,
    param,
  });
}
