/** /admin/winners: every completed draw with who won it, their photo, and the way of the prize. */

import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { type AdminCall, adminCall, carryOut, readOrLog } from "#features/accounts/server/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { londonDate } from "#shared/dates.ts";
import { err } from "#shared/result.ts";
import { AdminNotLoaded } from "#ui/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { PRIZE_DOCUMENTS, PRIZE_STEPS, stepTime } from "../rules/prize.ts";
import { discloseWinner } from "../server/disclose-winner.ts";
import { hideWinnerName } from "../server/hide-name.ts";
import { listWinners, WINNERS_PER_PAGE } from "../server/list-winners.ts";
import { recordPrizeStep } from "../server/record-prize-step.ts";
import { replaceWinner } from "../server/replace-winner.ts";
import { removeWinnerPhoto } from "../server/winner-photo.ts";
import type { Route } from "./+types/winners-page.ts";
import type { PrizeReply } from "./prize-steps.tsx";
import { type ReplaceReply, replacedText } from "./replace-dialog.tsx";
import { WinnerCard } from "./winner-card.tsx";
import type { RemoveReply } from "./winner-photo-area.tsx";
import type { DiscloseReply, NamingReply } from "./winner-record.tsx";

export const handle = {
  messages: ["admin-draws", "admin-orders"],
  failures: {
    load: "admin:notLoaded.winners",
    send: {
      replace: "admin-draws:winners.updateFailed",
      prize: "admin-draws:winners.prize.failed",
      name: "admin-draws:winners.updateFailed",
      disclose: "admin-draws:winners.record.failed",
      "remove-photo": "admin-draws:winners.deleteFailed",
    },
  },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const { page } = readListQuery(search, ["end"], { sort: "end", descending: true });
  const listed = await readOrLog(ctx, listWinners(ctx, actor, { page }), "the winners could not be listed");
  return data({ page, today: londonDate(ctx.now()), list: listed }, { status: listed ? 200 : 503 });
}

type Asked = AdminCall & { readonly form: URLSearchParams; readonly lotteryId: string };

export async function action({ context, request }: Route.ActionArgs) {
  const call = await adminCall(context, request);
  const form = await readFields(request);
  const asked = { ...call, form, lotteryId: form.get("lotteryId") ?? "" };
  if (form.get("intent") === "replace") return replace(asked);
  if (form.get("intent") === "remove-photo") return removePhoto(asked);
  if (form.get("intent") === "prize") return setPrize(asked);
  if (form.get("intent") === "name") return setNaming(asked);
  if (form.get("intent") === "disclose") return disclose(asked);
  throw redirect("/admin/winners");
}

async function replace({ ctx, actor, request, form, lotteryId }: Asked) {
  const field = (name: string) => form.get(name) ?? "";
  const reason = { code: field("code"), text: field("reason"), textFr: field("reasonFr") };
  const change = { lotteryId, ticketNumber: Number(field("ticketNumber")), reason };
  const replaced = await carryOut(
    { ctx, request, form, about: { lotteryId } },
    replaceWinner(ctx, actor, change),
    "a winner could not be changed",
  );
  if (replaced.ok)
    return data<ReplaceReply>({ intent: "replace", error: undefined, isProposed: replaced.value.proposalId !== undefined });
  return data<ReplaceReply>({ intent: "replace", error: replaced.error }, { status: statusOf(replaced.error) });
}

async function removePhoto({ ctx, actor, request, lotteryId }: Asked) {
  const removed = await carryOut(
    { ctx, request, about: { lotteryId } },
    removeWinnerPhoto(ctx, actor, { lotteryId }),
    "a winner's photo could not be removed",
  );
  if (removed.ok) return data<RemoveReply>({ intent: "remove-photo", error: undefined });
  return data<RemoveReply>({ intent: "remove-photo", error: "failed" }, { status: statusOf(removed.error) });
}

async function setNaming({ ctx, actor, request, form, lotteryId }: Asked) {
  const hidden = await carryOut(
    { ctx, request, about: { lotteryId } },
    hideWinnerName(ctx, actor, { lotteryId, isHidden: form.get("isHidden") === "true", shown: shownIn(form) }),
    "the naming of a winner could not be changed",
  );
  if (hidden.ok) return data<NamingReply>({ intent: "name", error: undefined });
  return data<NamingReply>({ intent: "name", error: hidden.error }, { status: statusOf(hidden.error) });
}

async function disclose({ ctx, actor, request, form, lotteryId }: Asked) {
  const found = await carryOut(
    { ctx, request, form, about: { lotteryId } },
    discloseWinner(ctx, actor, { lotteryId }),
    "the record of a winner could not be read",
  );
  if (found.ok) {
    const { userId: _, ...record } = found.value;
    return data<DiscloseReply>({ intent: "disclose", error: undefined, disclosed: { lotteryId, record } });
  }
  return data<DiscloseReply>({ intent: "disclose", error: found.error, disclosed: undefined }, { status: statusOf(found.error) });
}

async function setPrize({ ctx, actor, request, form, lotteryId }: Asked) {
  const step = PRIZE_STEPS.find((each) => each === form.get("step"));
  if (!step) throw redirect("/admin/winners");
  const day = form.get("day") ?? "";
  const document = PRIZE_DOCUMENTS.find((each) => each === form.get("document"));
  const at = day === "" ? null : readTime(day, ctx.now());
  const set =
    at === undefined
      ? err("out_of_order")
      : await carryOut(
          { ctx, request, about: { lotteryId } },
          recordPrizeStep(ctx, actor, { lotteryId, step, at, document, shown: shownIn(form) }),
          "a handover step could not be recorded",
        );
  if (set.ok) return data<PrizeReply>({ intent: "prize", error: undefined });
  const typed = { lotteryId, day, document: document ?? "" };
  return data<PrizeReply>({ intent: "prize", error: set.error, typed }, { status: statusOf(set.error) });
}

/** The winning ticket of the page that sent the form. */
function shownIn(form: URLSearchParams): number | undefined {
  const shown = form.get("shown");
  return shown === null ? undefined : Number(shown);
}

/** Undefined for what is no day of the calendar. */
function readTime(day: string, now: Date): Date | undefined {
  try {
    return stepTime(day, now);
  } catch {
    return undefined;
  }
}

/** Of everything that an action may answer with. */
function statusOf(error: string): number {
  if (error === "failed") return 503;
  if (error === "not_found") return 404;
  return error.startsWith("reason_") ? 422 : 409;
}

type Reply = ReplaceReply | RemoveReply | NamingReply | DiscloseReply | PrizeReply;
/** What is named or read stands in the card itself. */
const DONE = { prize: "winners.prize.saved", "remove-photo": "winners.deleted", name: undefined, disclose: undefined } as const;

export default function WinnersPage({ loaderData: { page, today, list } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-draws");
  return (
    <AdminPage
      title={t("winners.title")}
      subtitle={t("winners.subtitle")}
      done={(reply: Reply) => {
        const said = reply.intent === "replace" ? replacedText(reply) : DONE[reply.intent];
        return said && t(said);
      }}
      actions={<TextLink to="/admin/winners/imported">{t("imported.open")}</TextLink>}
    >
      {list === undefined && <AdminNotLoaded what="winners" />}
      {list?.total === 0 && (
        <AdminCard>
          <EmptyState title={t("winners.none")}>{t("winners.noneText")}</EmptyState>
        </AdminCard>
      )}
      {list && list.total > 0 && (
        <div className="grid gap-4">
          {list.draws.map((draw) => (
            <WinnerCard key={draw.id} draw={draw} today={today} />
          ))}
          <Pagination page={page} perPage={WINNERS_PER_PAGE} total={list.total} />
        </div>
      )}
    </AdminPage>
  );
}
