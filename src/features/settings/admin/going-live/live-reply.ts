import { useTranslation } from "react-i18next";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";

/**
 * `look`: runs the checks. `terms`: the terms were read. `end_test_mode`: requests the end of test mode.
 * `stay_in_test_mode`: takes that back. `open`: opens the shop.
 */
export const LIVE_INTENTS = ["look", "terms", "end_test_mode", "stay_in_test_mode", "open"] as const;
/** `musts`: a must is not green. `name`: the typed name is not the shop's. */
export type LiveReply = FormReply<(typeof LIVE_INTENTS)[number], "musts" | "name" | "failed">;

/** The text after each action. */
const DONE = {
  look: "looked",
  end_test_mode: "asked",
  stay_in_test_mode: "withdrawn",
  open: "opened",
  terms: undefined,
} as const;

/** The messages of an action: of its refusal and of its success. */
export function useLiveMessages() {
  const { t } = useTranslation(["admin-live", "common"]);
  return {
    say: (code: CodeOf<LiveReply>) =>
      code === "name" ? t("testMode.wrongName", { shop: t("common:shop") }) : t(code === "musts" ? "mustsNote" : code),
    done: ({ intent }: LiveReply) => {
      const key = DONE[intent];
      return key && t(key);
    },
  };
}
