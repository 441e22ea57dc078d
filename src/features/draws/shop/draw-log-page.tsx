/** The public log of all sealed draws, newest first. */
import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { type LogLine, listDrawLog } from "../server/reading/find-draw.ts";
import type { Route } from "./+types/draw-log-page.ts";
import { Fingerprint } from "./check/fingerprint.tsx";

export const handle = { messages: ["pastdraws"], failures: { load: "common:notLoaded.drawLog" } } satisfies PageMessages &
  PageFailures;

/** A line of the log, in the visitor's language. `sealedAt`: in ms. */
type Line = Omit<LogLine, "title" | "sealedAt"> & { readonly title: string; readonly sealedAt: number };

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  try {
    const log = await listDrawLog(ctx);
    const lines = log.map((line): Line => ({
      ...line,
      title: inLanguage(line.title, localeOf(context)),
      sealedAt: line.sealedAt.getTime(),
    }));
    return data({ lines });
  } catch (error) {
    ctx.log.error({ err: error }, "the public log could not be listed");
    return data({ lines: undefined }, { status: 503 });
  }
}

/** The winning ticket, or what the draw waits for. */
function LineState({ line }: { line: Line }) {
  const { t } = useTranslation("pastdraws");
  const { number } = useFormat();
  if (line.winningTicket === undefined)
    return <p>{line.isCancelled ? t("log.cancelled") : t("log.waiting", { round: number(line.round) })}</p>;
  const printed = (ticket: number) => formatTicketNumber(line.shortNumber, ticket);
  const tickets = line.furtherTickets.map(printed).join(", ");
  return (
    <>
      <p>{t(line.isReplaced ? "log.replaced" : "log.drawn", { ticket: printed(line.winningTicket) })}</p>
      {tickets !== "" && <p>{t("log.further", { count: line.furtherTickets.length, tickets })}</p>}
    </>
  );
}

function LogItem({ line }: { line: Line }) {
  const { t } = useTranslation("pastdraws");
  const { date } = useFormat();
  const sealedAt = new Date(line.sealedAt);
  return (
    <li>
      <p className="type-total text-faint" title={t("log.entry", { sequence: line.sequence })}>
        <span className="sr-only">{t("log.number")} </span>
        {line.sequence}
      </p>
      <div>
        <h2 className="type-h3">{line.title}</h2>
        <p className="type-small mt-1">
          {t("log.sealed")}{" "}
          <time dateTime={sealedAt.toISOString()}>{t("record.at", { date: date(sealedAt), time: date(sealedAt, "clock") })}</time>
        </p>
      </div>
      <div className="min-w-0">
        <p className="type-tiny">{t("log.commitment")}</p>
        <Fingerprint hex={line.commitment} className="mt-2 mb-2.5 text-ink/60" />
        <p className="proof-hex">{line.commitment}</p>
      </div>
      <div className="grid content-start justify-items-start gap-1">
        <p className="type-tiny">{t("log.state")}</p>
        <LineState line={line} />
        <TextLink to={`/draws/${line.lotteryId}`}>
          {t("checkDraw")}
          <span className="sr-only"> ({line.title})</span>
        </TextLink>
      </div>
    </li>
  );
}

export default function DrawLogPage({ loaderData: { lines } }: Route.ComponentProps) {
  const { t } = useTranslation("pastdraws");
  const { t: common } = useTranslation("common");
  return (
    <div className="wrap pb-16">
      <PageHead title={t("log.title")} description={t("log.description")} />
      {lines === undefined ? (
        <ErrorState
          title={common("notLoaded.drawLog")}
          message={t("loadFailedText")}
          action={<Button onClick={() => window.location.reload()}>{t("tryAgain")}</Button>}
        />
      ) : (
        <>
          <div className="draws-head">
            <h1 className="type-greeting">{t("log.title")}</h1>
            <p className="type-lead">{t("log.lead")}</p>
          </div>
          {lines.length === 0 ? (
            <EmptyState
              title={t("log.empty")}
              action={
                <LinkButton to="/prize" variant="outline">
                  {t("emptyAction")}
                </LinkButton>
              }
            >
              {t("log.emptyText")}
            </EmptyState>
          ) : (
            <ol className="draw-log mt-12" reversed>
              {lines.map((line) => (
                <LogItem key={line.sequence} line={line} />
              ))}
            </ol>
          )}
        </>
      )}
    </div>
  );
}
