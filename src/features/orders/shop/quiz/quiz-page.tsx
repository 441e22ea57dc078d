/** /quiz/{lotteryId}: the question before the payment. The page does not name the car. */
import { randomUUID } from "node:crypto";
import { useTranslation } from "react-i18next";
import {
  data,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useNavigation,
  useNavigationType,
  useRevalidator,
} from "react-router";
import { activeExclusion } from "#features/accounts/rules/person/safer-play.ts";
import { deviceOf, requireVisitor, visitorOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { hintCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { isSelling, overState, salePhase, ticketsLeft } from "#features/lotteries/rules/lifecycle.ts";
import { type LiveStock, pauseMs, stockAddress, withStock } from "#features/lotteries/rules/live-stock.ts";
import { isFreeToEnterAt } from "#features/lotteries/rules/purchase/free-entry.ts";
import { quote } from "#features/lotteries/rules/purchase/pricing.ts";
import { readCode } from "#features/lotteries/rules/purchase/promotion.ts";
import { chosenQuantity } from "#features/lotteries/rules/purchase/quantity.ts";
import { quizIn } from "#features/lotteries/rules/purchase/quiz.ts";
import { findPublicLottery } from "#features/lotteries/server/find-lottery.ts";
import { findCodeFor } from "#features/lotteries/server/promotion-codes.ts";
import { queueAddress } from "#features/queue/rules/queue-address.ts";
import { requestEntry } from "#features/queue/server/enter.ts";
import { readFields } from "#platform/request/body.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { isBusy } from "#shared/database-errors.ts";
import { err } from "#shared/result.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { replyError } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { usePolledJson } from "#ui/loading/use-polled-json.ts";
import { PageHead } from "#ui/page-head.tsx";
import { blocksCredit } from "../../rules/checkout/spending.ts";
import { termsInForce } from "../../rules/checkout/terms.ts";
import { findBuyer, showEligibility } from "../../server/checkout/find-eligibility.ts";
import { findPurchaseRefusal } from "../../server/checkout/find-purchase-refusal.ts";
import { findRecentPurchase } from "../../server/checkout/find-recent-purchase.ts";
import { openCheckout } from "../../server/checkout/open-checkout.ts";
import { findHoldRoom, isNewcomer, withoutOwnHold } from "../../server/holds/find-hold-room.ts";
import { holdNetwork } from "../../server/holds/hold-network.ts";
import { type CheckoutProblem, CHECKOUT_STATUS } from "../checkout-status.ts";
import type { Route } from "./+types/quiz-page.ts";
import { readPurchaseForm } from "./purchase-form.ts";
import type { QuizReply } from "./quiz-answer.tsx";
import { QuizBought, QuizOver } from "./quiz-instead.tsx";
import { QuizScreen } from "./quiz-screen.tsx";

/** Marks the address of a buyer who wants the same number of tickets again. */
const MORE = "more";

export const handle = { messages: ["quiz"] } satisfies PageMessages;

/** The visitor's network, by which reservations are limited. */
function networkOf(context: Route.LoaderArgs["context"], request: Request): string {
  return holdNetwork(ctxOf(context), deviceOf(context, request).address);
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const lottery = await findPublicLottery(ctx, params.lotteryId);
  // A visitor need not sign in to read that the draw is over.
  const isOver = lottery !== undefined && overState(salePhase(lottery, ctx.now())) !== undefined;
  if (isOver && !(await visitorOf(context, request))) throw redirect(`/lottery/${lottery.id}`);
  const visitor = await requireVisitor(context, request);
  // The second picture: the page before shows the first one with the car's name.
  const picture = (lottery?.images[1] ?? lottery?.images[0])?.picture;
  const search = new URL(request.url).searchParams;
  const quantity = chosenQuantity(search, lottery?.packs ?? []);
  const typedCode = readCode(search.get("code"));
  const code = typedCode === undefined ? undefined : await findCodeFor(ctx, visitor.id, typedCode);
  const price = lottery && quote(lottery, quantity, code?.ok ? code.value.percentOff : 0);
  if (!lottery || !picture || !price?.ok) return data({ isAvailable: false as const, lotteryId: lottery?.id }, { status: 404 });
  const { total } = price.value;
  const buyer = await findBuyer(ctx, { userId: visitor.id, lotteryId: lottery.id }, ctx.now());
  const isExcluded = activeExclusion(buyer.limits, ctx.now()) !== undefined;
  const entry = isExcluded || buyer.held > 0 ? { state: "in" as const } : await requestEntry(ctx, lottery, visitor.id);
  if (entry.state !== "in") throw redirect(queueAddress(lottery.id, search, entry.state));
  const lotteryWithoutOwnHold = withoutOwnHold(lottery, buyer);
  const holder = { userId: visitor.id, network: networkOf(context, request), byNewcomer: isNewcomer(visitor, buyer) };
  const room = await findHoldRoom(ctx, lottery, buyer, holder);
  const currentEligibility = await showEligibility(ctx, visitor.id, total, { closesPages: true });
  const eligibility = { ...currentEligibility, isCreditBlocked: blocksCredit(buyer.spending, total) };
  return data({
    isAvailable: true as const,
    lotteryId: lottery.id,
    ...quizIn(lottery.quiz, localeOf(context)),
    picture,
    dates: drawDates(lottery),
    now: ctx.now().getTime(),
    quantity,
    unitPrice: lottery.pricePerTicket,
    pack: price.value.pack?.name,
    total,
    percentOff: price.value.percentOff,
    code: code?.ok ? code.value.code : undefined,
    refusedCode: code?.ok === false ? { typed: typedCode ?? "", problem: code.error } : undefined,
    problem: findPurchaseRefusal(ctx, { lottery, buyer }, { quantity }, { tickets: room, money: eligibility.left, total }),
    eligibility,
    room: { most: room.most, perPerson: lottery.maxPerPerson, isConfirmed: visitor.emailVerified },
    // Pressing the button repeatedly makes one purchase.
    requestKey: randomUUID(),
    passUntil: entry.until?.getTime(),
    reserved: buyer.held,
    left: ticketsLeft(lotteryWithoutOwnHold),
    phase: salePhase(lotteryWithoutOwnHold, ctx.now()),
    justBought: search.has(MORE)
      ? undefined
      : await findRecentPurchase(ctx, { userId: visitor.id, lotteryId: lottery.id, quantity }),
    takesFreeEntries: isFreeToEnterAt(lottery, ctx.now()),
    terms: termsInForce(ctx.texts.current("terms", ctx.now())),
  });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const visitor = await visitorOf(context, request);
  const submission = readPurchaseForm(await readFields(request));
  const refuse = (error: CheckoutProblem) => replyError("buy", submission, { error }, { status: CHECKOUT_STATUS });
  if (!visitor) return refuse("signed_out");
  if (submission.status !== "success") return refuse("bad_request");
  const { answer, asksForTerms, hasReadTerms, ...form } = submission.value;
  if (answer === undefined) return refuse("no_answer");
  if (asksForTerms && !hasReadTerms) return refuse("terms_unread");

  const network = networkOf(context, request);
  const purchase = {
    ...form,
    answer,
    lotteryId: params.lotteryId,
    buyer: visitor,
    network,
    locale: localeOf(context),
    isRateLimited: true,
  };
  const opened = await openCheckout(ctx, purchase).catch((error: unknown) => {
    // Too many requests for one draw: the client retries, and no provider is down.
    if (isBusy(error)) throw error;
    ctx.log.error({ err: error, lotteryId: params.lotteryId }, "a payment page could not be opened");
    return err("payment_failed");
  });
  if (!opened.ok) return refuse(opened.error);
  // Until the payment, each page leaves room for the reservation's bar.
  const headers = { "Set-Cookie": hintCookie(ctx, "2") };
  return redirect(opened.value.url, { status: 303, headers });
}

/** Reloads price, stock and key after a refusal, unless the buyer is signed out or offline. */
export function shouldRevalidate({ actionStatus }: ShouldRevalidateFunctionArgs) {
  return actionStatus !== CHECKOUT_STATUS.signed_out && actionStatus !== CHECKOUT_STATUS.not_sent;
}

/** The buyer stays here with an error if the shop cannot be reached. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return data<QuizReply>(
      { intent: "buy", refused: { status: "error", error: { "": ["not_sent"] } } },
      { status: CHECKOUT_STATUS.not_sent },
    );
  }
}

/** The loaded page of a draw that can be bought. */
type AvailablePage = Extract<Route.ComponentProps["loaderData"], { isAvailable: true }>;

/** Reloads the page when the draw's phase changes, or when too few tickets are left for this order. */
function useFreshStock({ lotteryId: id, phase, left, quantity, reserved }: AvailablePage): void {
  const { revalidate, state } = useRevalidator();
  const isBusy = useNavigation().state !== "idle" || state !== "idle";
  usePolledJson<LiveStock>(isSelling(phase) ? stockAddress(id) : undefined, pauseMs, (stock) => {
    const current = withStock({ phase, left }, stock, reserved);
    const hasChanged = current.phase !== phase || current.left < quantity !== left < quantity;
    if (hasChanged && !isBusy) void revalidate();
  });
}

/** The question, or what is shown instead. */
function Question({ page, reply }: { page: AvailablePage; reply: QuizReply | undefined }) {
  useFreshStock(page);
  const isBack = useNavigationType() === "POP";
  const { phase, justBought, lotteryId, quantity } = page;
  if (justBought && isBack && !reply) {
    return <QuizBought orderId={justBought} quantity={quantity} more={`/quiz/${lotteryId}?quantity=${quantity}&${MORE}=1`} />;
  }
  return phase === "on_sale" ? <QuizScreen page={page} reply={reply} /> : <QuizOver lotteryId={lotteryId} phase={phase} />;
}

/** For an unknown draw, and a number of tickets that cannot be bought. */
function Unavailable({ lotteryId }: { lotteryId: string | undefined }) {
  const { t } = useTranslation("quiz");
  return (
    <div className="wrap">
      <ErrorState
        title={t("unavailable.title")}
        message={t("unavailable.text")}
        action={
          <LinkButton to={lotteryId ? `/lottery/${lotteryId}` : "/prize"}>
            {t(lotteryId ? "back" : "unavailable.home")}
          </LinkButton>
        }
      />
    </div>
  );
}

export default function QuizPage({ loaderData: page, actionData: reply }: Route.ComponentProps) {
  const { t } = useTranslation("quiz");
  return (
    <>
      <PageHead title={t("title")} />
      <meta name="robots" content="noindex" />
      {page.isAvailable ? <Question page={page} reply={reply} /> : <Unavailable lotteryId={page.lotteryId} />}
    </>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("quiz");
  return (
    <div className="wrap">
      <PageHead title={t("title")} />
      <ErrorState
        title={t("loadFailed")}
        message={t("loadFailedText")}
        action={<Button onClick={() => window.location.reload()}>{t("tryAgain")}</Button>}
      />
    </div>
  );
}
