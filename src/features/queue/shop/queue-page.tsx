/** /lottery/{id}/queue: the waiting room of a draw. Signed-in visitors keep their place on each device. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { activeExclusion } from "#features/accounts/rules/person/safer-play.ts";
import { findPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import { requireVisitor } from "#features/accounts/server/sessions/find-visitor.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { findPublicLottery } from "#features/lotteries/server/find-lottery.ts";
import { readFields } from "#platform/request/body.server.ts";
import { flashCookie } from "#platform/request/flash.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { isUuid } from "#shared/ids.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { turnAddress } from "../rules/queue-address.ts";
import { leaveQueue, takePlace } from "../server/enter.ts";
import { endedPlaceCookie, placeCookie, readPlaceNumber } from "../server/place-cookie.ts";
import { findLiveQueue } from "../server/update-room.ts";
import type { Route } from "./+types/queue-page.ts";
import { QueueScreen } from "./queue-screen.tsx";

export const handle = { messages: ["queue"] } satisfies PageMessages;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const search = new URL(request.url).searchParams;
  const lottery = await findPublicLottery(ctx, params.lotteryId);
  // The draw's page explains the cancellation. Here sales would seem to have merely ended.
  if (lottery?.status === "cancelled") throw redirect(`/lottery/${lottery.id}`);
  const visitor = await requireVisitor(context, request);
  if (!lottery) return data({ isThere: false as const }, { status: 404 });
  const room = await findLiveQueue(ctx, lottery);
  const purchaseAddress = turnAddress(lottery.id, search);
  if (!room || room.phase === "off") throw redirect(purchaseAddress);
  // The purchase page explains the exclusion.
  if (activeExclusion(await findPlayerLimits(ctx, visitor.id), ctx.now())) throw redirect(purchaseAddress);

  const cookieOwner = { lotteryId: lottery.id, userId: visitor.id, commitment: room.commitment };
  const cookieNumber = readPlaceNumber(ctx, request.headers.get("cookie"), cookieOwner);
  const place = await takePlace(ctx, lottery, visitor.id, cookieNumber);
  if (place?.enteredAt) throw redirect(purchaseAddress);
  const live = place ? ((await findLiveQueue(ctx, lottery)) ?? room) : room;
  const headers = place ? { "Set-Cookie": placeCookie(ctx, cookieOwner, place.number) } : undefined;
  const title = inLanguage(lottery.title, localeOf(context));
  const shown = {
    lotteryId: lottery.id,
    title,
    picture: lottery.images[0]?.picture,
    purchaseAddress,
    live,
    number: place?.number,
  };
  return data(
    { isThere: true as const, ...shown, isFull: search.has("full"), now: ctx.now().getTime() },
    { ...(headers && { headers }) },
  );
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const visitor = await requireVisitor(context, request);
  const ctx = ctxOf(context);
  const lotteryId = params.lotteryId;
  const form = await readFields(request);
  if (form.get("intent") !== "leave") return data(undefined, { status: 400 });
  // The id becomes part of headers below.
  if (!isUuid(lotteryId)) return data(undefined, { status: 404 });
  await leaveQueue(ctx, { lotteryId, userId: visitor.id });
  const headers = new Headers({ "Set-Cookie": endedPlaceCookie(ctx, { lotteryId }) });
  headers.append("Set-Cookie", flashCookie("queueLeft"));
  throw redirect(`/lottery/${lotteryId}`, { status: 303, headers });
}

export default function QueuePage({ loaderData: page }: Route.ComponentProps) {
  const { t } = useTranslation("queue");
  if (page.isThere) return <QueueScreen page={page} />;
  return (
    <div className="wrap">
      <PageHead title={t("title")} />
      <ErrorState title={t("unknown")} message="" action={<LinkButton to="/prize">{t("draws")}</LinkButton>} />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("queue");
  return (
    <div className="wrap">
      <PageHead title={t("title")} />
      <ErrorState
        title={t("failed")}
        message={t("failedText")}
        action={<Button onClick={() => window.location.reload()}>{t("again")}</Button>}
      />
    </div>
  );
}
