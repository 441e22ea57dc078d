/** /past-draws: the draws that are over, newest end first, and who won them. */
import { useTranslation } from "react-i18next";
import { data, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { Listing } from "#ui/lists/listing.tsx";
import { pastDraw } from "../rules/past-draw.ts";
import { listPastDraws } from "../server/list-past-draws.ts";
import { WonDraw } from "./won-draw.tsx";

export const handle = { words: ["pastdraws"], failures: { load: "common:notLoaded.pastDraws" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  try {
    const results = await listPastDraws(ctx);
    return data({ draws: results.map((result) => pastDraw(result, localeOf(context))) });
  } catch (error) {
    ctx.log.error({ err: error }, "the completed draws could not be listed");
    return data({ draws: undefined }, { status: 503 });
  }
}

export default function PastDrawsPage() {
  const { t } = useTranslation("pastdraws");
  const { t: common } = useTranslation("common");
  const { draws } = useLoaderData<typeof loader>();
  return (
    <Listing
      words="pastdraws"
      count={draws?.length}
      notLoaded={common("notLoaded.pastDraws")}
      lead={t("lead")}
      elsewhere="/prize"
    >
      <div className="won-draws mt-8 lg:mt-12">
        {draws?.map((draw, index) => (
          <WonDraw key={draw.id} draw={draw} isFirst={index === 0} />
        ))}
      </div>
      <p className="type-small mt-16">{t("names")}</p>
    </Listing>
  );
}
