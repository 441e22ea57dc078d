/** One draw and its participants, with their tickets and chances. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { data, Form } from "react-router";
import { adminCall, runAction } from "#features/accounts/server/sessions/admin-call.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { formatClosing } from "#shared/dates/draw-hours.ts";
import { ok } from "#shared/result.ts";
import { AdminNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { LinkButton } from "#ui/button.tsx";
import { useDialogSubject } from "#ui/feedback/dialog-button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { ButtonTo, ExportButton } from "#ui/fields/button-to.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { type PageMessages, useFormat, useLocale } from "#ui/i18n/messages.ts";
import { ArrowLeft, FileCheck2 } from "#ui/icons.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { SearchBox } from "#ui/lists/search-box.tsx";
import { LogLink } from "#ui/log-link.tsx";
import { Gallery } from "#ui/pictures/gallery.tsx";
import { PicturePlaceholder } from "#ui/pictures/picture-placeholder.tsx";
import { useShopTime } from "#ui/time/shop-clock.ts";
import { isUnderWay, type ManagedDraw, type Participant } from "../rules/managed-draw.ts";
import { findManagedDraw } from "../server/reading/list-managed-draws.ts";
import {
  listParticipants,
  PARTICIPANT_SORTS,
  PARTICIPANTS_PER_PAGE,
  type ParticipantList,
} from "../server/reading/list-participants.ts";
import type { Route } from "./+types/participants-page.ts";
import { WriteToChosen } from "./chosen-participants.tsx";
import { DrawDialog } from "./draw-dialog.tsx";
import { AutoDraw, DrawStatus } from "./draw-progress.tsx";
import { DrawButton } from "./draws-table.tsx";
import { ParticipantsTable, ParticipantTickets } from "./participants-table.tsx";
import { useDrawWatch } from "./use-draw-watch.ts";

export const handle = {
  messages: ["admin-draws", "pastdraws"],
  failures: { load: "admin:notLoaded.participants" },
} satisfies PageMessages & PageFailures;

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const query = readListQuery(search, PARTICIPANT_SORTS, { sort: "tickets", descending: true });
  const now = ctx.now().getTime();
  const read = async () => {
    const draw = await findManagedDraw(ctx, actor, params.lotteryId);
    if (!draw.ok) return draw;
    const list = await listParticipants(ctx, actor, { ...query, lotteryId: draw.value.id });
    return list.ok ? ok({ draw: draw.value, list: list.value }) : list;
  };
  const found = await runAction({ ctx, request }, read(), "the participants could not be listed");
  if (found.ok) return data({ query, now, ...found.value, error: undefined });
  const status = found.error === "failed" ? 503 : 404;
  return data({ query, now, draw: undefined, list: undefined, error: found.error }, { status });
}

/** The pictures, facts and progress of the draw, and the switch for automatic drawing. */
function DrawOverview({ draw }: { draw: ManagedDraw }) {
  const { t } = useTranslation(["admin-draws", "common"]);
  const { money, number, date } = useFormat();
  const locale = useLocale();
  const title = inLanguage(draw.title, locale);
  const facts = [
    { label: t("draw.participants.pricePerTicket"), value: money(draw.pricePerTicket) },
    { label: t("draw.value"), value: money(draw.priceValue, "whole") },
    { label: t("draw.participants.tickets"), value: number(draw.entries.total) },
    { label: t("draw.participants.players"), value: number(draw.players) },
    ...(draw.suspended.tickets > 0
      ? [{ label: t("draw.participants.suspendedTickets"), value: number(draw.suspended.tickets) }]
      : []),
    { label: t("draw.participants.free"), value: number(draw.entries.free) },
    { label: t("draw.endDate"), value: formatClosing(draw, locale, "short") },
    ...(draw.dates.lastPostOn ? [{ label: t("draw.lastPost"), value: date(draw.dates.lastPostOn, "short") }] : []),
    { label: t("draw.drawnFrom"), value: date(draw.dates.drawnFrom, "short") },
  ];
  const maySwitch = (draw.status === "active" || draw.status === "draft") && !isUnderWay(draw);
  return (
    <section className="admin-card draw-facts-card">
      {draw.images.length > 0 ? (
        <Gallery
          compact
          label={t("draw.participants.pictures", { title })}
          pictures={draw.images.map((picture) => ({ picture, alt: title }))}
        />
      ) : (
        <div className="min-h-52 bg-[#111]">
          <PicturePlaceholder label={t("common:imageNotAvailable")} />
        </div>
      )}
      <div className="grid content-center gap-5 px-5 py-6 sm:px-7">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <h2 className="text-[1.375rem] leading-tight font-[600]">{title}</h2>
          <DrawStatus draw={draw} />
        </div>
        <dl className="admin-facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {maySwitch && (
          <div className="border-t border-line pt-5">
            <AutoDraw draw={draw} />
          </div>
        )}
      </div>
    </section>
  );
}

type ParticipantsProps = Pick<Route.ComponentProps["loaderData"], "query" | "now"> & {
  draw: ManagedDraw;
  list: ParticipantList;
  back: React.ReactNode;
};

function Participants({ draw, list, query, now, back }: ParticipantsProps) {
  const { t } = useTranslation("admin-draws");
  const { number } = useFormat();
  const locale = useLocale();
  // Not `useDialogOpen`: the shared `DrawButton` puts the draw's id in the address, `?ask=draw:{id}`.
  const [isRequesting, setIsRequesting] = useDialogSubject("draw", (id) => id === draw.id);
  const [ticketsOf, setTicketsOf] = useState<Participant>();
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const choice = { ids: chosenIds, onChange: setChosenIds };
  // For the countdown to the round in the dialog.
  useShopTime(now);
  const watchRequestedDraw = useDrawWatch([draw], now);
  const listed = draw.players + draw.suspended.players;
  const heading = t("draw.participants.of", { title: inLanguage(draw.title, locale) });
  return (
    <AdminPage
      title={t("draw.title")}
      tab={heading}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {heading}
          <LogLink subject={draw.id} />
        </span>
      }
      above={back}
      actions={
        <>
          <Allowed right="draws.export">
            <ExportButton to={`/admin/draw/${draw.id}/participants.csv`}>{t("draw.export")}</ExportButton>
          </Allowed>
          {draw.state.name !== "draft" && (
            <ButtonTo
              to={`/admin/draw/${draw.id}/evidence.zip`}
              isFile
              variant="outline"
              icon={<FileCheck2 size={18} strokeWidth={1.6} aria-hidden="true" />}
            >
              {t("draw.evidence")}
            </ButtonTo>
          )}
          {draw.status !== "draft" && (
            <Allowed right="messages.broadcast">
              <LinkButton to={`/admin/draw/${draw.id}/write`} variant="outline" size="sm">
                {t("draw.participants.writeAll")}
              </LinkButton>
            </Allowed>
          )}
          <DrawButton draw={draw} variant="gold" onDraw={() => setIsRequesting(true)} />
        </>
      }
    >
      <DrawOverview draw={draw} />
      <AdminCard
        className="mt-4"
        flush
        title={t("draw.participants.title")}
        note={t("draw.participants.note", { count: listed, number: number(listed) })}
        action={<SearchBox label={t("draw.participants.search")} value={query.q} />}
      >
        <ParticipantsTable
          participants={list.participants}
          tickets={draw.entries.total}
          most={list.most}
          sorted={{ by: query.sort, descending: query.descending }}
          empty={<EmptyState title={t(query.q === "" ? "draw.participants.none" : "draw.participants.notFound")} />}
          onTickets={setTicketsOf}
          choice={choice}
        />
        {(list.participants.length > 0 || chosenIds.size > 0) && (
          <Allowed right="messages.broadcast">
            <WriteToChosen lotteryId={draw.id} shown={list.participants.map(({ id }) => id)} choice={choice} />
          </Allowed>
        )}
        <Pagination page={query.page} perPage={PARTICIPANTS_PER_PAGE} total={list.found ?? listed} />
      </AdminCard>
      <DrawDialog
        draw={isRequesting ? draw : undefined}
        now={now}
        onClose={() => setIsRequesting(false)}
        onRequested={watchRequestedDraw}
      />
      {ticketsOf && (
        <ParticipantTickets key={ticketsOf.id} draw={draw} participant={ticketsOf} onClose={() => setTicketsOf(undefined)} />
      )}
    </AdminPage>
  );
}

export default function ParticipantsPage({ loaderData: { draw, list, query, now, error } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-draws");
  const back = (
    <Form action="/admin/draw">
      <button type="submit" className="link-quiet -mt-2 mb-2 text-sm">
        <ArrowLeft size={18} strokeWidth={1.6} aria-hidden="true" />
        {t("draw.participants.back")}
      </button>
    </Form>
  );
  if (draw && list) return <Participants key={draw.id} draw={draw} list={list} query={query} now={now} back={back} />;
  return (
    <AdminPage title={t("draw.title")} above={back}>
      {error === "not_found" ? (
        <ErrorState level={2} title={t("draw.participants.unknown")} message="" />
      ) : (
        <AdminNotLoaded what="participants" />
      )}
    </AdminPage>
  );
}
