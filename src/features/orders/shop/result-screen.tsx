/** The result page of an order without tickets: refunded, expired, cancelled, or still unpaid. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button, LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { BoughtView, PurchaseView, RefundView, TryAgain } from "../rules/checkout/purchase-view.ts";

/** `again`: tries to find the tickets again. */
type Props = { view: Exclude<PurchaseView, BoughtView>; again: () => void };

/** A title, a text, and what the buyer can do. */
function Result({ title, message, action }: { title: string; message: ReactNode; action: ReactNode }) {
  return (
    <div className="wrap">
      <ErrorState title={title} message={message} action={action} />
    </div>
  );
}

/** The result of one kind. */
type ViewOf<Kind extends PurchaseView["kind"]> = Extract<PurchaseView, { kind: Kind }>;

/** Another reservation of the same buyer took the place of this one. */
function Replaced({ view: { quantity, until, payUrl } }: { view: ViewOf<"replaced"> }) {
  const { t } = useTranslation("success");
  const { number, date } = useFormat();
  return (
    <Result
      title={t("replaced.title", { count: quantity, n: number(quantity) })}
      message={t("replaced.text", { time: date(new Date(until), "time") })}
      action={<LinkButton to={payUrl}>{t("replaced.pay")}</LinkButton>}
    />
  );
}

/** The buyer has bought the same tickets with a later order. */
function BoughtSince({ view: { quantity, orderId } }: { view: ViewOf<"bought_since"> }) {
  const { t } = useTranslation("success");
  const { number } = useFormat();
  return (
    <Result
      title={t("boughtSince.title", { count: quantity, n: number(quantity) })}
      message={t("boughtSince.text")}
      action={<LinkButton to={`/success?success=true&order=${orderId}`}>{t("boughtSince.see")}</LinkButton>}
    />
  );
}

/** Links to all draws and to this one. */
function OtherDraws({ id }: { id: string }) {
  const { t } = useTranslation("success");
  return (
    <>
      <LinkButton to="/prize">{t("home")}</LinkButton>
      <LinkButton to={`/lottery/${id}`} variant="outline">
        {t("backToDraw")}
      </LinkButton>
    </>
  );
}

/** A link to the draw; without `id`, to all draws. */
function ToDraw({ id }: { id: string | undefined }) {
  const { t } = useTranslation("success");
  return id === undefined ? (
    <LinkButton to="/prize">{t("home")}</LinkButton>
  ) : (
    <LinkButton to={`/lottery/${id}`}>{t("backToDraw")}</LinkButton>
  );
}

/** A link to the draw with the same choice; without one, to all draws. */
function TryAgainLink({ choice }: { choice: TryAgain | undefined }) {
  const { t } = useTranslation("success");
  if (!choice) return <ToDraw id={undefined} />;
  const { lotteryId, quantity, code } = choice;
  const query = new URLSearchParams({ quantity: String(quantity), ...(code !== undefined && { code }) });
  return <LinkButton to={`/lottery/${lotteryId}?${query}`}>{t("tryAgain")}</LinkButton>;
}

/** Why and when the money is refunded. */
function RefundText({ refund }: { refund: RefundView }) {
  const { t } = useTranslation("success");
  const { money } = useFormat();
  return (
    <>
      <p>
        {t(`refund.${refund.reason}`)} {t(`refund.${refund.stage}`, { amount: money(refund.amount) })}
      </p>
      {(refund.stage === "due" || refund.stage === "done") && <p className="mt-3">{t("refund.mail", { email: refund.email })}</p>}
    </>
  );
}

/** The page of each result. */
export function ResultScreen({ view, again }: Props) {
  const { t } = useTranslation("success");
  switch (view.kind) {
    case "refund":
      return <Result title={t("refund.title")} message={<RefundText refund={view} />} action={<ToDraw id={view.lotteryId} />} />;
    case "disputed":
      return <Result title={t("disputed.title")} message={t("disputed.text")} action={<ToDraw id={view.lotteryId} />} />;
    case "expired":
      return <Result title={t("expired.title")} message={t("expired.text")} action={<TryAgainLink choice={view.again} />} />;
    case "replaced":
      return <Replaced view={view} />;
    case "bought_since":
      return <BoughtSince view={view} />;
    case "draw_cancelled":
      return (
        <Result title={t("drawCancelled.title")} message={t("drawCancelled.text")} action={<OtherDraws id={view.lotteryId} />} />
      );
    case "draw_closed":
      return <Result title={t("drawClosed.title")} message={t("drawClosed.text")} action={<OtherDraws id={view.lotteryId} />} />;
    case "canceled":
      return (
        <Result
          title={t("canceled.title")}
          message={view.isFreed ? `${t("canceled.text")} ${t("canceled.freed")}` : t("canceled.text")}
          action={<TryAgainLink choice={view.again} />}
        />
      );
    case "waiting":
      return (
        <Result title={t("late.title")} message={t("late.text")} action={<Button onClick={again}>{t("late.again")}</Button>} />
      );
    case "failed":
      return (
        <Result
          title={t("failed.title")}
          message={t("failed.text")}
          action={<Button onClick={again}>{t("failed.again")}</Button>}
        />
      );
    default:
      return <Result title={t("error.title")} message={t("error.text")} action={<ToDraw id={undefined} />} />;
  }
}
