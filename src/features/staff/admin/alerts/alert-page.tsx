/** /admin/alerts/:alertId: one alert with its history. Opening it marks it as read. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { data, redirect, useFetcher } from "react-router";
import { z } from "zod";
import { adminCall, runAction, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { AdminNotFound } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { useMay } from "#ui/allowed.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { revalidateAfterConflict } from "#ui/fields/use-displayed-version.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { replyTo } from "#ui/forms/reply.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { BackLink } from "#ui/text/text-link.tsx";
import { finishAlert, reopenAlert, seeAlert, showAlert } from "../../server/alerts/alerts.ts";
import type { Route } from "./+types/alert-page.ts";
import { ALERT_INTENTS, AlertActions, useAlertDone } from "./alert-actions.tsx";
import { AlertState, useAlertTexts } from "./alerts-table.tsx";

export const handle = {
  messages: ["admin-alerts"],
  failures: { load: "admin:notLoaded.alerts", send: "admin-alerts:alerts.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const found = permitted(await showAlert(ctx, actor, params.alertId));
  if (found.ok) return data({ alert: found.value });
  return data({ alert: undefined }, { status: 404 });
}

const schema = z.object({ intent: z.enum(ALERT_INTENTS), note: typedText });

export async function action({ context, request, params }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const id = params.alertId;
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect(`/admin/alerts/${encodeURIComponent(id)}`);
  const { intent, note } = submission.value;
  const actions = {
    see: () => seeAlert(ctx, actor, id),
    finish: () => finishAlert(ctx, actor, { id, note }),
    reopen: () => reopenAlert(ctx, actor, id),
  };
  const result = await runAction({ ctx, request }, actions[intent](), "an alert could not be changed");
  return replyTo(submission, result, {
    at: { no_note: "note" },
    status: { failed: 503, not_found: 404, no_note: 409, raised_again: 409, done_meanwhile: 409 },
  });
}

export const shouldRevalidate = revalidateAfterConflict;

export default function AlertPage({ loaderData: { alert } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-alerts");
  const { date, number } = useFormat();
  const say = useAlertTexts();
  const done = useAlertDone();
  // Readers without the right to handle alerts do not mark them as read.
  const isReadOnly = !useMay("alerts.write");
  useSeenOnSight(alert?.id, isReadOnly || alert?.seenAt !== undefined || alert?.handledAt !== undefined);
  if (!alert) {
    return (
      <AdminNotFound title={t("alerts.notFound")} text={t("alerts.notFoundText")} to="/admin/alerts" back={t("alerts.back")} />
    );
  }
  const words = say(alert);
  const moment = (at: Date) => `${date(at, "short")}, ${date(at, "time")}`;
  const nameOr = (who: string | undefined) => who || t("alerts.somebody");
  return (
    <AdminPage
      title={words.title}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <AlertState alert={alert} />
          <span>{words.subject}</span>
        </span>
      }
      above={<BackLink to="/admin/alerts">{t("alerts.back")}</BackLink>}
      actions={<AlertActions alert={alert} />}
      done={done}
    >
      <AdminCard>
        <p className="max-w-[72ch] wrap-anywhere">{words.text}</p>
        <ul className="type-small mt-6 grid gap-y-1 border-t border-line pt-4">
          <li>{t("alerts.raised", { date: moment(alert.raisedAt) })}</li>
          {alert.times > 1 && (
            <li>{t("alerts.times", { count: alert.times, n: number(alert.times), date: moment(alert.lastRaisedAt) })}</li>
          )}
          {alert.seenAt && <li>{t("alerts.seenOn", { date: moment(alert.seenAt), name: nameOr(alert.seenBy) })}</li>}
          {alert.handledAt && alert.handledBy === undefined && <li>{t("alerts.overOn", { date: moment(alert.handledAt) })}</li>}
          {alert.handledAt && alert.handledBy !== undefined && (
            <li>{t("alerts.doneOn", { date: moment(alert.handledAt), name: nameOr(alert.handledBy) })}</li>
          )}
        </ul>
        {alert.note !== undefined && <p className="mt-4 max-w-[72ch] whitespace-pre-wrap wrap-anywhere">{alert.note}</p>}
      </AdminCard>
    </AdminPage>
  );
}

/** Marks an alert as read when it is shown, once. */
function useSeenOnSight(id: string | undefined, isSeen: boolean): void {
  const { submit } = useFetcher();
  const announced = useRef<string>(undefined);
  useEffect(() => {
    if (id === undefined || announced.current === id) return;
    announced.current = id;
    if (!isSeen) void submit({ intent: "see" }, { method: "post" });
  }, [id, isSeen, submit]);
}
