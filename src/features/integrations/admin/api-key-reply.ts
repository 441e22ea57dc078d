/** What the page of keys answers to its forms, and how it says a refusal. */
import type { TFunction } from "i18next";
import { MOST_KEYS } from "../rules/api-key.ts";
import type { MakeKeyError } from "../server/make-api-key.ts";

type Said = Exclude<MakeKeyError, "forbidden" | "proof_needed"> | "not_found" | "over" | "failed";

/** `made`: a new key, told this once. Without `error` it is done. */
export type KeyReply = {
  readonly intent: "create" | "rotate" | "revoke";
  readonly made: string | undefined;
  readonly error: Said | undefined;
};

/** `at`: the field that it is about, if any. */
export type KeyErrorText = { readonly at: "name" | "scope" | "days" | undefined; readonly text: string };

export function keyErrorText(t: TFunction<"admin-api">, error: Said | undefined): KeyErrorText | undefined {
  if (error === undefined) return undefined;
  const text = error === "failed" ? t("keys.failed") : t(`keys.errors.${error}`, { n: MOST_KEYS });
  return { at: FIELD[error], text };
}

const FIELD: Partial<Record<Said, KeyErrorText["at"]>> = {
  no_name: "name",
  no_scope: "scope",
  bad_scope: "scope",
  not_yours: "scope",
  bad_expiry: "days",
};
