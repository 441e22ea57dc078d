/** /success: what a payment came to. The payment page sends buyers here, whether they paid or turned back. */
import { useTranslation } from "react-i18next";
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useFetcher,
  useLoaderData,
  useLocation,
} from "react-router";
import { deviceOf, requireVisitor } from "#features/accounts/server/find-visitor.ts";
import { notKept } from "#platform/request/page-headers.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import type { PurchaseView } from "../rules/purchase-view.ts";
import { showCanceled, showPurchase } from "../server/show-purchase.ts";
import { BoughtScreen } from "./bought-screen.tsx";
import { ResultScreen } from "./result-screen.tsx";
import { usePolling } from "./use-polling.ts";
import { useResultToast } from "./use-result-toast.ts";
import { WaitingScreen } from "./waiting-screen.tsx";

export const handle = { words: ["success", "quiz"] } satisfies PageMessages;

export async function loader({ request, context }: LoaderFunctionArgs): Promise<PurchaseView> {
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

/** The address carries the payment's id: no other site learns it. */
export const headers = notKept({ hidesAddress: true });

/** Where the shop cannot be reached for a moment, the page stays and looks again. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<PurchaseView> {
  try {
    return await serverLoader<typeof loader>();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { kind: "failed" };
  }
}

export default function SuccessPage() {
  const loaded = useLoaderData<typeof loader>();
  const { pathname, search, key } = useLocation();
  // Asks for this page alone, not for the frame around it.
  const fetcher = useFetcher<PurchaseView>({ key: `result ${key}` });
  const view = fetcher.data ?? loaded;
  const look = () => fetcher.load(pathname + search);
  const polling = usePolling({
    needed: view.kind === "waiting",
    keepsFailing: view.kind === "failed",
    idle: fetcher.state === "idle",
    look,
  });
  useResultToast(view.kind, polling.isOver);
  return (
    <>
      <Title view={view} />
      <meta name="robots" content="noindex" />
      <Screen view={view} polling={polling} look={() => void look()} />
    </>
  );
}

type Polling = ReturnType<typeof usePolling>;

function Screen({ view, polling, look }: { view: PurchaseView; polling: Polling; look: () => void }) {
  if (view.kind === "bought") return <BoughtScreen bought={view} />;
  if (polling.isLooking)
    return <WaitingScreen tries={polling.tries} quantity={view.kind === "waiting" ? view.quantity : undefined} />;
  return <ResultScreen view={view} again={polling.isOver ? polling.restart : look} />;
}

function Title({ view }: { view: PurchaseView }) {
  const { t } = useTranslation("success");
  const titles = { bought: "tickets", waiting: "waiting", refund: "refund", expired: "canceled", canceled: "canceled" } as const;
  const title = t(`title.${view.kind in titles ? titles[view.kind as keyof typeof titles] : "error"}`);
  return <PageHead title={title} />;
}
