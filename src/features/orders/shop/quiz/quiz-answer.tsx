/** The options of the question, and the button to the payment with what the buyer accepts. */
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import type { PackName } from "#features/lotteries/rules/purchase/pricing.ts";
import type { CodeProblem } from "#features/lotteries/rules/purchase/promotion.ts";
import type { Picture as StoredPicture } from "#shared/brand/picture.ts";
import type { DrawDates } from "#shared/dates/draw-dates.ts";
import type { Pence } from "#shared/money/money.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { OptionCards } from "#ui/fields/option-cards.tsx";
import { errorOf, type FormReply } from "#ui/forms/reply.ts";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { ArrowRight } from "#ui/icons.ts";
import { linkPart } from "#ui/text/link-part.tsx";
import type { RoomView } from "../../rules/checkout/hold-room.ts";
import type { EligibilityView } from "../../rules/checkout/spending.ts";
import { termsDay } from "../../rules/checkout/terms.ts";
import type { CheckoutProblem } from "../checkout-status.ts";
import { readAnswer, storeAnswer } from "./stored-answer.ts";

/** What the page of the question shows. `total` and prices: in pence. */
export type QuizView = {
  readonly lotteryId: string;
  readonly question: string;
  readonly options: readonly { readonly id: string; readonly text: string }[];
  readonly picture: StoredPicture;
  readonly dates: DrawDates;
  /** The shop's clock in ms. */
  readonly now: number;
  readonly quantity: number;
  readonly unitPrice: Pence;
  readonly pack: PackName | undefined;
  readonly total: Pence;
  readonly percentOff: number;
  readonly code: string | undefined;
  /** A promotion code that does not count, as typed. */
  readonly refusedCode: { readonly typed: string; readonly problem: CodeProblem } | undefined;
  /** Why the buyer cannot buy, known before the button is pressed. */
  readonly problem: CheckoutProblem | undefined;
  readonly eligibility: EligibilityView;
  readonly room: RoomView;
  readonly requestKey: string;
  /** When the buyer's admission from the waiting room ends. */
  readonly passUntil: number | undefined;
  readonly takesFreeEntries: boolean;
  /** The buyer's reserved tickets of this draw, which this purchase replaces. */
  readonly reserved: number;
  /** The version of the terms in force. */
  readonly terms: string;
};

/** The reply to a refused purchase. */
export type QuizReply = FormReply<"buy", CheckoutProblem>;

/** Problems that pressing the button again does not solve. */
export const FINAL_PROBLEMS: readonly (CheckoutProblem | undefined)[] = [
  "closed",
  "cancelled",
  "upcoming",
  "sold_out",
  "person_limit",
  "newcomer_limit",
  "not_found",
  "paused",
  "excluded",
  "staff",
  "over_limit",
];

/** The links in the texts above and below the button. */
const LINKS = { terms: linkPart("/terms"), contact: linkPart("/contact") };

/** The chosen option, from before scripts loaded or from before a sign-in in this tab. */
function useAnswer({ lotteryId, options }: QuizView, sentAnswer: string | undefined) {
  const [answer, setAnswer] = useState(sentAnswer);
  const root = useRef<HTMLDivElement>(null);
  const restore = useEffectEvent(() => {
    const checked = root.current?.querySelector<HTMLInputElement>("input[name=answer]:checked")?.value;
    const restored = checked ?? readAnswer(lotteryId);
    if (options.some(({ id }) => id === restored)) setAnswer(restored);
  });
  useEffect(() => restore(), []);
  const choose = (option: string) => {
    setAnswer(option);
    storeAnswer(lotteryId, option);
  };
  return { answer, setAnswer: choose, root };
}

/** Whether scripts run on the page. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

/** `strip`: the order in short, between the options and the button. */
export function QuizAnswer({ page, reply, strip }: { page: QuizView; reply: QuizReply | undefined; strip: ReactNode }) {
  const { t } = useTranslation("quiz");
  const { money, date } = useFormat();
  const hintId = useId();
  const sentAnswer = reply?.refused?.initialValue?.answer as string | undefined;
  const { answer, setAnswer, root } = useAnswer(page, sentAnswer);
  const navigation = useNavigation();
  const busy = navigation.formMethod === "POST" && navigation.formAction?.startsWith("/quiz/");
  const { lastTerms } = page.eligibility;
  const hasNewTerms = lastTerms !== undefined && lastTerms !== page.terms;
  const isFinal = FINAL_PROBLEMS.includes(page.problem);
  // Before scripts load, the browser itself asks for an answer, so the button must be enabled.
  const disabled = useIsHydrated() && (answer === undefined || isFinal);
  const label = isFinal ? t("payPlain") : t(page.total === 0 ? "payNothing" : "pay", { amount: money(page.total) });
  return (
    <div ref={root}>
      <OptionCards
        name="answer"
        labelledBy="question"
        options={page.options.map(({ id, text }) => ({ value: id, label: text }))}
        value={answer}
        onChange={setAnswer}
        invalid={errorOf(reply) === "wrong_answer" && answer === sentAnswer}
        required
      />
      <div className="mt-7 mb-5">{strip}</div>
      {hasNewTerms && !isFinal && (
        <>
          <input type="hidden" name="asksForTerms" value="1" />
          <Checkbox
            name="hasReadTerms"
            className="mb-5"
            label={<RichText text={t("newTerms", { date: date(termsDay(page.terms)) })} parts={LINKS} />}
            required
          />
        </>
      )}
      <Button
        type="submit"
        full
        disabled={disabled}
        busy={busy ?? false}
        busyLabel={t("busy")}
        iconAfter={<ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />}
        aria-describedby={hintId}
      >
        {label}
      </Button>
      <p id={hintId} className="type-small mt-3.5 text-center">
        {isFinal ? t("closedHint") : t(answer === undefined ? "choose" : "provider")}
      </p>
      {page.eligibility.isCreditBlocked && !isFinal && <p className="type-small mt-2 text-center">{t("creditBlocked")}</p>}
      {!isFinal && (
        <>
          <p className="type-tiny mt-2 text-center">
            <RichText text={t(page.total === 0 ? "dutyFree" : "duty", { date: date(termsDay(page.terms)) })} parts={LINKS} />
          </p>
          <p className="type-tiny mt-2 text-center text-balance">
            <RichText text={t("winnerName")} parts={LINKS} />
          </p>
        </>
      )}
    </div>
  );
}
