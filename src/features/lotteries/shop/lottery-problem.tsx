/** The page of a draw that cannot be shown. */
import { useTranslation } from "react-i18next";
import { Button, LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { PageHead } from "#ui/page-head.tsx";

/** `idRequired`: the address names no draw. */
export type Problem = "idRequired" | "notFound" | "loadFailed";

/** After a failure the page can be loaded again; otherwise it leads to the draws. */
export function LotteryProblem({ problem }: { problem: Problem }) {
  const { t } = useTranslation("lottery");
  const action =
    problem === "loadFailed" ? (
      <Button onClick={() => window.location.reload()}>{t("problem.tryAgain")}</Button>
    ) : (
      <LinkButton to="/prize">{t("home")}</LinkButton>
    );
  return (
    <div className="wrap">
      <PageHead title={t(`problem.${problem}`)} />
      <ErrorState title={t(`problem.${problem}`)} message={t(`problem.${problem}Text`)} action={action} />
    </div>
  );
}
