/** In place of the question: the draw is over, or the buyer has just bought the same. */
import { useTranslation } from "react-i18next";
import type { SalePhase } from "#features/lotteries/rules/lifecycle.ts";
import { LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { useFormat } from "#ui/i18n/messages.ts";

/** The text of each phase in which nothing is sold. */
const REASONS = {
  draft: "upcoming",
  upcoming: "upcoming",
  sold_out: "sold_out",
  closed: "closed",
  completed: "closed",
  cancelled: "cancelled",
} as const satisfies Record<Exclude<SalePhase, "on_sale">, string>;

/** The draw sells no tickets now. */
export function QuizOver({ lotteryId, phase }: { lotteryId: string; phase: keyof typeof REASONS }) {
  const { t } = useTranslation("quiz");
  const reason = REASONS[phase];
  return (
    <div className="wrap" role="status">
      <ErrorState
        title={t(`over.${reason}.title`)}
        message={t(`over.${reason}.text`)}
        action={
          <>
            <LinkButton to="/prize">{t("unavailable.home")}</LinkButton>
            <LinkButton to={`/lottery/${lotteryId}`} variant="outline">
              {t("back")}
            </LinkButton>
          </>
        }
      />
    </div>
  );
}

/** After going back from a purchase. `more`: the address that buys the same number again. */
export function QuizBought({ orderId, quantity, more }: { orderId: string; quantity: number; more: string }) {
  const { t } = useTranslation("quiz");
  const { number } = useFormat();
  return (
    <div className="wrap">
      <ErrorState
        title={t("bought.title", { count: quantity, n: number(quantity) })}
        message={t("bought.text")}
        action={
          <>
            <LinkButton to={`/success?success=true&order=${orderId}`}>{t("bought.see")}</LinkButton>
            <LinkButton to={more} variant="outline">
              {t("bought.more")}
            </LinkButton>
          </>
        }
      />
    </div>
  );
}
