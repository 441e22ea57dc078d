/** Why a purchase was refused, with a link to what the buyer can do. */
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { HELPLINE } from "#features/accounts/rules/person/help-organisations.ts";
import { withNext } from "#features/accounts/rules/sign-in/next-path.ts";
import { pence } from "#shared/money/money.ts";
import { Note } from "#ui/feedback/note.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import { type RoomView, refusalSentence } from "../rules/checkout/hold-room.ts";
import type { EligibilityView } from "../rules/checkout/spending.ts";
import type { CheckoutProblem } from "./checkout-status.ts";

const CONFIRM_PATH = "/verify-email";

/** `lotteryPath`: where to choose another quantity; `isFocused`: no alert, the focus announces the note. */
export function CheckoutProblemNote({
  problem,
  lotteryPath,
  eligibility,
  room,
  isFocused,
}: {
  problem: CheckoutProblem;
  lotteryPath: string;
  eligibility: EligibilityView;
  room: RoomView;
  isFocused: boolean;
}) {
  const { t } = useTranslation("quiz");
  const { money, date, number } = useFormat();
  const { pathname, search } = useLocation();
  const role = isFocused ? undefined : "alert";
  if (problem === "signed_out") {
    const login = withNext("/login", pathname + search);
    return (
      <Note tone="danger" role={role} title={t("noSession")} action={<TextLink to={login}>{t("logIn")}</TextLink>}>
        {t("notPaid")}
      </Note>
    );
  }
  if (problem === "no_answer") return <Note tone="danger" role={role} title={t("choose")} />;
  if (problem === "paused" || problem === "excluded" || problem === "over_limit") {
    const until = eligibility.exclusion ? date(new Date(eligibility.exclusion.until)) : "";
    return (
      <Note
        tone="info"
        role={role}
        title={t(`errors.${problem}`, { until, left: money(eligibility.left ?? pence(0)) })}
        action={<TextLink to="/safer-play">{t("limits")}</TextLink>}
      >
        {t("limit.help", { phone: HELPLINE })}
      </Note>
    );
  }
  if (problem === "person_limit" || problem === "newcomer_limit" || problem === "busy") {
    const [most, cap] = [number(room.most), number(room.perPerson ?? 0)];
    return (
      <Note
        tone="info"
        role={role}
        title={t(`errors.${refusalSentence(problem, room.most)}`, { most, cap })}
        action={
          <>
            <TextLink to={lotteryPath}>{t(room.most > 0 ? "chooseAgain" : "back")}</TextLink>
            {problem !== "person_limit" && !room.isConfirmed && <TextLink to={CONFIRM_PATH}>{t("confirmEmail")}</TextLink>}
          </>
        }
      />
    );
  }
  if (problem === "unconfirmed") {
    const confirm = <TextLink to={CONFIRM_PATH}>{t("confirmEmail")}</TextLink>;
    return <Note tone="info" role={role} title={t("errors.unconfirmed")} action={confirm} />;
  }
  if (problem === "no_turn")
    return (
      <Note
        tone="info"
        role={role}
        title={t("errors.no_turn")}
        action={<TextLink to={`${lotteryPath.replace(/\?.*/, "")}/queue${search}`}>{t("waitingRoom")}</TextLink>}
      />
    );
  // No payment page was shown, so no payment is possible.
  const isWithoutPage = problem === "payment_failed" || problem === "not_sent";
  const isAboutTheDraw = ["sold_out", "bad_quantity", "closed", "cancelled", "upcoming"].includes(problem);
  return (
    <Note
      tone="danger"
      role={role}
      title={t(`errors.${problem}`)}
      action={
        isAboutTheDraw ? (
          <TextLink to={lotteryPath}>{t(problem === "sold_out" || problem === "bad_quantity" ? "chooseAgain" : "back")}</TextLink>
        ) : undefined
      }
    >
      {isWithoutPage && t("notCharged")}
      {problem === "sold_out" && room.most > 0 && t("upTo", { n: number(room.most) })}
    </Note>
  );
}
