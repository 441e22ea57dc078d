import { useTranslation } from "react-i18next";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";

/**
 * `look`: runs the checks. `terms`: the terms were read. `switch`: asks to end test mode. `stay`: takes
 * that back.
 */
export const LIVE_INTENTS = ["look", "terms", "switch", "stay", "open"] as const;
/** `musts`: a must is not green. `name`: the typed name is not the shop's. */
export type LiveReply = FormReply<(typeof LIVE_INTENTS)[number], "musts" | "name" | "failed">;

/** Sentence after each action. */
const DONE = { look: "looked", switch: "asked", stay: "withdrawn", open: "opened", terms: undefined } as const;

/** Sentences of errors and of success. */
export function useLiveWords() {
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
