/** An expected outcome: a value, or one of a few named refusals. Bugs throw instead (docs/decisions/0001). */

export type Ok<T> = { readonly ok: true; readonly value: T };
export type Err<E extends string> = { readonly ok: false; readonly error: E };
export type Result<T, E extends string> = Ok<T> | Err<E>;

/** A success, with or without a value. */
export function ok(): Ok<undefined>;
export function ok<T>(value: T): Ok<T>;
export function ok<T>(value?: T): Ok<T | undefined> {
  return { ok: true, value };
}

/** A named refusal. */
export function err<E extends string>(error: E): Err<E> {
  return { ok: false, error };
}
