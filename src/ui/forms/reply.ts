/** What an action replies to a form. */
import type { Submission, SubmissionResult } from "@conform-to/react";
import { data } from "react-router";

/** Without `refused` the form is done. `Code` lists its errors. An action may add what the page shows. */
export type FormReply<Intent extends string = string, Code extends string = string> = {
  /** Tells the forms of a page apart. */
  readonly intent: Intent;
  readonly refused?: Refused<Code> | undefined;
};

/** Conform's result: each error under its field, or under "" for the whole form, and every value as it was typed. */
export type Refused<Code extends string = string> = SubmissionResult<Code[]>;

export type CodeOf<Reply extends FormReply> = NonNullable<NonNullable<NonNullable<Reply["refused"]>["error"]>[string]>[number];

/** Refuses a form that was read without an error: `code` stands at its field in `at`, or at the whole form. */
export function refuse<Code extends string, Value>(
  submission: Submission<Value>,
  code: Code,
  at?: Readonly<Partial<Record<Code, string>>>,
  hideFields: readonly string[] = [],
): Refused<Code> {
  const field = at?.[code];
  const errors = field === undefined ? { formErrors: [code] } : { fieldErrors: { [field]: [code] } };
  return submission.reply({ ...errors, hideFields: [...hideFields] }) as Refused<Code>;
}

type Acted = { readonly ok: true } | { readonly ok: false; readonly error: string };
type ErrorOf<A> = A extends { readonly ok: false; readonly error: infer E extends string } ? E : never;

/**
 * Replies to a form what its use-case returned.
 *
 * @param at the fields of the errors that belong to one
 * @param status the status of an error, 422 unless given
 */
export function replyTo<Intent extends string, A extends Acted>(
  submission: Submission<{ intent: Intent }> & { readonly status: "success" },
  acted: A,
  { at, status }: Options<ErrorOf<A>> = {},
) {
  const { intent } = submission.value;
  if (acted.ok) return data<FormReply<Intent, ErrorOf<A>>>({ intent });
  const error = acted.error as ErrorOf<A>;
  const code = typeof status === "function" ? status(error) : status?.[error];
  return data<FormReply<Intent, ErrorOf<A>>>({ intent, refused: refuse(submission, error, at) }, code ?? 422);
}

type Options<Code extends string> = {
  readonly at?: Readonly<Partial<Record<Code, string>>>;
  readonly status?: Readonly<Partial<Record<Code, number>>> | ((error: Code) => number);
};

/** The first error of a reply. */
export function errorOf<Code extends string>(reply: Pick<FormReply<string, Code>, "refused"> | undefined): Code | undefined {
  return Object.values(reply?.refused?.error ?? {}).flatMap((codes) => codes ?? [])[0];
}
