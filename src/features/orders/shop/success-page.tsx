/** /success: the result of a payment. The payment page sends buyers here after paying or cancelling. */

import { startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { redirect, useFetcher, useLocation } from "react-router";
import { deviceOf, requireVisitor } from "#features/accounts/server/sessions/find-visitor.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { PurchaseSteps } from "#ui/draws/purchase-steps.tsx";
import { TicketList } from "#ui/draws/ticket-stub.tsx";
import { TicketStubSkeleton } from "#ui/feedback/skeleton.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import type { PurchaseView } from "../rules/checkout/purchase-view.ts";
import { delayBeforeTry, MAX_TRIES } from "../rules/checkout/purchase-view.ts";
import { showCanceled, showPurchase } from "../server/reading/show-purchase.ts";
import type { Route } from "./+types/success-page.ts";
import { BoughtScreen } from "./bought-screen.tsx";
import { ResultScreen } from "./result-screen.tsx";

export const handle = { messages: ["success", "quiz"] } satisfies PageMessages;

export async function loader({ request, context }: Route.LoaderArgs): Promise<PurchaseView> {
  const visitor = await requireVisitor(context, request);
  const buyer = { ...visitor, address: deviceOf(context, request).address };
  const ctx = ctxOf(context);
  const query = new URL(request.url).searchParams;
  const sessionId = query.get("session_id") || undefined;
  const orderId = query.get("order") ?? undefined;
  try {
    if (query.get("success") === "true") {
      if (sessionId === undefined && orderId === undefined) return { kind: "invalid" };
      return await showPurchase(ctx, buyer, sessionId === undefined ? { orderId } : { sessionId }, localeOf(context));
    }
    if (query.get("canceled") !== "true") return { kind: "error" };
    const canceled = await showCanceled(ctx, buyer, orderId);
    if (canceled !== "settled") return canceled;
  } catch (error) {
    ctx.log.error({ err: error }, "the result of a payment could not be shown");
    return { kind: "failed" };
  }
  throw redirect(`/success?success=true&order=${orderId}`);
}

/** The address contains the payment's id, which other sites must not see. */
export const headers = privateHeaders({ hidesAddress: true });

/** If the shop cannot be reached, the page stays and retries. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<PurchaseView> {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { kind: "failed" };
  }
}

type PollingInput = {
  /** The payment is known, and its tickets are not issued yet. */
  needed: boolean;
  /** The last request failed, which uses up one attempt. */
  hasFailed: boolean;
  /** No request is under way. */
  idle: boolean;
  reload: () => Promise<void>;
};

/** Reloads the result until its tickets are found (`isLooking`), or all attempts are used up (`isOver`). */
function usePolling({ needed, hasFailed, idle: isRouterIdle, reload }: PollingInput) {
  const [tries, setTries] = useState(0);
  // The router reports a request a moment after it starts; until then the last attempt would seem finished.
  const [isRequesting, setIsRequesting] = useState(false);
  const idle = isRouterIdle && !isRequesting;
  const isWanted = needed || (hasFailed && tries > 0);
  const isOver = isWanted && tries >= MAX_TRIES && idle;
  const poll = useEffectEvent(() => {
    setTries(tries + 1);
    setIsRequesting(true);
    void reload().finally(() => startTransition(() => setIsRequesting(false)));
  });
  useEffect(() => {
    if (!isWanted || !idle || tries >= MAX_TRIES) return;
    const timer = setTimeout(poll, delayBeforeTry(tries + 1));
    return () => clearTimeout(timer);
  }, [isWanted, idle, tries]);
  return { tries, isLooking: isWanted && !isOver, isOver, restart: () => setTries(0) };
}

type Polling = ReturnType<typeof usePolling>;

/** Placeholders of tickets while the page waits. */
const MOST_STUBS = 8;

/** While the shop waits for the payment's result. `tries`: attempts so far. */
function WaitingScreen({ tries, quantity = 4 }: { tries: number; quantity?: number | undefined }) {
  const { t } = useTranslation("success");
  const stubs = Array.from({ length: Math.min(quantity, MOST_STUBS) }, (_, index) => index);
  const counter = { n: Math.min(tries + 1, MAX_TRIES), total: MAX_TRIES };
  return (
    <div className="wrap pt-2 lg:pt-16">
      <PurchaseSteps current="numbers" className="max-w-[26.25rem]" />
      <h1 className="type-h1 mt-7">{t("waiting.title")}</h1>
      <p className="type-lead mt-5">{t("waiting.text")}</p>
      <p className="type-tiny type-mono mt-4" role="status">
        <span aria-hidden="true">{t("waiting.counter", counter)}</span>
        <VisuallyHidden>{t("waiting.count", counter)}</VisuallyHidden>
      </p>
      <div className="mt-8 max-w-[800px]">
        <TicketList label={t("waiting.title")}>
          {stubs.map((index) => (
            <TicketStubSkeleton key={index} />
          ))}
        </TicketList>
      </div>
    </div>
  );
}

/** The screen of each result. */
function Screen({ view, polling, reload }: { view: PurchaseView; polling: Polling; reload: () => void }) {
  if (view.kind === "bought") return <BoughtScreen bought={view} />;
  if (polling.isLooking)
    return <WaitingScreen tries={polling.tries} quantity={view.kind === "waiting" ? view.quantity : undefined} />;
  return <ResultScreen view={view} again={polling.isOver ? polling.restart : reload} />;
}

/** The title of the page; "canceled" for other kinds. */
const TITLES = {
  bought: "tickets",
  waiting: "waiting",
  refund: "refund",
  bought_since: "error",
  disputed: "error",
  invalid: "error",
  error: "error",
  failed: "error",
} as const satisfies Partial<Record<PurchaseView["kind"], string>>;

function Title({ view }: { view: PurchaseView }) {
  const { t } = useTranslation("success");
  const title = t(`title.${view.kind in TITLES ? TITLES[view.kind as keyof typeof TITLES] : "canceled"}`);
  return <PageHead title={title} />;
}

/** The keys of messages in the corner of the page. */
type ToastKey = "noTickets" | "loadFailure" | "invalidSession";

function textFor(kind: PurchaseView["kind"], isOver: boolean): ToastKey | undefined {
  if (kind === "invalid") return "invalidSession";
  if (kind === "failed") return "loadFailure";
  return kind === "waiting" && isOver ? "noTickets" : undefined;
}

/** Announces a failure once. `isOver`: all attempts to find tickets are used up. */
function useResultToast(kind: PurchaseView["kind"], isOver: boolean): void {
  const { t } = useTranslation("success");
  const announced = useRef(new Set<ToastKey>());
  const text = textFor(kind, isOver);
  const sentence = text && (text === "noTickets" ? `${t("toast.noTickets")}. ${t("toast.noTicketsYet")}` : t(`toast.${text}`));
  useEffect(() => {
    if (!text || !sentence || announced.current.has(text)) return;
    announced.current.add(text);
    toastError(sentence, { id: text });
  }, [text, sentence]);
}

export default function SuccessPage({ loaderData: loaded }: Route.ComponentProps) {
  const { pathname, search, key } = useLocation();
  // Reloads this page only, not its layout.
  const fetcher = useFetcher<PurchaseView>({ key: `result ${key}` });
  const view = fetcher.data ?? loaded;
  const reload = () => fetcher.load(pathname + search);
  const polling = usePolling({
    needed: view.kind === "waiting",
    hasFailed: view.kind === "failed",
    idle: fetcher.state === "idle",
    reload,
  });
  useResultToast(view.kind, polling.isOver);
  return (
    <>
      <Title view={view} />
      <meta name="robots" content="noindex" />
      <Screen view={view} polling={polling} reload={() => void reload()} />
    </>
  );
}
