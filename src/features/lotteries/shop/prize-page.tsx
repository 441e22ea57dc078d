/** /prize: every draw that is active, newest first, one a row. */
import { useTranslation } from "react-i18next";
import { data, type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { ctxOf, localeOf } from "#platform/request.server.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { type PageWords, useFormat } from "#ui/words.ts";
import { closingFirst } from "../rules/closing-first.ts";
import { type Showcase, showcase } from "../rules/showcase.ts";
import { listLotteries } from "../server/list-lotteries.ts";
import { PrizeRow } from "./prize-row.tsx";

export const handle = { words: ["prize"] } satisfies PageWords;

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const now = ctx.now();
  try {
    const lotteries = await listLotteries(ctx, "active");
    return data({ now: now.getTime(), draws: lotteries.map((lottery) => showcase(lottery, localeOf(context), now)) });
  } catch (error) {
    ctx.log.error({ err: error }, "the active draws could not be listed");
    return data({ now: now.getTime(), draws: undefined }, { status: 503 });
  }
}

export default function PrizePage() {
  const { t } = useTranslation("prize");
  const { draws, now } = useLoaderData<typeof loader>();
  return (
    <div className="wrap">
      <PageHead title={`${t("title")} – Concours`} description={t("description")} />
      {draws === undefined ? (
        <ErrorState
          title={t("loadFailed")}
          message={t("loadFailedText")}
          action={<Button onClick={() => window.location.reload()}>{t("tryAgain")}</Button>}
        />
      ) : (
        <Draws draws={draws} now={now} />
      )}
    </div>
  );
}

function Draws({ draws, now }: { draws: readonly Showcase[]; now: number }) {
  const { t } = useTranslation("prize");
  const { number } = useFormat();
  const { revalidate } = useRevalidator();
  const first = closingFirst(draws);
  return (
    <>
      <div className="draws-head">
        <h1 className="type-greeting">{t("title")}</h1>
        {draws.length > 0 && <p className="type-lead">{t("lead", { count: draws.length, n: number(draws.length) })}</p>}
      </div>
      {draws.length === 0 ? (
        <EmptyState
          title={t("empty")}
          action={
            <LinkButton to="/past-draws" variant="outline">
              {t("emptyAction")}
            </LinkButton>
          }
        >
          {t("emptyText")}
        </EmptyState>
      ) : (
        <div className="mt-8 grid gap-16 lg:mt-12 lg:gap-22">
          {draws.map((draw, index) => (
            <PrizeRow
              key={draw.id}
              draw={draw}
              now={now}
              closesFirst={draw.id === first}
              isOnTop={index === 0}
              onEnd={() => void revalidate()}
            />
          ))}
        </div>
      )}
    </>
  );
}
