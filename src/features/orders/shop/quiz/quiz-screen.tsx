/** The screen of the question: the picture, the options, the order in short, and the promotion code. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { HELPLINE } from "#features/accounts/rules/person/help-organisations.ts";
import { freeEntryPath } from "#shared/free-entry-path.ts";
import { DrawDatesLine } from "#ui/draws/draw-dates-line.tsx";
import { OrderStrip } from "#ui/draws/order-strip.tsx";
import { PurchaseSteps } from "#ui/draws/purchase-steps.tsx";
import { CodeField } from "#ui/fields/code-field.tsx";
import { LimitQuestion } from "#ui/fields/limit-question.tsx";
import { errorOf } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Picture } from "#ui/pictures/picture.tsx";
import { scrollBehavior } from "#ui/scroll.ts";
import { BackLink, TextLink } from "#ui/text/text-link.tsx";
import { CheckoutProblemNote } from "../checkout-problem-note.tsx";
import type { CheckoutProblem } from "../checkout-status.ts";
import { FINAL_PROBLEMS, QuizAnswer, type QuizReply, type QuizView } from "./quiz-answer.tsx";

/** The id of the form that applies a code, apart from the purchase. */
const CODE_FORM = "code";

/** Problems after which the focus stays on the button, to press it again. */
const FOCUS_STAYS: readonly CheckoutProblem[] = ["no_answer", "not_sent"];

/** The order in short: tickets, price, and the promotion code. `back`: where to change it. */
function OrderInShort({ page, back }: { page: QuizView; back: string }) {
  const { t } = useTranslation("quiz");
  const { money, number, percent } = useFormat();
  const tickets = t("tickets", { count: page.quantity, n: number(page.quantity) });
  const { code, refusedCode } = page;
  const title = () => {
    if (page.pack) return t("packTickets", { tickets, pack: t(`packs.${page.pack}`) });
    return code ? t("codeTickets", { tickets, code, percent: percent(page.percentOff / 100, 0) }) : tickets;
  };
  return (
    <>
      <OrderStrip
        title={title()}
        amount={FINAL_PROBLEMS.includes(page.problem) ? undefined : money(page.total)}
        action={
          <TextLink to={back} className="text-sm text-muted">
            {t("change")}
          </TextLink>
        }
        orFree={page.takesFreeEntries ? { to: freeEntryPath(page.lotteryId), text: t("orFree") } : undefined}
      />
      {page.reserved > 0 && (
        <p className="type-small mt-3">{t("replaces", { count: page.reserved, n: number(page.reserved) })}</p>
      )}
      <div className="mt-3 grid gap-2">
        <CodeField
          form={CODE_FORM}
          texts={{ open: t("code.open"), label: t("code.label"), apply: t("code.apply"), remove: t("code.remove") }}
          refused={refusedCode && { code: refusedCode.typed, why: t(`errors.${refusedCode.problem}`) }}
          applied={code ? { code, without: `/quiz/${page.lotteryId}?quantity=${page.quantity}` } : undefined}
        />
        {code && page.pack && <p className="type-small">{t("codeKept", { code })}</p>}
      </div>
    </>
  );
}

/** `reply`: why the purchase was refused. */
export function QuizScreen({ page, reply }: { page: QuizView; reply: QuizReply | undefined }) {
  const { t } = useTranslation("quiz");
  const back = `/lottery/${page.lotteryId}?quantity=${page.quantity}${page.code ? `&code=${encodeURIComponent(page.code)}` : ""}`;
  const error = errorOf(reply);
  const problem = error ?? page.problem;
  const fields = {
    quantity: String(page.quantity),
    expectedUnitPrice: String(page.unitPrice),
    acceptedTerms: page.terms,
    requestKey: page.requestKey,
    ...(page.code && { promoCode: page.code }),
  };
  const isFinal = FINAL_PROBLEMS.includes(page.problem);
  const { date } = useFormat();
  // On a phone the note is out of sight above the button: scroll to it, and focus it for the keyboard.
  const note = useRef<HTMLDivElement>(null);
  const isFocused = error !== undefined && !FOCUS_STAYS.includes(error);
  useEffect(() => {
    if (!reply) return;
    if (isFocused) note.current?.focus({ preventScroll: true });
    note.current?.scrollIntoView({ behavior: scrollBehavior(), block: "center" });
  }, [reply, isFocused]);

  return (
    <div className="wrap pt-2">
      <BackLink to={back}>{t("back")}</BackLink>
      <PurchaseSteps current="question" className="mt-2 mb-7 max-w-[32.5rem]" />
      <div className="quiz-columns">
        <div className="shot bleed aspect-video rounded-none lg:aspect-[1.36] lg:rounded-card">
          <Picture
            picture={page.picture}
            alt={t("picture")}
            sizes="(min-width: 1320px) 638px, (min-width: 1024px) 52vw, 100vw"
            priority
          />
        </div>
        <div className="min-w-0">
          <ShopFormFrame form={{ Form, intent: "buy" }} fields={fields}>
            <h1 id="question" className="type-h2">
              {page.question}
            </h1>
            <p className="mt-3.5 text-muted">{t("lead")}</p>
            <DrawDatesLine dates={page.dates} now={page.now} className="type-small mt-2 mb-6" />
            {page.passUntil && (
              <p className="type-small -mt-3 mb-6">{t("pass", { time: date(new Date(page.passUntil), "time") })}</p>
            )}
            {problem && (
              <div ref={note} tabIndex={-1} className="mb-6 rounded-pack">
                <CheckoutProblemNote
                  problem={problem}
                  lotteryPath={back}
                  eligibility={page.eligibility}
                  room={page.room}
                  isFocused={isFocused}
                />
              </div>
            )}
            <QuizAnswer page={page} reply={reply} strip={<OrderInShort page={page} back={back} />} />
          </ShopFormFrame>
          <Form id={CODE_FORM} action={`/quiz/${page.lotteryId}`} replace preventScrollReset hidden>
            <input type="hidden" name="quantity" value={page.quantity} />
          </Form>
          {page.eligibility.asksForLimit && !isFinal && (
            <LimitQuestion phone={HELPLINE} moment={page.eligibility.asksForLimit} className="mt-10" />
          )}
        </div>
      </div>
    </div>
  );
}
