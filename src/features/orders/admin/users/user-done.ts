/** The texts after actions on users. */
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";

/** `became`: proposed to a second administrator, or done at once. `until`: the end of an exclusion, in ms. */
type Reply =
  | { readonly intent: "delete" | "reset-factor"; readonly became?: "proposed" | "done" | undefined }
  | { readonly intent: "rest"; readonly until?: number | undefined };

/** The text after each action. `rest`: an exclusion from playing started. */
export function useUserDone(): (reply: Reply) => string {
  const { t } = useTranslation(["admin-people", "admin-approvals"]);
  const { date } = useFormat();
  return (reply) => {
    if (reply.intent === "rest") return t("users.restDone", { date: date(new Date(reply.until ?? 0)) });
    if (reply.intent === "delete") return t(reply.became ? "admin-approvals:approvals.asked" : "users.deleted");
    return t(reply.became === "done" ? "users.factorDone" : "users.factorAsked");
  };
}
