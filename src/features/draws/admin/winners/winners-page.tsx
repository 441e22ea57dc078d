/** The winners of past draws: handover of the prize, photo, naming, and replacement. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { type AdminCall, adminCall, runAction, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { err } from "#shared/result.ts";
import { AdminNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { replyTo } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { PRIZE_CHOICES } from "../../rules/prize-choice.ts";
import { PRIZE_DOCUMENTS, PRIZE_STEPS, stepTime } from "../../rules/prize.ts";
import { recordPrizeChoice } from "../../server/winners/choose-prize.ts";
import { discloseWinner } from "../../server/winners/disclose-winner.ts";
import { hideWinnerName } from "../../server/winners/hide-name.ts";
import { listWinners, WINNERS_PER_PAGE } from "../../server/winners/list-winners.ts";
import { recordPrizeStep } from "../../server/winners/record-prize-step.ts";
import { replaceWinner } from "../../server/winners/replace-winner.ts";
import { setDrawVideo } from "../../server/winners/set-video.ts";
import { removeWinnerPhoto } from "../../server/winners/winner-photo.ts";
import type { Route } from "./+types/winners-page.ts";
import type { ChooseReply } from "./prize-choice.tsx";
import type { PrizeReply } from "./prize-steps.tsx";
import { REFUSAL_FIELDS, type ReplaceReply, replacedText } from "./replace-dialog.tsx";
import type { VideoReply } from "./video-link.tsx";
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
      choose: "admin-draws:winners.choice.failed",
      video: "admin-draws:video.errors.failed",
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

/** The fields of all forms of the page, each absent from most. */
const schema = z.object({
  intent: z.enum(["replace", "remove-photo", "prize", "choose", "name", "disclose", "video"]),
  lotteryId: typedText,
  place: typedText.transform((place) => Number(place || 1)),
  ticketNumber: typedText,
  code: typedText,
  reason: typedText,
  reasonFr: typedText,
  step: typedText,
  day: typedText,
  document: typedText,
  reference: typedText,
  choice: typedText,
  isHidden: typedText,
  shown: typedText,
  url: typedText,
});

type Submission = Extract<ReturnType<typeof parseForm<typeof schema>>, { status: "success" }>;
type WinnerCall = AdminCall & { readonly form: URLSearchParams; readonly submission: Submission };

/** The HTTP status of each refusal. */
function statusOf(error: string): number {
  if (error === "failed") return 503;
  if (error === "not_found") return 404;
  return error.startsWith("reason_") || error === "not_a_link" ? 422 : 409;
}

async function replace({ ctx, actor, request, form, submission }: WinnerCall) {
  const { lotteryId, place, ticketNumber, code, reason: text, reasonFr: textFr } = submission.value;
  const change = { lotteryId, place, ticketNumber: Number(ticketNumber), reason: { code, text, textFr } };
  const replaced = await runAction(
    { ctx, request, form, about: { lotteryId } },
    replaceWinner(ctx, actor, change),
    "a winner could not be changed",
  );
  if (!replaced.ok) return replyTo(submission, replaced, { at: REFUSAL_FIELDS, status: statusOf });
  return data<ReplaceReply>({ intent: "replace", isProposed: replaced.value.proposalId !== undefined });
}

async function removePhoto({ ctx, actor, request, submission }: WinnerCall) {
  const { lotteryId, place } = submission.value;
  const removed = await runAction(
    { ctx, request, about: { lotteryId } },
    removeWinnerPhoto(ctx, actor, { lotteryId, place }),
    "a winner's photo could not be removed",
  );
  return replyTo(submission, removed, { status: statusOf });
}

/** The number of the ticket that the sender's page showed as the winner. */
function shownTicket(shown: string): number | undefined {
  return shown === "" ? undefined : Number(shown);
}

async function setNaming({ ctx, actor, request, submission }: WinnerCall) {
  const { lotteryId, place, isHidden, shown } = submission.value;
  const hidden = await runAction(
    { ctx, request, about: { lotteryId } },
    hideWinnerName(ctx, actor, { lotteryId, place, isHidden: isHidden === "true", shown: shownTicket(shown) }),
    "the naming of a winner could not be changed",
  );
  return replyTo(submission, hidden, { status: statusOf });
}

async function disclose({ ctx, actor, request, form, submission }: WinnerCall) {
  const { lotteryId, place } = submission.value;
  const found = await runAction(
    { ctx, request, form, about: { lotteryId } },
    discloseWinner(ctx, actor, { lotteryId, place }),
    "the record of a winner could not be read",
  );
  if (!found.ok) return replyTo(submission, found, { status: statusOf });
  const { userId: _, ...record } = found.value;
  return data<DiscloseReply>({ intent: "disclose", disclosed: { lotteryId, place, record } });
}

/** When a step was done; undefined for a day that does not exist or has not come. */
function readTime(day: string, now: Date): Date | undefined {
  try {
    return stepTime(day, now);
  } catch {
    return undefined;
  }
}

async function setPrize({ ctx, actor, request, submission }: WinnerCall) {
  const { lotteryId, place, day, shown, reference } = submission.value;
  const step = PRIZE_STEPS.find((each) => each === submission.value.step);
  if (!step) throw redirect("/admin/winners");
  const document = PRIZE_DOCUMENTS.find((each) => each === submission.value.document);
  const at = day === "" ? null : readTime(day, ctx.now());
  const set =
    at === undefined
      ? err("out_of_order")
      : await runAction(
          { ctx, request, about: { lotteryId } },
          recordPrizeStep(ctx, actor, { lotteryId, place, step, at, document, reference, shown: shownTicket(shown) }),
          "a handover step could not be recorded",
        );
  return replyTo(submission, set, { status: statusOf });
}

async function setChoice({ ctx, actor, request, submission }: WinnerCall) {
  const { lotteryId, shown } = submission.value;
  const choice = PRIZE_CHOICES.find((each) => each === submission.value.choice);
  if (!choice) throw redirect("/admin/winners");
  const set = await runAction(
    { ctx, request, about: { lotteryId } },
    recordPrizeChoice(ctx, actor, { lotteryId, choice, shown: shownTicket(shown) }),
    "a winner's choice could not be recorded",
  );
  return replyTo(submission, set, { status: statusOf });
}

async function setVideo({ ctx, actor, request, submission }: WinnerCall) {
  const { lotteryId, url } = submission.value;
  const set = await runAction(
    { ctx, request, about: { lotteryId } },
    setDrawVideo(ctx, actor, { lotteryId, url }),
    "the recording of a draw could not be saved",
  );
  return replyTo(submission, set, { at: { not_a_link: "url" }, status: statusOf });
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/admin/winners");
  const actions = {
    replace,
    "remove-photo": removePhoto,
    prize: setPrize,
    choose: setChoice,
    name: setNaming,
    disclose,
    video: setVideo,
  };
  return actions[submission.value.intent]({ ...call, form, submission });
}

type Reply = ReplaceReply | RemoveReply | NamingReply | DiscloseReply | PrizeReply | ChooseReply | VideoReply;
/** The message after each action; `replace` has its own. */
const DONE_TEXTS = {
  prize: "winners.prize.saved",
  choose: "winners.prize.saved",
  video: "video.saved",
  "remove-photo": "winners.deleted",
  name: undefined,
  disclose: undefined,
} as const;

export default function WinnersPage({ loaderData: { page, today, list } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-draws");
  return (
    <AdminPage
      title={t("winners.title")}
      subtitle={t("winners.subtitle")}
      done={(reply: Reply) => {
        const message = reply.intent === "replace" ? replacedText(reply) : DONE_TEXTS[reply.intent];
        return message && t(message);
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
