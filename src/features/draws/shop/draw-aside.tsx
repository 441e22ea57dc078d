/** Beside a draw: the check in a terminal, the files of the proof, what it proves, and changes of winner. */
import { useTranslation } from "react-i18next";
import { formatTicketNumber } from "#shared/ids.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { Download } from "#ui/icons.ts";
import { useOrigin } from "#ui/navigation/origin.ts";
import { CopyButton } from "#ui/text/copy-button.tsx";
import type { DrawRecord } from "../rules/draw-record.ts";

/** One file that only needs Node, made by `scripts/bundle-verifier.ts`. */
const VERIFIER = "verify-draw.mjs";

/** A link that downloads a file. */
function File({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <a href={href} download className="link text-[0.9375rem]">
        <Download size={16} strokeWidth={1.6} aria-hidden="true" />
        {children}
      </a>
    </li>
  );
}

/** The verifier's command for this draw, and the files that it reads. */
export function Terminal({ record }: { record: DrawRecord }) {
  const { t } = useTranslation("pastdraws");
  const page = `${useOrigin()}/draws/${record.id}`;
  const command = `node ${VERIFIER}${record.isDemo ? " --demo" : ""} ${page}`;
  return (
    <section className="panel panel-part" aria-labelledby="terminal">
      <h2 id="terminal" className="type-h3 mb-3">
        {t("terminal.title")}
      </h2>
      {record.drawn && (
        <>
          <p className="type-small mb-1">{t("terminal.text")}</p>
          <ul className="mb-3">
            <File href={`/${VERIFIER}`}>{t("terminal.program")}</File>
          </ul>
          <div className="terminal grid grid-cols-[minmax(0,1fr)_44px] items-center gap-1 pe-1">
            <code translate="no">{command}</code>
            <CopyButton text={command} label={t("terminal.copy")} />
          </div>
          {record.isDemo && <p className="type-small mt-3">{t("terminal.demo")}</p>}
        </>
      )}
      <p className="mt-5 mb-1 text-[0.9375rem] font-[560]">{t("terminal.files")}</p>
      <ul className="flex flex-wrap gap-x-6">
        {record.drawn && <File href={`/draws/${record.id}/proof.json`}>{t("terminal.proof")}</File>}
        <File href={`/draws/${record.id}/entries.csv`}>{t("terminal.entries")}</File>
        {record.sealed?.prize && <File href={`/draws/${record.id}/prize.json`}>{t("terminal.prize")}</File>}
      </ul>
    </section>
  );
}

function Statement({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-t border-line pt-5.5">
      <h2 id={id} className="type-h3 mb-2">
        {title}
      </h2>
      <div className="text-[0.9375rem] text-muted">{children}</div>
    </section>
  );
}

/** Each replacement of a winner, with its reason. */
function Changes({ record: { drawn, shortNumber } }: { record: DrawRecord }) {
  const { t } = useTranslation("pastdraws");
  const { date } = useFormat();
  if (!drawn || drawn.changes.length === 0) return <p>{t("proves.noChange")}</p>;
  const ticketText = (ticket: number | undefined) => formatTicketNumber(shortNumber, ticket ?? 0);
  const hasOnePrize = drawn.prizes.length === 1;
  const titleOf = (place: number) => drawn.prizes.find((prize) => prize.place === place)?.title ?? "";
  return (
    <>
      {hasOnePrize && <p>{t("proves.first", { ticket: ticketText(drawn.picks[0]) })}</p>}
      <ol className="mt-3 grid gap-4">
        {drawn.changes.map(({ at, place, reason, reasonCode, ticket, reserve }) => (
          <li key={at}>
            {!hasOnePrize && <p>{titleOf(place)}</p>}
            <p className="font-[560] text-ink">
              {reserve === undefined
                ? t("proves.changeTicket", { ticket: ticketText(ticket) })
                : t("proves.changeReserve", { pick: reserve, ticket: ticketText(ticket) })}
            </p>
            <p>
              <time dateTime={new Date(at).toISOString()}>
                {t("record.at", { date: date(new Date(at)), time: date(new Date(at), "time") })}
              </time>
            </p>
            {reasonCode && <p>{t(`proves.reasons.${reasonCode}`)}</p>}
            <p>{t("proves.reason", { reason })}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

/** What the proof rules out, and what it cannot prove. */
export function WhatItProves({ record }: { record: DrawRecord }) {
  const { t } = useTranslation("pastdraws");
  return (
    <div className="grid gap-6 lg:px-6 lg:pt-4">
      <Statement id="rules-out" title={t("proves.rulesOut")}>
        <p>{t("proves.rulesOutText")}</p>
      </Statement>
      <Statement id="cannot" title={t("proves.cannot")}>
        <p>{t("proves.cannotText")}</p>
      </Statement>
      {record.drawn && (
        <Statement id="changes" title={t("proves.changes")}>
          <Changes record={record} />
        </Statement>
      )}
    </div>
  );
}
