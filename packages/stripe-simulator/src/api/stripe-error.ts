/** Errors as Stripe words them: `{ error: { type, code, message, param, … } }` with a status. Source: docs.stripe.com/api/errors. */

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
  /** Whether the call had begun to act. Only then does Stripe keep the answer for its idempotency key. */
  readonly begun: boolean;

  constructor(status: number, body: ErrorBody, begun = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.begun = begun;
  }
}

/** A parameter that is not as it should be: status 400. */
export function badParameter(param: string, code: string, message: string): StripeError {
  return new StripeError(400, { type: "invalid_request_error", code, message, param });
}

/** A parameter of Stripe's, or a value of one, that this simulator does not play: better said than silently dropped. */
export function notSimulated(param: string, what: string): StripeError {
  return new StripeError(400, { type: "invalid_request_error", message: `The simulator does not support ${what}.`, param });
}

/** The call was understood but the thing is not in a state for it: status 400, kept for the idempotency key. */
export function badState(message: string, code?: string): StripeError {
  return new StripeError(400, { type: "invalid_request_error", message, ...(code !== undefined && { code }) }, true);
}

/** No such thing. 404 for the thing that the URL names, 400 for one that a parameter names. */
export function missing(thing: string, id: string, param: string, status: 400 | 404 = 404): StripeError {
  return new StripeError(status, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${thing}: '${id}'`,
    param,
  });
}
