import type { Submission, SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import { minutes } from "#shared/money/minutes.ts";

/**
 * The reply of an action to a form. Without `refused` it succeeded. `Code` lists its errors. An action may
 * add data for the page.
 */
export type FormReply<Intent extends string = string, Code extends string = string> = {
  /** Distinguishes the forms of a page. */
  readonly intent: Intent;
  readonly refused?: Refused<Code> | undefined;
  /** How long to wait after too many attempts. */
  readonly minutes?: number | undefined;
};

/** Conform's result: errors by field, or under "" for the whole form, and the typed values. */
export type Refused<Code extends string = string> = SubmissionResult<Code[]>;

/** The errors of a reply. */
export type CodeOf<Reply extends FormReply> = NonNullable<NonNullable<NonNullable<Reply["refused"]>["error"]>[string]>[number];

/** Refuses a valid form: `code` is shown at its field in `at`, or at the whole form. */
export function refuse<Code extends string, Value>(
  submission: Submission<Value>,
  code: Code,
  at?: FieldsOf<Code>,
  hideFields: readonly string[] = [],
): Refused<Code> {
  const field = typeof at === "function" ? at(code) : at?.[code];
  const errors = field === undefined ? { formErrors: [code] } : { fieldErrors: { [field]: [code] } };
  return submission.reply({ ...errors, hideFields: [...hideFields] }) as Refused<Code>;
}

/** The field that an error belongs to. */
type FieldsOf<Code extends string> = Readonly<Partial<Record<Code, string>>> | ((code: Code) => string | undefined);

/** A use case's error. `problems`: errors by field, in place of `error`. */
type Failed<Code extends string = string> = {
  readonly error: Code;
  /** For errors such as `tooManyAttempts`. */
  readonly retryAfterSeconds?: number;
  readonly problems?: Readonly<Record<string, string | undefined>>;
};
type Outcome = { readonly ok: true } | ({ readonly ok: false } & Failed);
type ErrorOf<A> = A extends { readonly ok: false; readonly error: infer E extends string } ? E : never;

/** Replies to a form with its use case's result. */
export function replyTo<Intent extends string, A extends Outcome>(
  submission: Submission<{ intent: Intent }> & { readonly status: "success" },
  outcome: A,
  options: Options<ErrorOf<A>> = {},
) {
  const { intent } = submission.value;
  if (outcome.ok) return data<FormReply<Intent, ErrorOf<A>>>({ intent });
  return replyError(intent, submission, { ...outcome, error: outcome.error as ErrorOf<A> }, options);
}

/** Replies with a use case's error. Too many attempts get status 429 and the time to wait. */
export function replyError<Intent extends string, Code extends string>(
  intent: Intent,
  submission: Submission<unknown>,
  { error, retryAfterSeconds = 0, problems }: Failed<Code>,
  { at, status, hideFields = [], ...init }: Options<Code> = {},
) {
  const fields = Object.entries(problems ?? {}).map(([field, problem = ""]) => [field, [problem]]);
  const refused = problems
    ? (submission.reply({ fieldErrors: Object.fromEntries(fields), hideFields: [...hideFields] }) as Refused<Code>)
    : refuse(submission, error, at, hideFields);
  const code = typeof status === "function" ? status(error) : status?.[error];
  if (retryAfterSeconds === 0) return data<FormReply<Intent, Code>>({ intent, refused }, { ...init, status: code ?? 422 });
  const headers = { "Retry-After": String(retryAfterSeconds) };
  return data<FormReply<Intent, Code>>(
    { intent, refused, minutes: minutes(retryAfterSeconds) },
    { status: code ?? 429, headers },
  );
}

type Options<Code extends string> = {
  /** The field of each error; others belong to the whole form. */
  readonly at?: FieldsOf<Code>;
  /** The status of an error, 422 by default. */
  readonly status?: Readonly<Partial<Record<Code, number>>> | ((error: Code) => number);
  /** Not sent back, such as passwords. */
  readonly hideFields?: readonly string[];
  readonly headers?: Headers;
};

/** The first error of a reply; undefined if the form succeeded. */
export function errorOf<Code extends string>(reply: Pick<FormReply<string, Code>, "refused"> | undefined): Code | undefined {
  return Object.values(reply?.refused?.error ?? {}).flatMap((codes) => codes ?? [])[0];
}
