/** What the pages of webhooks answer to their forms, and how they say a refusal. */
import type { TFunction } from "i18next";
import { MOST_ENDPOINTS } from "../rules/delivery.ts";
import type { addEndpoint } from "../server/manage-webhooks.ts";

type Refused = Extract<Awaited<ReturnType<typeof addEndpoint>>, { ok: false }>["error"];
export type HookError = Exclude<Refused, "forbidden" | "proof_needed"> | "not_found" | "failed";

export const HOOK_INTENTS = ["change", "test", "pause", "resume", "rotate", "remove", "resend"] as const;
export type HookIntent = (typeof HOOK_INTENTS)[number] | "add";

/** `secret` is told this once. Without `error` it is done; `values`: what was typed, where it is refused. */
export type HookReply = {
  readonly intent: HookIntent;
  readonly error: HookError | undefined;
  readonly secret?: string | undefined;
  readonly values?: { readonly url: string; readonly events: readonly string[] } | undefined;
};

/** `at`: the field that it is about, if any. */
export type HookErrorText = { readonly at: "url" | "event" | undefined; readonly text: string };

export function hookErrorText(t: TFunction<"admin-api">, error: HookError | undefined): HookErrorText | undefined {
  if (error === undefined) return undefined;
  if (error === "failed") return { at: undefined, text: t("hooks.failed") };
  const text = t(`hooks.errors.${error}`, { n: MOST_ENDPOINTS });
  if (error === "no_events" || error === "bad_event") return { at: "event", text };
  return { at: error === "too_many" || error === "not_found" ? undefined : "url", text };
}
