/**
 * The failure messages that a page declares in its `handle`, for loads and forms that did not reach the
 * server.
 */
import type { ParseKeys } from "i18next";
import type { Namespace } from "../i18n/messages.ts";

/** A text with its namespace: "admin:notLoaded.users". */
export type FailureText = Extract<ParseKeys<readonly Namespace[]>, `${string}:${string}`>;

/** A page's `handle`. `load`: its data did not arrive; `send`: a form did not, by its `intent`. */
export type PageFailures = { readonly failures: { readonly load?: FailureText; readonly send?: SendFailures } };
export type SendFailure = FailureText | { readonly text: string };
/** A `handle` whose load failure may be a text of its own. */
export type DataFailures = { readonly failures: { readonly load: SendFailure } };
type SendFailures = FailureText | Readonly<Record<string, SendFailure>> | ((form: FormData) => SendFailure);

/** The failure text of a page's data. */
export function loadFailure(handle: unknown): FailureText | undefined {
  return failuresOf(handle)?.load;
}

/** The failure text of a page's form. */
export function sendFailure(handle: unknown, form: FormData | undefined): SendFailure | undefined {
  const send = failuresOf(handle)?.send;
  if (typeof send === "function") return form && send(form);
  return typeof send === "object" ? send[String(form?.get("intent") ?? "")] : send;
}

function failuresOf(handle: unknown): PageFailures["failures"] | undefined {
  return (handle as Partial<PageFailures> | undefined)?.failures;
}
