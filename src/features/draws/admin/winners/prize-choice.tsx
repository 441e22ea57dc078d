/** Prize or cash: what the winner chose, and buttons to record a choice that the winner told the staff. */
import { useTranslation } from "react-i18next";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { Won } from "../../rules/managed-draw.ts";
import { PRIZE_CHOICES } from "../../rules/prize-choice.ts";

/** The reply to a recorded choice. */
export type ChooseReply = FormReply<"choose", "not_found" | "no_cash" | "too_late" | "handed_over" | "winner_changed" | "failed">;

type Props = { lotteryId: string; won: Won; cash: NonNullable<Won["cash"]> };

/** `cash`: the offer of cash instead of the prize, and the choice. */
export function PrizeChoice({ lotteryId, won, cash: { amount, days, endsAt, choice, chosenAt, reference } }: Props) {
  const { t } = useTranslation("admin-draws");
  const { money, date, number } = useFormat();
  const form = useShopForm<ChooseReply>({
    intent: "choose",
    isMine: ({ refused }) => refused?.initialValue?.lotteryId === lotteryId,
    say: (code) => t(code === "winner_changed" ? "winners.winnerChanged" : "winners.choice.failed"),
    onDone: () => toastSuccess(t("winners.prize.saved")),
  });
  const choiceText = () => {
    if (choice && chosenAt) return t(`winners.choice.${choice}`, { date: date(chosenAt, "short") });
    if (endsAt) return t("winners.choice.until", { date: date(endsAt, "short") });
    return t("winners.choice.days", { count: days, n: number(days) });
  };
  return (
    <div className="grid gap-3">
      <h3 className="admin-note">{t("winners.choice.title", { cash: money(amount, "whole") })}</h3>
      <FormProblem form={form} />
      <p>
        {choiceText()}
        {reference !== undefined && ` ${t("winners.choice.reference", { reference })}`}
      </p>
      {won.prize.delivered === undefined && (
        <Allowed right="winners.write">
          <ShopFormFrame
            form={form}
            action="/admin/winners"
            fields={{ lotteryId, shown: String(won.ticketNumber) }}
            className="flex flex-wrap gap-3"
          >
            {PRIZE_CHOICES.filter((each) => each !== choice).map((each) => (
              <Button key={each} type="submit" name="choice" value={each} variant="outline" size="sm">
                {t(each === "cash" ? "winners.choice.recordCash" : "winners.choice.recordPrize")}
              </Button>
            ))}
          </ShopFormFrame>
        </Allowed>
      )}
    </div>
  );
}
