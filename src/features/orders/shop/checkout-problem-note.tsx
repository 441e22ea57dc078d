/** Why the purchase did not go on, and the way on from there. */
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { withNext } from "#features/accounts/rules/next-path.ts";
import { Note } from "#ui/note.tsx";
import { TextLink } from "#ui/text-link.tsx";
import type { CheckoutProblem } from "./checkout-status.ts";

/** `lotteryPath` is where another quantity is chosen. */
export function CheckoutProblemNote({ problem, lotteryPath }: { problem: CheckoutProblem; lotteryPath: string }) {
  const { t } = useTranslation("quiz");
  const { pathname, search } = useLocation();
  if (problem === "signed_out") {
    const login = withNext("/login", pathname + search);
    return <Note tone="danger" role="alert" title={t("noSession")} action={<TextLink to={login}>{t("logIn")}</TextLink>} />;
  }
  if (problem === "no_answer") return <Note tone="danger" role="alert" title={t("choose")} />;
  const isAboutTheDraw = ["sold_out", "bad_quantity", "closed", "upcoming"].includes(problem);
  return (
    <Note
      tone="danger"
      role="alert"
      title={t(`errors.${problem}`)}
      action={
        isAboutTheDraw ? (
          <TextLink to={lotteryPath}>{t(problem === "sold_out" || problem === "bad_quantity" ? "chooseAgain" : "back")}</TextLink>
        ) : undefined
      }
    />
  );
}
