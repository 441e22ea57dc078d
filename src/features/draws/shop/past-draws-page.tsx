/** /past-draws: the draws that are over, newest end first, and who won them. */
import { useTranslation } from "react-i18next";
import { data, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { ctxOf, localeOf } from "#platform/request.server.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PageHead } from "#ui/page-head.tsx";
import type { PageWords } from "#ui/words.ts";
import { type PastDraw, pastDraw } from "../rules/past-draw.ts";
import { listPastDraws } from "../server/list-past-draws.ts";
import { WonDraw } from "./won-draw.tsx";

export const handle = { words: ["pastdraws"] } satisfies PageWords;

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
  const { draws } = useLoaderData<typeof loader>();
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
        <Draws draws={draws} />
      )}
    </div>
  );
}

function Draws({ draws }: { draws: readonly PastDraw[] }) {
  const { t } = useTranslation("pastdraws");
  return (
    <>
      <div className="draws-head">
        <h1 className="type-greeting">{t("title")}</h1>
        {draws.length > 0 && <p className="type-lead">{t("lead")}</p>}
      </div>
      {draws.length === 0 ? (
        <EmptyState
          title={t("empty")}
          action={
            <LinkButton to="/prize" variant="outline">
              {t("emptyAction")}
            </LinkButton>
          }
        >
          {t("emptyText")}
        </EmptyState>
      ) : (
        <>
          <div className="won-draws mt-8 lg:mt-12">
            {draws.map((draw, index) => (
              <WonDraw key={draw.id} draw={draw} isFirst={index === 0} />
            ))}
          </div>
          <p className="type-small mt-16">{t("names")}</p>
        </>
      )}
    </>
  );
}
