/** /prize: the active draws, each with pictures, facts and a link to its page. */
import { useTranslation } from "react-i18next";
import { data, useRevalidator } from "react-router";
import { localeOf, readingOf } from "#platform/request/request.server.ts";
import type { PageFailures } from "#ui/fields/failures.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { Listing } from "#ui/lists/listing.tsx";
import { closingFirst, toLotteryView } from "../rules/lottery-view.ts";
import { listLotteries } from "../server/list-lotteries.ts";
import type { Route } from "./+types/prize-page.ts";
import { PrizeRow } from "./prize-row.tsx";

export const handle = { messages: ["prize"], failures: { load: "common:notLoaded.liveDraws" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = readingOf(context);
  const now = ctx.now();
  try {
    const lotteries = await listLotteries(ctx, "active");
    return data({ now: now.getTime(), draws: lotteries.map((lottery) => toLotteryView(lottery, localeOf(context), now)) });
  } catch (error) {
    ctx.log.error({ err: error }, "the active draws could not be listed");
    return data({ now: now.getTime(), draws: undefined }, { status: 503 });
  }
}

export default function PrizePage({ loaderData: { draws, now } }: Route.ComponentProps) {
  const { t } = useTranslation("prize");
  const { t: common } = useTranslation("common");
  const { number } = useFormat();
  const { revalidate } = useRevalidator();
  const closingFirstId = draws && closingFirst(draws);
  const count = draws?.length ?? 0;
  return (
    <Listing
      words="prize"
      count={draws?.length}
      notLoaded={common("notLoaded.liveDraws")}
      lead={t("lead", { count, n: number(count) })}
      elsewhere="/how-to-win"
    >
      <div className="mt-8 grid gap-16 lg:mt-12 lg:gap-22">
        {draws?.map((draw, index) => (
          <PrizeRow
            key={draw.id}
            draw={draw}
            now={now}
            closesFirst={draw.id === closingFirstId}
            isOnTop={index === 0}
            onEnd={() => void revalidate()}
          />
        ))}
      </div>
    </Listing>
  );
}
