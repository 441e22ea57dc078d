import { useTranslation } from "react-i18next";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";

export const LIVE_INTENTS = ["look", "terms", "switch", "stay", "open"] as const;
export type LiveReply = FormReply<(typeof LIVE_INTENTS)[number], "musts" | "name" | "failed">;

const DONE = { look: "looked", switch: "asked", stay: "withdrawn", open: "opened", terms: undefined } as const;

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
