/** /admin/lotteries/{id}/queue: the waiting room of a draw, with its figures and settings. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { data, redirect, useRevalidator } from "react-router";
import { z } from "zod";
import { adminCall, runAction } from "#features/accounts/server/sessions/admin-call.ts";
import { isSalesOver } from "#features/lotteries/rules/lifecycle.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { readFields } from "#platform/request/body.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { londonClock } from "#shared/dates/dates.ts";
import { AdminNotFound } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Facts } from "#ui/facts.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { revalidateAfterConflict } from "#ui/fields/use-displayed-version.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import type { CodeOf } from "#ui/forms/reply.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { LogLink } from "#ui/log-link.tsx";
import { BackLink } from "#ui/text/text-link.tsx";
import { DEFAULT_PLAN } from "../rules/admission.ts";
import type { LiveQueue, QueuePhase } from "../rules/live-queue.ts";
import { closeRoom, findManagedRoom, pauseRoom, setRoom } from "../server/manage-room.ts";
import type { Route } from "./+types/room-page.ts";
import { ROOM_INTENTS, RoomActions, RoomForm, type RoomReply, readPlan, fieldsOfError, useRoomSet } from "./room-form.tsx";

export const handle = {
  messages: ["admin-lotteries"],
  failures: { load: "admin:notLoaded.lotteries", send: "admin-lotteries:queue.errors.failed" },
} satisfies PageMessages & PageFailures;

const LOTTERIES_PAGE = "/admin/lotteries";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const found = await runAction(
    { ctx, request },
    findManagedRoom(ctx, actor, params.lotteryId),
    "a waiting room could not be shown",
  );
  if (!found.ok) return data({ room: undefined }, { status: found.error === "failed" ? 503 : 404 });
  const { lottery, plan = DEFAULT_PLAN, version, isOn, isPaused, live, inside } = found.value;
  const isOver = !["draft", "active"].includes(lottery.status) || isSalesOver(lottery, ctx.now());
  const { opensAt, ...numbers } = plan;
  const room = {
    ...{ id: lottery.id, title: inLanguage(lottery.title, localeOf(context)), isOn, isPaused, isOver, live, inside, version },
    plan: { ...numbers, opensAt: opensAt ? londonClock(opensAt) : "" },
  };
  return data({ room });
}

const STATUS: Partial<Record<CodeOf<RoomReply>, number>> = { failed: 503, not_found: 404, changed_meanwhile: 409 };

const schema = z.object({
  intent: z.enum(ROOM_INTENTS),
  version: typedText,
  opens_at: typedText,
  gather_minutes: typedText,
  per_minute: typedText,
  most_inside: typedText,
});

export async function action({ context, request, params }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const lotteryId = params.lotteryId;
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect(`${LOTTERIES_PAGE}/${encodeURIComponent(lotteryId)}/queue`);
  const { intent, version } = submission.value;
  const refused = (error: CodeOf<RoomReply>) => {
    const byField = Object.fromEntries(fieldsOfError(error, submission.value).map((name) => [name, [error]]));
    const { "": formErrors, ...fieldErrors } = byField;
    const errors = formErrors ? { formErrors } : { fieldErrors };
    return data({ intent, refused: submission.reply(errors) } as RoomReply, { status: STATUS[error] ?? 422 });
  };
  const plan = readPlan(submission.value);
  if (intent === "set" && plan === "bad_time") return refused(plan);
  const actions = {
    set: () => setRoom(ctx, actor, { lotteryId, version, plan: plan === "bad_time" ? DEFAULT_PLAN : plan }),
    pause: () => pauseRoom(ctx, actor, { lotteryId, isPaused: true }),
    resume: () => pauseRoom(ctx, actor, { lotteryId, isPaused: false }),
    close: () => closeRoom(ctx, actor, lotteryId),
  };
  const call = { ctx, request, about: { lotteryId } };
  const result = await runAction(call, actions[intent](), "a waiting room could not be changed");
  // An unchanged state needs no message.
  if (result.ok || result.error === "already") return data<RoomReply>({ intent });
  return refused(result.error);
}

export const shouldRevalidate = revalidateAfterConflict;

/** The colours of the badge. */
const TONES = {
  off: "draft",
  soon: "draft",
  gathering: "completed",
  open: "active",
  held: "cancelled",
  sold_out: "completed",
  over: "draft",
} as const satisfies Record<QueuePhase, string>;

type Props = { room: { readonly live: LiveQueue; readonly inside: number; readonly isPaused: boolean } };

const RELOAD_EVERY_MS = 5000;

/** Reloads the page every few seconds while it is visible. */
function useReloading(): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => document.visibilityState === "visible" && void revalidate(), RELOAD_EVERY_MS);
    const back = () => document.visibilityState === "visible" && void revalidate();
    document.addEventListener("visibilitychange", back);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", back);
    };
  }, [revalidate, state]);
}

function RoomFigures({ room: { live, inside, isPaused } }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const { number, date } = useFormat();
  useReloading();
  const when = (ms: number) => `${date(new Date(ms), "short")}, ${date(new Date(ms), "time")}`;
  const isHeld = isPaused && live.phase !== "off" && live.phase !== "over";
  return (
    <AdminCard
      title={t("queue.now")}
      note={t(live.drawn === undefined ? "queue.opensAt" : "queue.openedAt", {
        from: when(live.from),
        opens: when(live.opensAt),
        count: live.drawn ?? 0,
        n: number(live.drawn ?? 0),
      })}
      action={<Badge tone={isHeld ? "cancelled" : TONES[live.phase]}>{t(`queue.phase.${isHeld ? "held" : live.phase}`)}</Badge>}
    >
      <Facts
        items={[
          { label: t("queue.figure.waiting"), value: number(live.places - live.admitted) },
          { label: t("queue.figure.admitted"), value: number(live.admitted) },
          { label: t("queue.figure.inside"), value: number(inside) },
          { label: t("queue.figure.pace"), value: live.drawn === undefined ? "–" : number(live.pace) },
        ]}
      />
    </AdminCard>
  );
}

export default function RoomPage({ loaderData: { room }, actionData: reply }: Route.ComponentProps) {
  const { t } = useTranslation("admin-lotteries");
  useRoomSet();
  // Closing a room mounts another form, which must not show the reply to the former one.
  const [beforeClosing, setBeforeClosing] = useState<RoomReply>();
  const back = <BackLink to={LOTTERIES_PAGE}>{t("queue.back")}</BackLink>;
  if (!room) return <AdminNotFound title={t("queue.errors.not_found")} text="" to={LOTTERIES_PAGE} back={t("queue.back")} />;
  const isChangeable = !room.isOver;
  return (
    <AdminPage
      title={t("queue.title")}
      tab={t("lotteries.queueName", { title: room.title })}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {room.title}
          <LogLink subject={room.id} />
        </span>
      }
      above={back}
      done={({ intent }: RoomReply) => t(`queue.done.${intent}`)}
      actions={
        <Allowed right="lotteries.write">
          {room.isOn && isChangeable && (
            <RoomActions
              isPaused={room.isPaused}
              isOpen={room.live?.drawn !== undefined}
              onClosed={() => setBeforeClosing(reply)}
            />
          )}
        </Allowed>
      }
    >
      <div className="grid gap-4">
        {room.live && (room.isOn || room.live.places > 0) && <RoomFigures room={{ ...room, live: room.live }} />}
        <AdminCard
          title={t(room.isOn ? "queue.change" : "queue.open")}
          note={t(room.isOver ? "queue.over" : room.isOn ? "queue.changeNote" : "queue.openNote")}
        >
          {isChangeable && (
            <Allowed right="lotteries.write">
              <RoomForm key={`${room.isOn}`} room={room} replyBeforeClosing={beforeClosing} />
            </Allowed>
          )}
        </AdminCard>
      </div>
    </AdminPage>
  );
}
